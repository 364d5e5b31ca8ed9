import type { Sample } from "../../types.ts";
import { passed } from "./agreement.ts";
import { type Language, LANGUAGES, type LinguisticSettings } from "./layout.ts";
import type { Verdict } from "./verdict.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** How often two sets of samples of the same size differ in whether they solve a task. */
export interface SplitHalf {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  /** One half in English, the other in Chinese: share of tasks solved by exactly one. In [0, 1]. */
  readonly between: number;
  /** Both halves in the same language: the difference that chance alone makes. In [0, 1]. */
  readonly within: number;
  /** Samples in each half. */
  readonly samples: number;
  readonly tasks: number;
}

/**
 * Compares the difference between languages with the difference within one: odd against even epochs.
 *
 * A language-blind model also solves some tasks in one language only, because its samples differ. Only what
 * `between` is above `within` can be the language's doing. `between` averages odd English with even Chinese and
 * even English with odd Chinese; `within` averages the two languages.
 */
export function splitHalf(samples: readonly LinguisticSample[]): SplitHalf[] {
  const cells = Map.groupBy(
    samples,
    ({ model, settings }) => JSON.stringify([model, settings.prompt, settings.temperature]),
  );
  return [...cells].map(([key, cell]) => {
    const [model, prompt, temperature] = JSON.parse(key) as [string, string, number];
    const tasks = [...Map.groupBy(cell, ({ taskId }) => taskId).values()];
    const differ = (a: [Language, 0 | 1], b: [Language, 0 | 1]) =>
      tasks.filter((group) => solvedBy(group, a) !== solvedBy(group, b)).length / tasks.length;
    return {
      model,
      prompt,
      temperature,
      between: (differ(["en", 1], ["zh", 0]) + differ(["en", 0], ["zh", 1])) / 2,
      within: LANGUAGES.reduce((sum, language) => sum + differ([language, 0], [language, 1]), 0) /
        LANGUAGES.length,
      samples: Math.floor(Math.max(...cell.map(({ epoch }) => epoch)) / 2),
      tasks: tasks.length,
    };
  });
}

function solvedBy(samples: readonly LinguisticSample[], [language, parity]: [Language, 0 | 1]): boolean {
  return samples.some((sample) =>
    sample.settings.language === language && sample.epoch % 2 === parity && passed(sample)
  );
}
