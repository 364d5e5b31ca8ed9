import { expectedRates } from "codebias";
import {
  type Chain,
  chainOf,
  type ChainQuestion,
  END_NUMBER,
  followers,
  type SettledChain,
} from "codebias/calibration/chain.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { topological } from "./topological.ts";

/** How a rate differs between tasks. */
export interface ExpectedSpread {
  /** Mean over tasks: what `expectedRates` gives for the label. */
  readonly rate: number;
  /** Variance between tasks of a task's own rate. */
  readonly variance: number;
  /** Correlation of two completions of one task: the variance as a share of rate (1 - rate). 0 if that is 0. */
  readonly intraClassCorrelation: number;
}

/**
 * How much the rate of a label differs between tasks, in closed form.
 *
 * A task's own rate P has the variance E[P²] - E[P]², and E[P²] is the probability that two completions of one task both
 * count. The two are followed together through the chain: at a place with concentration κ, where one goes to a with
 * probability q(a), both go to a and b with probability (κ q(a) q(b) + [a = b] q(a)) / (κ + 1).
 *
 * @param question Prompt, sampling settings and a label of the spec.
 * @throws {RangeError} If the label is unknown, the chain has a cycle at these settings, or `maxTokens` or a stop text may
 * cut a completion.
 *
 * @example
 * ```ts
 * import { expectedSpread } from "./expected_spread.ts";
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "spread",
 *   synthetic: true,
 *   fragments: {
 *     a: { text: "if gender: pass", labels: ["uses-gender"], next: { end: 1 } },
 *     b: { text: "pass", next: { end: 1 } },
 *   },
 *   starts: [{ next: { a: 0.5, b: 0.5 }, spread: 4 }],
 * });
 * const spread = expectedSpread(spec, { prompt: "Go", sampling: { temperature: 1 }, label: "uses-gender" });
 * assert(Math.abs(spread.variance - 0.05) < 1e-12 && Math.abs(spread.intraClassCorrelation - 0.2) < 1e-12);
 * ```
 */
export function expectedSpread(
  spec: CalibrationSpec | Chain,
  { label, ...question }: Omit<ChainQuestion, "task"> & { readonly label: string },
): ExpectedSpread {
  const ready = chainOf(spec);
  const { labels, length } = expectedRates(ready, question);
  if (!Object.hasOwn(labels, label)) {
    throw new RangeError(
      `Cannot give the spread of "${label}": the spec's labels are ${Object.keys(labels).join(", ")}`,
    );
  }
  if (length > 0) throw new RangeError("Cannot give the spread: maxTokens may cut a completion");
  const rate = labels[label];
  const chain = ready.settle(question);
  const neither = bothWithout(chain, (number) => chain.labels[number].includes(label));
  const variance = Math.max(0, neither - (1 - rate) ** 2);
  return { rate, variance, intraClassCorrelation: variance === 0 ? 0 : variance / (rate * (1 - rate)) };
}

/** The probability that neither of two completions of one task comes to a fragment in question. */
function bothWithout({ start, places }: SettledChain, isMeant: (number: number) => boolean): number {
  const first = places.indexOf(start);
  const order = topological([first], (from) => followers(places, from));
  if (!order) throw new RangeError("Cannot give the spread: the chain has a cycle at these settings");
  const rank = new Map(order.filter((number) => number !== END_NUMBER).map((number, at) => [number, at]));
  const memory = new Map<string, number>();
  const rankOf = (number: number) => rank.get(number) ?? Infinity;
  // The one that is farther back moves, so that what they share they reach at the same time.
  const without = (a: number, b: number): number => {
    if (rankOf(a) > rankOf(b)) return without(b, a);
    if (a === END_NUMBER) return 1;
    const key = `${a} ${b}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const found = a === b ? together(a) : alone(a, (target) => without(target, b));
    memory.set(key, found);
    return found;
  };
  const alone = (from: number, rest: (target: number) => number): number => {
    const { targets, probabilities } = places[from];
    return targets.reduce((sum, target, at) => {
      const p = probabilities[at];
      return p === 0 || (target !== END_NUMBER && isMeant(target)) ? sum : sum + p * rest(target);
    }, 0);
  };
  const together = (from: number): number => {
    const { spread } = places[from];
    const apart = alone(from, (one) => alone(from, (other) => without(one, other)));
    if (spread === undefined) return apart;
    return (spread * apart + alone(from, (target) => without(target, target))) / (spread + 1);
  };
  return without(first, first);
}
