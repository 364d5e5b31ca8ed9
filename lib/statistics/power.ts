import { mustBe } from "../core/kinds.ts";
import { type Alternative, checkChoice, checkCount, optionsOf } from "./checks.ts";
import { cohensH } from "./effect_size.ts";
import { noncentralityOf, noncentralTCdf, noncentralTTail } from "./distributions/noncentral_t.ts";
import { normalQuantile, normalTail } from "./distributions/normal.ts";
import { risingRoot } from "./intervals/rising_root.ts";
import { tQuantile } from "./distributions/student_t.ts";

/** How a test is designed. */
export interface Design {
  /** Level of significance in (0, 1). Defaults to 0.05. */
  readonly alpha?: number;
  /** `greater`: b above a. Defaults to `two-sided`. */
  readonly alternative?: Alternative;
}

const KINDS = ["two-sample", "paired", "one-sample"] as const;

/** How a t-test is designed. */
export interface TDesign extends Design {
  /** Two groups of equal variance, pairs, or one list against a given mean. Defaults to `two-sample`. */
  readonly kind?: typeof KINDS[number];
}

/** How many values a t-test has. */
export interface TSize {
  /** Size of group a, number of pairs or of values, at least 2. */
  readonly n: number;
  /** Size of group b, for two groups only. Defaults to n. */
  readonly nB?: number;
}

/** What a t-test is designed for where nobody says so. */
const USUAL = { alpha: 0.05, alternative: "two-sided", kind: "two-sample" } as const;

/** Sizes above this are out of reach of any study. */
const MAX_SIZE = 1e9;

/**
 * Power of a t-test: probability that it is significant if the effect is as large as stated.
 *
 * The probability that a noncentral t variable with noncentrality d √(n_a n_b / (n_a + n_b)), or d √n, is beyond the
 * critical value; for `two-sided`, that of either side counts.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2; agrees with statsmodels
 * `TTestIndPower` and `TTestPower`.
 *
 * @param options.d Effect, b − a, in standard deviations (of the differences, for `paired`); not 0.
 * @param options.n Size of group a, number of pairs or of values, at least 2.
 * @param options.nB Size of group b, at least 2. Defaults to n.
 * @param options.alpha Level of significance in (0, 1). Defaults to 0.05.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @param options.kind The test. Defaults to `two-sample`.
 * @returns A probability in [0, 1].
 * @throws {RangeError} If an option is out of range, or nB is given without two groups.
 *
 * @example
 * ```ts
 * import { powerT } from "codebias/statistics/power.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(powerT({ d: 0.5, n: 64 }) - 0.8014595579222544) < 1e-12);
 * ```
 */
export function powerT(options: TDesign & TSize & { d: number }): number {
  const { d, ...design } = optionsOf(options, { d: undefined, n: undefined, nB: undefined, ...USUAL });
  checkEffect("d", d);
  return powerAt(d, designOf(design));
}

/**
 * Smallest effect that a t-test finds with a given power.
 *
 * The d of the alternative's sign, positive for `two-sided`, at which {@linkcode powerT} is the power.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2; agrees with statsmodels
 * `TTestIndPower().solve_power` and `TTestPower().solve_power`.
 *
 * @param options.n Size of group a, number of pairs or of values, at least 2.
 * @param options.nB Size of group b, at least 2. Defaults to n.
 * @param options.power In (alpha, 1). Defaults to 0.8.
 * @param options.alpha Level of significance in (0, 1). Defaults to 0.05.
 * @param options.alternative `less`: d is negative. Defaults to `two-sided`.
 * @param options.kind The test. Defaults to `two-sample`.
 * @returns In standard deviations (of the differences, for `paired`).
 * @throws {RangeError} If an option is out of range, or nB is given without two groups.
 *
 * @example
 * ```ts
 * import { detectableD, powerT } from "codebias/statistics/power.ts";
 * import assert from "node:assert/strict";
 * const d = detectableD({ n: 20, kind: "paired" });
 * assert(Math.abs(powerT({ d, n: 20, kind: "paired" }) - 0.8) < 1e-12);
 * ```
 */
export function detectableD(options: TDesign & TSize & { power?: number }): number {
  const { power, ...given } = optionsOf(options, { n: undefined, nB: undefined, power: 0.8, ...USUAL });
  const design = designOf(given);
  checkPower(power, design.alpha);
  const nearSide = -noncentralityOf(power, -design.critical, design.df) / design.root;
  if (design.alternative !== "two-sided") return design.alternative === "less" ? -nearSide : nearSide;
  // The far side adds to the power, so that the effect is at most that of the near side alone.
  return risingRoot((d) => normalScale(powerAt(d, design)) - normalScale(power), [0, nearSide]);
}

/**
 * Smallest size at which a t-test finds an effect with a given power.
 *
 * The smallest integer n at which {@linkcode powerT} is at least the power: the size of each of two groups, the number of
 * pairs or the number of values.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2; agrees with statsmodels
 * `TTestIndPower().solve_power` and `TTestPower().solve_power`, rounded up.
 *
 * @param options.d Effect, b − a, in standard deviations (of the differences, for `paired`); of the alternative's sign.
 * @param options.power In (alpha, 1). Defaults to 0.8.
 * @param options.alpha Level of significance in (0, 1). Defaults to 0.05.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @param options.kind The test. Defaults to `two-sample`.
 * @returns An integer of at least 2.
 * @throws {RangeError} If an option is out of range, d has not the alternative's sign, or n would be above a billion.
 *
 * @example
 * ```ts
 * import { neededN } from "codebias/statistics/power.ts";
 * import assert from "node:assert/strict";
 * assert.equal(neededN({ d: 0.5 }), 64);
 * assert.equal(neededN({ d: 0.5, kind: "paired" }), 34);
 * ```
 */
export function neededN(options: TDesign & { d: number; power?: number }): number {
  const { d, power, alpha, alternative, kind } = optionsOf(options, { d: undefined, power: 0.8, ...USUAL });
  checkEffect("d", d);
  checkAlpha(alpha);
  checkPower(power, alpha);
  if (alternative === "greater" && d < 0 || alternative === "less" && d > 0) {
    throw new RangeError(`Cannot find d = ${d} with the alternative "${alternative}": its sign is the other`);
  }
  const enough = (n: number) => powerT({ d, alpha, alternative, kind, n }) >= power;
  // What a test of known variance needs is nearly enough.
  const spread = normalQuantile(alternative === "two-sided" ? alpha / 2 : alpha) - normalQuantile(power);
  let low = Math.max(1, Math.floor((kind === "two-sample" ? 2 : 1) * (spread / d) ** 2));
  while (low > 1 && low <= MAX_SIZE && enough(low)) low = Math.floor(low / 2);
  for (let reach = 2; low <= MAX_SIZE; reach *= 2) {
    if (enough(low + reach)) return smallest(enough, low, low + reach);
    low += reach;
  }
  throw new RangeError(`Cannot find d = ${d} with power ${power}: more than ${MAX_SIZE} units are needed`);
}

/**
 * Power of the comparison of two independent proportions, by the normal approximation.
 *
 * Φ(h √(n_a n_b / (n_a + n_b)) − z) with Cohen's h, and for `two-sided` the other side's probability as well.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 6; agrees with statsmodels
 * `NormalIndPower`.
 *
 * @param options.a Proportion of group a in [0, 1].
 * @param options.b Proportion of group b in [0, 1], another one.
 * @param options.n Size of group a, at least 1.
 * @param options.nB Size of group b, at least 1. Defaults to n.
 * @param options.alpha Level of significance in (0, 1). Defaults to 0.05.
 * @param options.alternative `greater`: b above a. Defaults to `two-sided`.
 * @returns A probability in [0, 1].
 * @throws {RangeError} If an option is out of range or the proportions are the same.
 *
 * @example
 * ```ts
 * import { powerProportions } from "codebias/statistics/power.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(powerProportions({ a: 0.3, b: 0.5, n: 100 }) - 0.8289189081102787) < 1e-12);
 * ```
 */
export function powerProportions(options: Design & { a: number; b: number; n: number; nB?: number }): number {
  const { a, b, n, nB = n, alpha, alternative } = optionsOf(options, {
    ...{ a: undefined, b: undefined, n: undefined, nB: undefined, alpha: 0.05, alternative: "two-sided" },
  });
  const h = cohensH(a, b);
  checkEffect("h", h);
  checkAlpha(alpha);
  checkCount("units", n, 1);
  checkCount("units in group b", nB, 1);
  const shift = h / Math.sqrt(1 / n + 1 / nB);
  const critical = normalQuantile(alternative === "two-sided" ? alpha / 2 : alpha);
  const [above, below] = [normalTail(critical - shift), normalTail(critical + shift)];
  return alternative === "two-sided" ? Math.min(1, above + below) : alternative === "greater" ? above : below;
}

function designOf(options: Required<TDesign> & TSize) {
  const { n, nB = n, kind, alpha, alternative } = options;
  checkChoice("kind", kind, KINDS);
  checkAlpha(alpha);
  checkCount(kind === "paired" ? "pairs" : "units", n, 2);
  if (kind !== "two-sample" && options.nB !== undefined) {
    throw new RangeError(`Cannot use nB = ${nB} with kind "${kind}": there is no second group`);
  }
  checkCount("units in group b", nB, 2);
  const df = kind === "two-sample" ? n + nB - 2 : n - 1;
  const root = kind === "two-sample" ? 1 / Math.sqrt(1 / n + 1 / nB) : Math.sqrt(n);
  const critical = tQuantile(alternative === "two-sided" ? alpha / 2 : alpha, df);
  return { alpha, alternative, df, root, critical };
}

function powerAt(d: number, { alternative, df, root, critical }: ReturnType<typeof designOf>): number {
  const delta = d * root;
  if (alternative === "less") return noncentralTCdf(-critical, df, delta);
  const above = noncentralTTail(critical, df, delta);
  return alternative === "greater" ? above : Math.min(1, above + noncentralTCdf(-critical, df, delta));
}

/** On this scale the power is nearly a straight line in the effect. */
function normalScale(power: number): number {
  return -normalQuantile(Math.max(1e-300, Math.min(power, 1 - 1e-16)));
}

/**
 * The smallest integer that is enough, where all above it are.
 *
 * @param low An integer that is not enough, and is not asked about.
 * @param high An integer above it that is.
 */
export function smallest(enough: (n: number) => boolean, low: number, high: number): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function checkEffect(name: string, effect: number): void {
  if (effect !== 0 && Number.isFinite(effect)) return;
  const is = effect === 0 ? "there is no effect to be found" : "it must be finite";
  throw new RangeError(`Cannot compute the power for ${name} = ${effect}: ${is}`);
}

function checkAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`Cannot use alpha ${alpha}: it must be in (0, 1)`);
}

function checkPower(power: number, alpha: number): void {
  mustBe(power > alpha && power < 1, `plan for power ${power}`, `in (alpha, 1) = (${alpha}, 1)`);
}
