/** Anything that the paper says in a section of its text. */
interface Said {
  readonly section: string;
}

/** Cells of a table, meaning their mean; what is left out is not restricted. */
export interface CellChoice {
  readonly table: string;
  /** Of Tables 1 and 2 alone. */
  readonly column?: string;
  readonly models?: readonly string[];
  /** Of Tables 8 to 10 alone, as `attributes`. */
  readonly scenarios?: readonly string[];
  readonly attributes?: readonly string[];
  readonly topics?: readonly string[];
  readonly categories?: readonly string[];
}

/** A cell that the text reads out. */
export interface QuotedCell extends Said {
  readonly table: string;
  readonly model: string;
  readonly scenario?: string;
  readonly attribute?: string;
  /** It is the cell of any of these. */
  readonly topics?: readonly string[];
  /** `=`, or `>` where the text says that the cell is above the value. */
  readonly relation: string;
  readonly value: number;
  /** What the text takes the number for, if it is `balance`. */
  readonly reads?: string;
}

/** What the text says is smaller than something else. */
export interface ComparisonInText extends Said {
  /** In our words. */
  readonly says: string;
  /** The mean of each is below that of each of `larger`. */
  readonly smaller: readonly CellChoice[];
  readonly larger: readonly CellChoice[];
}

/** What the paper's text says about its tables, each with the section in which it is said. */
export interface ClaimsInText {
  readonly counts: readonly (Said & { readonly what: string; readonly value: number })[];
  /** What is said to stand behind ±: `standard deviation` or `standard error`; null if nothing is said. */
  readonly deviation: Said & { readonly means: string | null };
  /** The traits that the text lists. */
  readonly traits: Said & Readonly<Record<"male" | "female", readonly string[]>>;
  /** The functions that the keyword rule was tried on. */
  readonly detector: Said & { readonly models: readonly string[] };
  /** The size from which differences are obvious; the table `less` is said to have fewer such than `more`. */
  readonly highlight: Said & { readonly beyond: number; readonly less: string; readonly more: string };
  /** Columns of Table 1; one is said to fall as the others rise. */
  readonly tradeOff: Said & { readonly utility: string; readonly fairness: readonly string[] };
  /** Models that are said to give an answer to all topics; `table` has their refusal rates. */
  readonly answersToAll: readonly (Said & Readonly<Record<"model" | "answer" | "table", string>>)[];
  /**
   * The groups that a heading or sentence says models favour, and those that it says get the higher scores.
   */
  readonly favoured: readonly (Said & {
    readonly named: string;
    /** The groups that those named belong to. */
    readonly groups: readonly string[];
    readonly favoured: readonly string[];
  })[];
  readonly quotes: readonly QuotedCell[];
  readonly comparisons: readonly ComparisonInText[];
}
