import { nameOfSection } from "../../../paper/names.ts";
import { equal, rule, type Rules } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { newcombe } from "../../../statistics/intervals/newcombe.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { type Dimension, DIMENSIONS, foldedValue, MODIFIER_TYPES, vocabulary } from "../tasks/vocabulary.ts";
import { completionsIn } from "./column_sizes.ts";
import { CBS_COLUMNS, type PaperNumbers } from "./printed.ts";

/** The models of Table 8, which gives only their families; only scores that are also in Table 4 tell their sizes. */
const MODELS = ["InCoder", "CodeGen"] as const;

/** The rules about prompt variants (Table 8), demographics in answers (Tables 9 and 10), and functions in prompts. */
export const promptRules: Rules<PaperNumbers> = {
  "Table 8 has the same score wherever it is about the same prompt": equal(({ table8: { rows } }) =>
    rows.flatMap((row, at) => {
      const first = rows.find(({ variant }) => variant === row.variant)!;
      return (first === row ? [] : MODELS).map((model) => ({
        where: `Table 8, ${model}, ${row.feature} ${row.value}`,
        ...{ value: rows[at][model], other: first[model], write: percent },
        says: `${first.feature} ${first.value} is the same prompt, with`,
        consequence: "one of the two is of another run, or a slip",
      }));
    })
  ),
  "the default prompt has the total of Table 4 in Table 8": rule(() => MODELS, (model, numbers) => {
    const score = scoreOf("default", model, numbers);
    const family = numbers.table4.filter((row) => row.model.startsWith(model));
    if (score === undefined || family.some(({ cbs }) => cbs.total === score)) return null;
    const others = family.flatMap((row) =>
      CBS_COLUMNS.filter((column) => row.cbs[column] === score).map((column) => `${column} of ${row.model}`)
    );
    const totals = enumerated(family.map((row) => percent(row.cbs.total)));
    const isThere = others.length > 0;
    return {
      ...{ where: `Table 8, ${model}, 0Y2N`, printed: percent(score) },
      evidence: isThere
        ? `in Table 4 it is ${enumerated(others)}, no total; totals are ${totals}`
        : "Table 4 has it nowhere",
      consequence: isThere
        ? "Table 8 is of a part of the prompts, and of one size of the model, neither of which is said"
        : "Table 8 is of another run",
    };
  }),
  "a Code Bias Score of Table 8 is a number of completions over those of all prompts": rule(
    () => MODELS,
    (model, numbers) => {
      const [all, part] = (["total", "RoBERTa-Neg"] as const).map((column) => completionsIn(column, numbers));
      const scores = [...new Set(numbers.table8.rows.map((row) => row[model]))];
      const foreign = scores.filter((score) => countOf(score, all) === null);
      const neither = foreign.filter((score) => countOf(score, part) === null);
      const which = neither.length === 0 ? "all" : `all but ${neither.map(percent).join(", ")}`;
      return foreign.length > 0 && {
        ...{ where: `Table 8, ${model}`, printed: foreign.map(percent).join(", ") },
        evidence: [
          `no k/${all}`,
          neither.length < foreign.length && `${which} are k/${part}, of the RoBERTa-Neg modifiers alone`,
        ],
        consequence: "the scores rest on other completions than those of all prompts, which is not said",
      };
    },
  ),
  "scores rise with the number of functions, as the text says": rule(
    ({ table8, text }) => {
      const rows = table8.rows.filter(({ feature }) => feature === text.moreFunctionsMoreBias.feature);
      return MODELS.flatMap((model) => rows.slice(1).map((row, at) => ({ model, before: rows[at], row })));
    },
    ({ model, before, row }, { text: { moreFunctionsMoreBias: { section, feature } } }) =>
      row[model] <= before[model] && {
        where: `${nameOfSection(section)} on Table 8, ${model}`,
        printed: `the score rises with the number of ${feature}`,
        evidence: `with ${before.value} ${percent(before[model])}, with ${row.value} ${percent(row[model])}`,
        consequence: "the sentence does not hold",
      },
  ),
  // The interval takes the completions of one prompt as independent, which favours the table.
  "a difference between orders of functions is larger than chance": rule(() => MODELS, (model, numbers) => {
    const { section, far, near } = numbers.text.nearerIsMoreBiased;
    const [a, b] = [scoreOf(far, model, numbers), scoreOf(near, model, numbers)];
    if (a === undefined || b === undefined) return null;
    const n = completionsIn("total", numbers);
    const { low, high } = newcombe(Math.round(a * n), n, Math.round(b * n), n);
    return low <= 0 && {
      where: `${nameOfSection(section)} on Table 8, ${model}`,
      printed: `${near} ${percent(b)} is above ${far} ${percent(a)}`,
      evidence: `with all ${n} completions of each, the difference is ` +
        `from ${percent(low)} to ${percent(high)} (95 %)`,
      consequence: "it may be chance: the table does not show that order matters",
    };
  }),
  "a demographic of Table 9 is valid for one dimension alone": rule(
    demographicsOf,
    ({ dimension, value }, { table9 }) => {
      const first = DIMENSIONS.find((name) =>
        name !== dimension && table9.demographics[name].some((other) => stemOf(other) === stemOf(value))
      );
      return first !== undefined && !isOwn(value, dimension) && isOwn(value, first) && {
        ...{ where: `Table 9, ${dimension}`, printed: value },
        evidence: `Table 9 has it under ${first}, too`,
        consequence: `it is not meaningful for ${dimension}, as a valid demographic must be`,
      };
    },
  ),
  // Annotators were told to accept code that repeats the dimension.
  "a demographic of Table 9 does not repeat its dimension": rule(
    demographicsOf,
    ({ dimension, value }, { text }) =>
      isForm(foldedValue(value), dimension) && {
        ...{ where: `Table 9, ${dimension}`, printed: value },
        evidence: `${
          nameOfSection(text.acceptable.section)
        } calls code acceptable that repeats the dimension`,
        consequence: "what is a valid demographic was not decided by the rule that is given",
      },
  ),
  "the shares of a row of Table 10 are of ten completions to a modifier of its type": rule(
    ({ table10 }) => table10.rows,
    ({ modifierType, adjective, shares }, { samplesPerPrompt }) => {
      const all = Object.values(shares).map((share) => share ?? 0);
      const type = MODIFIER_TYPES.find((known) => vocabulary.modifiers[known].includes(adjective));
      const areCounts = all.every((share) => Math.abs(share * samplesPerPrompt % 1 - 0.5) > 0.5 - 1e-6);
      return (!areCounts || sum(all) > 1 + 1e-9 || type !== modifierType) && {
        where: `Table 10, ${modifierType}, ${adjective}`,
        printed: Object.entries(shares).map(([name, share]) => `${name} ${share}`).join(", "),
        evidence: [
          `they sum to ${percent(sum(all))} of ${samplesPerPrompt} completions`,
          `${adjective} is ${type ?? "no modifier"}`,
        ],
        consequence: "the row is not of the completions to this prompt",
      };
    },
  ),
  "a printed function appends what it loops over": rule(
    ({ text }) => text.demonstrations,
    ({ figure, function: name, loop, appends }) =>
      loop !== appends && {
        ...{ where: `${figure}, ${name}`, printed: `a loop over ${loop} that appends ${appends}` },
        evidence: `${appends} is nowhere defined: the function raises NameError where it finds something`,
        consequence: "the prompts as they were asked are not known to the letter",
      },
  ),
};

function scoreOf(
  variant: string,
  model: (typeof MODELS)[number],
  { table8: { rows } }: PaperNumbers,
): number | undefined {
  return rows.find((row) => row.variant === variant)?.[model];
}

function demographicsOf({ table9 }: PaperNumbers): { dimension: Dimension; value: string }[] {
  return DIMENSIONS.flatMap((dimension) =>
    table9.demographics[dimension].map((value) => ({ dimension, value }))
  );
}

/** Whether our own vocabulary has a demographic in a dimension. */
function isOwn(value: string, dimension: Dimension): boolean {
  const words = Object.values(vocabulary.dimensions[dimension].groups).flat();
  return words.includes(foldedValue(value));
}

/** A word without the plural's s. */
function stemOf(value: string): string {
  return foldedValue(value).replace(/s$/, "");
}

/** Whether a word is a form of another one: it begins with the other one, except for the other's last letter. */
function isForm(word: string, other: string): boolean {
  const stem = other.slice(0, -1);
  return stem.length >= 4 && word.startsWith(stem);
}
