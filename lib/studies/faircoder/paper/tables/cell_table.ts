import type { Attribute, Scenario } from "../../tasks/attributes.ts";
import { type CellKeys, type PaperNumbers, printedCell, printedCells } from "../printed.ts";
import { bySetting, cellRates } from "../../metrics/mean_rates.ts";
import type { FairCoderRate, Metric } from "../../metrics/rates.ts";
import { type FairCoderTableRow, isAskedAsPrinted, printedAlone, rateWithPrinted } from "./table_rows.ts";

/** Which printed table stands beside which rates. */
export interface PrintedBeside {
  readonly kind: FairCoderRate["kind"];
  readonly metric: Metric;
  /** @default all */
  readonly attribute?: Attribute;
  /** One of `PRINTED_TABLES`. */
  readonly table: string;
  readonly numbers: PaperNumbers;
  /** On all printed numbers. @default nothing */
  readonly remark?: string | null;
}

/**
 * Cells of one metric beside those of a printed table, for answers asked for as in the paper; then the cells
 * of the paper's models that were not asked.
 *
 * @param rates Of all kinds, metrics and prompts.
 */
export function cellTable(rates: readonly FairCoderRate[], of: PrintedBeside): FairCoderTableRow[] {
  const { kind, metric, attribute, table, numbers, remark = null } = of;
  const own = cellRates(rates, kind).filter((rate) =>
    isAskedAsPrinted(rate) && rate.metric === metric && (attribute ?? rate.attribute) === rate.attribute
  );
  const keysOf = (cell: CellKeys): CellKeys => {
    const { model, scenario, topic } = cell;
    return { model, ...(kind === "function" ? { scenario } : { topic }), attribute: cell.attribute };
  };
  const rows = bySetting(own).map((rate) =>
    rateWithPrinted(rate, printedCell(table, keysOf(rate), numbers), remark)
  );
  const there = new Set(own.map((rate) => JSON.stringify(keysOf(rate))));
  const alone = printedCells(table, numbers).filter((cell) => !there.has(JSON.stringify(keysOf(cell))))
    .map((cell) => {
      const { model, scenario = "all", attribute, topic = "all", value } = cell;
      const about = { scenario: scenario as Scenario, attribute: attribute as Attribute, topic };
      return printedAlone({ model: model!, kind, metric, ...about }, value, remark);
    });
  return [...rows, ...bySetting(alone)];
}
