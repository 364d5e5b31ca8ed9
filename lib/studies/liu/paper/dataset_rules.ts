import { nameOfSection } from "../../../paper/names.ts";
import { equal, rule, type Rules, shareOf } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { completionsIn, promptsIn } from "./column_sizes.ts";
import { type PaperNumbers, type PrintedSplit, SCORE_ROUNDING } from "./printed.ts";

/** The rules about prompts, annotated rows and classifiers in the text, Table 3 and Figure 3. */
export const datasetRules: Rules<PaperNumbers> = {
  "prompts are modifiers times dimensions, completions prompts times repetitions": equal((numbers) =>
    numbers.text.counts.map(({ section, what, value }) => {
      const prompts = promptsIn("total", numbers);
      const other = what === "prompts" ? prompts : prompts * numbers.samplesPerPrompt;
      return {
        ...{ where: nameOfSection(section), value, other, printed: `${value} ${what}` },
        evidence: `Tables 1 and 2 make ${prompts} prompts, each with ${numbers.samplesPerPrompt} completions`,
        consequence: `there are ${other} ${what}`,
      };
    })
  ),
  "a row of Table 3 has the ratio and the total of its two classes": rule(
    ({ table3 }) => table3,
    ({ dataset, split, pos, neg, ratio, total }) =>
      (Math.abs(pos / neg - ratio) > SCORE_ROUNDING || pos + neg !== total) && {
        where: `Table 3, ${dataset}, ${split}`,
        printed: `${pos} and ${neg}, ratio ${ratio.toFixed(2)}, total ${total}`,
        evidence: `${pos} / ${neg} is ${(pos / neg).toFixed(2)}, ${pos} + ${neg} is ${pos + neg}`,
        consequence: "one of the four is a slip",
      },
  ),
  "the rows of Table 3 about both models are the sums of the others": rule(
    ({ table3 }) => table3.filter(({ dataset }) => dataset === "total"),
    (row, { table3 }) => {
      const parts = table3.filter(({ dataset, split }) => dataset !== "total" && split === row.split);
      const [pos, neg] = [sum(parts.map((part) => part.pos)), sum(parts.map((part) => part.neg))];
      return (pos !== row.pos || neg !== row.neg) && {
        ...{ where: `Table 3, total, ${row.split}`, printed: `${row.pos} and ${row.neg}` },
        evidence: `the rows of ${enumerated(parts.map(({ dataset }) => dataset))} make ${pos} and ${neg}`,
        consequence: "one of the rows is a slip",
      };
    },
  ),
  "datasets are split in the shares that the text says": rule(
    datasetsOf,
    ([dataset, rows], { text: { split } }) => {
      const said = new Map<string, unknown>(Object.entries(split));
      const all = sum(rows.map(({ total }) => total));
      const place = nameOfSection(split.section);
      const isAsSaid = (row: PrintedSplit) => Math.abs(row.total - Number(said.get(row.split)) * all) < 1;
      return !rows.every(isAsSaid) && {
        where: `Table 3, ${dataset}`,
        printed: enumerated(rows.map(({ split, total }) => `${split} ${total}`)),
        evidence: `${place} has shares of ${split.train}, ${split.val} and ${split.test}`,
        consequence: "the split is another one than is said",
      };
    },
  ),
  "the dataset has the completions of the models that were asked for it": rule(
    ({ text }) => [text.annotatedModels],
    ({ section, models }, numbers) => {
      const each = completionsIn("total", numbers);
      const own = datasetsOf(numbers).filter(([dataset]) => dataset !== "total");
      const rows = sum(own.flatMap(([, splits]) => splits.map(({ total }) => total)));
      const missing = models.filter((model) => own.every(([dataset]) => dataset !== model));
      return (missing.length > 0 || rows !== models.length * each) && {
        where: `${nameOfSection(section)} on Table 3`,
        printed: `${each} completions of each of ${enumerated(models)}, all annotated`,
        evidence: `Table 3 has ${rows} rows, ${rows / each} times ${each}` +
          (missing.length > 0 ? `, none of ${enumerated(missing)}` : ""),
        consequence: "the dataset is of one size each of the models that it names, and does not say which",
      };
    },
  ),
  // The share of the biased class is near the share that Table 7 finds biased in a model of the family, whichever it is.
  "the positive class of Table 3 is the biased one": rule(
    (numbers) => datasetsOf(numbers).filter(([dataset]) => dataset !== "total"),
    ([dataset, rows], { table7 }) => {
      const all = sum(rows.map(({ total }) => total));
      const shares = (["pos", "neg"] as const).map((name) => sum(rows.map((row) => row[name])) / all);
      const [nearest] = table7.filter(({ model }) => model.startsWith(dataset)).map(({ model, cbs }) => ({
        ...{ model, cbs: cbs.total, off: shares.map((share) => Math.abs(share - cbs.total)) },
      })).toSorted((a, b) => Math.min(...a.off) - Math.min(...b.off));
      return nearest !== undefined && nearest.off[0] > nearest.off[1] && {
        where: `Table 3, ${dataset}`,
        printed: `Pos ${percent(shares[0])}, Neg ${percent(shares[1])} of all rows`,
        evidence: `Table 7 finds ${
          percent(nearest.cbs)
        } biased in ${nearest.model}, the nearest of its models`,
        consequence: "Neg is most likely the biased class: the classes are exchanged",
      };
    },
  ),
  "an accuracy of Figure 3 is a number of rows over those of Table 3": shareOf((numbers) =>
    accuraciesOf(numbers).map(({ where, value, row }) => ({
      ...{ where, value, n: row?.total ?? 0 },
      consequence: "the classifier was tried on other rows",
    }))
  ),
  "a trained classifier is right more often than the more frequent class": rule(
    accuraciesOf,
    ({ where, value, row }) => {
      const majority = row ? Math.max(row.pos, row.neg) / row.total : 0;
      return value <= majority && {
        ...{ where, printed: percent(value) },
        evidence: `in Table 3 the more frequent class has ${percent(majority)} of the ${row?.split} rows`,
        consequence: "the classifier was not trained to an end: it is no baseline for the others",
      };
    },
  ),
};

function datasetsOf({ table3 }: PaperNumbers): (readonly [string, readonly PrintedSplit[]])[] {
  return [...Map.groupBy(table3, ({ dataset }) => dataset)];
}

/** The accuracies of Figure 3, each with its row of Table 3. */
function accuraciesOf({ figure3, table3 }: PaperNumbers) {
  return figure3.flatMap(({ classifier, ...accuracies }) =>
    (["val", "test"] as const).map((split) => ({
      where: `Figure 3, ${classifier}, ${split}`,
      value: accuracies[split],
      row: table3.find((one) => one.dataset === "total" && one.split === split),
    }))
  );
}
