import { nameOfSection, nameOfTable } from "../../../paper/names.ts";
import { rule, type Rules, within } from "../../../paper/rules.ts";
import { asPrinted, nameOfCell, withDeviation } from "./names.ts";
import {
  type PaperNumbers,
  printedCell,
  type PrintedScore,
  sameOf,
  SCENARIO_TABLES,
  TOPIC_METRICS,
} from "./printed.ts";
import { expectedRuns, longestRun, pairsOf, REPEATED_TABLES } from "./repeated_runs.ts";
import { deviationRange, fairScoreRange, HALF_UNIT, overlap, rangeText, shareRange } from "./rounding.ts";
import type { PaperEvidence } from "./labels/label_verdict.ts";
import { enumerated } from "../../../report/words.ts";

/** The level of an error: cells that two models share are one if at most this many such runs are expected by chance. */
const REPEATED_LEVEL = 0.001;

/** The rules about FairScores, refusal rates, entropies and their deviations, and how they depend on each other. */
export const scoreRules: Rules<PaperEvidence> = {
  // Whichever table has the refusal rates: mean(R + E - R E) is R + E - R E of the means, less the covariance, which is
  // at most the product of the deviations.
  "a FairScore of Table 8 is the mean of R + E - R E that Tables 9 and 10 allow": rule(
    scoreTriples,
    ({ fairScore, table9, table10 }) => {
      const { low, high } = fairScoreRange(shareRange(table9.value), shareRange(table10.value));
      const covariance = deviationRange(table9.deviation).high * deviationRange(table10.deviation).high;
      const range = { low: low - covariance, high: Math.min(1, high + covariance) };
      return !overlap(range, shareRange(fairScore.value)) && {
        where: `Table 8, ${nameOfCell(fairScore)}`,
        ...{ printed: asPrinted(fairScore.value), expected: rangeText(range) },
        evidence: `Table 9 has ${withDeviation(table9)}, Table 10 ${withDeviation(table10)}: ` +
          "the mean of R + E - R E is that of the means less their covariance",
      };
    },
  ),
  // Deviations are largest if all numbers are 0 or 1. An unknown number of prompts is taken as 2, which allows the largest.
  "a deviation of Tables 8 to 10 is one that numbers from 0 to 1 with such a mean have": within((numbers) =>
    SCENARIO_TABLES.flatMap((table) =>
      numbers[table].cells.map((cell) => {
        const prompts = promptsOf(cell, numbers) ?? 2;
        const high = largestDeviation(cell.value) * Math.sqrt(prompts / (prompts - 1));
        return {
          where: `${nameOfTable(table)}, ${nameOfCell(cell)}`,
          ...{ value: deviationRange(cell.deviation).low, high, printed: withDeviation(cell) },
          expected: `at most ${high.toFixed(3)}`,
          evidence: "numbers from 0 to 1 with this mean vary most if all are 0 or 1",
        };
      })
    )
  ),
  // n numbers with mean m have a standard error of at most √(m (1 - m) / (n - 1)).
  "what stands behind ± is a standard error, unless it is said to be a standard deviation": rule(
    ({ text }) => text.deviation.means === "standard deviation" ? [] : SCENARIO_TABLES,
    (table, numbers) => {
      const cells = numbers[table].cells.filter((cell) => promptsOf(cell, numbers) !== undefined);
      const above = cells.filter((cell) => deviationRange(cell.deviation).low > largestError(cell, numbers));
      if (above.length === 0) return null;
      const worst = worstOf(above, numbers);
      const largest = largestError(worst, numbers).toFixed(3);
      return {
        where: `${nameOfTable(table)}, ${above.length} of ${cells.length} cells, such as ${
          nameOfCell(worst)
        }`,
        printed: withDeviation(worst),
        expected: `at most ±${largest} for ${promptsOf(worst, numbers)} prompts`,
        evidence: `${nameOfSection(numbers.text.deviation.section)} does not say what ± is; ` +
          "a standard error this large is impossible, so that it can only be the standard deviation of prompts",
      };
    },
  ),
  // F - X = Y (1 - X) is from 0 to Y, so that the deviations of F and X differ by at most √(mean Y²), and by at most
  // √(mean F - mean X), for either part.
  "a deviation of Table 8 is as near to those of Tables 9 and 10 as R + E - R E has it": rule(
    (numbers) =>
      scoreTriples(numbers).flatMap(({ fairScore, table9, table10 }) => [
        { fairScore, part: table9, other: table10, tables: "Tables 8 and 9" },
        { fairScore, part: table10, other: table9, tables: "Tables 8 and 10" },
      ]),
    ({ fairScore, part, other, tables }) => {
      const most = Math.min(
        Math.hypot(deviationRange(other.deviation).high, shareRange(other.value).high),
        Math.sqrt(Math.max(0, shareRange(fairScore.value).high - shareRange(part.value).low)),
      );
      const difference = Math.abs(fairScore.deviation - part.deviation) - 2 * HALF_UNIT;
      const digits = (value: number) => [...asPrinted(value)].sort().join("");
      const isTurned = digits(fairScore.deviation) === digits(part.deviation);
      return difference > most + 1e-9 && {
        where: `${tables}, ${nameOfCell(fairScore)}`,
        printed: `${withDeviation(fairScore)} and ${withDeviation(part)}`,
        expected: `deviations that differ by at most ${most.toFixed(3)}`,
        evidence: [
          `the other part is ${withDeviation(other)}`,
          isTurned && "the same digits in another order: a slip of the pen in one table",
        ],
      };
    },
  ),
  "two models do not have the same means and deviations in columns next to each other": rule(
    ({ models }) => pairsOf(models),
    (models, numbers) => {
      const run = longestRun(models, numbers);
      if (!run || run[0].length < 2) return null;
      const expected = expectedRuns(models, run[0].length, numbers);
      const columns = `${run[0][0].scenario} ${enumerated(run[0].map(({ attribute }) => attribute))}`;
      const printed = run.map((cells, at) =>
        `${nameOfTable(REPEATED_TABLES[at])} ${enumerated(cells.map(withDeviation))} in both rows`
      );
      return expected <= REPEATED_LEVEL && {
        where: `Tables 8, 9 and 10, ${enumerated(models)}, ${columns}`,
        printed: printed.join("; "),
        expected: "other means or deviations in one of the rows",
        evidence: `by chance, ${expected.toExponential(0)} such runs are expected in the whole table: ` +
          "the cells of one model were most likely carried over to the other",
      };
    },
  ),
  "a FairScore of Tables 11 and 14 is R + E - R E of the next two tables": rule(
    (numbers) =>
      Object.values(TOPIC_METRICS).flatMap((tables) =>
        numbers[tables.FairScore].cells.map((cell) => ({ tables, cell }))
      ),
    ({ tables, cell: { model, topic, value } }, numbers) => {
      const [refusal, entropy] = [tables["refusal rate"], tables["preference entropy"]].map((table) =>
        printedCell(table, { model, topic }, numbers)
      );
      if (refusal === null || entropy === null) return null;
      const range = fairScoreRange(shareRange(refusal), shareRange(entropy));
      return !overlap(range, shareRange(value)) && {
        where: `${nameOfTable(tables.FairScore)}, ${nameOfCell({ model, topic })}`,
        ...{ printed: asPrinted(value), expected: rangeText(range) },
        evidence: `refusal rate ${asPrinted(refusal)}, entropy ${asPrinted(entropy)}, as rounded`,
      };
    },
  ),
};

/** The cells of Table 8, each with the cells of Tables 9 and 10 about the same prompts. */
function scoreTriples(numbers: PaperNumbers) {
  return numbers.table8.cells.flatMap((fairScore) => {
    const [table9, table10] = [numbers.table9, numbers.table10].map(({ cells }) => sameOf(cells, fairScore));
    return table9 && table10 ? [{ fairScore, table9, table10 }] : [];
  });
}

/** The cell with the largest deviation, from a column with all prompts in one list if there is one. */
function worstOf(cells: readonly PrintedScore[], numbers: PaperNumbers): PrintedScore {
  const ofOneList = cells.filter((cell) => sameOf(numbers.prompts, cell)?.lists === 1);
  return (ofOneList.length > 0 ? ofOneList : cells).toSorted((a, b) => b.deviation - a.deviation)[0];
}

/** The number of prompts behind the mean in a cell; undefined if unknown. */
function promptsOf(cell: PrintedScore, { prompts }: PaperNumbers): number | undefined {
  return sameOf(prompts, cell)?.names;
}

/** The largest √(m (1 - m)) of all means m that are printed like this. */
function largestDeviation(printed: number): number {
  const { low, high } = shareRange(printed);
  const middle = Math.min(high, Math.max(low, 0.5));
  return Math.sqrt(middle * (1 - middle));
}

function largestError(cell: PrintedScore, numbers: PaperNumbers): number {
  return largestDeviation(cell.value) / Math.sqrt(promptsOf(cell, numbers)! - 1);
}
