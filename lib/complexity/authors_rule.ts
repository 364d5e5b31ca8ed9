import { type AuthorsClass, CLASSES, GROWTH } from "./classes.ts";
import { type Series, whyUnusable } from "./series.ts";
import { squares, straightLine } from "./growth.ts";

/** The class that the authors' scripts find for a series, with its fit. */
export interface AuthorsFit {
  readonly class: AuthorsClass;
  /** The authors' score, not the paper's: 0, 0.0001, 1, 1.0001, 2, 3, 6, or the exponent with two digits. */
  readonly score: number;
  /**
   * `intercept` in seconds and `slope` in seconds per unit of the class's function of n; for a power `factor` n^`exponent`;
   * for an exponential `factor` `base`^n. n is the rescaled size.
   */
  readonly coefficients: Readonly<Record<string, number>>;
  /** Sum of squared residuals, in seconds squared. */
  readonly residual: number;
  /** The factor by which sizes are multiplied, so that the largest is at most 10,000. */
  readonly scale: number;
  /** The fitted cost of a problem of size n, in seconds. */
  readonly cost: (n: number) => number;
}

/** The largest size that is fitted: series with larger ones are scaled down first. */
const LARGEST_SIZE = 1e4;

/** A class replaces the best one so far if its residual is smaller by this, in seconds squared, however large the costs are. */
const SIMPLICITY_BIAS = 1e-6;

/** The order in which the classes are tried. */
const ORDER: readonly AuthorsClass[] = [...CLASSES.slice(0, -1), "polynomial", "exponential"];

const SCORES: Readonly<Record<Exclude<AuthorsClass, "polynomial">, number>> = {
  constant: 0,
  logarithmic: 1e-4,
  linear: 1,
  linearithmic: 1.0001,
  quadratic: 2,
  cubic: 3,
  exponential: 6,
};

/**
 * The class of a series as the authors' scripts find it: of eight classes, tried in order, each takes the place of the best
 * one so far if its sum of squared residuals is smaller by more than 1e-6 s².
 *
 * Source: the authors' repository, not the paper. Against the paper (section 3.3, Table 2): there is an eighth class, a
 * power of n; scores are not 1 to 7 (a power scores its exponent with two digits, so that n^1.1 and n are told apart);
 * powers and exponentials are fitted to logarithms of costs; and 1e-6 s² is absolute, so that whatever takes less than
 * some 0.1 ms is constant. Sizes above 10,000 are scaled down, which changes the fit of n log n. A series with a failed
 * size (cost −1) is not fitted, as their least squares then fail.
 *
 * @param series Sizes, and mean seconds of wall time at each.
 * @returns The fit, or why there is none.
 *
 * @example
 * ```ts
 * import { fitByAuthorsRule } from "codebias/complexity/authors_rule.ts";
 * import assert from "node:assert/strict";
 * const n = [100, 200, 300, 400];
 * const slow = fitByAuthorsRule({ n, t: n.map((n) => 0.01 + 1e-6 * n ** 2) });
 * assert("class" in slow && slow.class === "quadratic" && slow.score === 2);
 * const fast = fitByAuthorsRule({ n, t: n.map((n) => 1e-9 * n ** 2) }); // at most 0.16 ms
 * assert("class" in fast && fast.class === "constant");
 * ```
 */
export function fitByAuthorsRule(series: Series): AuthorsFit | { readonly reason: string } {
  const failed = series.t.filter((cost) => cost < 0).length;
  if (failed > 0 && series.t.length === series.n.length) {
    return { reason: `the program failed at ${failed} of ${series.n.length} sizes` };
  }
  const reason = whyUnusable(series);
  if (reason !== undefined) return { reason };
  const largest = series.n[series.n.length - 1];
  const scale = largest > LARGEST_SIZE ? LARGEST_SIZE / largest : 1;
  const n = series.n.map((size) => size * scale);
  let best: Candidate | undefined;
  for (const name of ORDER) {
    const candidate = fitOf(name, n, series.t);
    if (!best || candidate.residual < best.residual - SIMPLICITY_BIAS) best = candidate;
  }
  const { class: name, coefficients, residual, cost } = best!;
  const score = name === "polynomial" ? Number(coefficients.exponent.toPrecision(2)) : SCORES[name];
  return { class: name, score, coefficients, residual, scale, cost: (size) => cost(size * scale) };
}

type Candidate = Pick<AuthorsFit, "class" | "coefficients" | "residual" | "cost">;

function fitOf(name: AuthorsClass, n: readonly number[], t: readonly number[]): Candidate {
  if (name === "polynomial") {
    const { intercept, slope } = straightLine(n.map(Math.log), t.map(Math.log));
    const factor = Math.exp(intercept);
    return withResidual(name, { factor, exponent: slope }, (size) => factor * size ** slope, [n, t]);
  }
  if (name === "exponential") {
    const { intercept, slope } = straightLine(n, t.map(Math.log));
    const cost = (size: number) => Math.exp(intercept + slope * size);
    return withResidual(name, { factor: Math.exp(intercept), base: Math.exp(slope) }, cost, [n, t]);
  }
  const growth = GROWTH[name];
  const { intercept, slope, residual } = straightLine(n.map(growth), t);
  const coefficients: Record<string, number> = name === "constant" ? { intercept } : { intercept, slope };
  return { class: name, coefficients, residual, cost: (size) => intercept + slope * growth(size) };
}

/** Fitted to logarithms, judged by the costs themselves. */
function withResidual(
  name: AuthorsClass,
  coefficients: Readonly<Record<string, number>>,
  cost: (n: number) => number,
  [n, t]: readonly [readonly number[], readonly number[]],
): Candidate {
  return { class: name, coefficients, cost, residual: squares(t.map((value, at) => value - cost(n[at]))) };
}
