import { settled } from "../../../core/nearest.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import { wordBars } from "../../../report/figures/word_bars.ts";
import type { WordImportance } from "../../../core/types.ts";
import { LANGUAGE_NAMES } from "./figures.ts";
import { type Language, LANGUAGES } from "../tasks/layout.ts";

const LABELS: Readonly<Record<WordImportance["method"], string>> = {
  "likelihood": "Importance: drop of the answer's log-likelihood without the word",
  "output-change": "Importance: share of the answer that changes without the word",
};

/**
 * The importance of each word of a task's prompts to a model, in reading order, with a panel for each language.
 *
 * Source: the BilingualCodeEval paper, Fig. 6.
 *
 * @param words The words of one model, task and prompting method; the figure says if the model is synthetic.
 * @param options.subtitle The basis of the numbers, e.g. the source of the task.
 * @throws {RangeError} If there are no words, or words of several models, tasks or prompting methods.
 */
export function importanceFigure(
  words: readonly WordImportance[],
  options: { readonly subtitle: string },
): Figure {
  const { subtitle } = settled(options, { subtitle: undefined });
  if (words.length === 0) throw new RangeError("Cannot draw the importance of no words");
  for (const name of ["model", "taskId", "prompt", "method"] as const) {
    const found = [...new Set(words.map((one) => one[name]))];
    if (found.length === 1) continue;
    throw new RangeError(`Cannot draw words of more than one ${name} in a figure: ${found.join(", ")}`);
  }
  const [{ model, taskId, prompt, method, synthetic }] = words;
  const controls = words.some(({ floor }) => floor !== null);
  const languages = [...new Set([...LANGUAGES, ...words.map(({ language }) => language)])];
  const unit = method === "likelihood" ? " nats" : "";
  const bars = languages.flatMap((language) => {
    const own = words.filter((word) => word.language === language);
    const most = Math.max(0, ...own.map(({ score }) => score ?? 0));
    const panel = `${LANGUAGE_NAMES[language as Language] ?? language} (1 is ${
      Number(most.toPrecision(3))
    }${unit})`;
    return own.map(({ word, normalised, aboveFloor }) => ({
      ...{ panel, word, value: normalised, muted: aboveFloor === false || normalised === 0 },
    }));
  });
  return wordBars(bars, {
    title: `Importance of prompt words: ${model}, ${taskId}, ${prompt}`,
    subtitle: synthetic ? `SYNTHETIC model, no finding about any language model. ${subtitle}` : subtitle,
    label: `${LABELS[method]}, over the largest of the prompt`,
    mutedLabel: controls
      ? "0, or not above the noise floor, the largest score of the same prompt asked again"
      : "0; no prompt was asked again, so that noise is not known",
  });
}

/** The table of the importance of prompt words, a row each: the numbers of the paper's Fig. 6. */
export const importanceTable = tableWith<WordImportance>([
  ...["model", "taskId", "prompt", "language", "index", "word"] as const,
  ...["score", "normalised", "method", "floor"] as const,
]);
