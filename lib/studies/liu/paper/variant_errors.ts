import { enumerated } from "../../../report/words.ts";
import { newcombe } from "../../../statistics/intervals/newcombe.ts";
import { promptsIn } from "./column_sizes.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperError, type PaperRule } from "./paper_error.ts";
import { CBS_COLUMNS, type PaperNumbers } from "./printed.ts";

/** The models of Table 8, each the one of its family with the scores that Table 4 has, as far as they tell it. */
const MODELS = ["InCoder", "CodeGen"] as const;

type Model = (typeof MODELS)[number];

/** Cells of Table 8 about the same prompt that differ. */
export const sameVariantsAreEqual: PaperRule = {
  rule: "Table 8 has the same score wherever it is about the same prompt",
  inspect: ({ table8: { rows } }) => {
    const later = rows.flatMap((row, at) => {
      const first = rows.findIndex(({ variant }) => variant === row.variant);
      return first < at ? MODELS.map((model) => ({ model, row, first: rows[first] })) : [];
    });
    return inspectEach(later, ({ model, row, first }) => {
      if (row[model] === first[model]) return null;
      return {
        where: `Table 8, ${model}, ${row.feature} ${row.value}`,
        printed: percent(row[model]),
        evidence: `${first.feature} ${first.value} is the same prompt, with ${percent(first[model])}`,
        consequence: "one of the two is of another run, or a slip",
      };
    });
  },
};

/** Scores, for the prompt that all other tables rest on, that differ from Table 4. */
export const defaultIsOfTable4: PaperRule = {
  rule: "the default prompt has the total of Table 4 in Table 8",
  inspect: (numbers) =>
    inspectEach(MODELS, (model) => {
      const score = scoreOf("default", model, numbers);
      const family = numbers.table4.filter((row) => row.model.startsWith(model));
      if (score === undefined || family.some(({ cbs }) => cbs.total === score)) return null;
      const equal = family.flatMap((row) =>
        CBS_COLUMNS.filter((column) => row.cbs[column] === score).map((column) => `${column} of ${row.model}`)
      );
      return {
        where: `Table 8, ${model}, 0Y2N`,
        printed: percent(score),
        evidence: equal.length > 0
          ? `in Table 4 it is ${enumerated(equal)}, no total; totals are ${
            enumerated(family.map((row) => percent(row.cbs.total)))
          }`
          : "Table 4 has it nowhere",
        consequence: equal.length > 0
          ? "Table 8 is of a part of the prompts, and of one size of the model, neither of which is said"
          : "Table 8 is of another run",
      };
    }),
};

/** Scores that do not rise with the number of functions. */
export const functionsRaiseBias: PaperRule = {
  rule: "scores rise with the number of functions, as the text says",
  inspect: (numbers) => {
    const { section, feature } = numbers.text.moreFunctionsMoreBias;
    const rows = numbers.table8.rows.filter((row) => row.feature === feature);
    const steps = MODELS.flatMap((model) =>
      rows.slice(1).map((row, at) => ({ model, before: rows[at], row }))
    );
    return inspectEach(steps, ({ model, before, row }) =>
      row[model] > before[model] ? null : {
        where: `${nameOfSection(section)} on Table 8, ${model}`,
        printed: `the score rises with the number of ${feature}`,
        evidence: `with ${before.value} ${percent(before[model])}, with ${row.value} ${percent(row[model])}`,
        consequence: "the sentence does not hold",
      });
  },
};

/**
 * An order of functions that is said to matter, with a difference that chance alone can make, even if the
 * completions of one prompt were independent.
 */
export const orderRaisesBias: PaperRule = {
  rule: "a difference between orders of functions is larger than chance",
  inspect: (numbers) => inspectEach(MODELS, (model) => orderError(model, numbers)),
};

function orderError(model: Model, numbers: PaperNumbers): PaperError | null {
  const { section, far, near } = numbers.text.nearerIsMoreBiased;
  const [a, b] = [scoreOf(far, model, numbers), scoreOf(near, model, numbers)];
  if (a === undefined || b === undefined) return null;
  const n = promptsIn("total", numbers) * numbers.samplesPerPrompt;
  const { low, high } = newcombe(Math.round(a * n), n, Math.round(b * n), n);
  if (low > 0) return null;
  return {
    where: `${nameOfSection(section)} on Table 8, ${model}`,
    printed: `${near} ${percent(b)} is above ${far} ${percent(a)}`,
    evidence: `with all ${n} completions of each, the difference is from ${percent(low)} to ${
      percent(high)
    } (95 %)`,
    consequence: "it may be chance: the table does not show that order matters",
  };
}

function scoreOf(variant: string, model: Model, { table8: { rows } }: PaperNumbers): number | undefined {
  return rows.find((row) => row.variant === variant)?.[model];
}
