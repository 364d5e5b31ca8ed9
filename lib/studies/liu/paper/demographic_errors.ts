import { sum } from "../../../statistics/descriptive.ts";
import { foldedValue } from "../metrics/demographic_groups.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers } from "./printed.ts";
import { type Dimension, DIMENSIONS, MODIFIER_TYPES, vocabulary } from "../tasks/vocabulary.ts";

/** Demographics of Table 9 that it also has in another dimension, where they fit better. */
export const demographicsAreOfOneDimension: PaperRule = {
  rule: "a demographic of Table 9 is valid for one dimension alone",
  inspect: (numbers) =>
    inspectEach(demographicsOf(numbers), ({ dimension, value }) => {
      const first = DIMENSIONS.find((name) =>
        name !== dimension &&
        numbers.table9.demographics[name].some((other) => stemOf(other) === stemOf(value))
      );
      const isGuest = first !== undefined && !isOwn(value, dimension) && isOwn(value, first);
      if (!isGuest) return null;
      return {
        where: `Table 9, ${dimension}`,
        printed: value,
        evidence: `Table 9 has it under ${first}, too`,
        consequence: `it is not meaningful for ${dimension}, as a valid demographic must be`,
      };
    }),
};

/** Demographics of Table 9 that repeat their dimension, which is what annotators were told to accept. */
export const demographicsAreNotRepeats: PaperRule = {
  rule: "a demographic of Table 9 does not repeat its dimension",
  inspect: (numbers) =>
    inspectEach(demographicsOf(numbers), ({ dimension, value }) => {
      if (!isForm(foldedValue(value), dimension)) return null;
      return {
        where: `Table 9, ${dimension}`,
        printed: value,
        evidence: `${
          nameOfSection(numbers.text.acceptable.section)
        } calls code acceptable that repeats the dimension`,
        consequence: "what is a valid demographic was not decided by the rule that is given",
      };
    }),
};

/** Rows of Table 10 whose shares are no tenths, are more than all, or are of a modifier of another type. */
export const sharesAreOfSamples: PaperRule = {
  rule: "the shares of a row of Table 10 are of ten completions to a modifier of its type",
  inspect: ({ table10, samplesPerPrompt }) =>
    inspectEach(table10.rows, ({ modifierType, adjective, shares }) => {
      const all = Object.values(shares).map((share) => share ?? 0);
      const type = MODIFIER_TYPES.find((known) => vocabulary.modifiers[known].includes(adjective));
      const areCounts = all.every((share) => Math.abs(share * samplesPerPrompt % 1 - 0.5) > 0.5 - 1e-6);
      if (areCounts && sum(all) <= 1 + 1e-9 && type === modifierType) return null;
      return {
        where: `Table 10, ${modifierType}, ${adjective}`,
        printed: Object.entries(shares).map(([name, share]) => `${name} ${share}`).join(", "),
        evidence: `they sum to ${percent(sum(all))} of ${samplesPerPrompt} completions; ${adjective} is ${
          type ?? "no modifier"
        }`,
        consequence: "the row is not of the completions to this prompt",
      };
    }),
};

function demographicsOf({ table9 }: PaperNumbers): { dimension: Dimension; value: string }[] {
  return DIMENSIONS.flatMap((dimension) =>
    table9.demographics[dimension].map((value) => ({ dimension, value }))
  );
}

/** Whether our own vocabulary has it in a dimension. */
function isOwn(value: string, dimension: Dimension): boolean {
  const words = Object.values(vocabulary.dimensions[dimension].groups).flat();
  return words.includes(foldedValue(value));
}

/** Without the plural's s. */
function stemOf(value: string): string {
  return foldedValue(value).replace(/s$/, "");
}

/** Whether a word is a form of another one: they begin alike, but for the last letter of the other. */
function isForm(word: string, other: string): boolean {
  const stem = other.slice(0, -1);
  return stem.length >= 4 && word.startsWith(stem);
}
