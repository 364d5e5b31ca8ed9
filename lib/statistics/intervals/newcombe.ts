import { checkCount, optionsOf } from "../checks.ts";
import { wilson } from "./wilson.ts";

/** How often two judgements of the same unit, say two models at one task, succeed together. */
export interface PairedCounts {
  /** Units at which a and b succeed. */
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}

/**
 * Newcombe's hybrid score interval for the difference b − a of two independent proportions.
 *
 * With p the proportions and (l, u) their Wilson intervals, the bounds are
 * (p_b − p_a) − √((p_b − l_b)² + (u_a − p_a)²) and (p_b − p_a) + √((u_b − p_b)² + (p_a − l_a)²). Two-sided.
 *
 * Source: Newcombe (1998), Statistics in Medicine 17(8), 873-890, method 10; agrees with statsmodels
 * `confint_proportions_2indep(method="newcomb", compare="diff")`.
 *
 * @param successesA Number of successes of a, an integer in [0, nA].
 * @param nA Number of trials of a, an integer of at least 1.
 * @param successesB Number of successes of b, an integer in [0, nB].
 * @param nB Number of trials of b, an integer of at least 1.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { newcombe } from "codebias/statistics/intervals/newcombe.ts";
 * import assert from "node:assert/strict";
 * const { difference, low, high } = newcombe(48, 80, 56, 70);
 * assert(Math.abs(difference - 0.2) < 1e-15);
 * assert(Math.abs(low - 0.0524) < 5e-5 && Math.abs(high - 0.3339) < 5e-5);
 * ```
 */
export function newcombe(
  successesA: number,
  nA: number,
  successesB: number,
  nB: number,
  options: { readonly level?: number } = {},
) {
  const { level } = optionsOf(options, { level: 0.95 });
  checkCount("trials of a", nA, 1);
  checkCount("successes of a", successesA, 0, nA);
  checkCount("trials of b", nB, 1);
  checkCount("successes of b", successesB, 0, nB);
  const [a, b] = [[successesA, nA], [successesB, nB]].map(([successes, n]) => ({
    value: successes / n,
    ...wilson(successes, n, { level }),
  }));
  return { ...hybridDifference(a, b), level };
}

/** A proportion with its bounds. */
type Bounded = Readonly<Record<"value" | "low" | "high", number>>;

/**
 * The difference b − a of two independent proportions with bounds made of theirs, whatever kind of interval these are.
 *
 * Source: as {@linkcode newcombe}.
 *
 * @example
 * ```ts
 * import { hybridDifference } from "codebias/statistics/intervals/newcombe.ts";
 * import assert from "node:assert/strict";
 * const [a, b] = [{ value: 0.25, low: 0.25, high: 0.5 }, { value: 0.75, low: 0.5, high: 0.75 }];
 * assert.deepEqual(hybridDifference(a, b), { difference: 0.5, low: 0.5 - Math.hypot(0.25, 0.25), high: 0.5 });
 * ```
 */
export function hybridDifference(a: Bounded, b: Bounded) {
  const difference = b.value - a.value;
  return {
    /** In [−1, 1], as the bounds are. */
    difference,
    low: difference - Math.hypot(b.value - b.low, a.high - a.value),
    high: difference + Math.hypot(b.high - b.value, a.value - a.low),
  };
}

/**
 * Newcombe's interval for the difference b − a of two proportions of the same units.
 *
 * With p the proportions, (l, u) their Wilson intervals and φ the correlation of the two judgements, the bounds are
 * (p_b − p_a) − √((p_b − l_b)² − 2φ (p_b − l_b)(u_a − p_a) + (u_a − p_a)²) and
 * (p_b − p_a) + √((u_b − p_b)² − 2φ (u_b − p_b)(p_a − l_a) + (p_a − l_a)²). Let D = both · neither − onlyA · onlyB; φ
 * is D over the root of the product of the four margins, but D is lowered by n/2, at most to 0, if it is above 0; and
 * φ = 0 if a margin is 0. Two-sided. With 20 to 40 units, proportions of 0.2 to 0.8 and correlations of −0.25 to 0.5, a
 * 95 % interval covers the true difference in 93.5 to 99 % of all cases.
 *
 * Source: Newcombe (1998), Statistics in Medicine 17(22), 2635-2650, method 10.
 *
 * @param counts Numbers of units; at least one unit.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { newcombePaired } from "codebias/statistics/intervals/newcombe.ts";
 * import assert from "node:assert/strict";
 * const { difference, low, high } = newcombePaired({ both: 1, onlyA: 1, onlyB: 7, neither: 12 });
 * assert(Math.abs(difference - 6 / 21) < 1e-15);
 * assert(Math.abs(low - 0.0256) < 5e-5 && Math.abs(high - 0.5069) < 5e-5);
 * ```
 */
export function newcombePaired(counts: PairedCounts, options: { readonly level?: number } = {}) {
  const { level } = optionsOf(options, { level: 0.95 });
  const { both, onlyA, onlyB, neither } = counts;
  for (const [what, count] of Object.entries({ both, onlyA, onlyB, neither })) {
    checkCount(`units counted as ${what}`, count);
  }
  const n = both + onlyA + onlyB + neither;
  if (n === 0) throw new RangeError("Cannot compare proportions of 0 units: at least 1 is needed");
  const a = reaches(both + onlyA, n, level);
  const b = reaches(both + onlyB, n, level);
  const phi = correlation(counts);
  const difference = (onlyB - onlyA) / n;
  return {
    /** In [−1, 1], as the bounds are. */
    difference,
    low: difference - Math.sqrt(b.down ** 2 - 2 * phi * b.down * a.up + a.up ** 2),
    high: difference + Math.sqrt(b.up ** 2 - 2 * phi * b.up * a.down + a.down ** 2),
    level,
  };
}

/** A proportion and how far its Wilson interval reaches to either side of it. */
function reaches(successes: number, n: number, level: number) {
  const value = successes / n;
  const { low, high } = wilson(successes, n, { level });
  return { value, down: value - low, up: high - value };
}

/** φ with Newcombe's correction for continuity. */
function correlation({ both, onlyA, onlyB, neither }: PairedCounts): number {
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  if (margins === 0) return 0;
  const excess = both * neither - onlyA * onlyB;
  const half = (both + onlyA + onlyB + neither) / 2;
  return (excess > 0 ? Math.max(0, excess - half) : excess) / Math.sqrt(margins);
}
