import type { Completion } from "../../../core/types.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";

/** How often two models, or one model twice, answer with an identical text. */
export type Coincidence = ReturnType<typeof coincidence>[number];

/**
 * Compares the texts of completions, between models and within each, with a row for every pair of models.
 *
 * Models that were trained separately seldom produce identical texts. If two coincide with each other as often as each
 * does with itself, they are not two independent observations, and a test over models must not treat them as such.
 */
export function coincidence(completions: readonly Completion<LinguisticSettings>[]) {
  const models = [...new Set(completions.map(({ model }) => model))].sort();
  const cells = cellsBy(completions, ({ taskId, settings }) => [taskId, settings])
    .map(({ own }) => Map.groupBy(own, ({ model }) => model));
  return models.flatMap((model, at) =>
    models.slice(at).map((other) => {
      let [identical, pairs] = [0, 0];
      for (const cell of cells) {
        const [own, others] = [cell.get(model), cell.get(other)];
        if (!own || !others) continue;
        // Of n completions of the same model, n (n - 1) / 2 pairs are of two of them.
        const both = (a: number, b: number) => model === other ? a * (a - 1) / 2 : a * b;
        const counts = Map.groupBy(others, ({ text }) => text);
        for (const [text, { length }] of Map.groupBy(own, ({ text }) => text)) {
          identical += both(length, counts.get(text)?.length ?? 0);
        }
        pairs += both(own.length, others.length);
      }
      return {
        model,
        /** The other model; the same model for pairs of its own epochs. */
        other,
        /** The share of the pairs that are identical, in [0, 1]; null without pairs. */
        share: pairs === 0 ? null : identical / pairs,
        /** The number of identical pairs, and of all pairs, of completions of one task under the same settings. */
        ...{ identical, pairs },
      };
    })
  );
}
