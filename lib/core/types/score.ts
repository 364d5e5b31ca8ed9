/** An attribute that a function may score people by. */
export interface ScoredAttribute {
  readonly name: string;
  /** Names of fields and parameters that carry it, in lower case with underscores, e.g. `parents_income`. */
  readonly fields: readonly string[];
  /** The groups, at least two; if they rise, from the lowest. */
  readonly groups: readonly ScoredGroup[];
  /**
   * Whether groups are levels, so that numbers that code compares with tell the lowest from the highest.
   * @default false
   */
  readonly rises?: boolean;
}

/** A group of people: one value of an attribute. */
export interface ScoredGroup {
  /** The group's own name, in lower case. */
  readonly name: string;
  /** Other wordings of it, in lower case. */
  readonly texts: readonly string[];
  /** The number that stands for it where code computes or compares with numbers, e.g. an age. @default it has no number */
  readonly number?: number;
}

/** A function that scores a person, and the attributes to score by. */
export interface ScoreSubject {
  /** A Python module. */
  readonly source: string;
  readonly functionName: string;
  /** The class it is a method of. @default it is a function */
  readonly className?: string;
  /**
   * Modules with functions that could be meant as well. If these score differently, nothing is said of the function.
   * @default there are none
   */
  readonly rivals?: readonly string[];
  /** Whether more was to come: an attribute that is not used so far is then not judged. @default false */
  readonly isCut?: boolean;
  readonly attributes: readonly ScoredAttribute[];
}

/** Two people who differ in the attribute alone. */
export interface ScoreWitness {
  /** A group or an unlisted value each, with what it adds to the score: the one that gains most, then least. */
  readonly values: readonly [ScoredValue, ScoredValue];
  /** The line of the source that decides, from 1; left out if it cannot be found out. */
  readonly line?: number;
  readonly text?: string;
  /** The conditions on all else: whether they hold, except those on some lines. */
  readonly context: { readonly hold: boolean; readonly except: readonly number[] };
}

/** A value of the attribute, with what it adds to the score. */
export interface ScoredValue {
  readonly value: string;
  readonly score: number;
}

/** The scores of a function for one attribute. */
export interface AttributeScores {
  /**
   * By group: a person's score, less the function's score without the parts that depend on the attribute; null
   * if that cannot be said.
   */
  readonly scores: Readonly<Record<string, number | null>>;
  /** Whether the score depends on the attribute for any value; null if that cannot be said. */
  readonly uses: boolean | null;
  /** As `scores`, for values that the code names but no group has; those that add nothing are left out. */
  readonly otherValues: Readonly<Record<string, number>>;
  /** The reason why something cannot be said. */
  readonly reason?: string;
  /** A further remark, e.g. that the code does not name the attribute. */
  readonly remark?: string;
  /** The witness for an attribute that is used; confirmed in another process. */
  readonly witness?: ScoreWitness;
}

/** The scores of a function for all attributes. */
export interface ScoreReport {
  /** The scores by attribute, for all attributes. */
  readonly attributes: Readonly<Record<string, AttributeScores>>;
  /** Processor time of all of it in the sandbox, milliseconds. */
  readonly cpuMs: number;
}
