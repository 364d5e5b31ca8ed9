import { wilson } from "../../../../statistics/intervals/wilson.ts";
import { type HuangKeys, type HuangRate, OVERALL } from "../../metrics/counts.ts";
import { COLUMNS, type PaperNumbers, paperNumbers, printedCell } from "../printed_tables.ts";
import { type HuangTableRow, tableRows } from "./table_rows.ts";
import { PROTECTED } from "../../tasks/vocabulary.ts";

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
  const printed = numbers.table4.flatMap(({ model, metric, counts, shares }) =>
    PROTECTED.map((attribute) =>
      countedRow({ model, metric, attribute }, counts[attribute], numbers, shares[attribute])
    )
  );
  return [...tableRows(shown, (rate) => printedOf("table4", rate, numbers)), ...printed];
}

/**
 * Table VII: CBS by prompt strategy, without feedback (round 0) and with it.
 *
 * Source: the paper Bias Testing and Mitigation, Table VII. It says that its numbers are averages of five runs, all of which are
 * multiples of 1/334: their intervals here are those of one run.
 */
export function table7(rates: readonly HuangRate[], numbers: PaperNumbers = paperNumbers): HuangTableRow[] {
  const shown = rates.filter(({ metric }) => metric === "CBS");
  const printed = numbers.table7.flatMap(({ model, strategy, withoutFeedback, withFeedback }) =>
    [withoutFeedback, withFeedback].flatMap((cells, round) =>
      (cells ? COLUMNS : []).map((attribute) => {
        const keys = { model, metric: "CBS", attribute, prompt: strategy, round };
        return countedRow(keys, Math.round(cells![attribute] * numbers.tasks), numbers, cells![attribute]);
      })
    )
  );
  return [...tableRows(shown, (rate) => printedOf("table7", rate, numbers)), ...printed];
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
  const printed = numbers.table8.flatMap(({ model, bias, completed, passAt1 }) => [
    countedRow({ model, metric: "CBS", attribute: OVERALL }, bias.count, numbers, bias.share),
    countedRow({ model, metric: "completed", attribute: OVERALL }, completed.count, numbers, completed.share),
    {
      ...{ model, ...PRINTED, attribute: OVERALL, metric: "HumanEval pass@1" },
      ...{ value: null, low: null, high: null, n: 0, unjudged: 0, published: passAt1, difference: null },
      remark: "of another benchmark",
    },
  ]);
  return [...tableRows(shown, (rate) => printedOf("table8", rate, numbers)), ...printed];
}

/**
 * A printed count as a row: its share of the prompts, with Wilson's interval.
 *
 * @param printed The share that is printed beside it, in [0, 1].
 */
export function countedRow(
  keys: {
    readonly model: string;
    readonly metric: string;
    readonly attribute: string;
    readonly prompt?: string;
    readonly round?: number;
  },
  count: number,
  { tasks }: PaperNumbers,
  printed: number,
): HuangTableRow {
  const value = count / tasks;
  const { low, high } = wilson(count, tasks);
  const { model, metric, attribute, prompt = PRINTED.prompt, round = PRINTED.round } = keys;
  return {
    ...{ model, prompt, temperature: PRINTED.temperature, round, attribute, metric },
    ...{
      value,
      low,
      high,
      n: tasks,
      unjudged: 0,
      published: printed,
      difference: value - printed,
      remark: COUNTED,
    },
  };
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
