/** A value of a field: whole numbers are Python's integers. */
export type TestedValue = boolean | number | string | readonly string[];

/** Values of a field in one convention, e.g. grades from 0 to 10. */
export interface TestedLadder {
  readonly convention: string;
  /**
   * The values from the worst to the best. Empty for a convention that depends on the code: `own words` that it compares the
   * field with, `words` anywhere in it, a `list` of its words, a `text` with them, `plain words`, e.g. poor to excellent,
   * and `own texts`, one of which is taken.
   */
  readonly values: readonly TestedValue[];
}

/** A field of people, with the forms that its values may have. */
export interface TestedField {
  /** Its own name, if code may drop or add words in it; or all names that code may ask for it by. */
  readonly names: readonly [string, ...string[]];
  /** Whether more of it must never lower the score; otherwise people do not differ in it. */
  readonly rises: boolean;
  /**
   * Conventions in the order in which they are tried; unnamed ones that depend on the code come after these.
   */
  readonly ladders: readonly TestedLadder[];
}

/** Words that tell people apart. */
export interface TestedWords {
  /** Words that make no difference to the name of a field, in lower case, e.g. `level`. */
  readonly fillers: readonly string[];
  /** Words that belong together, from the worst, in lower case. */
  readonly families: readonly (readonly string[])[];
  /** The rank of each word, from 0 (worst) to 1 (best); words in lower case. */
  readonly ranks: Readonly<Record<string, number>>;
}

/** People made for a task. */
export interface FunctionalTest {
  readonly fields: readonly TestedField[];
  readonly words: TestedWords;
}

/** A function to be tested. */
export interface FunctionalSubject {
  /** A Python module. */
  readonly source: string;
  readonly functionName: string;
  /** The class it is a method of. @default it is a function */
  readonly className?: string;
  readonly test: FunctionalTest;
}

/** The report on one field of a function. */
export interface FieldReport {
  readonly name: string;
  /** Whether it was read at all. */
  readonly read: boolean;
  /** The convention in which the score rises, or else one that it accepts. */
  readonly convention: string;
  /** Two people, the better of whom scores less, if there is no convention in which the score only rises. */
  readonly falls?: FallWitness;
}

/** Two people who differ in one field, the worse one first; values as Python writes them. */
export interface FallWitness {
  readonly values: readonly [string, string];
  readonly scores: readonly [number, number];
}

/** The reason why a function was not tested to its end. */
export type FunctionalEnd =
  /** It is not Python, does not load, or is missing. */
  | "not-loaded"
  /** It takes more than a person. */
  | "asks-more"
  /** It asks for something that is not said of people. */
  | "unknown-field"
  /** It raises in every convention of the field that it read last. */
  | "raises"
  /** It returns a non-number. */
  | "no-number"
  /** It meets a limit of the sandbox. */
  | "limit";

/** The result of a functional test; like every answer of a program, a claim. */
export type FunctionalReport =
  | { readonly kind: "stopped"; readonly end: FunctionalEnd; readonly about: string; readonly field?: string }
  | {
    readonly kind: "scores";
    /** Scores of five people, from the worst to the best in all fields that rise. */
    readonly chain: readonly number[];
    /** Whether the same people score the same again. */
    readonly steady: boolean;
    readonly fields: readonly FieldReport[];
  };
