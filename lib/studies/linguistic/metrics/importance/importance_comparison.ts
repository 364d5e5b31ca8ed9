import { cellsBy } from "../../../../statistics/cells.ts";
import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import { tableWith } from "../../../../report/tables/table_with.ts";
import { isConstant, mean } from "../../../../statistics/descriptive.ts";
import { clusterBootstrap } from "../../../../statistics/bootstrap/cluster_bootstrap.ts";
import type { WordImportance } from "../../../../core/types.ts";
import type { Language } from "../../tasks/layout.ts";

/** A word to be compared between languages, with all its spellings in each. */
export interface NamedWord extends Readonly<Record<Language, readonly string[]>> {
  readonly name: string;
}

/** The words that the paper examines, in English or translated. */
export const QUALITY_WORDS: readonly NamedWord[] = [
  { name: "concise", en: ["concise"], zh: ["concise", "简洁"] },
  { name: "efficient", en: ["efficient"], zh: ["efficient", "高效"] },
];

/** The importance of a word in prompts of both languages. */
export type WordComparison = ReturnType<typeof compareWords>[number];

/** The options of {@linkcode compareWords}. */
export interface WordComparisonOptions {
  /** The words. @default concise and efficient */
  readonly words?: readonly NamedWord[];
  /** `score` is in nats, or a share of the answer; `normalised` is relative to the prompt's most important word. @default "normalised" */
  readonly by?: "normalised" | "score" | "perToken";
  /** The seed of the resampling. @default 1 */
  readonly seed?: number;
}

/**
 * Whether named words matter as much in prompts of one language as of the other: the mean difference Chinese − English over
 * tasks, which are paired.
 *
 * A word that occurs several times in a prompt counts with the highest of its values there. The interval is the
 * bootstrap one over tasks, widened for their number; a task without a score in one of the languages is unjudged.
 * Whether a word was above the noise floor is ignored: leaving out small values would create a difference where there
 * is none.
 *
 * Source: the BilingualCodeEval paper, section 4.3, which reads this from one model and single tasks, without an interval.
 *
 * @returns A row for each model, prompting method, method of weighing and word, in the order of their first occurrence.
 *
 * @example
 * ```ts ignore
 * const { words } = await importance(linguistic, { model, prompts: linguistic.importancePrompts(tasks) });
 * linguistic.compareWords(words);
 * ```
 */
export function compareWords(
  words: readonly WordImportance[],
  options: WordComparisonOptions = {},
) {
  refuseUnknownOptions(options, ["words", "by", "seed"]);
  const { words: named = QUALITY_WORDS, by = "normalised", seed = 1 } = options;
  const groups = cellsBy(words, ({ model, prompt, method }) => ({ model, prompt, method }));
  return groups.flatMap(({ keys, own }) =>
    named.map((word) => {
      const having = own.filter((one) => isSpelt(one, word));
      const pairs = [...Map.groupBy(having, ({ taskId }) => taskId).values()].map((task) => ({
        en: highest(task, "en", by),
        zh: highest(task, "zh", by),
      }));
      const judged = pairs.filter((pair): pair is { en: number; zh: number } =>
        pair.en !== null && pair.zh !== null
      );
      const [en, zh] = [judged.map((pair) => pair.en), judged.map((pair) => pair.zh)];
      return {
        ...{ ...keys, word: word.name, ...difference(en, zh, seed) },
        /** The number of tasks in which the word was weighed in both languages. */
        n: judged.length,
        /** The number of tasks that have the word in a language, but no score for it in both. */
        unjudged: pairs.length - judged.length,
      };
    })
  );
}

/** A table of differences between languages. */
export const wordComparisonTable = tableWith<WordComparison>([
  ...["model", "prompt", "method", "word", "en", "zh", "value", "low", "high", "n", "unjudged"] as const,
]);

function isSpelt({ word, language }: WordImportance, named: NamedWord): boolean {
  const ways = language === "en" ? named.en : language === "zh" ? named.zh : [];
  return ways.some((way) => way.toLowerCase() === word.toLowerCase());
}

function highest(
  task: readonly WordImportance[],
  language: Language,
  by: "normalised" | "score" | "perToken",
): number | null {
  const values = task.filter((one) => one.language === language).map((one) => one[by]);
  return values.length === 0 || values.includes(null) ? null : Math.max(...values as number[]);
}

/**
 * The mean importance over the tasks in each language, and the difference zh − en with its interval; null without
 * tasks. The interval is null also where no two tasks differ, because their spread is then unknown.
 */
function difference(en: readonly number[], zh: readonly number[], seed: number) {
  if (en.length === 0) return { en: null, zh: null, value: null, low: null, high: null };
  const means = { en: mean(en), zh: mean(zh) };
  const value = means.zh - means.en;
  // Differences that are equal up to rounding are equal.
  const differences = zh.map((one, at) => Number((one - en[at]).toPrecision(12)));
  if (isConstant(differences)) return { ...means, value, low: null, high: null };
  const { low, high } = clusterBootstrap(differences, [...differences.keys()], mean, { seed });
  return { ...means, value, low, high };
}
