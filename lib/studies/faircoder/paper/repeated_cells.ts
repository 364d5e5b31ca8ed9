import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { type PaperError, type PaperRule, withDeviation } from "./paper_error.ts";
import type { PaperNumbers, PrintedScore } from "./printed.ts";

/** The tables with compared cells; those of Table 8 follow from them. */
const TABLES = ["table9", "table10"] as const;

/** The most runs expected by chance that still count as a copy. */
const LEVEL = 0.001;

/** Consecutive columns in which two models have the same numbers. */
interface Run {
  readonly models: readonly [string, string];
  /** The cells of the first model, by table. */
  readonly cells: readonly (readonly PrintedScore[])[];
}

/**
 * Columns next to each other in which two models have the same means and deviations, in Table 9 and in Table 10, though
 * so many would hardly agree by chance.
 *
 * How likely two models agree in a cell is counted in all other pairs, (agreeing + 1) / (pairs + 1) for each
 * table; a cell without deviation is left out, since all prompts may simply give the same. The number of runs
 * expected by chance is a sum over pairs and places, each with the product over its cells.
 */
export const cellsAreNotRepeated: PaperRule = {
  rule: "two models do not have the same means and deviations in columns next to each other",
  inspect: (numbers) => {
    const pairs = pairsOf(numbers.models);
    return inspectEach(pairs, (models): PaperError | null => {
      const [run] = runsOf(models, numbers).toSorted((a, b) => b.cells[0].length - a.cells[0].length);
      if (!run || run.cells[0].length < 2) return null;
      const expected = expectedRuns(run, numbers);
      if (expected > LEVEL) return null;
      const columns = run.cells[0].map(({ attribute }) => attribute);
      return {
        table: "Tables 8, 9 and 10",
        cells: `${enumerated(models)}, ${run.cells[0][0].scenario} ${enumerated(columns)}`,
        printed: run.cells.map((cells, at) =>
          `Table ${TABLES[at].replace("table", "")} ${enumerated(cells.map(withDeviation))} in both rows`
        ).join("; "),
        expected: "other means or deviations in one of the rows",
        why: `by chance, ${expected.toExponential(0)} such runs are expected in the whole table: ` +
          "the cells of one model were most likely carried over to the other",
      };
    });
  },
};

function pairsOf(models: readonly string[]): (readonly [string, string])[] {
  return models.flatMap((first, at) => models.slice(at + 1).map((second) => [first, second] as const));
}

/** All longest runs of a pair of models within a scenario. */
function runsOf([first, second]: readonly [string, string], numbers: PaperNumbers): Run[] {
  const [rows, others] = [first, second].map((model) =>
    TABLES.map((table) => numbers[table].cells.filter((cell) => cell.model === model))
  );
  const runs: Run[] = [];
  let open: PrintedScore[][] | null = null;
  for (const [column, cell] of rows[0].entries()) {
    const agrees = TABLES.every((_, at) => isSame(rows[at][column], others[at][column]));
    const goesOn = open !== null && open[0][0].scenario === cell.scenario;
    if (agrees && goesOn) TABLES.forEach((_, at) => open![at].push(rows[at][column]));
    else if (agrees) open = TABLES.map((_, at) => [rows[at][column]]);
    else open = null;
    if (open && !(agrees && goesOn)) runs.push({ models: [first, second], cells: open });
  }
  return runs;
}

/** Whether both print the same, with a deviation. */
function isSame(a: PrintedScore | undefined, b: PrintedScore | undefined): boolean {
  return a !== undefined && b !== undefined && a.deviation > 0 && a.value === b.value &&
    a.deviation === b.deviation;
}

/** How many runs of this length chance is expected to make. */
function expectedRuns({ models: [first, second], cells }: Run, numbers: PaperNumbers): number {
  const length = cells[0].length;
  const others = pairsOf(numbers.models).filter(([a, b]) => a !== first || b !== second);
  const chance = TABLES.reduce((all, table) => all * agreement(others, numbers[table].cells), 1);
  const columns = numbers.table9.cells.filter(({ model }) => model === first);
  const places =
    columns.filter(({ scenario }, at) =>
      columns[at + length - 1] !== undefined && columns[at + length - 1].scenario === scenario
    ).length;
  return (others.length + 1) * places * chance ** length;
}

/** How likely two models agree in a cell of a table, by these pairs. */
function agreement(pairs: readonly (readonly [string, string])[], cells: readonly PrintedScore[]): number {
  const outcomes = pairs.flatMap(([first, second]) =>
    cells.filter(({ model }) => model === first).map((cell) =>
      isSame(
        cell,
        cells.find((other) =>
          other.model === second && other.scenario === cell.scenario && other.attribute === cell.attribute
        ),
      )
    )
  );
  return (outcomes.filter((same) => same).length + 1) / (outcomes.length + 1);
}
