import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };
import { rule, type Rules } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { holm } from "../../../statistics/tests/multiplicity.ts";
import { rowDenominators } from "./denominators.ts";
import { nameOfRow } from "./names.ts";
import { pText } from "../../../statistics/p_text.ts";
import {
  CBS_COLUMNS,
  type PaperNumbers,
  type PrintedRow,
  printedRow,
  RATE_ROUNDING,
} from "./printed_tables.ts";
import { recordedTests } from "./recorded_tests.ts";
import { tP } from "../../../statistics/distributions/student_t.ts";

/** The significance level of the paper's stars. */
const LEVEL = 0.05;

/** The t-tests behind the stars of one model, by the kind of settings compared. */
export type StarTests = ReturnType<typeof recordedStarTests>;

/** The printed numbers, with the t-tests behind the stars, computed again. */
export interface PaperEvidence extends PaperNumbers {
  readonly tests: StarTests;
}

/** The t-tests computed from the recorded counts. */
export function recordedStarTests() {
  const tests = recordedTests();
  const of = (kind: string) => {
    const names = recorded.comparisons.filter((one) => one.kind === kind).map(({ name }) => name);
    return tests.filter(({ comparison }) => names.includes(comparison));
  };
  return {
    model: "GPT-3.5-turbo-0125",
    /** Temperature 0.2 against 1. */
    temperature: of("temperature"),
    /** Prompt COT against the default prompt, the latter on a part of the tasks: the tests behind the printed stars. */
    prompt: of("prompt"),
    /** Prompt COT against the default prompt, both on all tasks. */
    promptOnAllTasks: of("prompt on all tasks"),
  };
}

/** Rules that compare the stars with the recorded tests, and with tests that hold for any data with the printed means. */
export const starRules: Rules<PaperEvidence> = {
  "a star of COT holds against the printed default row, not only against a part of its tasks": rule(
    ({ tests }) => tests.promptOnAllTasks,
    (all, { table7, tests }) => {
      const row = printedRow(table7, { model: tests.model, prompt: "COT", temperature: 1, round: 0 });
      const part = tests.prompt.find(({ attribute }) => attribute === all.attribute);
      if (!row || !part || !hasStar(row, all.attribute) || part.p >= LEVEL || all.p < LEVEL) return null;
      const isFound = all.pairedP !== null && all.pairedP < LEVEL;
      const paired = isFound ? `; paired, p ${pText(all.pairedP!, "= ")}` : "";
      return {
        ...{ where: nameOfRow("table7", row), printed: `${all.attribute} *${percent(all.rateA)}` },
        evidence: [part, all].map(({ comparison, rateB, p }) =>
          `${comparison}, with ${percent(rateB)}: p ${pText(p, "= ")}`
        ),
        consequence: `against the printed default row there is no star by the paper's test${paired}`,
      };
    },
  ),
  "a cell without a star has none by the paired test of the same data, corrected for all columns": rule(
    ({ tests: { temperature } }) => {
      const adjusted = holm(temperature.map(({ pairedP }) => pairedP));
      return temperature.map((test, at) => ({ ...test, adjusted: adjusted[at] }));
    },
    ({ attribute, rateA, rateB, p, adjusted }, { table8, tests: { model, temperature } }) => {
      const row = printedRow(table8, { model, prompt: "default", temperature: 0.2, round: 0 });
      const isFound = adjusted !== null && adjusted < LEVEL && p >= LEVEL;
      return row !== undefined && isFound && !hasStar(row, attribute) && {
        ...{ where: nameOfRow("table8", row), printed: `${attribute} ${percent(rateA)}, without a star` },
        evidence:
          `the test takes the same tasks at two temperatures as different ones (p ${pText(p, "= ")}); ` +
          `paired, and corrected for ${temperature.length} columns, p ${pText(adjusted, "= ")}`,
        consequence: `a change from ${percent(rateB)} was missed`,
      };
    },
  ),
  "a cell without a star can be without, whatever the tasks' variances": rule(
    (numbers) =>
      (["table7", "table8"] as const).flatMap((table) =>
        numbers[table].flatMap((row) => {
          const keys = { model: row.model, prompt: "default", temperature: 1, round: 0 };
          const reference = printedRow(numbers[table], keys);
          if (!reference || reference === row || !row.significant) return [];
          const unstarred = CBS_COLUMNS.filter((column) => !hasStar(row, column));
          return unstarred.map((column) => ({ table, row, reference, column }));
        })
      ),
    ({ table, row, reference, column }, numbers) => {
      const [n, m] = [row, reference].map((one) => fewestTasks(one, numbers));
      if (n === null || m === null) return null;
      const p = largestWelchP({ rate: row[column], tasks: n }, { rate: reference[column], tasks: m });
      return p < LEVEL && {
        ...{ where: nameOfRow(table, row), printed: `${column} ${percent(row[column])}, without a star` },
        evidence: `against ${percent(reference[column])} of ${nameOfRow(table, reference)}, ` +
          `the paper's test has p ${pText(p, "≤ ")} whatever the tasks' variances`,
        consequence: "the star is missing, or the test had another reference",
      };
    },
  ),
};

/** The smallest number of tasks that a row can rest on; null if its rates fit no number. */
function fewestTasks(row: PrintedRow, numbers: PaperNumbers): number | null {
  const [least] = rowDenominators(row, numbers).fitting;
  return least === undefined ? null : least / numbers.completionsPerTask;
}

function hasStar({ significant = [] }: PrintedRow, column: string): boolean {
  return significant.includes(column);
}

/** A mean of tasks' shares, as printed. */
interface PrintedMean {
  /** In [0, 1], rounded to 0.0001. */
  readonly rate: number;
  /** Number of tasks, at least 1. */
  readonly tasks: number;
}

/**
 * The largest two-sided p that Welch's t-test of tasks' shares can have, given only the printed means.
 *
 * For shares in [0, 1] with mean r, the variance is at most r (1 − r) n / (n − 1), reached where each share is 0 or 1.
 * Welch's degrees of freedom are at least those of the smaller group. Both take their worst values, and the
 * means are as close as their rounding allows.
 *
 * @returns 1 where a group has fewer than two tasks, because there is no test then.
 *
 * @example
 * ```ts
 * import { largestWelchP } from "codebias/studies/solar/paper/star_rules.ts";
 * import assert from "node:assert/strict";
 * assert(largestWelchP({ rate: 0.3673, tasks: 343 }, { rate: 0.1402, tasks: 341 }) < 1e-10);
 * assert(largestWelchP({ rate: 0.3, tasks: 343 }, { rate: 0.28, tasks: 343 }) > 0.5);
 * ```
 */
export function largestWelchP(a: PrintedMean, b: PrintedMean): number {
  if (Math.min(a.tasks, b.tasks) < 2) return 1;
  const difference = Math.max(0, Math.abs(a.rate - b.rate) - 2 * RATE_ROUNDING);
  const squaredError = [a, b].reduce(
    (sum, { rate, tasks }) => sum + (rate * (1 - rate) + RATE_ROUNDING) / (tasks - 1),
    0,
  );
  return tP(difference / Math.sqrt(squaredError), Math.min(a.tasks, b.tasks) - 1, "two-sided");
}
