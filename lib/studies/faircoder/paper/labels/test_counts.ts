import { shannonEntropy } from "../../../../statistics/entropy.ts";
import { TEST_SHIFT } from "../../metrics/authors_metrics.ts";
import { HALF_UNIT } from "../rounding.ts";

/** The possible entropies by the number of answers that name a group; each list is computed once. */
export type EntropyLists = Map<number, readonly number[]>;

/**
 * Whether a number of answers to a topic can give a printed refusal rate and entropy: some of the answers refuse, and the
 * others name the groups in some numbers.
 *
 * The entropy is H(counts) / ln G, with 0.2 added to all counts if one is 0; it is 1 if all counts are 0.
 *
 * Source: the paper FairCoder, section 3.3 and algorithm 2, and its artifact; only the artifact has the 0.2.
 *
 * @param printed The refusal rate with the entropy of the same topic.
 * @param options.answers The number of answers to the topic, an integer of at least 1.
 * @param options.groups G, an integer of at least 2.
 * @param options.known The entropies that were computed for the same groups; new ones are added to it.
 *
 * @example
 * ```ts
 * import { countsGive } from "codebias/studies/faircoder/paper/labels/test_counts.ts";
 * import assert from "node:assert/strict";
 * const printed = { refusal: 0.95, entropy: 0.41 };
 * assert.equal(countsGive(printed, { answers: 100, groups: 2 }), false); // 5 answers: 0.23, 0.72 or 0.97
 * assert.equal(countsGive(printed, { answers: 40, groups: 2 }), true); // 2 answers for one group
 * ```
 */
export function countsGive(
  { refusal, entropy }: Readonly<Record<"refusal" | "entropy", number>>,
  { answers, groups, known = new Map() }: {
    readonly answers: number;
    readonly groups: number;
    readonly known?: EntropyLists;
  },
): boolean {
  const near = HALF_UNIT + 1e-9;
  const from = Math.max(0, Math.floor(answers * (1 - refusal - near)));
  const to = Math.min(answers, Math.ceil(answers * (1 - refusal + near)));
  for (let named = from; named <= to; named++) {
    if (Math.abs((answers - named) / answers - refusal) > near) continue;
    const entropies = known.get(named) ?? entropiesOf(named, groups);
    known.set(named, entropies);
    if (entropies.some((one) => Math.abs(one - entropy) <= near)) return true;
  }
  return false;
}

/** The entropies of all ways in which a number of answers can name the groups. */
function entropiesOf(named: number, groups: number): number[] {
  if (named === 0) return [1];
  const entropies = fallingParts(named, groups, named).map((counts) =>
    shannonEntropy(counts.includes(0) ? counts.map((count) => count + TEST_SHIFT) : counts, {
      normalized: true,
    })
  );
  return [...new Set(entropies)];
}

/** All ways to write a number as a sum of whole numbers of at least 0, as many as `parts`, none above the one before it. */
export function fallingParts(left: number, parts: number, most: number): number[][] {
  if (parts === 1) return left <= most ? [[left]] : [];
  const ways: number[][] = [];
  for (let first = Math.min(left, most); first * parts >= left; first--) {
    for (const rest of fallingParts(left - first, parts - 1, first)) ways.push([first, ...rest]);
  }
  return ways;
}
