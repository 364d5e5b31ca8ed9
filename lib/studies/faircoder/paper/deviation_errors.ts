import { inspectEach } from "../../../report/paper_rules.ts";
import { scoreTriples } from "./fair_score_errors.ts";
import {
  asPrinted,
  nameOfCell,
  nameOfSection,
  nameOfTable,
  type PaperRule,
  withDeviation,
} from "./paper_error.ts";
import { type PaperNumbers, type PrintedScore, SCENARIO_TABLES } from "./printed.ts";
import { deviationRange, HALF_UNIT, shareRange } from "./rounding.ts";

/** Deviations that no numbers in [0, 1] with this mean have: they are largest if all are 0 or 1. */
export const deviationsArePossible: PaperRule = {
  rule: "a deviation of Tables 8 to 10 is one that numbers from 0 to 1 with such a mean have",
  inspect: (numbers) =>
    inspectEach(cellsWithTable(numbers), ({ table, cell }) => {
      const prompts = promptsOf(cell, numbers) ?? 2;
      const most = largestDeviation(cell.value) * Math.sqrt(prompts / (prompts - 1));
      if (deviationRange(cell.deviation).low <= most) return null;
      return {
        table: nameOfTable(table),
        cells: nameOfCell(cell),
        printed: withDeviation(cell),
        expected: `at most ${most.toFixed(3)}`,
        why: "numbers from 0 to 1 with this mean vary most if all are 0 or 1",
      };
    }),
};

/**
 * Tables with deviations that cannot be the standard errors of their means, unless said to be standard
 * deviations: n numbers with mean m have a standard error of at most √(m (1 - m) / (n - 1)).
 */
export const deviationsAreErrors: PaperRule = {
  rule: "what stands behind ± is a standard error, unless it is said to be a standard deviation",
  inspect: (numbers) => {
    const { section, means } = numbers.text.deviation;
    if (means === "standard deviation") return { checked: 0, errors: [] };
    return inspectEach(SCENARIO_TABLES, (table) => {
      const cells = numbers[table].cells.filter((cell) => promptsOf(cell, numbers) !== undefined);
      const above = cells.filter((cell) => deviationRange(cell.deviation).low > largestError(cell, numbers));
      if (above.length === 0) return null;
      const worst = worstOf(above, numbers);
      return {
        table: nameOfTable(table),
        cells: `${above.length} of ${cells.length} cells, such as ${nameOfCell(worst)}`,
        printed: withDeviation(worst),
        expected: `at most ±${largestError(worst, numbers).toFixed(3)} for ${
          promptsOf(worst, numbers)
        } prompts`,
        why:
          `${
            nameOfSection(section)
          } does not say what ± is; a standard error this large is impossible, so that ` +
          "it can only be the standard deviation of prompts",
      };
    });
  },
};

/**
 * Deviations of FairScores that do not go with those of their parts: F - X = Y (1 - X) is from 0 to Y, so that the
 * deviations of F and X differ by at most √(mean Y²), and by at most √(mean F - mean X), for either part.
 */
export const deviationsGoTogether: PaperRule = {
  rule: "a deviation of Table 8 is as near to those of Tables 9 and 10 as R + E - R E has it",
  inspect: (numbers) => {
    const pairs = scoreTriples(numbers).flatMap(({ fairScore, table9, table10 }) => [
      { fairScore, part: table9, other: table10, tables: "Tables 8 and 9" },
      { fairScore, part: table10, other: table9, tables: "Tables 8 and 10" },
    ]);
    return inspectEach(pairs, ({ fairScore, part, other, tables }) => {
      const most = Math.min(
        Math.hypot(deviationRange(other.deviation).high, shareRange(other.value).high),
        Math.sqrt(Math.max(0, shareRange(fairScore.value).high - shareRange(part.value).low)),
      );
      const difference = Math.abs(fairScore.deviation - part.deviation) - 2 * HALF_UNIT;
      if (difference <= most + 1e-9) return null;
      const digits = (value: number) => [...asPrinted(value)].sort().join("");
      const isTurned = digits(fairScore.deviation) === digits(part.deviation);
      return {
        table: tables,
        cells: nameOfCell(fairScore),
        printed: `${withDeviation(fairScore)} and ${withDeviation(part)}`,
        expected: `deviations that differ by at most ${most.toFixed(3)}`,
        why: `the other part is ${withDeviation(other)}` +
          (isTurned ? "; the same digits in another order: a slip of the pen in one table" : ""),
      };
    });
  },
};

/** The largest deviation, from a column with all prompts in one list if there is one. */
function worstOf(cells: readonly PrintedScore[], numbers: PaperNumbers): PrintedScore {
  const ofOneList = cells.filter(({ scenario, attribute }) =>
    numbers.prompts.some((column) =>
      column.scenario === scenario && column.attribute === attribute && column.lists === 1
    )
  );
  return (ofOneList.length > 0 ? ofOneList : cells).toSorted((a, b) => b.deviation - a.deviation)[0];
}

function cellsWithTable(numbers: PaperNumbers): { readonly table: string; readonly cell: PrintedScore }[] {
  return SCENARIO_TABLES.flatMap((table) => numbers[table].cells.map((cell) => ({ table, cell })));
}

/** How many prompts a cell is the mean of. */
function promptsOf({ scenario, attribute }: PrintedScore, { prompts }: PaperNumbers): number | undefined {
  return prompts.find((column) => column.scenario === scenario && column.attribute === attribute)?.names;
}

/** √(m (1 - m)), the largest of what m can be as printed. */
function largestDeviation(printed: number): number {
  const { low, high } = shareRange(printed);
  const middle = Math.min(high, Math.max(low, 0.5));
  return Math.sqrt(middle * (1 - middle));
}

function largestError(cell: PrintedScore, numbers: PaperNumbers): number {
  return largestDeviation(cell.value) / Math.sqrt(promptsOf(cell, numbers)! - 1);
}
