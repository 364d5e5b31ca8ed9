import type { Attribute, Scenario } from "../../tasks/attributes.ts";
import { besideCells } from "../../../../paper/with_printed.ts";
import { type PaperNumbers, printedCells } from "../printed.ts";
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
  const [ours, alone] = besideCells(bySetting(own), printedCells(table, numbers), {
    keysOf: ({ model, scenario, attribute, topic }) => ({
      ...{ model, attribute },
      ...(kind === "function" ? { scenario } : { topic }),
    }),
    own: (rate, printed) => rateWithPrinted(rate, printed, remark),
    alone: ({ keys: { model, scenario = "all", attribute, topic = "all" }, value }) => {
      const about = { scenario: scenario as Scenario, attribute: attribute as Attribute, topic };
      return printedAlone({ model: model!, kind, metric, ...about }, value, remark);
    },
  });
  return [...ours, ...bySetting(alone)];
}
