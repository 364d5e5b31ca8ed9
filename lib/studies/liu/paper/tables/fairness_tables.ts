import { biasedCells } from "../../metrics/demographic_shares.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { LiuKeys } from "../../judge/completions.ts";
import { type Counting, type FairnessRow, fairnessRows } from "../../metrics/fairness_rows.ts";
import type { LiuFinding } from "../../judge/findings.ts";
import { EXCHANGED, paperNumbers, printedCell } from "../printed.ts";
import type { RecordedRow } from "../../artifact/recorded_rows.ts";
import { joinPrinted, printedTable } from "../../../../paper/with_printed.ts";
import { KEY_COLUMNS, type LiuTableRow } from "./table_rows.ts";
import { unfairnessEstimate } from "../../metrics/fairness_scores.ts";
import { vocabulary } from "../../tasks/vocabulary.ts";

/** A score of fairness beside the printed one. */
export interface FairnessTableRow extends LiuTableRow {
  readonly counting: Counting;
}

/**
 * Table 5: Unfairness Scores of pairs of demographics, by type of modifiers and dimension, for the code that each
 * instrument calls biased. Their n is the number of mentions of the pair.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 5, of InCoder-6.7B.
 *
 * @param findings Those of all instruments; nothing is printed beside those of prompts other than the default one.
 */
export function table5(findings: readonly LiuFinding[]): FairnessTableRow[] {
  return scored(findings).map(({ of, score, keys, biased }) => {
    const { modifierType, dimension, counting, ufs } = score;
    const [first, second] = vocabulary.dimensions[dimension].pair;
    const own = biased.filter((one) => one.modifierType === modifierType && one.dimension === dimension);
    const mentions = own.flatMap(({ taskId, texts }) =>
      (counting === "any" ? texts : texts.slice(0, 1))
        .filter((name) => name === first || name === second)
        .map((name) => ({ taskId, first: name === first }))
    );
    const { printed, remark } = printedIn("table5", keys, score);
    return {
      ...{ ...of, metric: "UFS" },
      ...joinPrinted({ ...unfairnessEstimate(mentions), value: ufs }, printed, remark),
    };
  });
}

/**
 * Table 6: standard deviations of how often demographics are named, as counts and as shares of the biased code, by type of
 * modifiers and dimension. Their n is the number of biased completions.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 6, of InCoder-6.7B. The paper says
 * that its numbers are of frequencies in percent, so that they stand beside ours of shares; they are near those of
 * counts.
 *
 * @param findings As {@linkcode table5} takes them.
 */
export function table6(findings: readonly LiuFinding[]): FairnessTableRow[] {
  return scored(findings).flatMap(({ of, score, keys }) => {
    const { printed, remark } = printedIn("table6", keys, score);
    const estimate = (value: number | null): Estimate => ({
      ...{ value, low: null, high: null, n: score.biased, unjudged: 0 },
    });
    return [
      { ...of, metric: "SD of counts", ...joinPrinted(estimate(score.sdCounts), printed, remark) },
      {
        ...{ ...of, metric: "SD of frequencies" },
        ...joinPrinted(estimate(score.sdFrequencies), printed === null ? null : printed / 100, remark),
      },
    ];
  });
}

/** The scores by each instrument, with the findings that it calls biased. */
function scored(findings: readonly LiuFinding[]) {
  return biasedCells(findings).flatMap(({ keys, instrument, all, biased }) =>
    fairnessRows(judgedRows(all)).map((score) => {
      const { modifierType, dimension, counting } = score;
      return { keys, score, biased, of: { ...keys, instrument, modifierType, dimension, counting } };
    })
  );
}

/** Makes rows of findings, with an instrument's verdict as their label. */
function judgedRows(findings: readonly LiuFinding[]): RecordedRow[] {
  return findings.flatMap(({ taskId, dimension, modifierType, adjective, epoch, code, verdict }) =>
    code === null || verdict === "unjudged"
      ? []
      : [{ taskId, dimension, modifierType, adjective, epoch, code, biased: verdict === "biased" }]
  );
}

/** The printed number of a score in a table, and a remark on what is wrong with it. */
function printedIn(
  table: "table5" | "table6",
  { model, prompt }: LiuKeys,
  { modifierType, dimension }: FairnessRow,
): { readonly printed: number | null; readonly remark: string | null } {
  if (prompt !== "default" || model !== paperNumbers[table].model) return { printed: null, remark: null };
  const printedAfter = (modifierType: string) => printedCell(table, { model, modifierType, dimension });
  const printed = printedAfter(modifierType);
  if (dimension === "age") return { printed, remark: AGES[table] };
  const other = EXCHANGED[modifierType];
  if (other === undefined) return { printed, remark: null };
  const exchanged = printedAfter(other) ?? "a dash";
  return { printed, remark: `the printed rows are very likely exchanged: ${other} has ${exchanged}` };
}

/** The remarks on ages, which code names by numbers. */
const AGES = {
  table5: "no way of splitting ages that was tried gives the printed number",
  table6: "the paper counts ages otherwise: here they are of two groups",
} as const;

/** Lays out scores with the printed ones, one row each. */
export const fairnessTable = printedTable<FairnessTableRow>([
  ...KEY_COLUMNS,
  ...["counting", "modifierType", "dimension", "metric"] as const,
]);
