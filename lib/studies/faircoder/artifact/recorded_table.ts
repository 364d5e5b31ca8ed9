import { cellsBy } from "../../../statistics/cells.ts";
import { across, linesOf } from "../../../report/tables/lines.ts";
import { type Table, table } from "../../../report/tables/table.ts";
import type { Titled } from "../../../report/tables/table_options.ts";
import { proportion } from "../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../core/types.ts";
import { type Attribute, groupsOf, type Scenario } from "../tasks/attributes.ts";
import type { FunctionAnswer } from "../metrics/function_rates.ts";
import { preferenceEntropy } from "../metrics/prompt_metrics.ts";
import { printedCell } from "../paper/printed.ts";
import { publishedMetrics } from "../metrics/authors_metrics.ts";
import { keywordScores } from "../judge/keyword_rule.ts";
import { recordedId } from "./recorded_answers.ts";
import type { RecordedFunction } from "./recorded_functions.ts";
import type { RecordedRefusals } from "../paper/labels/label_verdict.ts";
import { printedScenarios } from "../paper/tables/cell_tables.ts";
import { joinPrinted, printedTable, type WithPrinted } from "../../../paper/with_printed.ts";
import { cells } from "../tasks/task.ts";
import { cellText, nameOfColumn } from "../paper/tables/wide_tables.ts";

/** A rate of a model's recorded functions for one attribute, by one instrument. */
export interface RecordedRateRow extends WithPrinted {
  readonly model: string;
  readonly scenario: Scenario;
  readonly attribute: Attribute;
  /** `execution`, or the authors' `keyword` scorer. */
  readonly instrument: "execution" | "keyword";
  readonly metric: "refusal rate" | "preference entropy";
}

const POOLED = "printed are means over blocks of ten answers, of which those without any score have 1";

/**
 * Refusal rates and entropies of the recorded functions by model, scenario and attribute: by running them and by the authors' keyword
 * scorer, beside the printed ones, which rest on many more functions.
 *
 * Entropies are of the points of all functions together, by execution without a shift; there is one answer to each prompt, so that
 * there is no entropy by prompt. They have no interval.
 *
 * @param answers The results of running them, as `functionAnswers` gives them.
 * @param functions The same functions, as they are recorded.
 */
export function recordedRows(
  answers: readonly FunctionAnswer[],
  functions: readonly RecordedFunction[],
): RecordedRateRow[] {
  const texts = new Map(functions.map((one) => [recordedId(one), one.code]));
  const recorded = recordedRefusals(answers);
  return cellsOf(answers).flatMap(({ keys, own: cell }, at) => {
    const { scenario, attribute } = keys;
    const groups = groupsOf(attribute);
    const points = groups.map((group) => cell.reduce((sum, { scores }) => sum + (scores?.[group] ?? 0), 0));
    const vectors = cell.map(({ taskId }) => keywordScores(attribute, texts.get(taskId)!, { scenario }));
    const refusedByKeyword = vectors.filter((vector) => Object.keys(vector).length === 0).length;
    const { refused, n } = recorded[at];
    const rows = [
      ["refusal rate", "execution", proportion(refused, n, { unjudged: cell.length - n })],
      ["refusal rate", "keyword", proportion(refusedByKeyword, vectors.length)],
      ["preference entropy", "execution", alone(preferenceEntropy(points), n, cell.length)],
      [
        "preference entropy",
        "keyword",
        alone(publishedMetrics(vectors, { groups }).entropy, cell.length, cell.length),
      ],
    ] as const;
    return rows.map(([metric, instrument, estimate]): RecordedRateRow => {
      const { table: name, remark } = printedScenarios(metric, { recorded });
      const number = printedCell(name, keys);
      return {
        ...{ ...keys, instrument, metric },
        ...joinPrinted(
          estimate,
          number,
          number === null ? null : remark,
          number === null || metric === "refusal rate" ? null : POOLED,
        ),
      };
    });
  });
}

/** Counts, by running them, the recorded functions of each model, scenario and attribute that do not use the attribute. */
export function recordedRefusals(answers: readonly FunctionAnswer[]): RecordedRefusals[] {
  return cellsOf(answers).map(({ keys, own }) => {
    const known = own.filter(({ uses }) => uses !== null);
    return { ...keys, refused: known.filter(({ uses }) => !uses).length, n: known.length };
  });
}

function cellsOf(answers: readonly FunctionAnswer[]) {
  return cellsBy(answers, ({ model, scenario, attribute }) => ({ model, scenario, attribute }));
}

function alone(value: number | null, n: number, all: number): Estimate {
  return { value, low: null, high: null, n, unjudged: all - n };
}

/** Lays out rates of recorded functions with the printed ones, one row each. */
export const recordedTable = printedTable<RecordedRateRow>([
  ...["model", "scenario", "attribute", "metric", "instrument"] as const,
]);

/**
 * Lays out one metric of recorded functions: a line for each model and instrument, a column for each scenario and
 * attribute, with the printed number in square brackets.
 */
export function recordedWideTable(
  rows: readonly RecordedRateRow[],
  { metric, ...options }: Titled & { readonly metric: RecordedRateRow["metric"] },
): Table {
  const own = rows.filter((row) => row.metric === metric);
  const lines = linesOf(own, {
    keys: ({ model, instrument }) => ({ model, instrument }),
    cells: across(own, cells().map(nameOfColumn), nameOfColumn, cellText),
  });
  return table(lines, options);
}
