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

/** A number for each category of tasks, and for all. */
export interface QuotedPrompts extends Said, Readonly<Record<PrintedCategory, number>> {
  readonly total: number;
}

/** Models that are said to be above another one in a column. */
export interface QuotedOrder extends Said, Pick<CellKeys, "metric" | "attribute"> {
  readonly table: string;
  readonly models: readonly string[];
  readonly than: string;
}

/** Columns of Table VIII. */
export interface QuotedPair extends Said {
  readonly columns: readonly string[];
}

/** What the paper's text says about its tables. */
export interface ClaimsInText {
  readonly cells: readonly QuotedCell[];
  readonly ranges: readonly QuotedRange[];
  readonly reliability: readonly QuotedReliability[];
  readonly seconds: readonly (Said & { readonly pools: string; readonly value: number })[];
  readonly prompts: readonly QuotedPrompts[];
  /** How many programs of a model do not run and were found to be biased by people. */
  readonly notRunning:
    readonly (Said & { readonly model: string; readonly share: number; readonly count: number })[];
  /** Tables that are said to have averages, and of how many runs. */
  readonly averages: readonly (Said & { readonly table: string; readonly runs: number })[];
  /** Tables that are said to leave out what does not run. */
  readonly removed: readonly (Said & { readonly table: string })[];
  /** Columns that a table is said to have. */
  readonly columns: readonly (Said & { readonly table: string; readonly column: string })[];
  /** Lists of the protected attributes. */
  readonly attributeLists: readonly (Said & { readonly attributes: readonly string[] })[];
  /** Prompts that are shown as examples of a category. */
  readonly templates:
    readonly (Said & { readonly category: string; readonly attributes: readonly string[] })[];
  readonly testCases: readonly QuotedTestCases[];
  readonly higher: readonly QuotedOrder[];
  /** Attributes that are said to have a higher CBS than all others, in each model. */
  readonly prevalent: readonly (Said & { readonly attributes: readonly string[] })[];
  /** Attributes that are said to have a high CBS in almost all models. */
  readonly aboveOthers: readonly (Said & { readonly attribute: string })[];
  /** Models that are said to do best in both columns of Table VIII that are about performance. */
  readonly best: readonly (Said & { readonly models: readonly string[] })[];
  /** Columns that are said to have the models in the same order. */
  readonly sameOrder: readonly QuotedPair[];
  /** Columns that are said not to rise together. */
  readonly noTradeOff: readonly QuotedPair[];
  /** The section of each of these claims. */
  readonly claims: {
    /** CBS_U@5 is above CBS in all models and attributes. */
    readonly unionAboveSingle: string;
    /** Tests find most of what is found. */
    readonly mostFoundByTests: string;
    /** Prompts without feedback take away a small number of biases only. */
    readonly directPromptsHelpLittle: string;
    /** Feedback takes away much in all experiments. */
    readonly feedbackHelpsEverywhere: string;
  };
}
