import { CLASSES, type ComplexityClass, GROWTH, NOTATION, POWER, scoreOf } from "./classes.ts";
import { nonNegative } from "./nonnegative.ts";
import { type Series, whyUnusable } from "./series.ts";

/** A class fitted to a series. */
export interface ClassFit {
  readonly class: ComplexityClass;
  /**
   * In the units of the costs: `constant`, and the factors of `logarithm` (ln n), `linear` (n), `linearithmic` (n ln n),
   * `quadratic`, `cubic`, `exponential` (`base`^n). None is below 0.
   */
  readonly coefficients: Readonly<Record<string, number>>;
  /** Root mean square of the relative residuals (cost − fit) / cost. */
  readonly error: number;
  /** By how much it is worse than the best class: difference of a Schwarz criterion. 0 for the best. */
  readonly excess: number;
  /** What the fit says a problem of size n costs. */
  readonly cost: (n: number) => number;
}

/** What a series says of the complexity. */
export interface Complexity {
  /** Null if the series does not say. */
  readonly class: ComplexityClass | null;
  /** From 1 to 7; null if there is no class. */
  readonly score: number | null;
  /** The classes that are not excluded, the best first. */
  readonly set: readonly ComplexityClass[];
  /** All classes, the best first; none if the series cannot be used. */
  readonly fits: readonly ClassFit[];
  /** Why there is no class. */
  readonly reason?: string;
}

/** Classes that are worse than the best by more than this are excluded. */
const MARGIN = 6;

/** A fit that is off by more than this on average says nothing. */
const WORST_ERROR = 0.3;

/** The leading term must make up this share of the cost at the largest size. */
const LEADING_SHARE = 0.25;

/** Sizes must span this factor, but for a cost that grows faster than any power. */
const LEAST_SPAN = 8;

const LEAST_SIZES = 5;

/** The terms below the leading one that a class may have besides a constant. */
const LOWER: Readonly<Record<ComplexityClass, readonly ComplexityClass[]>> = {
  constant: [],
  logarithmic: [],
  linear: [],
  linearithmic: ["linear"],
  quadratic: ["linear"],
  cubic: ["linear", "quadratic"],
  exponential: ["linear"],
};

/**
 * The class of complexity that a series shows, if it shows one.
 *
 * For each class, cost = constant + lower terms + factor × growth is fitted with coefficients of at least 0 and residuals
 * relative to the cost, so that neither units nor the largest sizes decide. With k terms and N sizes a class scores
 * Σ e² / σ² + k ln N, where σ² is the mean squared relative error of the class that fits best, or `noise`² if that is
 * more. Classes within 6 of the best are not excluded; beside n ln n, nor is n, where n ln ln n fits as well. There is
 * no class if more than one is left, if none fits, if a power of n that is none of the classes fits better, or if the
 * sizes are too few or too close.
 *
 * Source: not the paper's rule (see {@linkcode fitByAuthorsRule} for that); the penalty is Schwarz's (1978, Annals of
 * Statistics 6(2), 461-464) for known variance.
 *
 * @param series Sizes, and costs in any unit.
 * @param noise Relative error that costs have in any case, even if they lie on a curve.
 *
 * @example
 * ```ts
 * import { complexityOf } from "codebias/complexity/ours.ts";
 * import assert from "node:assert/strict";
 * const n = [100, 200, 400, 800, 1600, 3200, 6400];
 * assert.equal(complexityOf({ n, t: n.map((n) => 1e-9 * n * Math.log(n)) }).class, "linearithmic");
 * assert.equal(complexityOf({ n, t: n.map((n) => 5 + 3 * n) }).class, "linear");
 * ```
 */
export function complexityOf(series: Series, noise: number = 0.02): Complexity {
  const found = fittedClasses(series, noise);
  const power = found.class && powerBetween(series, found.fits[0], noise);
  return power
    ? none(`costs grow like n^${power.toFixed(2)}, which is none of the classes`, found.fits)
    : found;
}

/** The same without a look at powers of n that are none of the classes. */
export function fittedClasses(series: Series, noise: number): Complexity {
  const unusable = whyUnusable(series) ?? whyUninformative(series);
  if (unusable !== undefined) return none(unusable);
  const fits = CLASSES.map((name) => fitClass(name, series)).filter((fit) => fit !== undefined);
  const variance = Math.max(noise ** 2, Math.min(...fits.map(({ error }) => error ** 2)));
  const scored = fits.map((fit) => ({
    fit,
    score: series.n.length * fit.error ** 2 / variance + fit.terms * Math.log(series.n.length),
  })).toSorted((a, b) => a.score - b.score);
  const ranked = scored.map(({ fit: { terms: _, leading: __, ...fit }, score }): ClassFit => ({
    ...fit,
    excess: score - scored[0].score,
  }));
  const found = ranked.filter(({ excess }) => excess <= MARGIN).map((fit) => fit.class);
  const set =
    found.join() === "linearithmic" && isNearlyLinear(series, variance, scored[0].score + MARGIN / 3)
      ? [...found, "linear" as const]
      : found;
  if (ranked[0].error > WORST_ERROR) return none("no class fits the costs", ranked);
  if (set.length > 1) return { ...none(`${set.map((name) => NOTATION[name]).join(" or ")}`, ranked), set };
  const span = series.n[series.n.length - 1] / series.n[0];
  if (span < LEAST_SPAN && set[0] !== "exponential") {
    return {
      ...none(`sizes span a factor of ${span.toFixed(1)} only: at least ${LEAST_SPAN} is needed`, ranked),
      set,
    };
  }
  return { class: set[0], score: scoreOf(set[0]), set, fits: ranked };
}

/** How far a power may be from that of the class: caches, and logarithms, make as much. */
const POWER_SLACK = 0.25;

/** A power of n far from that of the best class, if costs lie on it for sure rather than on the class. */
function powerBetween({ n, t }: Series, best: ClassFit, noise: number): number | undefined {
  if (best.class === "exponential") return undefined;
  const residualOf = (power: number) => relative([() => 1, (size) => size ** power], n, t).residual;
  const power = lowest(residualOf, 0.2, 5);
  const residual = residualOf(power);
  const gain = (n.length * best.error ** 2 - residual) / Math.max(noise ** 2, residual / n.length);
  const isSurer = gain > MARGIN + Math.log(n.length);
  return isSurer && Math.abs(power - POWER[best.class]) > POWER_SLACK ? power : undefined;
}

/**
 * Whether costs lie on n ln ln n, as a sieve's do, with a score of at most `most`: it grows hardly faster
 * than a line.
 */
function isNearlyLinear({ n, t }: Series, variance: number, most: number): boolean {
  if (n[0] < 3) return false; // ln ln n is below 0
  const { coefficients, residual } = relative([() => 1, (size) => size * Math.log(Math.log(size))], n, t);
  const terms = coefficients.filter((value) => value > 0).length;
  return coefficients[1] > 0 && residual / variance + terms * Math.log(n.length) <= most;
}

function none(reason: string, fits: readonly ClassFit[] = []): Complexity {
  return { class: null, score: null, set: [], fits, reason };
}

/** Why nothing can be said of a series that could be fitted; undefined if something can. */
function whyUninformative({ n, t }: Series): string | undefined {
  if (n.length < LEAST_SIZES) {
    return `${n.length} sizes are too few to tell classes apart: at least ${LEAST_SIZES} are needed`;
  }
  if (t.some((cost) => cost === 0)) return `the cost at n = ${n[t.indexOf(0)]} is 0: the clock is too coarse`;
  if (t.every((cost) => cost === t[0])) {
    return `all costs are exactly ${
      t[0]
    }: measured times vary a little, so these are none or the clock is too coarse`;
  }
  return undefined;
}

interface Candidate extends Omit<ClassFit, "excess"> {
  /** Terms that are not 0, and the base of an exponential. */
  readonly terms: number;
  /** What the leading term costs at the largest size. */
  readonly leading: number;
}

/** The best fit of a class; undefined if its leading term would not lead. */
function fitClass(name: ComplexityClass, series: Series): Candidate | undefined {
  const fit = bestOf(name, series);
  const largest = series.n[series.n.length - 1];
  return name === "constant" || fit.leading >= LEADING_SHARE * fit.cost(largest) ? fit : undefined;
}

/**
 * A class fitted to a series, whether or not it fits: what a class that is known from elsewhere costs.
 *
 * @param series Sizes, and costs above 0 in any unit.
 * @param options.lower Whether it may have terms of cheaper classes, with which it can imitate these. @default true
 */
export function fitOf(
  name: ComplexityClass,
  series: Series,
  options: { readonly lower?: boolean } = {},
): Omit<ClassFit, "excess"> {
  const { terms: _, leading: __, ...fit } = bestOf(name, series, options.lower);
  return fit;
}

function bestOf(name: ComplexityClass, { n, t }: Series, lower: boolean = true): Candidate {
  if (name === "exponential") return fitExponential(n, t);
  const names = [
    ...(lower ? LOWER[name] : []),
    ...(name === "constant" ? [] : [name]),
  ] as (keyof typeof GROWTH)[];
  const growths = names.map((one) => GROWTH[one]);
  const { coefficients, residual } = relative([() => 1, ...growths], n, t);
  const cost = (size: number) =>
    coefficients[0] + growths.reduce((sum, growth, at) => sum + coefficients[at + 1] * growth(size), 0);
  const largest = n[n.length - 1];
  return {
    leading: coefficients[coefficients.length - 1] * (growths.at(-1)?.(largest) ?? 1),
    class: name,
    coefficients: Object.fromEntries([
      ["constant", coefficients[0]],
      ...names.map((one, at) => [one, coefficients[at + 1]]),
    ]),
    error: Math.sqrt(residual / n.length),
    terms: coefficients.filter((value) => value > 0).length,
    cost,
  };
}

/** Non-negative factors of functions of n, with residuals relative to the costs. */
function relative(functions: readonly ((n: number) => number)[], n: readonly number[], t: readonly number[]) {
  return nonNegative(functions.map((of) => n.map((size, at) => of(size) / t[at])), t.map(() => 1));
}

/** Smallest and largest base that is tried. */
const BASES = [1.02, 16] as const;

function fitExponential(n: readonly number[], t: readonly number[]): Candidate {
  const largest = n[n.length - 1];
  // Scaled to 1 at the largest size: powers of large sizes exceed all numbers.
  const fitOf = (log: number) =>
    relative([() => 1, (size) => size, (size) => Math.exp(log * (size - largest))], n, t);
  const log = lowest((log) => fitOf(log).residual, Math.log(BASES[0]), Math.log(BASES[1]));
  const { coefficients: [constant, linear, top], residual } = fitOf(log);
  const cost = (size: number) => constant + linear * size + top * Math.exp(log * (size - largest));
  return {
    leading: top,
    class: "exponential",
    coefficients: { constant, linear, exponential: top * Math.exp(-log * largest), base: Math.exp(log) },
    error: Math.sqrt(residual / n.length),
    terms: [constant, linear, top].filter((value) => value > 0).length + 1,
    cost,
  };
}

/** Where a function is lowest in a range: on a grid, then by golden sections around the best place. */
function lowest(of: (x: number) => number, from: number, to: number): number {
  const steps = 60;
  const grid = Array.from({ length: steps + 1 }, (_, at) => from + at / steps * (to - from));
  const values = grid.map(of);
  const at = values.indexOf(Math.min(...values));
  let [low, high] = [grid[Math.max(0, at - 1)], grid[Math.min(steps, at + 1)]];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 40; step++) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (of(a) <= of(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
