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
