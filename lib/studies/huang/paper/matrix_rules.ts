import { nameOfSection } from "../../../paper/names.ts";
import { equal, rule, type Rules } from "../../../paper/rules.ts";
import { cellsAt } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import { offeredTasks } from "./offered_shares.ts";
import { cellsOf, type PaperNumbers, type PrintedConfusion } from "./printed_tables.ts";

const QUADRANTS = ["tp", "fn", "fp", "tn"] as const;

/** Rules that compare the confusion matrices of Tables V and IX with themselves, with each other and with Table VI. */
export const matrixRules: Rules<PaperNumbers> = {
  "Table V has a decision on each task and each attribute of the tables": rule(
    ({ table5 }) => [table5],
    (matrix, numbers) => {
      const { tasks, text: { attributeLists } } = numbers;
      const all = sizeOf(matrix);
      const others = (attributes: readonly string[]) =>
        enumerated(attributes.filter((name) => !PROTECTED.some((known) => known === name)));
      const lists = attributeLists.filter(({ attributes }) => attributes.length === all / tasks).map(
        ({ section, attributes }) => `${nameOfSection(section)} lists so many, with ${others(attributes)}`,
      );
      const offered = sum(Object.values(offeredTasks(numbers)));
      return all !== tasks * PROTECTED.length && {
        where: "Table V",
        printed: `${QUADRANTS.map((name) => matrix[name]).join(" + ")} = ${all}`,
        evidence: [
          all % tasks === 0
            ? `${tasks} x ${all / tasks} attributes, but the tables have ${PROTECTED.length}`
            : `no multiple of ${tasks}`,
          ...lists,
          `the tables' attributes make ${tasks * PROTECTED.length}, those that prompts name ${offered}`,
        ],
      };
    },
  ),
  "the true positives of Table V are what tests found in Table VI": equal((numbers) => {
    const { tp, model } = numbers.table5;
    const found = foundBy("test case", numbers);
    return [{
      ...{ where: "Table V", value: tp, other: found, printed: `${tp} true positives` },
      evidence: `Table VI has ${found} of ${model}`,
    }];
  }),
  "the biased functions of Table V are those that Table VI counts": equal((numbers) => {
    const { tp, fn, model } = numbers.table5;
    const [tests, people] = [foundBy("test case", numbers), foundBy("human", numbers)];
    const all = tests + people;
    return [{
      ...{ where: "Table V", value: tp + fn, other: all, printed: `${tp} + ${fn} = ${tp + fn} biased` },
      evidence: `Tables IV and VI count ${tests} + ${people} = ${all} of ${model}; known biases are left ` +
        `out of CBS: ${tp + fn - all} if what people found is among those that tests missed, else ${
          tp + fn - tests
        }`,
    }];
  }),
  "the original row of Table IX is Table V": equal(({ table5, table9 }) =>
    table9.filter(({ pools }) => pools === "original").flatMap((row) =>
      QUADRANTS.map((name) => ({
        ...{ where: `Table IX, original, ${name.toUpperCase()}`, value: row[name] },
        ...{ other: table5[name], says: "Table V has" },
      }))
    )
  ),
  "value pools do not change how many functions are biased, and how many are not": equal((
    { table5, table9 },
  ) =>
    table9.filter(({ pools }) => pools !== "original").flatMap(({ pools, tp, fn, fp, tn }) =>
      [
        { what: "biased", value: tp + fn, other: table5.tp + table5.fn },
        { what: "not biased", value: fp + tn, other: table5.fp + table5.tn },
      ].map(({ what, value, other }) => ({
        ...{ where: `Table IX, ${pools}`, value, other, printed: `${value} ${what}`, says: "Table V has" },
      }))
    )
  ),
  "tests with more values miss what does not run all the same": rule(
    ({ table9 }) => table9.filter(({ pools }) => pools !== "original"),
    ({ pools, ...matrix }, numbers) => {
      const people = foundBy("human", numbers);
      return sizeOf(matrix) % numbers.tasks === 0 && matrix.fn < people && {
        ...{ where: `Table IX, ${pools}`, printed: `${matrix.fn} false negatives` },
        evidence:
          `of the functions of ${numbers.table5.model}, all of which are in the matrix, people found ${people} ` +
          "biases in such as tests cannot call (Table VI)",
      };
    },
  ),
};

function sizeOf({ tp, fn, fp, tn }: PrintedConfusion): number {
  return tp + fn + fp + tn;
}

/** The number of biases that tests or people found for the model of Table V, over all attributes. */
function foundBy(metric: "test case" | "human", numbers: PaperNumbers): number {
  const { model } = numbers.table5;
  return sum(cellsAt(cellsOf(numbers), "table6", { model, metric }).map(({ count }) => count!));
}
