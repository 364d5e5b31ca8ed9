import { cellsAt } from "../../../paper/cells.ts";
import { nameOfTable } from "../../../paper/names.ts";
import { type Breach, rule, type Rules } from "../../../paper/rules.ts";
import { mean, sum } from "../../../statistics/descriptive.ts";
import { asPrinted, nameOfCell } from "./names.ts";
import {
  type CellKeys,
  chosenCells,
  type PaperNumbers,
  printedCells,
  SCENARIO_TABLES,
  TOPIC_TABLES,
} from "./printed.ts";
import { roundingChance } from "./rounding.ts";
import type { PaperEvidence } from "./labels/label_verdict.ts";

/** The level of an error: a mean is wrong if rounding is expected to put fewer than this many of all means so far off. */
const LEVEL = 0.05;

/** A printed mean with the cells that it is said to be the mean of. */
interface PrintedMean {
  readonly where: string;
  readonly printed: number;
  readonly of: string;
  readonly cells: readonly { readonly value: number }[];
}

/** The means of the paper, by the statement of what they are. */
const MEANS: Readonly<Record<string, (numbers: PaperNumbers) => PrintedMean[]>> = {
  "a FairScore for functions in Table 1 is the mean of the model's cells in Table 8": (numbers) =>
    numbers.table1.map(({ model, function: printed }) => ({
      ...{ where: `Table 1, ${model}, function`, printed, of: "Table 8" },
      cells: chosenCells({ table: "table8", models: [model] }, numbers),
    })),
  "a FairScore for test cases in Table 1 is the mean of the model's cells in Tables 11 and 14": (numbers) =>
    numbers.table1.map(({ model, testCase: printed }) => ({
      ...{ where: `Table 1, ${model}, test case`, printed, of: "Tables 11 and 14" },
      cells: ["table11", "table14"].flatMap((table) => chosenCells({ table, models: [model] }, numbers)),
    })),
  "a raw FairScore of Table 2 is the mean of the model's traits in Table 11": (numbers) =>
    numbers.table2.filter(({ method }) => method === "raw").map(({ model, category, value: printed }) => ({
      ...{ where: `Table 2, ${model}, ${category}, raw`, printed, of: "Table 11" },
      cells: chosenCells({ table: "table11", models: [model], categories: [category] }, numbers),
    })),
  "an average of Tables 8 to 16 is the mean of its row or column": (numbers) =>
    [...SCENARIO_TABLES, ...TOPIC_TABLES].flatMap((table) =>
      numbers[table].averages.map(({ value: printed, ...keys }: { readonly value: number } & CellKeys) => ({
        where: `${nameOfTable(table)}, average of ${nameOfCell(keys)}`,
        ...{ printed, of: "the row or column" },
        cells: cellsAt(printedCells(table, numbers), table, keys),
      }))
    ),
};

/** The rules about means, as far as rounded cells can tell. */
export const meanRules: Rules<PaperEvidence> = Object.fromEntries(
  Object.entries(MEANS).map(([words, meansOf]) => [words, rule(meansOf, breachOf)]),
);

/** The error of a mean that is farther from the mean of its cells than rounding puts any of all that are tried. */
function breachOf({ where, printed, of, cells }: PrintedMean, numbers: PaperNumbers): Breach | false {
  if (cells.length === 0) return false;
  const right = mean(cells.map(({ value }) => value));
  const chance = roundingChance(Math.abs(right - printed), cells.length);
  const tried = () => sum(Object.values(MEANS).map((all) => all(numbers).length));
  return chance < LEVEL && chance * tried() < LEVEL && {
    ...{ where, printed: asPrinted(printed), expected: asPrinted(right) },
    evidence: `the ${cells.length} cells of ${of} have mean ${right.toFixed(4)}: ` +
      (chance === 0
        ? "no rounding of them leads to what is printed"
        : `that they were all rounded so far one way is chance in 1 of ${oneOf(chance)} rows`),
  };
}

/** The reciprocal of a chance, to one digit. */
function oneOf(chance: number): string {
  return Number((1 / chance).toPrecision(1)).toLocaleString("en-US");
}
