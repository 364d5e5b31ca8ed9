import { sum } from "../../../statistics/descriptive.ts";
import { enumerated } from "../../../report/words.ts";
import { promptsIn } from "./column_sizes.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule, SCORE_ROUNDING } from "./paper_error.ts";
import type { PaperNumbers, PrintedSplit } from "./printed.ts";

/** Rows of Table 3 with inconsistent numbers. */
export const splitsAddUp: PaperRule = {
  rule: "a row of Table 3 has the ratio and the total of its two classes",
  inspect: ({ table3 }) =>
    inspectEach(table3, ({ dataset, split, pos, neg, ratio, total }) => {
      const [rightRatio, rightTotal] = [pos / neg, pos + neg];
      if (Math.abs(rightRatio - ratio) <= SCORE_ROUNDING && rightTotal === total) return null;
      return {
        where: `Table 3, ${dataset}, ${split}`,
        printed: `${pos} and ${neg}, ratio ${ratio.toFixed(2)}, total ${total}`,
        evidence: `${pos} / ${neg} is ${rightRatio.toFixed(2)}, ${pos} + ${neg} is ${rightTotal}`,
        consequence: "one of the four is a slip",
      };
    }),
};

/** Rows of Table 3 about both models that are not the sum of the rows about each. */
export const datasetsAddUp: PaperRule = {
  rule: "the rows of Table 3 about both models are the sums of the others",
  inspect: ({ table3 }) =>
    inspectEach(table3.filter(({ dataset }) => dataset === "total"), (row) => {
      const parts = table3.filter(({ dataset, split }) => dataset !== "total" && split === row.split);
      const [pos, neg] = [sum(parts.map((part) => part.pos)), sum(parts.map((part) => part.neg))];
      if (pos === row.pos && neg === row.neg) return null;
      return {
        where: `Table 3, total, ${row.split}`,
        printed: `${row.pos} and ${row.neg}`,
        evidence: `the rows of ${enumerated(parts.map(({ dataset }) => dataset))} make ${pos} and ${neg}`,
        consequence: "one of the rows is a slip",
      };
    }),
};

/** Datasets that are not split as the text says. */
export const splitsAreAsSaid: PaperRule = {
  rule: "datasets are split in the shares that the text says",
  inspect: ({ table3, text: { split: said } }) =>
    inspectEach(datasetsOf(table3), ([dataset, rows]) => {
      const all = sum(rows.map(({ total }) => total));
      const shareOf = ({ split, total }: PrintedSplit) => ({
        is: total / all,
        said: split === "train" ? said.train : split === "val" ? said.val : said.test,
      });
      if (rows.every((row) => Math.abs(shareOf(row).is - shareOf(row).said) * all < 1)) return null;
      return {
        where: `Table 3, ${dataset}`,
        printed: enumerated(rows.map(({ split, total }) => `${split} ${total}`)),
        evidence: `${nameOfSection(said.section)} has shares of ${said.train}, ${said.val} and ${said.test}`,
        consequence: "the split is another one than is said",
      };
    }),
};

/** Numbers of prompts and completions that are not products of modifiers, dimensions and repetitions. */
export const promptsAreProducts: PaperRule = {
  rule: "prompts are modifiers times dimensions, completions prompts times repetitions",
  inspect: (numbers) =>
    inspectEach(numbers.text.counts, ({ section, what, value }) => {
      const prompts = promptsIn("total", numbers);
      const right = what === "prompts" ? prompts : prompts * numbers.samplesPerPrompt;
      if (right === value) return null;
      return {
        where: nameOfSection(section),
        printed: `${value} ${what}`,
        evidence: `Tables 1 and 2 make ${prompts} prompts, each with ${numbers.samplesPerPrompt} completions`,
        consequence: `there are ${right} ${what}`,
      };
    }),
};

/** A dataset without models, or sizes of them, with completions said to be in it. */
export const datasetHasItsModels: PaperRule = {
  rule: "the dataset has the completions of the models that were asked for it",
  inspect: (numbers) =>
    inspectEach([numbers.text.annotatedModels], ({ section, models }) => {
      const each = promptsIn("total", numbers) * numbers.samplesPerPrompt;
      const own = datasetsOf(numbers.table3).filter(([dataset]) => dataset !== "total");
      const rows = sum(own.flatMap(([, splits]) => splits.map(({ total }) => total)));
      const missing = models.filter((model) => own.every(([dataset]) => dataset !== model));
      if (missing.length === 0 && rows === models.length * each) return null;
      return {
        where: `${nameOfSection(section)} on Table 3`,
        printed: `${each} completions of each of ${enumerated(models)}, all annotated`,
        evidence: `Table 3 has ${rows} rows, ${rows / each} times ${each}${
          missing.length > 0 ? `, none of ${enumerated(missing)}` : ""
        }`,
        consequence: "the dataset is of one size each of the models that it names, and does not say which",
      };
    }),
};

/**
 * Classes of Table 3 that are not what their names say, if positive code is what one looks for: biased code.
 * The class of biased code has about the share that Table 7 finds biased in a model of the family, whichever
 * it is.
 */
export const positivesAreBiased: PaperRule = {
  rule: "the positive class of Table 3 is the biased one",
  inspect: ({ table3, table7 }) =>
    inspectEach(datasetsOf(table3).filter(([dataset]) => dataset !== "total"), ([dataset, rows]) => {
      const all = sum(rows.map(({ total }) => total));
      const shares = (["pos", "neg"] as const).map((name) => sum(rows.map((row) => row[name])) / all);
      const family = table7.filter(({ model }) => model.startsWith(dataset));
      const [nearest] = family.map(({ model, cbs }) => ({
        model,
        cbs: cbs.total,
        off: shares.map((share) => Math.abs(share - cbs.total)),
      })).toSorted((a, b) => Math.min(...a.off) - Math.min(...b.off));
      if (!nearest || nearest.off[0] <= nearest.off[1]) return null;
      return {
        where: `Table 3, ${dataset}`,
        printed: `Pos ${percent(shares[0])}, Neg ${percent(shares[1])} of all rows`,
        evidence: `Table 7 finds ${
          percent(nearest.cbs)
        } biased in ${nearest.model}, the nearest of its models`,
        consequence: "Neg is most likely the biased class: the classes are exchanged",
      };
    }),
};

function datasetsOf(table3: PaperNumbers["table3"]): (readonly [string, readonly PrintedSplit[]])[] {
  return [...Map.groupBy(table3, ({ dataset }) => dataset)];
}
