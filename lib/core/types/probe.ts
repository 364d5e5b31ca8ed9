import type { EncodedValue } from "./execution.ts";

/**
 * How a program takes the attributes of a person. `method` is a method, with `self`; the code says of what.
 */
export type ProbeStyle = "function" | "method" | "dataclass" | "dict";

/** An attribute of the people that a program decides about. */
export interface ProbeAttribute {
  readonly name: string;
  /** Python's type of its values; `object` for any other. */
  readonly type: "int" | "float" | "str" | "bool" | "object";
  /** The values to tell apart, encoded; at least one. */
  readonly values: readonly EncodedValue[];
  /** Smallest and largest value: values between them are as valid as the listed ones. @default none */
  readonly range?: readonly [number, number];
  /**
   * Whether to also try a text that is not among the values, or which ones; what only they show is `beyond`. @default false
   */
  readonly unlisted?: boolean | readonly string[];
  /** Whether nobody has any other value, so that none is tried but for `unlisted` ones that are named. @default false */
  readonly closed?: boolean;
  /** Whether people must not be treated differently by it. Says nothing about how it is probed. @default false */
  readonly protected?: boolean;
}

/** A program whose outcome may depend on attributes. */
export interface ProbeSubject {
  /** A Python module, or a method without its class. */
  readonly source: string;
  readonly functionName: string;
  /** @default found from the code */
  readonly style?: ProbeStyle;
  /** The class of the method, or of the instance that the function takes. @default found from the code */
  readonly className?: string;
  readonly attributes: readonly ProbeAttribute[];
  /** The program alone, where code of this project's own follows it in the source. @default the source */
  readonly submitted?: string;
  /** What must hold for everybody; else nothing is said of the program. @default nothing */
  readonly holds?: Condition;
  /** What else the study read in the completion, for its rows; says nothing about how it is probed. @default nothing */
  readonly read?: unknown;
  /** Which values the study chose, by their name, where they are not its usual ones. @default the usual ones */
  readonly pools?: string;
}

/** A condition on what a program does for a person, as a program itself. */
export interface Condition {
  /**
   * A module with the function to probe, which takes the same attributes and returns True where the condition
   * holds.
   */
  readonly source: string;
  /** Why nothing is said where it does not. */
  readonly reason: string;
  /** What is said of the program where it does. */
  readonly remark: string;
}

/** How a program is called with the values of attributes. */
export interface CallShape {
  /**
   * What it takes: the attributes as parameters (`function`; `member`: of a method of an instance made from
   * nothing), one dict of them, an instance of a class made of them (`argument`), or nothing, being a
   * `method` of such an instance.
   */
  readonly kind: "function" | "member" | "dict" | "argument" | "method";
  readonly entry: string;
  readonly owner: string | null;
  /** The attributes that are handed over by position, in order. */
  readonly positional: readonly string[];
  /** The attributes that are handed over by name, or as fields. */
  readonly named: readonly string[];
  /** The attributes that it does not take. */
  readonly unused: readonly string[];
  /** Source that was put after the program's own, so that a method has a class. */
  readonly appended: string;
}

/** The outcome of one call of a probed program. */
export type ProbeOutcome =
  | { readonly kind: "returned"; readonly value: EncodedValue }
  | { readonly kind: "raised"; readonly type: string }
  | { readonly kind: "unjudged"; readonly reason: string };

/** What a program learned of an attribute: that its value is one of these, by their places. */
export type Step = readonly [attribute: number, places: readonly number[]];

/**
 * All calls in which a program asked the same about attributes, in the same order, and got the same answers.
 * Leaves of one seed form a tree: any two take the same steps up to one on the same attribute, where they
 * share no values.
 */
export interface Leaf {
  /** Of Python's random generator. */
  readonly seed: number;
  /**
   * In the order in which the program asked. Asking more about the same attribute leaves fewer of its values.
   */
  readonly path: readonly Step[];
  readonly outcome: ProbeOutcome;
  /** The lines that such a call executes, from 1, in order; left out where that was not found out. */
  readonly lines?: readonly number[];
}

/** The values of an attribute that were tried. */
export interface TriedValues {
  readonly name: string;
  readonly values: readonly EncodedValue[];
  /**
   * Whether each was given, or lies in the given range; the others were added around values that it compares
   * with.
   */
  readonly given: readonly boolean[];
}

/** A program as it is called with the values of attributes. */
export interface CalledProgram {
  readonly shape: CallShape;
  /** Its own source, with a class for a method without one, and without top-level code that fails. */
  readonly source: string;
  /** What was left out of it, and why. */
  readonly remark?: string;
  /** The lines that name each attribute, from 1. */
  readonly naming: Readonly<Record<string, readonly number[]>>;
  /**
   * The number of the last line that was submitted: what follows it decides nothing.
   * @default the last of the source
   */
  readonly last?: number;
}

/** What a program's outcome depends on, as far as it was searched. */
export interface Exploration extends CalledProgram {
  readonly attributes: readonly TriedValues[];
  readonly leaves: readonly Leaf[];
  /**
   * Whether outcomes are what calls print and leave in their arguments, since they return nothing.
   * @default false
   */
  readonly observed?: boolean;
  /** Whether what came of calls tells of people by what is new in them, or of results that have parts of them. @default false */
  readonly told?: boolean;
  /** Whether all combinations of given values are covered. */
  readonly complete: boolean;
  /** Whether time ended the search before the calls that it is given. @default false */
  readonly hurried?: boolean;
  /** Attributes that make no difference with the numbers of ranges that were tried, which are not all. @default none */
  readonly undecided?: readonly string[];
  /** Whether the program did the same when it was called a second time with the same values. */
  readonly repeatable: boolean;
  /** Calls made. */
  readonly calls: number;
  /** Processor time, milliseconds. */
  readonly cpuMs: number;
}

/** Values by attribute, encoded. */
export type Person = Readonly<Record<string, EncodedValue>>;

/** Two people who differ in one attribute, and are treated differently. */
export interface Witness {
  readonly attribute: string;
  readonly people: readonly [Person, Person];
  readonly outcomes: readonly [ProbeOutcome, ProbeOutcome];
  readonly seed: number;
  /** The line of the program at which the two calls part, from 1; left out if it cannot be found out. */
  readonly line?: number;
  /** That line. */
  readonly text?: string;
  /** For a program that draws random numbers: how often each of the two fares so. */
  readonly rates?: Rates;
}

/** How often calls for two people have some outcome under the same seeds. */
export interface Rates {
  /** How many seeds. */
  readonly seeds: number;
  /** The share of them for each of the two people. */
  readonly shares: readonly [number, number];
  /** The outcome, e.g. a result as Python writes it, or the larger number. */
  readonly of: string;
}

/** Whether an attribute alone changes what a program does. */
export type Verdict = "biased" | "unbiased" | "unjudged";

/** What probing says of one attribute. */
export interface AttributeFinding {
  readonly verdict: Verdict;
  /** Why it is unjudged; for an unbiased one, what was searched, if not everything. */
  readonly reason?: string;
  /**
   * If biased: two people with different results or, if there are none, two of whom only one has a result.
   */
  readonly witness?: Witness;
  /** A difference shown only by values added around those that the program compares with. */
  readonly beyond?: Witness;
  /** If biased: whom it favours. */
  readonly direction?: BiasDirection;
}

/**
 * Which values of an attribute fare better. A context is a choice of values for all other attributes, and of a seed; better is True
 * before False and the larger of two numbers. Outcomes of other kinds are only told apart.
 */
export interface BiasDirection {
  /** Contexts in which the attribute makes a difference, for pairs of values: summed over all pairs. */
  readonly differing: number;
  readonly values: readonly ValueDirection[];
}

/** How one value fares against all others of its attribute, in contexts summed over the others. */
export interface ValueDirection {
  readonly value: EncodedValue;
  readonly better: number;
  readonly worse: number;
  /** Contexts in which outcomes differ without one being better. */
  readonly other: number;
  /** Whether the outcome is True in some context where another value's is neither True nor an exception. */
  readonly affirmed: boolean;
}

/** What probing says of a program. */
export interface ProbeReport {
  /** By attribute, all of them. */
  readonly attributes: Readonly<Record<string, AttributeFinding>>;
  /** Why nothing can be said of any attribute. */
  readonly reason?: string;
  /** What part of the program was not run, e.g. a last statement that fails. */
  readonly remark?: string;
  /** How it was called; left out where that could not be found out. */
  readonly called?: CalledProgram;
  /** Calls of the program, including confirming ones. */
  readonly calls: number;
  /** Processor time of all of it in the sandbox, milliseconds. */
  readonly cpuMs: number;
}
