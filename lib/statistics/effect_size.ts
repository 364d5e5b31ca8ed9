import { mustBe } from "../core/kinds.ts";
import { checkChoice, checkFourfold, optionsOf } from "./checks.ts";
import { meanDifference, meanWithError } from "./intervals/mean_difference.ts";
import { noncentralityOf } from "./distributions/noncentral_t.ts";
import { normalQuantile } from "./distributions/normal.ts";
import { stirlingError } from "./distributions/stirling.ts";

/** Options of a standardized difference. */
export interface StandardizedOptions {
  /** Whether to correct the bias of small samples, which makes d into Hedges' g. Defaults to false. */
  readonly hedges?: boolean;
  /** Confidence level of the interval in (0, 1). Defaults to 0.95. */
  readonly level?: number;
}

/** Standardized differences above this come from rounding, not from data. */
const LARGEST_DIFFERENCE = 1e4;

/**
 * Cohen's d: the difference of two means in standard deviations.
 *
 * `pooled`: (b̄ − ā) / s with the pooled standard deviation s of two groups; `paired`: d_z, the mean of b_i − a_i divided by
 * its standard deviation. The interval is exact for normal values and always two-sided: its bounds are the
 * effects whose noncentral t distributions have the observed t at (1 ± level) / 2.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2; Steiger and Fouladi (1997), in What If
 * There Were No Significance Tests?, ch. 9; Hedges (1981), Journal of Educational Statistics 6(2), 107-128. As R's MBESS
 * `ci.smd` and effectsize `cohens_d`.
 *
 * @param a At least two values.
 * @param b At least two values; for `paired` those of the same units in the same order.
 * @param options.kind What the lists are. Defaults to `pooled`.
 * @param options.hedges Whether to correct for small samples, giving Hedges' g. Defaults to false.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If there are too few values, one is not finite, pairs are incomplete, nothing varies, or an option is
 * out of range.
 *
 * @example
 * ```ts
 * import { cohensD } from "codebias/statistics/effect_size.ts";
 * import assert from "node:assert/strict";
 * const { estimate, low, high } = cohensD([1, 2, 3], [3, 4, 5]);
 * assert(Math.abs(estimate - 2) < 1e-14 && low < 0 && high > 4);
 * ```
 */
export function cohensD(
  a: readonly number[],
  b: readonly number[],
  options: StandardizedOptions & { kind?: "pooled" | "paired" } = {},
) {
  const { kind, hedges, level } = optionsOf(options, { kind: "pooled", hedges: false, level: 0.95 });
  checkChoice("kind", kind, ["pooled", "paired"]);
  const { difference, standardError, df } = meanDifference(a, b, kind);
  const units = kind === "paired" ? a.length : 1 / (1 / a.length + 1 / b.length);
  return standardized({ t: difference / standardError, df, units, hedges, level });
}

/**
 * Cohen's d of one list: how many standard deviations its mean is above a given one.
 *
 * (x̄ − μ₀) / s, with the interval of {@linkcode cohensD}.
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2; as effectsize `cohens_d`.
 *
 * @param values At least two, which must vary.
 * @param options.mean The mean μ₀ to compare with. Defaults to 0.
 * @param options.hedges Whether to correct for small samples, giving Hedges' g. Defaults to false.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If there are too few values, one is not finite, they do not vary, or an option is out of range.
 *
 * @example
 * ```ts
 * import { cohensDOneSample } from "codebias/statistics/effect_size.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(cohensDOneSample([1, 2, 3], { mean: 1 }).estimate - 1) < 1e-15);
 * ```
 */
export function cohensDOneSample(
  values: readonly number[],
  options: StandardizedOptions & { mean?: number } = {},
) {
  const { mean, hedges, level } = optionsOf(options, { mean: 0, hedges: false, level: 0.95 });
  if (!Number.isFinite(mean)) throw new RangeError(`Cannot compare with the mean ${mean}: it must be finite`);
  const { estimate, standardError, df } = meanWithError("values", values);
  return standardized({ t: (estimate - mean) / standardError, df, units: values.length, hedges, level });
}

/**
 * Cohen's h: the difference of two proportions on the scale on which their variance is the same.
 *
 * 2 arcsin √p_b − 2 arcsin √p_a, in [−π, π].
 *
 * Source: Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 6; agrees with statsmodels
 * `proportion_effectsize(b, a)`.
 *
 * @param a Proportion in [0, 1].
 * @param b Proportion in [0, 1].
 * @throws {RangeError} If a proportion is out of range.
 *
 * @example
 * ```ts
 * import { cohensH } from "codebias/statistics/effect_size.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(cohensH(0, 1) - Math.PI) < 1e-15);
 * assert.equal(cohensH(0.3, 0.3), 0);
 * ```
 */
export function cohensH(a: number, b: number): number {
  checkProportion(a);
  checkProportion(b);
  return 2 * (Math.asin(Math.sqrt(b)) - Math.asin(Math.sqrt(a)));
}

/**
 * Odds ratio of success in group b against group a.
 *
 * With the table [[a, b], [c, d]], whose rows are group a and group b and whose columns are successes and failures, it is
 * (c / d) / (a / b). The interval exp(ln OR ± z √(1/a + 1/b + 1/c + 1/d)) is always two-sided. If a cell is
 * 0, 0.5 is added to each, as `corrected` and `note` say.
 *
 * Source: Woolf (1955), Annals of Human Genetics 19(4), 251-253; Haldane (1956), same journal 20(4), 309-311; Anscombe
 * (1956), Biometrika 43(3/4), 461-464; agrees with statsmodels `Table2x2`, whose rows are in the other order.
 *
 * @param table Counts, [[successes of a, failures of a], [successes of b, failures of b]].
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If a cell is not a count, a group is empty, all units or none succeed, or the level is out of range.
 *
 * @example
 * ```ts
 * import { oddsRatio } from "codebias/statistics/effect_size.ts";
 * import assert from "node:assert/strict";
 * assert.equal(oddsRatio([[10, 20], [30, 20]]).estimate, 3);
 * assert.equal(oddsRatio([[0, 20], [5, 20]]).corrected, true);
 * ```
 */
export function oddsRatio(
  table: readonly [readonly [number, number], readonly [number, number]],
  options: { level?: number } = {},
) {
  const { level } = optionsOf(options, { level: 0.95 });
  checkTable(table);
  const corrected = table.flat().includes(0);
  const [a, b, c, d] = corrected ? table.flat().map((count) => count + 0.5) : table.flat();
  const estimate = (c / d) / (a / b);
  const standardError = Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  const reach = Math.exp(normalQuantile((1 - level) / 2) * standardError);
  const note = corrected ? "A cell is 0, so that 0.5 was added to each (Haldane-Anscombe)." : null;
  return {
    /** Odds of success in b divided by those in a. */
    estimate,
    ...{ low: estimate / reach, high: estimate * reach, level },
    /** Standard error of the logarithm of the odds ratio. */
    standardError,
    /** Whether 0.5 was added to each cell, as one was 0; then the note says so, which else is null. */
    ...{ corrected, note },
  };
}

/** A difference in standard deviations; `low` and `high` bound it. They belong to t, which is d times √units. */
function standardized(
  { t, df, units, hedges, level }:
    & { readonly t: number; readonly df: number; readonly units: number }
    & Required<StandardizedOptions>,
) {
  if (Math.abs(t) > LARGEST_DIFFERENCE * Math.sqrt(df)) {
    throw new RangeError(
      `Cannot bound a difference of ${t / Math.sqrt(units)} standard deviations: the values hardly vary`,
    );
  }
  const tail = (1 - level) / 2;
  const correction = hedges ? hedgesFactor(df) : 1;
  const scale = correction / Math.sqrt(units);
  const low = -noncentralityOf(tail, -t, df) * scale;
  return {
    /** Its sign is that of b − a. */
    estimate: t * scale,
    ...{ low, high: noncentralityOf(tail, t, df) * scale, level },
    /** Degrees of freedom of the standard deviation. */
    df,
    /** Hedges' factor that multiplied estimate and bounds; 1 if none did. */
    correction,
  };
}

/** Γ(ν/2) / (√(ν/2) Γ((ν − 1)/2)), through Stirling's formula, which keeps its digits where ν is large. */
function hedgesFactor(df: number): number {
  if (df < 2) throw new RangeError("Cannot correct for small samples with 1 degree of freedom: 2 are needed");
  const z = df / 2;
  return Math.exp((1 - z) * Math.log1p(-0.5 / z) - 0.5 + stirlingError(z) - stirlingError(z - 0.5));
}

function checkProportion(p: number): void {
  mustBe(Number.isFinite(p) && p >= 0 && p <= 1, `use proportion ${p}`, "in [0, 1]");
}

function checkTable(table: readonly (readonly number[])[]): void {
  checkFourfold("compare odds in", table);
  const [[a, b], [c, d]] = table;
  if (a + b === 0 || c + d === 0) {
    throw new RangeError(`Cannot compare odds: group ${a + b === 0 ? "a" : "b"} is empty`);
  }
  if (a + c === 0 || b + d === 0) {
    throw new RangeError(`Cannot compare odds: ${a + c === 0 ? "no unit" : "every unit"} succeeded`);
  }
}
