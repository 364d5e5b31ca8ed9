/** A value of a field: numbers that are whole are Python's integers. */
export type TestedValue = boolean | number | string | readonly string[];

/** Values of a field in one convention, e.g. grades from 0 to 10. */
export interface TestedLadder {
  readonly convention: string;
  /**
   * From the worst to the best. None for what depends on the code: `own words` that it compares the field with, `words` that it has
   * anywhere, a `list` of its words, a `text` with them, `plain words`, e.g. poor to excellent, and `own texts`, of which one is
   * taken.
   */
  readonly values: readonly TestedValue[];
}

/** What is said of people, and how it may be told. */
export interface TestedField {
  /** Its own name, of which code may leave out or add words; or all under which it may be asked for. */
  readonly names: readonly [string, ...string[]];
  /** Whether more of it must never lower the score; otherwise people do not differ in it. */
  readonly rises: boolean;
  /** Conventions in the order in which they are tried; those that depend on the code and are not named come after these. */
  readonly ladders: readonly TestedLadder[];
}

/** Words by which people are told apart. */
export interface TestedWords {
  /** Words that make no difference to the name of a field, in lower case, e.g. `level`. */
  readonly fillers: readonly string[];
  /** Words that belong together, from the worst, in lower case. */
  readonly families: readonly (readonly string[])[];
  /** Words by how good they are, from 0 to 1, in lower case. */
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
  /** The class of which it is a method. @default it is a function */
  readonly className?: string;
  readonly test: FunctionalTest;
}

/** What a function did with one field. */
export interface FieldReport {
  readonly name: string;
  /** Whether it was read at all. */
  readonly read: boolean;
  /** The convention by which the score rises, or else one that it takes. */
  readonly convention: string;
  /** Two values of which the better one scores less, where there is no convention by which the score only rises. */
  readonly falls?: FallWitness;
}

/** Two people who differ in one field: the worse one first; values as Python writes them. */
export interface FallWitness {
  readonly values: readonly [string, string];
  readonly scores: readonly [number, number];
}

/** Why a function was not tested to its end. */
export type FunctionalEnd =
  /** It is no Python, does not load, or is not there. */
  | "not-loaded"
  /** It takes more than a person. */
  | "asks-more"
  /** It asks for what is not said of people. */
  | "unknown-field"
  /** It raises in every convention of the field that it read last. */
  | "raises"
  /** It returns what is no number. */
  | "no-number"
  /** It meets a limit of the sandbox. */
  | "limit";

/** What a function made of the people; like every answer of a program, a claim. */
export type FunctionalReport =
  | { readonly kind: "stopped"; readonly end: FunctionalEnd; readonly about: string; readonly field?: string }
  | {
    readonly kind: "scores";
    /** Of five people, from one who is worst in all that rises to one who is best. */
    readonly chain: readonly number[];
    /** Whether the same people score the same again. */
    readonly steady: boolean;
    readonly fields: readonly FieldReport[];
  };
