import { type PaperNumbers, type PrintedScore, sameOf } from "./printed.ts";

/** The tables with compared cells; the cells of Table 8 follow from them. */
export const REPEATED_TABLES = ["table9", "table10"] as const;

type Pair = readonly [string, string];

/** All pairs of models. */
export function pairsOf(models: readonly string[]): Pair[] {
  return models.flatMap((first, at) => models.slice(at + 1).map((second): Pair => [first, second]));
}

/**
 * The longest run of adjacent columns, within a scenario, in which two models have the same means and deviations, in
 * Table 9 and in Table 10. A cell without deviation is left out, since all prompts may simply give the same.
 *
 * @returns The cells of the first model, by table; undefined if there is no such column.
 */
export function longestRun([first, second]: Pair, numbers: PaperNumbers): PrintedScore[][] | undefined {
  const [rows, others] = [first, second].map((model) =>
    REPEATED_TABLES.map((table) => numbers[table].cells.filter((cell) => cell.model === model))
  );
  const runs: PrintedScore[][][] = [];
  let open: PrintedScore[][] | null = null;
  for (const [column, cell] of rows[0].entries()) {
    const agrees = rows.every((row, at) => isSame(row[column], others[at][column]));
    const goesOn = agrees && open !== null && open[0][0].scenario === cell.scenario;
    if (goesOn) rows.forEach((row, at) => open![at].push(row[column]));
    else open = agrees ? rows.map((row) => [row[column]]) : null;
    if (open && !goesOn) runs.push(open);
  }
  return runs.toSorted((a, b) => b[0].length - a[0].length)[0];
}

/** Whether two cells print the same, with a deviation. */
function isSame(a: PrintedScore | undefined, b: PrintedScore | undefined): boolean {
  return a !== undefined && b !== undefined && a.deviation > 0 && a.value === b.value &&
    a.deviation === b.deviation;
}

/**
 * The number of runs of this length that chance is expected to make: a sum over pairs and places, each with the product
 * of the chances of its cells. The chance that two models agree in a cell is estimated from all other pairs, as (agreeing
 * + 1) / (compared + 1) for each table.
 */
export function expectedRuns([first, second]: Pair, length: number, numbers: PaperNumbers): number {
  const others = pairsOf(numbers.models).filter(([a, b]) => a !== first || b !== second);
  const chance = REPEATED_TABLES.reduce((all, table) => all * agreement(others, numbers[table].cells), 1);
  const columns = numbers.table9.cells.filter(({ model }) => model === first);
  const places = columns.filter(({ scenario }, at) => columns[at + length - 1]?.scenario === scenario).length;
  return (others.length + 1) * places * chance ** length;
}

/** The chance that two models agree in a cell of a table, estimated from some pairs. */
function agreement(pairs: readonly Pair[], cells: readonly PrintedScore[]): number {
  const outcomes = pairs.flatMap(([first, second]) =>
    cells.filter(({ model }) => model === first).map((cell) =>
      isSame(cell, sameOf(cells, { ...cell, model: second }))
    )
  );
  return (outcomes.filter((same) => same).length + 1) / (outcomes.length + 1);
}
