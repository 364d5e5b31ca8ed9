import { LANGUAGES } from "../../tasks/layout.ts";
import { cellKeys, hasPassed, type LinguisticSample } from "../sample_keys.ts";
import { cellsBy } from "../../../../statistics/cells.ts";

/** How often two sets of samples of the same size differ in whether they solve a task. */
export type SplitHalf = ReturnType<typeof splitHalf>[number];

/**
 * Compares the difference between languages with the difference within one: odd against even epochs.
 *
 * A language-blind model also solves some tasks in one language only, because its samples vary. Only the
 * excess of `between` over `within` can be due to the language. `between` averages odd English against even
 * Chinese and even English against odd Chinese; `within` averages the two languages. The four halves of a task
 * have the same number of samples, the first ones; a task is left out if one of its halves is empty or has a sample
 * that could not be judged.
 *
 * @returns A row for each model, prompting method and temperature that has such tasks.
 */
export function splitHalf(samples: readonly LinguisticSample[]) {
  return cellsBy(samples, cellKeys).flatMap(({ keys, own }) => {
    const tasks = [...Map.groupBy(own, ({ taskId }) => taskId).values()].flatMap((group) =>
      halve(group) ?? []
    );
    if (tasks.length === 0) return [];
    type Half = keyof typeof tasks[number];
    const differ = (a: Half, b: Half) =>
      tasks.filter((halves) => halves[a] !== halves[b]).length / tasks.length;
    return [{
      ...keys,
      /** The share of tasks that exactly one of two halves solves, one half in English, the other in Chinese. In [0, 1]. */
      between: (differ("enOdd", "zhEven") + differ("enEven", "zhOdd")) / 2,
      /** The same with both halves in one language: the difference that chance alone makes. In [0, 1]. */
      within: (differ("enOdd", "enEven") + differ("zhOdd", "zhEven")) / 2,
      /** The largest number of samples in each half of a task. */
      samples: Math.max(...tasks.map(({ size }) => size)),
      /** The number of tasks with four halves. */
      tasks: tasks.length,
    }];
  });
}

/** Whether each half of one task's samples solves it, and the number of samples in each. */
function halve(samples: readonly LinguisticSample[]) {
  const [enOdd, enEven, zhOdd, zhEven] = LANGUAGES.flatMap((language) =>
    [1, 0].map((parity) =>
      samples.filter(({ settings, epoch }) => settings.language === language && epoch % 2 === parity)
        .toSorted((a, b) => a.epoch - b.epoch)
    )
  );
  const size = Math.min(enOdd.length, enEven.length, zhOdd.length, zhEven.length);
  const [a, b, c, d] = [enOdd, enEven, zhOdd, zhEven].map((half) => half.slice(0, size));
  if (size === 0 || [a, b, c, d].flat().some(({ judgement }) => judgement.kind !== "judged")) {
    return undefined;
  }
  return {
    enOdd: a.some(hasPassed),
    enEven: b.some(hasPassed),
    zhOdd: c.some(hasPassed),
    zhEven: d.some(hasPassed),
    size,
  };
}
