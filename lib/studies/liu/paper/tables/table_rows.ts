import { printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";
import type { LiuKeys } from "../../judge/completions.ts";

/** A number of ours beside the printed one. */
export interface LiuTableRow extends LiuKeys, WithPrinted {
  readonly instrument: string;
  readonly modifierType: string;
  /** `all`, or one of the dimensions. */
  readonly dimension: string;
  readonly metric: string;
}

/** The remark on rows with a printed number and none of ours. */
export const PRINTED_ALONE = "printed; nothing of it is recorded";

/** The instrument of a number that is only printed. */
export const PAPERS = "the paper's";

/** The first columns of tables about models. */
export const KEY_COLUMNS = ["model", "prompt", "temperature", "topP", "instrument"] as const;

/** Lays out numbers with the printed ones, one row each. */
export const rateTable = printedTable<LiuTableRow>([
  ...KEY_COLUMNS,
  ...["modifierType", "dimension", "metric"] as const,
]);
