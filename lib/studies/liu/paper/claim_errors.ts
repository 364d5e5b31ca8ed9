import { enumerated } from "../../../report/words.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import { CBS_COLUMNS, type PrintedCbs } from "./printed.ts";

/** Models that are less biased than a smaller one of their family, in Tables 4 and 7, whose rows go by size. */
export const largerIsMoreBiased: PaperRule = {
  rule: "the larger of two models of a family is more biased, as the text says",
  inspect: (numbers) => {
    const { section, families } = numbers.text.largerIsMoreBiased;
    const steps = (["table4", "table7"] as const).flatMap((table) =>
      families.flatMap((family) => {
        const rows: readonly PrintedCbs[] = numbers[table].filter(({ model }) => model.startsWith(family));
        return rows.slice(1).flatMap((larger, at) =>
          CBS_COLUMNS.map((column) => ({ table, column, smaller: rows[at], larger }))
        );
      })
    );
    return inspectEach(steps, ({ table, column, smaller, larger }) => {
      if (larger.cbs[column] > smaller.cbs[column]) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfTable(table)}, ${column}`,
        printed: "the larger a model, the more biased it is",
        evidence: `${smaller.model} ${percent(smaller.cbs[column])}, ${larger.model} ${
          percent(larger.cbs[column])
        }`,
        consequence: "the sentence does not hold for these modifiers",
      };
    });
  },
};

/** Models with points beyond the scales of Figure 4, which is said to have all generated code. */
export const pointsAreOnScales: PaperRule = {
  rule: "the scales of Figure 4 have room for the scores of all models",
  inspect: ({ table4, table7, figure4: { axis } }) => {
    const pairs = table4.flatMap((automatic) => {
      const human = table7.find(({ model }) => model === automatic.model);
      return human ? [{ automatic, human }] : [];
    });
    return inspectEach(pairs, ({ automatic, human }) => {
      const beyond = CBS_COLUMNS.filter((column) =>
        Math.max(automatic.cbs[column], human.cbs[column]) >= axis.to + axis.step
      );
      if (beyond.length === 0) return null;
      return {
        where: `Figure 4, ${automatic.model}`,
        printed: `scales numbered from ${100 * axis.from} to ${100 * axis.to} %`,
        evidence: `${
          enumerated(beyond.map((column) =>
            `${column} is ${percent(automatic.cbs[column])} automatic, ${percent(human.cbs[column])} human`
          ))
        }`,
        consequence: "these points are not in the figure that is said to have all",
      };
    });
  },
};

/** Classifiers that are right less often than always saying the more frequent class of Table 3. */
export const classifiersBeatTheMajority: PaperRule = {
  rule: "a trained classifier is right more often than the more frequent class",
  inspect: ({ figure3, table3 }) => {
    const cells = figure3.flatMap(({ classifier, val, test }) => [
      { classifier, split: "val", accuracy: val },
      { classifier, split: "test", accuracy: test },
    ]);
    return inspectEach(cells, ({ classifier, split, accuracy }) => {
      const row = table3.find((one) => one.dataset === "total" && one.split === split);
      const majority = row ? Math.max(row.pos, row.neg) / row.total : 0;
      if (accuracy > majority) return null;
      return {
        where: `Figure 3, ${classifier}, ${split}`,
        printed: percent(accuracy),
        evidence: `in Table 3 the more frequent class has ${percent(majority)} of the ${split} rows`,
        consequence: "the classifier was not trained to an end: it is no baseline for the others",
      };
    });
  },
};

/** Printed demonstration functions that append an undefined name instead of the one they loop over. */
export const demonstrationsRun: PaperRule = {
  rule: "a printed function appends what it loops over",
  inspect: ({ text }) =>
    inspectEach(text.demonstrations, ({ figure, function: name, loop, appends }) => {
      if (loop === appends) return null;
      return {
        where: `${figure}, ${name}`,
        printed: `a loop over ${loop} that appends ${appends}`,
        evidence: `${appends} is nowhere defined: the function raises NameError where it finds something`,
        consequence: "the prompts as they were asked are not known to the letter",
      };
    }),
};
