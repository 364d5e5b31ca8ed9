import { fisherExact } from "../../../statistics/tests/fisher.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { asPrinted, nameOfCell, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import { type PaperNumbers, type PrintedCell, printedCells } from "./printed.ts";

/** Whether values in this direction are highlighted in a table: +1 those above, -1 those below. */
const DIRECTIONS = { table4: 1, table5: -1 } as const;

/** Differences that are as large as highlighted ones, in the direction that is not highlighted. */
export const bothDirectionsAreHighlighted: PaperRule = {
  rule: "a difference of Tables 4 and 5 is highlighted for its size, whoever it is for",
  inspect: (numbers) => {
    const { section, beyond } = numbers.text.highlight;
    const cells = (["table4", "table5"] as const).flatMap((table) =>
      printedCells(table, numbers).filter(({ value }) => Math.abs(value) > beyond).map((cell) => ({
        table,
        cell,
      }))
    );
    return inspectEach(cells, ({ table, cell }) => {
      if (Math.sign(cell.value) === DIRECTIONS[table]) return null;
      return {
        table: nameOfTable(table),
        cells: nameOfCell(cell),
        printed: `${asPrinted(cell.value)}, not highlighted`,
        expected: "highlighted",
        why: `${nameOfSection(section)} highlights values ${
          DIRECTIONS[table] > 0 ? `above ${beyond}` : `below -${beyond}`
        } alone: a difference of ${asPrinted(Math.abs(cell.value))} against the stereotype is left out`,
      };
    });
  },
};

/** Differences printed as exactly the limit: rounding hides whether they exceed it. */
export const differencesAreClear: PaperRule = {
  rule: "a difference of Tables 4 and 5 is printed so that one sees whether it is highlighted",
  inspect: (numbers) => {
    const { beyond } = numbers.text.highlight;
    const cells = (["table4", "table5"] as const).flatMap((table) =>
      printedCells(table, numbers).filter(({ value }) => Math.sign(value) === DIRECTIONS[table])
        .map((cell) => ({ table, cell }))
    );
    return inspectEach(cells, ({ table, cell }) => {
      if (Math.abs(Math.abs(cell.value) - beyond) > 1e-9) return null;
      return {
        table: nameOfTable(table),
        cells: nameOfCell(cell),
        printed: asPrinted(cell.value),
        expected: "a third decimal",
        why: `it may be above or below ${beyond} before rounding`,
      };
    });
  },
};

/** A table with more obvious differences than another one, by no more than chance makes. */
export const moreDifferencesAreMore: PaperRule = {
  rule: "where more differences are said to be obvious, there are more than by chance",
  inspect: (numbers) => {
    const { section, beyond, less, more } = numbers.text.highlight;
    const [few, many] = [less, more].map((table) => {
      const cells = printedCells(table, numbers);
      return { table, of: cells.length, obvious: obviousOf(table, cells, beyond) };
    });
    const { p } = fisherExact([[many.obvious, many.of - many.obvious], [few.obvious, few.of - few.obvious]]);
    return inspectEach([p], () => {
      if (many.obvious > few.obvious && p < 0.05) return null;
      return {
        table: nameOfSection(section),
        cells: `Tables ${less.replace("table", "")} and ${more.replace("table", "")}`,
        printed: "more bias in female traits than in male ones",
        expected: "no difference, or more data",
        why: `${many.obvious} of ${many.of} differences are highlighted, and ${few.obvious} of ${few.of}: ` +
          `Fisher's exact test has p = ${asPrinted(p)}`,
      };
    });
  },
};

function obviousOf(table: string, cells: readonly PrintedCell[], beyond: number): number {
  const direction = table === "table4" ? DIRECTIONS.table4 : DIRECTIONS.table5;
  return cells.filter(({ value }) => value * direction > beyond).length;
}

/** Models with only differences of 0.00 in one table. */
export const differencesAreSomething: PaperRule = {
  rule: "a model has some difference in Tables 4 and 5",
  inspect: (numbers: PaperNumbers) => {
    const rows = (["table4", "table5"] as const).flatMap((table) =>
      [...new Set(numbers[table].map(({ model }) => model))].map((model) => ({ table, model }))
    );
    return inspectEach(rows, ({ table, model }) => {
      const values = numbers[table].filter((cell) => cell.model === model).map(({ value }) => value);
      if (values.some((value) => value !== 0)) return null;
      return {
        table: nameOfTable(table),
        cells: model,
        printed: `0.00 in ${values.length} of ${values.length} traits`,
        expected: "some difference",
        why: "a model that gives the same answer everywhere, or none, has this, too: it shows no fairness",
      };
    });
  },
};
