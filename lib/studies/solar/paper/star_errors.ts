import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };
import { holm } from "../../../statistics/tests/multiplicity.ts";
import { rowDenominators } from "./denominators.ts";
import { largestWelchP } from "./largest_p.ts";
import { percent } from "../../../report/paper_rules.ts";
import { nameOfRow, type PaperError, pText, type RateTable } from "./paper_error.ts";
import { CBS_COLUMNS, type PaperNumbers, type PrintedRow, printedRow } from "./printed_tables.ts";
import { type RecordedTest, recordedTests } from "./recorded_tests.ts";

/** Level of the paper's stars. */
const LEVEL = 0.05;

/** The t-tests behind stars of one model, by what they compare. */
export interface StarTests {
  readonly model: string;
  /** Temperature 0.2 and 1. */
  readonly temperature: readonly RecordedTest[];
  /**
   * Prompt COT and the default prompt, the latter on a part of the tasks: the tests behind the printed stars.
   */
  readonly prompt: readonly RecordedTest[];
  /** The same, both on all tasks. */
  readonly promptOnAllTasks: readonly RecordedTest[];
}

/** The recorded ones. */
export function recordedStarTests(): StarTests {
  const tests = recordedTests();
  const of = (kind: string) => {
    const names = recorded.comparisons.filter((one) => one.kind === kind).map(({ name }) => name);
    return tests.filter(({ comparison }) => names.includes(comparison));
  };
  return {
    model: "GPT-3.5-turbo-0125",
    temperature: of("temperature"),
    prompt: of("prompt"),
    promptOnAllTasks: of("prompt on all tasks"),
  };
}

/**
 * Stars of COT that hold against the part of the tasks that the paper tested, but not against the printed default
 * row.
 */
export function starsOfFewerTasks(numbers: PaperNumbers, tests: StarTests): PaperError[] {
  const row = printedRow(numbers.table7, { model: tests.model, prompt: "COT", temperature: 1, round: 0 });
  if (!row) return [];
  return tests.promptOnAllTasks.flatMap((all): PaperError[] => {
    const part = tests.prompt.find(({ attribute }) => attribute === all.attribute);
    if (!part || !hasStar(row, all.attribute) || part.p >= LEVEL || all.p < LEVEL) return [];
    return [{
      where: nameOfRow("table7", row),
      printed: `${all.attribute} *${percent(all.rateA)}`,
      evidence: [part, all].map(({ comparison, rateB, p }) =>
        `${comparison}, with ${percent(rateB)}: ${pText(p)}`
      ).join("; "),
      consequence: `against the printed default row there is no star by the paper's test${
        all.pairedP !== null && all.pairedP < LEVEL ? `; paired, ${pText(all.pairedP)}` : ""
      }`,
    }];
  });
}

/**
 * Cells without a star where a paired test of the same data is significant, after Holm's correction for all
 * columns.
 */
export function starsOfPairedTests(numbers: PaperNumbers, tests: StarTests): PaperError[] {
  const { model, temperature } = tests;
  const row = printedRow(numbers.table8, { model, prompt: "default", temperature: 0.2, round: 0 });
  if (!row) return [];
  const adjusted = holm(temperature.map(({ pairedP }) => pairedP));
  return temperature.flatMap((test, at): PaperError[] => {
    const p = adjusted[at];
    if (p === null || p >= LEVEL || test.p < LEVEL || hasStar(row, test.attribute)) return [];
    return [{
      where: nameOfRow("table8", row),
      printed: `${test.attribute} ${percent(test.rateA)}, without a star`,
      evidence: `the test takes the same tasks at two temperatures as different ones (${pText(test.p)}); ` +
        `paired, and corrected for ${temperature.length} columns, ${pText(p)}`,
      consequence: `a change from ${percent(test.rateB)} was missed`,
    }];
  });
}

/**
 * Cells without a star that must have one, whatever the tasks' shares were: {@linkcode largestWelchP} of the printed
 * means is below 0.05 against the printed row of reference.
 */
export function missingStars(numbers: PaperNumbers): PaperError[] {
  return (["table7", "table8"] as const).flatMap((table) =>
    numbers[table].flatMap((row) => {
      const keys = { model: row.model, prompt: "default", temperature: 1, round: 0 };
      const reference = printedRow(numbers[table], keys);
      if (!reference || reference === row || !row.significant) return [];
      return missingIn(numbers, { table, row, reference });
    })
  );
}

function missingIn(
  numbers: PaperNumbers,
  { table, row, reference }: { table: RateTable; row: PrintedRow; reference: PrintedRow },
): PaperError[] {
  const [n, m] = [row, reference].map((one) => fewestTasks(one, numbers));
  if (n === null || m === null) return [];
  return CBS_COLUMNS.filter((column) => !hasStar(row, column)).flatMap((column): PaperError[] => {
    const p = largestWelchP({ rate: row[column], tasks: n }, { rate: reference[column], tasks: m });
    if (p >= LEVEL) return [];
    return [{
      where: nameOfRow(table, row),
      printed: `${column} ${percent(row[column])}, without a star`,
      evidence: `against ${percent(reference[column])} of ${
        nameOfRow(table, reference)
      }, the paper's test has ${p < 0.001 ? pText(p) : `p ≤ ${p.toFixed(3)}`} whatever the tasks' variances`,
      consequence: "the star is missing, or the test had another reference",
    }];
  });
}

/** The fewest tasks that a row can rest on; null if its rates fit no number of them. */
function fewestTasks(row: PrintedRow, numbers: PaperNumbers): number | null {
  const [least] = rowDenominators(row, numbers).fitting;
  return least === undefined ? null : least / numbers.completionsPerTask;
}

function hasStar({ significant = [] }: PrintedRow, column: string): boolean {
  return significant.includes(column);
}
