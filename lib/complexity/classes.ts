/** The classes of time complexity that the paper tells apart, from cheap to costly. */
export const CLASSES = [
  "constant",
  "logarithmic",
  "linear",
  "linearithmic",
  "quadratic",
  "cubic",
  "exponential",
] as const;

/** One of the seven classes of the paper's Table 2. */
export type ComplexityClass = (typeof CLASSES)[number];

/** A class of the authors' scripts, which have an eighth one: a power of n with any exponent. */
export type AuthorsClass = ComplexityClass | "polynomial";

/** How the classes are written. */
export const NOTATION: Readonly<Record<AuthorsClass, string>> = {
  constant: "O(1)",
  logarithmic: "O(log n)",
  linear: "O(n)",
  linearithmic: "O(n log n)",
  quadratic: "O(n²)",
  cubic: "O(n³)",
  exponential: "O(cⁿ)",
  polynomial: "O(nᵏ)",
};

/**
 * Score of a class, from 1 (constant) to 7 (exponential): its place in the paper's Table 2. Lower is more efficient.
 *
 * Source: the BilingualCodeEval paper, section 3.3 and Table 2. The authors' scripts have other scores, see
 * {@linkcode fitByAuthorsRule}.
 *
 * @example
 * ```ts
 * import { scoreOf } from "codebias/complexity/classes.ts";
 * import assert from "node:assert/strict";
 * assert.equal(scoreOf("linearithmic"), 4);
 * ```
 */
export function scoreOf(name: ComplexityClass): number {
  return CLASSES.indexOf(name) + 1;
}

/** The function of n in which the cost is a straight line, for each class that has one. */
export const GROWTH: Readonly<Record<Exclude<ComplexityClass, "exponential">, (n: number) => number>> = {
  constant: () => 0,
  logarithmic: (n) => Math.log(n),
  linear: (n) => n,
  linearithmic: (n) => n * Math.log(n),
  quadratic: (n) => n ** 2,
  cubic: (n) => n ** 3,
};

/** The power of n that a class grows with, apart from its logarithm; 4 stands for more than the cube. */
export const POWER: Readonly<Record<ComplexityClass, number>> = {
  constant: 0,
  logarithmic: 0,
  linear: 1,
  linearithmic: 1,
  quadratic: 2,
  cubic: 3,
  exponential: 4,
};
