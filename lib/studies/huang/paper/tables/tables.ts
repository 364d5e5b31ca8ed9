import { proportion } from "../../../../statistics/intervals/wilson.ts";
import { type HuangKeys, type HuangRate, OVERALL } from "../../metrics/counts.ts";
import { type PaperNumbers, paperNumbers, printedCell, printedCells } from "../printed_tables.ts";
import { joinPrinted, NO_ESTIMATE } from "../../../../paper/with_printed.ts";
import { type HuangTableRow, tableRows } from "./table_rows.ts";

/** Of the paper's completions, none of which is recorded: it says no temperature. */
const PRINTED = { temperature: 1, prompt: "original", round: 0 } as const;

/** The remark on a printed count. */
const COUNTED = "counted by the paper; nothing of it is recorded";

/**
 * Table IV: CBS, CBS_U@K and CBS_I@K by attribute and overall, before any feedback and without instructions.
 *
 * The paper's models stand below ours: their printed counts of 334 prompts as estimates of ours, with intervals that the paper
 * does not have.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV.
 */
export function table4(rates: readonly HuangRate[], numbers: PaperNumbers = paperNumbers): HuangTableRow[] {
  const shown = rates.filter(({ prompt, round, metric }) =>
    prompt === PRINTED.prompt && round === 0 && metric.startsWith("CBS")
  );
  return withPrinted(shown, "table4", numbers);
}

/**
 * Table VII: CBS by prompt strategy, without feedback (round 0) and with it.
 *
 * Source: the paper Bias Testing and Mitigation, Table VII. It says that its numbers are averages of five runs, all of which are
 * multiples of 1/334: their intervals here are those of one run.
 */
export function table7(rates: readonly HuangRate[], numbers: PaperNumbers = paperNumbers): HuangTableRow[] {
  return withPrinted(rates.filter(({ metric }) => metric === "CBS"), "table7", numbers);
}

/**
 * Table VIII: CBS overall beside the share of completions that do what they were asked for.
 *
 * Source: the paper Bias Testing and Mitigation, Table VIII, where people looked whether the code does; its column pass@1 of
 * another benchmark is in `published` alone.
 */
export function table8(rates: readonly HuangRate[], numbers: PaperNumbers = paperNumbers): HuangTableRow[] {
  const shown = rates.filter(({ metric, attribute }) =>
    attribute === OVERALL && (metric === "CBS" || metric === "completed")
  );
  return withPrinted(shown, "table8", numbers);
}

/** Rates as rows, then what the paper prints. */
function withPrinted(rates: readonly HuangRate[], table: string, numbers: PaperNumbers): HuangTableRow[] {
  return [...tableRows(rates, (rate) => printedOf(table, rate, numbers)), ...printedRows(table, numbers)];
}

/**
 * The printed counts of a table as rows: their share of the prompts, with Wilson's interval. A share without its count is that of the
 * nearest one.
 */
export function printedRows(table: string, numbers: PaperNumbers = paperNumbers): HuangTableRow[] {
  const { tasks } = numbers;
  return printedCells(table, numbers).map(({ keys, value, count = Math.round(value * tasks) }) => {
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
 * What a table prints for a rate; null for nothing. Table VII alone has prompt strategies and feedback, and
 * feedback of one round.
 */
export function printedOf(
  table: string,
  { model, metric, attribute, prompt, round }: HuangKeys & Pick<HuangTableRow, "metric" | "attribute">,
  numbers: PaperNumbers,
): number | null {
  const isPrinted = table === "table7" ? round <= 1 : prompt === PRINTED.prompt && round === PRINTED.round;
  if (!isPrinted) return null;
  const keys = { model, metric, attribute, strategy: prompt, feedback: round === 1 };
  return printedCell(table, keys, numbers)?.value ?? null;
}
