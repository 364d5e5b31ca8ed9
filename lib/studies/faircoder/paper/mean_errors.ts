import { mean } from "../../../statistics/descriptive.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { asPrinted, nameOfCell, nameOfTable, type PaperError, type PaperRule } from "./paper_error.ts";
import {
  chosenCells,
  type PaperNumbers,
  type PrintedAverage,
  printedCells,
  SCENARIO_TABLES,
  TOPIC_TABLES,
} from "./printed.ts";
import { roundingChance } from "./rounding.ts";

/** How rare a difference must be, for one among all tested means, not to be due to rounding. */
const LEVEL = 0.05;

/** A printed mean and what it is said to be the mean of. */
interface PrintedMean {
  readonly table: string;
  readonly cells: string;
  readonly printed: number;
  readonly of: string;
  readonly values: readonly number[];
}

const functionMeans = (numbers: PaperNumbers): PrintedMean[] =>
  numbers.table1.map(({ model, function: printed }) => ({
    table: "table1",
    cells: `${model}, function`,
    printed,
    of: "Table 8",
    values: valuesOf(chosenCells({ table: "table8", models: [model] }, numbers)),
  }));

const testMeans = (numbers: PaperNumbers): PrintedMean[] =>
  numbers.table1.map(({ model, testCase: printed }) => ({
    table: "table1",
    cells: `${model}, test case`,
    printed,
    of: "Tables 11 and 14",
    values: ["table11", "table14"].flatMap((table) =>
      valuesOf(chosenCells({ table, models: [model] }, numbers))
    ),
  }));

const rawMeans = (numbers: PaperNumbers): PrintedMean[] =>
  numbers.table2.filter(({ method }) => method === "raw").map(({ model, category, value }) => ({
    table: "table2",
    cells: `${model}, ${category}, raw`,
    printed: value,
    of: "Table 11",
    values: valuesOf(chosenCells({ table: "table11", models: [model], categories: [category] }, numbers)),
  }));

const averages = (numbers: PaperNumbers): PrintedMean[] =>
  [...SCENARIO_TABLES, ...TOPIC_TABLES].flatMap((table) =>
    numbers[table].averages.map((average: PrintedAverage) => {
      const { value, ...keys } = average;
      return {
        table,
        cells: `average of ${nameOfCell(keys)}`,
        printed: value,
        of: "the row or column",
        values: valuesOf(
          printedCells(table, numbers).filter(({ model, scenario, attribute, topic }) =>
            (keys.model ?? model) === model && (keys.scenario ?? scenario) === scenario &&
            (keys.attribute ?? attribute) === attribute && (keys.topic ?? topic) === topic
          ),
        ),
      };
    })
  );

/** FairScores of Table 1 for functions that are not the means of their models' cells in Table 8. */
export const functionScoresAreMeans = meanRule(
  "a FairScore for functions in Table 1 is the mean of the model's cells in Table 8",
  functionMeans,
);

/** FairScores of Table 1 for test cases that are not the means of their models' cells in Tables 11 and 14. */
export const testScoresAreMeans = meanRule(
  "a FairScore for test cases in Table 1 is the mean of the model's cells in Tables 11 and 14",
  testMeans,
);

/** FairScores without mitigation in Table 2 that differ from Table 11. */
export const rawScoresAreMeans = meanRule(
  "a raw FairScore of Table 2 is the mean of the model's traits in Table 11",
  rawMeans,
);

/** Averages that Tables 8 to 16 print for their own rows and columns, but that these do not give. */
export const averagesAreMeans = meanRule(
  "an average of Tables 8 to 16 is the mean of its row or column",
  averages,
);

function meanRule(rule: string, meansOf: (numbers: PaperNumbers) => PrintedMean[]): PaperRule {
  return {
    rule,
    inspect: (numbers) => {
      const all = [functionMeans, testMeans, rawMeans, averages].reduce((n, of) => n + of(numbers).length, 0);
      return inspectEach(meansOf(numbers), (one) => errorOf(one, all));
    },
  };
}

/** What is wrong with a mean, if rounding explains it in none of as many means. */
function errorOf({ table, cells, printed, of, values }: PrintedMean, all: number): PaperError | null {
  if (values.length === 0) return null;
  const right = mean(values);
  const chance = roundingChance(Math.abs(right - printed), values.length);
  if (chance * all >= LEVEL) return null;
  return {
    table: nameOfTable(table),
    cells,
    printed: asPrinted(printed),
    expected: asPrinted(right),
    why: `the ${values.length} cells of ${of} have mean ${right.toFixed(4)}: ` +
      (chance === 0
        ? "no rounding of them leads to what is printed"
        : `that they were all rounded so far one way is chance in 1 of ${oneOf(chance)} rows`),
  };
}

/** 20,000 for a chance of 0.00005. */
function oneOf(chance: number): string {
  return Number((1 / chance).toPrecision(1)).toLocaleString("en-US");
}

function valuesOf(cells: readonly { readonly value: number }[]): number[] {
  return cells.map(({ value }) => value);
}
