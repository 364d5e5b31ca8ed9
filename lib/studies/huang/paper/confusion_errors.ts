import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { offeredTasks } from "./printed/offered_shares.ts";
import { countsOf } from "./printed/paper_cells.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { type Breach, nameOfSection, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers, PrintedConfusion } from "./printed/printed_tables.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

const QUADRANTS = ["tp", "fn", "fp", "tn"] as const;

/** A confusion matrix of other decisions than those on all tasks and the attributes of the tables. */
export const matrixIsOfAttributes: PaperRule = {
  rule: "Table V has a decision on each task and each attribute of the tables",
  inspect: (numbers) =>
    inspectEach([numbers.table5], (matrix): Breach | null => {
      const { tasks, text: { attributeLists } } = numbers;
      const all = sizeOf(matrix);
      if (all === tasks * PROTECTED.length) return null;
      const lists = attributeLists.filter(({ attributes }) => attributes.length === all / tasks).map(
        ({ section, attributes }) => `${nameOfSection(section)} lists so many, with ${othersOf(attributes)}`,
      );
      const offered = sum(PROTECTED.map((attribute) => offeredTasks(numbers)[attribute]));
      return {
        where: "Table V",
        what: `${QUADRANTS.map((name) => matrix[name]).join(" + ")} = ${all}`,
        evidence: [
          all % tasks === 0
            ? `${tasks} x ${all / tasks} attributes, but the tables have ${PROTECTED.length}`
            : `no multiple of ${tasks}`,
          ...lists,
          `the tables' attributes make ${tasks * PROTECTED.length}, those that prompts name ${offered}`,
        ].join("; "),
      };
    }),
};

function othersOf(attributes: readonly string[]): string {
  return enumerated(attributes.filter((name) => !PROTECTED.some((known) => known === name)));
}

/** A confusion matrix with true positives that are not what tests found. */
export const truePositivesAreFound: PaperRule = {
  rule: "the true positives of Table V are what tests found in Table VI",
  inspect: (numbers) =>
    inspectEach([numbers.table5], ({ model, tp }) => {
      const found = foundBy("test case", numbers);
      if (found === tp) return null;
      return {
        where: "Table V",
        what: `${tp} true positives`,
        evidence: `Table VI has ${found} of ${model}`,
      };
    }),
};

/** A confusion matrix with more, or fewer, biased functions than CBS counts. */
export const positivesAreCounted: PaperRule = {
  rule: "the biased functions of Table V are those that Table VI counts",
  inspect: (numbers) =>
    inspectEach([numbers.table5], ({ model, tp, fn }) => {
      const [tests, people] = [foundBy("test case", numbers), foundBy("human", numbers)];
      if (tp + fn === tests + people) return null;
      return {
        where: "Table V",
        what: `${tp} + ${fn} = ${tp + fn} biased`,
        evidence:
          `Tables IV and VI count ${tests} + ${people} = ${
            tests + people
          } of ${model}; known biases are left ` +
          `out of CBS: ${
            tp + fn - tests - people
          } if what people found is among those that tests missed, else ${tp + fn - tests}`,
      };
    }),
};

/** Value pools that find bias in functions that do not run. */
export const poolsMissWhatDoesNotRun: PaperRule = {
  rule: "tests with more values miss what does not run all the same",
  inspect: (numbers) =>
    inspectEach(numbers.table9.filter(({ pools }) => pools !== "original"), ({ pools, fn, ...others }) => {
      const people = foundBy("human", numbers);
      const isOfAll = sizeOf({ fn, ...others }) % numbers.tasks === 0;
      if (!isOfAll || fn >= people) return null;
      return {
        where: `Table IX, ${pools}`,
        what: `${fn} false negatives`,
        evidence:
          `of the functions of ${numbers.table5.model}, all of which are in the matrix, people found ${people} ` +
          "biases in such as tests cannot call (Table VI)",
      };
    }),
};

/** Table V repeated in Table IX, with other numbers. */
export const matricesAgree: PaperRule = {
  rule: "the original row of Table IX is Table V",
  inspect: ({ table5, table9 }) => {
    const originals = table9.filter(({ pools }) => pools === "original");
    const cells = originals.flatMap((row) =>
      QUADRANTS.map((name) => ({ name, own: row[name], other: table5[name] }))
    );
    return inspectEach(cells, ({ name, own, other }) => {
      if (own === other) return null;
      return {
        where: `Table IX, original, ${name.toUpperCase()}`,
        what: `${own}`,
        evidence: `Table V has ${other}`,
      };
    });
  },
};

/** Rows of Table IX that are about different functions. */
export const poolsChangeNoFunction: PaperRule = {
  rule: "value pools do not change how many functions are biased, and how many are not",
  inspect: ({ table5, table9 }) => {
    const rows = table9.filter(({ pools }) => pools !== "original").flatMap(({ pools, tp, fn, fp, tn }) => [
      { pools, what: "biased", own: tp + fn, other: table5.tp + table5.fn },
      { pools, what: "not biased", own: fp + tn, other: table5.fp + table5.tn },
    ]);
    return inspectEach(rows, ({ pools, what, own, other }) => {
      if (own === other) return null;
      return { where: `Table IX, ${pools}`, what: `${own} ${what}`, evidence: `Table V has ${other}` };
    });
  },
};

function sizeOf({ tp, fn, fp, tn }: PrintedConfusion): number {
  return tp + fn + fp + tn;
}

/** What tests or people found for the model of Table V, all attributes together. */
function foundBy(metric: "test case" | "human", numbers: PaperNumbers): number {
  return sum(Object.values(countsOf(numbers, "table6", { model: numbers.table5.model, metric }) ?? {}));
}
