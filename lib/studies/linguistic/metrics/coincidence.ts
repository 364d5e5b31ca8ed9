import type { Completion } from "../../../core/types.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";

/** How often two models, or one model twice, answer with the very same text. */
export interface Coincidence {
  readonly model: string;
  /** The other model; the same one for pairs of its own epochs. */
  readonly other: string;
  /** Share of the pairs that are identical, in [0, 1]; null without pairs. */
  readonly share: number | null;
  readonly identical: number;
  /** Pairs of completions of one task under the same settings. */
  readonly pairs: number;
}

/**
 * Compares completions as text, between models and within each, one row for every two models.
 *
 * Models that were trained apart seldom agree to the letter. If two coincide with each other as often as each
 * does with itself, they are not two independent observations, and a test over models must not take them so.
 */
export function coincidence(completions: readonly Completion<LinguisticSettings>[]): Coincidence[] {
  const models = [...new Set(completions.map(({ model }) => model))].sort();
  const cells = [...Map.groupBy(completions, ({ taskId, settings }) => JSON.stringify([taskId, settings]))]
    .map(([, cell]) => Map.groupBy(cell, ({ model }) => model))
    .map((cell) => new Map([...cell].map(([model, own]) => [model, countTexts(own)])));
  return models.flatMap((model, at) =>
    models.slice(at).map((other): Coincidence => {
      let [identical, pairs] = [0, 0];
      for (const cell of cells) {
        const [own, others] = [cell.get(model), cell.get(other)];
        if (!own || !others) continue;
        identical += model === other ? pairsWithin(own) : pairsBetween(own, others);
        pairs += model === other ? pairsOf(total(own)) : total(own) * total(others);
      }
      return { model, other, share: pairs === 0 ? null : identical / pairs, identical, pairs };
    })
  );
}

function countTexts(completions: readonly Completion<LinguisticSettings>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of completions) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function pairsWithin(counts: Map<string, number>): number {
  return counts.values().reduce((sum, count) => sum + pairsOf(count), 0);
}

function pairsBetween(a: Map<string, number>, b: Map<string, number>): number {
  return a.entries().reduce((sum, [text, count]) => sum + count * (b.get(text) ?? 0), 0);
}

function total(counts: Map<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}

function pairsOf(count: number): number {
  return count * (count - 1) / 2;
}
