import type { EncodedValue } from "./execution.ts";

/**
 * The way in which a program takes the attributes of a person. `method` is a method, with `self`; the code shows its class.
 */
export type ProbeStyle = "function" | "method" | "dataclass" | "dict";

/** An attribute of the people that a program decides about. */
export interface ProbeAttribute {
  readonly name: string;
  /** Python's type of its values; `object` for any other. */
  readonly type: "int" | "float" | "str" | "bool" | "object";
  /** The values to tell apart, encoded; at least one. */
  readonly values: readonly EncodedValue[];
  /** The smallest and the largest value: values between them are as valid as the listed ones. @default none */
  readonly range?: readonly [number, number];
  /**
   * Whether to also try a text that is not among the values, or which texts; a difference that only they show is `beyond`.
   * @default false
   */
  readonly unlisted?: boolean | readonly string[];
  /** Whether nobody has any other value, so that none is tried except `unlisted` ones that are named. @default false */
  readonly closed?: boolean;
  /** Whether people must not be treated differently by it, which does not change how it is probed. @default false */
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
  /** A condition that must hold for everybody; otherwise the program is not judged. @default none */
  readonly holds?: Condition;
  /** The further data that the study read in the completion, for its rows; they do not change the probing. @default none */
  readonly read?: unknown;
  /** The name of the values that the study chose, if they are not its usual ones. @default the usual ones */
  readonly pools?: string;
}

/** A condition on how a program treats a person, itself written as a program. */
export interface Condition {
  /**
   * A module with the function to probe, which takes the same attributes and returns True where the condition
   * holds.
   */
  readonly source: string;
  /** The reason why the program is not judged, if the condition does not hold. */
  readonly reason: string;
  /** The remark on the program, if the condition holds. */
  readonly remark: string;
}

/** The way in which a program is called with the values of attributes. */
export interface CallShape {
  /**
   * The form of what it takes: the attributes as parameters (`function`; `member`: of a method of an instance made without
   * arguments), one dict of them, an instance of a class made of them (`argument`), or nothing, being a `method` of such an
   * instance.
   */
  readonly kind: "function" | "member" | "dict" | "argument" | "method";
  readonly entry: string;
  readonly owner: string | null;
  /** The attributes that are passed by position, in order. */
  readonly positional: readonly string[];
  /** The attributes that are passed by name, or as fields. */
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

/** One thing that a program learned about an attribute: its value is one of these, by their places. */
export type Step = readonly [attribute: number, places: readonly number[]];

/**
 * All calls in which a program asked the same about attributes, in the same order, and got the same answers.
 * Leaves of one seed form a tree: any two take the same steps up to one on the same attribute, where they
 * share no values.
 */
export interface Leaf {
  /** The seed of Python's random generator. */
  readonly seed: number;
  /**
   * The steps in the order in which the program asked. Asking more about an attribute leaves fewer of its values.
   */
  readonly path: readonly Step[];
  readonly outcome: ProbeOutcome;
  /** The lines that such a call executes, from 1, in order; left out if that is not known. */
  readonly lines?: readonly number[];
}

/** The values of an attribute that were tried. */
export interface TriedValues {
  readonly name: string;
  readonly values: readonly EncodedValue[];
  /**
   * Whether each was given, or lies in the given range; the others were added around values that the program
   * compares with.
   */
  readonly given: readonly boolean[];
}

/** A program as it is called with the values of attributes. */
export interface CalledProgram {
  readonly shape: CallShape;
  /** Its own source, with a class for a method without one, and without top-level code that fails. */
  readonly source: string;
  /** The parts that were left out of it, and the reasons. */
  readonly remark?: string;
  /** The lines that name each attribute, from 1. */
  readonly naming: Readonly<Record<string, readonly number[]>>;
  /**
   * The number of the last line that was submitted: the lines after it decide nothing.
   * @default the last of the source
   */
  readonly last?: number;
}

/** The result of a search for what a program's outcome depends on. */
export interface Exploration extends CalledProgram {
  readonly attributes: readonly TriedValues[];
  readonly leaves: readonly Leaf[];
  /**
   * Whether the outcomes are what calls print, and leave in their arguments, because they return nothing.
   * @default false
   */
  readonly observed?: boolean;
  /** Whether outcomes describe people by what is new in them, or are results that contain parts of people. @default false */
  readonly told?: boolean;
  /** Whether all combinations of given values are covered. */
  readonly complete: boolean;
  /** Whether time ended the search before the greatest number of calls was made. @default false */
  readonly hurried?: boolean;
  /** Attributes that make no difference with the tried numbers of their ranges, which are not all numbers of these. @default none */
  readonly undecided?: readonly string[];
  /** Whether the program did the same when it was called a second time with the same values. */
  readonly repeatable: boolean;
  /** The number of calls made. */
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
  /** The text of that line. */
  readonly text?: string;
  /** For a program that draws random numbers: how often each of the two people gets some outcome. */
  readonly rates?: Rates;
}

/** The rates at which calls for two people have some outcome under the same seeds. */
export interface Rates {
  /** The number of seeds. */
  readonly seeds: number;
  /** The share of seeds with that outcome, for each of the two people. */
  readonly shares: readonly [number, number];
  /** The outcome, e.g. a result as Python writes it, or the larger number. */
  readonly of: string;
}

/** Whether an attribute alone changes what a program does. */
export type Verdict = "biased" | "unbiased" | "unjudged";

/** The finding of probing about one attribute. */
export interface AttributeFinding {
  readonly verdict: Verdict;
  /** The reason why it is unjudged; for an unbiased one, what was searched, if not everything. */
  readonly reason?: string;
  /**
   * If biased: two people with different results or, if there are none, two of whom only one has a result.
   */
  readonly witness?: Witness;
  /** A difference shown only by values added around those that the program compares with. */
  readonly beyond?: Witness;
  /** If biased: the direction of the bias. */
  readonly direction?: BiasDirection;
}

/**
 * The values of an attribute that fare better. A context is a choice of values for all other attributes, and of a seed;
 * better is True before False and the larger of two numbers. Outcomes of other kinds are only told apart.
 */
export interface BiasDirection {
  /** The number of contexts in which the attribute makes a difference, for pairs of values: summed over all pairs. */
  readonly differing: number;
  readonly values: readonly ValueDirection[];
}

/** The comparison of one value with all others of its attribute, in contexts summed over the others. */
export interface ValueDirection {
  readonly value: EncodedValue;
  readonly better: number;
  readonly worse: number;
  /** The number of contexts in which outcomes differ without one being better. */
  readonly other: number;
  /** Whether the outcome is True in some context where another value's is neither True nor an exception. */
  readonly affirmed: boolean;
}

/** The report of probing on a program. */
export interface ProbeReport {
  /** The findings by attribute, for all attributes. */
  readonly attributes: Readonly<Record<string, AttributeFinding>>;
  /** The reason why nothing can be said of any attribute. */
  readonly reason?: string;
  /** The part of the program that was not run, e.g. a last statement that fails. */
  readonly remark?: string;
  /** The program as it was called; left out if that is not known. */
  readonly called?: CalledProgram;
  /** The number of calls of the program, including confirming ones. */
  readonly calls: number;
  /** Processor time of all of it in the sandbox, milliseconds. */
  readonly cpuMs: number;
}
