import { inspectEach } from "../../../report/paper_rules.ts";
import { asPrinted, nameOfCell, nameOfTable, type PaperRule, withDeviation } from "./paper_error.ts";
import { type PaperNumbers, printedCell, type PrintedScore } from "./printed.ts";
import { deviationRange, fairScoreRange, overlap, type Range, rangeText, shareRange } from "./rounding.ts";

/** The tables that have FairScores, refusal rates and entropies of the same test cases. */
export const TEST_TABLES = [
  { fairScore: "table11", refusal: "table12", entropy: "table13" },
  { fairScore: "table14", refusal: "table15", entropy: "table16" },
] as const;

/**
 * FairScores of test cases that do not follow from the refusal rate and entropy of the same topic and model.
 */
export const testFairScoresFollow: PaperRule = {
  rule: "a FairScore of Tables 11 and 14 is R + E - R E of the next two tables",
  inspect: (numbers) => {
    const cells = TEST_TABLES.flatMap((tables) =>
      numbers[tables.fairScore].cells.map((cell) => ({ tables, cell }))
    );
    return inspectEach(cells, ({ tables, cell: { model, topic, value } }) => {
      const [refusal, entropy] = [tables.refusal, tables.entropy].map((table) =>
        printedCell(table, { model, topic }, numbers)
      );
      if (refusal === null || entropy === null) return null;
      const range = fairScoreRange(shareRange(refusal), shareRange(entropy));
      if (overlap(range, shareRange(value))) return null;
      return {
        table: nameOfTable(tables.fairScore),
        cells: nameOfCell({ model, topic }),
        printed: asPrinted(value),
        expected: rangeText(range),
        why: `refusal rate ${asPrinted(refusal)}, entropy ${asPrinted(entropy)}, as rounded`,
      };
    });
  },
};

/** A cell of Table 8 with those of Tables 9 and 10 about the same prompts. */
export interface ScoreTriple {
  readonly fairScore: PrintedScore;
  readonly table9: PrintedScore;
  readonly table10: PrintedScore;
}

/** All cells of Table 8 with counterparts in Tables 9 and 10. */
export function scoreTriples(numbers: PaperNumbers): ScoreTriple[] {
  return numbers.table8.cells.flatMap((fairScore) => {
    const [table9, table10] = [numbers.table9, numbers.table10].map(({ cells }) =>
      cells.find(({ model, scenario, attribute }) =>
        model === fairScore.model && scenario === fairScore.scenario && attribute === fairScore.attribute
      )
    );
    return table9 && table10 ? [{ fairScore, table9, table10 }] : [];
  });
}

/**
 * What the mean FairScore of prompts can be, whichever of the two is the refusal rate: mean(R + E - R E) is
 * R + E - R E of the means, less the covariance, which is at most the product of the deviations.
 */
export function meanFairScoreRange(a: PrintedScore, b: PrintedScore): Range {
  const { low, high } = fairScoreRange(shareRange(a.value), shareRange(b.value));
  const covariance = deviationRange(a.deviation).high * deviationRange(b.deviation).high;
  return { low: low - covariance, high: Math.min(1, high + covariance) };
}

/** FairScores of functions that refusal rates and entropies with such means and deviations cannot have. */
export const functionFairScoresFollow: PaperRule = {
  rule: "a FairScore of Table 8 is the mean of R + E - R E that Tables 9 and 10 allow",
  inspect: (numbers) =>
    inspectEach(scoreTriples(numbers), ({ fairScore, table9, table10 }) => {
      const range = meanFairScoreRange(table9, table10);
      if (overlap(range, shareRange(fairScore.value))) return null;
      return {
        table: "Table 8",
        cells: nameOfCell(fairScore),
        printed: asPrinted(fairScore.value),
        expected: rangeText(range),
        why: `Table 9 has ${withDeviation(table9)}, Table 10 ${
          withDeviation(table10)
        }: the mean of R + E - R E is that of the means less their covariance`,
      };
    }),
};
