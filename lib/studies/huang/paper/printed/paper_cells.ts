import type { CellKeys } from "../paper_text.ts";
import {
  type ByAttribute,
  COLUMNS,
  type PaperNumbers,
  type PrintedCount,
  type PrintedTable7,
} from "./printed_tables.ts";
import { PROTECTED } from "../../tasks/vocabulary.ts";

/** Half a unit of the last digit of a printed share. */
export const SHARE_ROUNDING = 0.00005 + 1e-9;

/** A cell like 40 (11.98), and where it stands. */
export interface CountCell extends CellKeys, PrintedCount {
  readonly table: string;
}

/** A cell of Table VII. */
export interface ShareCell extends CellKeys {
  readonly share: number;
}

/** All cells of Tables IV, VI and VIII that have a count and its share. */
export function countCells(numbers: PaperNumbers): CountCell[] {
  const tables = (["table4", "table6"] as const).flatMap((table) =>
    numbers[table].flatMap(({ model, metric, counts, shares }) =>
      PROTECTED.map((attribute) => ({
        ...{ table, model, metric, attribute },
        ...{ count: counts[attribute], share: shares[attribute] },
      }))
    )
  );
  const performance = numbers.table8.flatMap(({ model, bias, completed }) => [
    { table: "table8", model, metric: "CBS", attribute: "overall", ...bias },
    { table: "table8", model, metric: "completed", attribute: "overall", ...completed },
  ]);
  return [...tables, ...performance];
}

/** All cells of a row of Table VII: those without feedback, then those with. */
export function cellsOfRow({ model, strategy, withoutFeedback, withFeedback }: PrintedTable7): ShareCell[] {
  return [withoutFeedback, withFeedback].flatMap((cells, at) =>
    cells === null ? [] : COLUMNS.map((attribute) => ({
      ...{ model, metric: "CBS", strategy, feedback: at === 1 },
      ...{ attribute, share: cells[attribute] },
    }))
  );
}

/** Numbers of a model's row of Table IV or VI by attribute; undefined if there is no such row. */
export function countsOf(
  numbers: PaperNumbers,
  table: "table4" | "table6",
  keys: Pick<CellKeys, "model" | "metric">,
): ByAttribute | undefined {
  return numbers[table].find(({ model, metric }) => model === keys.model && metric === keys.metric)?.counts;
}

/** What Table VII has for a model's programs as originally written; undefined if there is no such row. */
export function originalOf({ table7 }: PaperNumbers, model: string): PrintedTable7 | undefined {
  return table7.find((row) => row.model === model && row.strategy === "original");
}
