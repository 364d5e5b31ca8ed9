import { sum, tally } from "../descriptive.ts";

/** What is rearranged: values, `chosen` of which are drawn, or any subset if that is null. */
export interface Pool {
  readonly values: readonly number[];
  readonly chosen: number | null;
}

/** Distinct values and how often each occurs. */
type Groups = readonly (readonly [value: number, count: number])[];

/** An arrangement of some groups: its sum, how many values may still be drawn, its log weight. */
interface Partial {
  readonly total: number;
  readonly left: number;
  readonly weight: number;
}

/**
 * Every way to draw from a pool, where equal values cannot be told apart, or null if there are too many.
 *
 * An arrangement says how many j_v of the m_v values equal to v are drawn. Its probability is Π C(m_v, j_v) over
 * C(N, k) if k of N values are drawn, over 2^N if each is drawn or not by the toss of a coin.
 *
 * Source: the distribution that Fisher (1935), The Design of Experiments, section 21, writes out by hand.
 *
 * @param pool What is drawn from, and how many.
 * @param most Largest number of arrangements to write out.
 * @returns Sums of the drawn values with their probabilities, which add up to 1.
 *
 * @example
 * ```ts
 * import { arrangementsOf } from "codebias/statistics/tests/arrangements.ts";
 * import assert from "node:assert/strict";
 * const found = arrangementsOf({ values: [0, 0, 1, 1], chosen: 2 }, 10);
 * assert.deepEqual(found?.sums, [2, 1, 0]);
 * assert(Math.abs(found.chances[1] - 4 / 6) < 1e-12);
 * assert.equal(arrangementsOf({ values: [0, 0, 1, 1], chosen: 2 }, 2), null);
 * ```
 */
export function arrangementsOf(pool: Pool, most: number) {
  const groups = [...tally(pool.values)];
  if (!isWithin(groups, pool, most)) return null;
  const partials = expand(groups, pool);
  const greatest = partials.reduce((found, { weight }) => Math.max(found, weight), 0);
  const weights = partials.map(({ weight }) => Math.exp(weight - greatest));
  const all = sum(weights);
  return { sums: partials.map(({ total }) => total), chances: weights.map((weight) => weight / all) };
}

/** Whether there are at most so many arrangements; stops counting as soon as there are more. */
function isWithin(groups: Groups, pool: Pool, most: number): boolean {
  if (pool.chosen === null) {
    let ways = 1;
    return groups.every(([, count]) => (ways *= count + 1) <= most) && ways <= most;
  }
  const drawn = Math.min(pool.chosen, pool.values.length - pool.chosen);
  let ways = [1];
  let rest = pool.values.length;
  for (const [, count] of groups) {
    rest -= count;
    // An arrangement of these groups counts only if the rest has enough values to complete it, and then it is
    // part of at least one arrangement of all of them.
    ways = withGroup(ways, count, drawn).map((number, j) => drawn - j <= rest ? number : 0);
    if (sum(ways) > most) return false;
  }
  return sum(ways) <= most;
}

/** For each number of values drawn, in how many ways it is reached if up to `count` of one more group are drawn. */
function withGroup(ways: readonly number[], count: number, drawn: number): number[] {
  const longer: number[] = [];
  let window = 0;
  for (let k = 0; k <= Math.min(drawn, ways.length - 1 + count); k += 1) {
    if (k < ways.length) window += ways[k];
    if (k > count) window -= ways[k - count - 1];
    longer.push(window);
  }
  return longer;
}

function expand(groups: Groups, pool: Pool): Partial[] {
  let rest = pool.values.length;
  let partials: Partial[] = [{ total: 0, left: pool.chosen ?? rest, weight: 0 }];
  for (const [value, count] of groups) {
    rest -= count;
    const longer: Partial[] = [];
    const choices = logChoices(count);
    for (const { total, left, weight } of partials) {
      const least = pool.chosen === null ? 0 : Math.max(0, left - rest);
      for (let j = least; j <= Math.min(count, left); j += 1) {
        longer.push({ total: total + j * value, left: left - j, weight: weight + choices[j] });
      }
    }
    partials = longer;
  }
  return partials;
}

/** Logarithms of C(n, 0), …, C(n, n). */
function logChoices(n: number): number[] {
  const logs = [0];
  for (let k = 1; k <= n; k++) logs.push(logs[k - 1] + Math.log((n - k + 1) / k));
  return logs;
}
