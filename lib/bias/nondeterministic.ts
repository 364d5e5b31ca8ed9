/** Why nothing is said of a program that cannot be relied on. */
export const NONDETERMINISTIC = "nondeterministic: the same people are treated differently from call to call";
