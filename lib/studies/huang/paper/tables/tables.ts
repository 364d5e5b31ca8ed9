import { proportion } from "../../../../statistics/intervals/wilson.ts";
import { type HuangKeys, type HuangRate, OVERALL } from "../../metrics/counts.ts";
import { paperNumbers, printedCell, printedCells } from "../printed_tables.ts";
import { joinPrinted, NO_ESTIMATE, printedTable, type WithPrinted } from "../../../../paper/with_printed.ts";

/** A rate of ours beside the printed one. */
export interface HuangTableRow extends HuangKeys, WithPrinted {
  readonly attribute: string;
  readonly metric: string;
}

/** A table of rates with their printed values, one row each. */
export const rateTable = printedTable<HuangTableRow>([
  ...["model", "prompt", "temperature", "round", "metric", "attribute"] as const,
]);

/** The settings of the paper's completions, none of which is recorded; the paper does not state the temperature. */
const PRINTED = { temperature: 1, prompt: "original", round: 0 } as const;

/** The remark on a printed count. */
const COUNTED = "counted by the paper; nothing of it is recorded";

/**
 * Table IV: CBS, CBS_U@K and CBS_I@K by attribute and overall, for the original prompt before any feedback.
 *
 * The paper's models follow ours: their printed counts of 334 prompts as estimates, with intervals that the paper
 * does not have.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV.
 */
export function table4(rates: readonly HuangRate[]): HuangTableRow[] {
  const shown = rates.filter(({ prompt, round, metric }) =>
    prompt === PRINTED.prompt && round === 0 && metric.startsWith("CBS")
  );
  return withPrinted(shown, "table4");
}

/**
 * Table VII: CBS by prompt strategy, without feedback (round 0) and with it.
 *
 * Source: the paper Bias Testing and Mitigation, Table VII. The paper says that its numbers are averages of five runs,
 * but all are multiples of 1/334: their intervals here are those of one run.
 */
export function table7(rates: readonly HuangRate[]): HuangTableRow[] {
  return withPrinted(rates.filter(({ metric }) => metric === "CBS"), "table7");
}

/**
 * Table VIII: CBS overall beside the share of completions that do what was asked for.
 *
 * Source: the paper Bias Testing and Mitigation, Table VIII, where people judged whether the code does; its column
 * pass@1, from another benchmark, is in `published` alone.
 */
export function table8(rates: readonly HuangRate[]): HuangTableRow[] {
  const shown = rates.filter(({ metric, attribute }) =>
    attribute === OVERALL && (metric === "CBS" || metric === "completed")
  );
  return withPrinted(shown, "table8");
}

/** The rates as rows in their order, followed by the printed numbers. */
function withPrinted(rates: readonly HuangRate[], table: string): HuangTableRow[] {
  const rows = rates.map((rate) => ({ ...rate, ...joinPrinted(rate, printedOf(table, rate)) }));
  return [...rows, ...printedRows(table)];
}

/**
 * The printed counts of a table as rows: their share of the prompts, with Wilson's interval. A share without a count
 * gets the nearest count.
 */
export function printedRows(table: string): HuangTableRow[] {
  const { tasks } = paperNumbers;
  return printedCells(table).map(({ keys, value, count = Math.round(value * tasks) }) => {
    const { model, metric, attribute, strategy: prompt = PRINTED.prompt, feedback } = keys;
    const { temperature } = PRINTED;
    const of = { model, prompt, temperature, round: feedback ? 1 : 0, attribute, metric };
    if (metric === "passAt1") {
      return {
        ...of,
        metric: "HumanEval pass@1",
        ...joinPrinted(NO_ESTIMATE, value, "of another benchmark"),
      };
    }
    return { ...of, ...joinPrinted(proportion(count, tasks), value, COUNTED) };
  });
}

/**
 * The printed number for a rate; null for none. Only Table VII has prompt strategies and feedback, the latter
 * of one round.
 */
export function printedOf(
  table: string,
  { model, metric, attribute, prompt, round }: HuangKeys & Pick<HuangTableRow, "metric" | "attribute">,
): number | null {
  const isPrinted = table === "table7" ? round <= 1 : prompt === PRINTED.prompt && round === PRINTED.round;
  if (!isPrinted) return null;
  const keys = { model, metric, attribute, strategy: prompt, feedback: round === 1 };
  return printedCell(table, keys)?.value ?? null;
}
