import { nameOfSection, nameOfTable } from "../../../paper/names.ts";
import { rule, type Rules } from "../../../paper/rules.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { fisherExact } from "../../../statistics/tests/fisher.ts";
import { asPrinted, nameOfCell } from "./names.ts";
import { type PaperNumbers, printedCells } from "./printed.ts";
import type { PaperEvidence } from "./labels/label_verdict.ts";

/** The sign of the differences that each table highlights: positive for traits of men, negative for traits of women. */
const DIRECTIONS = [{ table: "table4", sign: 1 }, { table: "table5", sign: -1 }] as const;

/** The rules about differences between answers about men and women in Tables 4 and 5. */
export const differenceRules: Rules<PaperEvidence> = {
  "a model has some difference in Tables 4 and 5": rule(
    rowsOf,
    (row) =>
      row.every(({ cell }) => cell.value === 0) && {
        where: `${nameOfTable(row[0].table)}, ${row[0].cell.keys.model}`,
        ...{ printed: `0.00 in ${row.length} of ${row.length} traits`, expected: "some difference" },
        evidence:
          "a model that gives the same answer everywhere, or none, has this, too: it shows no fairness",
      },
  ),
  "a difference of Tables 4 and 5 is highlighted for its size, whoever it is for": rule(
    (numbers) =>
      differencesOf(numbers).filter(({ cell }) => Math.abs(cell.value) > numbers.text.highlight.beyond),
    ({ table, sign, cell }, { text: { highlight: { section, beyond } } }) =>
      Math.sign(cell.value) !== sign && {
        where: `${nameOfTable(table)}, ${nameOfCell(cell.keys)}`,
        ...{ printed: `${asPrinted(cell.value)}, not highlighted`, expected: "highlighted" },
        evidence: `${nameOfSection(section)} highlights values ${sign > 0 ? "above " : "below -"}${beyond} ` +
          `alone: a difference of ${asPrinted(Math.abs(cell.value))} against the stereotype is left out`,
      },
  ),
  // A value that equals the bound after rounding may be on either side of it.
  "a difference of Tables 4 and 5 is printed so that one sees whether it is highlighted": rule(
    (numbers) => differencesOf(numbers).filter(({ sign, cell }) => Math.sign(cell.value) === sign),
    ({ table, cell }, { text: { highlight: { beyond } } }) =>
      Math.abs(Math.abs(cell.value) - beyond) <= 1e-9 && {
        where: `${nameOfTable(table)}, ${nameOfCell(cell.keys)}`,
        ...{ printed: asPrinted(cell.value), expected: "a third decimal" },
        evidence: `it may be above or below ${beyond} before rounding`,
      },
  ),
  "where more differences are said to be obvious, there are more than by chance": rule(
    ({ text }) => [text.highlight],
    ({ section, beyond, less, more }, numbers) => {
      const [few, many] = [less, more].map((table) => {
        const cells = differencesOf(numbers).filter((one) => one.table === table);
        const obvious = cells.filter(({ sign, cell }) => cell.value * sign > beyond).length;
        return { of: cells.length, obvious };
      });
      const [above, below] = [many, few].map(({ of, obvious }) => [obvious, of - obvious] as const);
      const { p } = fisherExact([above, below]);
      const [first, second] = [less, more].map((table) => table.replace("table", ""));
      return (many.obvious <= few.obvious || p >= 0.05) && {
        where: `${nameOfSection(section)}, Tables ${first} and ${second}`,
        printed: "more bias in female traits than in male ones",
        expected: "no difference, or more data",
        evidence:
          `${many.obvious} of ${many.of} differences are highlighted, and ${few.obvious} of ${few.of}: ` +
          `Fisher's exact test has p = ${asPrinted(p)}`,
      };
    },
  ),
};

/** All cells of both tables, by table and model. */
function rowsOf(numbers: PaperNumbers) {
  return cellsBy(differencesOf(numbers), ({ table, cell }) => [table, cell.keys.model]).map(({ own }) => own);
}

/** All cells of both tables, with the sign that is highlighted. */
function differencesOf(numbers: PaperNumbers) {
  return DIRECTIONS.flatMap(({ table, sign }) =>
    printedCells(table, numbers).map((cell) => ({ table, sign, cell }))
  );
}
