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
