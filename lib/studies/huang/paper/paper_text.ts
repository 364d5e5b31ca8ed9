/** Categories of tasks, in the order of Table II. */
export const CATEGORIES = ["adult_income", "employability", "health_insurance"] as const;

/** A category of tasks. */
export type PrintedCategory = (typeof CATEGORIES)[number];

/** What a printed cell is about. */
export interface CellKeys {
  readonly model: string;
  /** As the table names it; `CBS` in Tables VII and VIII, `completed` and `passAt1` in Table VIII. */
  readonly metric: string;
  /** An attribute, or `overall`. */
  readonly attribute: string;
  /** Of Table VII alone. @default original */
  readonly strategy?: string;
  /** Whether the model was told what the tests had found; of Table VII alone. @default false */
  readonly feedback?: boolean;
}

/** Anything that the paper says in a section of its text. */
interface Said {
  readonly section: string;
}

/** A number in the text that is also in a table. */
export interface QuotedCell extends Said, CellKeys {
  readonly table: string;
  /** In [0, 1], rounded to 0.0001. */
  readonly share?: number;
  readonly count?: number;
  /** What tests and people found together, where the text says so: 129 of 130. */
  readonly of?: number;
}

/** The range given for a column of all models. */
export interface QuotedRange extends Said, Pick<CellKeys, "metric" | "attribute"> {
  readonly table: string;
  readonly low?: number;
  readonly high?: number;
}

/** A rate of the confusion matrix as the text gives it, in [0, 1], rounded to 0.01. */
export interface QuotedReliability extends Said {
  readonly pools: string;
  readonly metric: string;
  readonly value: number;
  readonly count?: number;
  readonly of?: number;
}

/** An example of how many test cases are made of pools. */
export interface QuotedTestCases extends Said {
  readonly attribute: string;
  /** Number of values by attribute. */
  readonly pools: Readonly<Record<string, number | undefined>>;
  /** The factors for the pairs of values of the attribute. */
  readonly pairs: readonly number[];
  /** The factors for the others. */
  readonly others: readonly number[];
  readonly total: number;
}
