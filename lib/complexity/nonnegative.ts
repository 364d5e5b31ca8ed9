/** A fit by least squares whose coefficients are not negative. */
export interface NonNegativeFit {
  readonly coefficients: readonly number[];
  /** Sum of squared residuals. */
  readonly residual: number;
}

/**
 * Least squares with coefficients of at least 0: the subset of columns that gives the least residual among those whose
 * unconstrained solution has no negative coefficient.
 *
 * Source: the solution of non-negative least squares is the unconstrained one of the columns that are not 0 in it
 * (Lawson and Hanson 1974, Solving Least Squares Problems, chapter 23); with a handful of columns all subsets are tried.
 *
 * @param columns At most five, each as long as `y`.
 * @param y The values to fit.
 *
 * @example
 * ```ts
 * import { nonNegative } from "codebias/complexity/nonnegative.ts";
 * import assert from "node:assert/strict";
 * const { coefficients } = nonNegative([[1, 1, 1], [1, 2, 3]], [1, 3, 5]); // −1 + 2x would be exact
 * assert.equal(coefficients[0], 0);
 * ```
 */
export function nonNegative(columns: readonly (readonly number[])[], y: readonly number[]): NonNegativeFit {
  // Columns are scaled to the same size, so that none is lost to rounding.
  const sizes = columns.map((column) => Math.sqrt(dot(column, column)));
  const units = columns.map((column, at) => column.map((value) => value / (sizes[at] || 1)));
  let best: NonNegativeFit = { coefficients: columns.map(() => 0), residual: dot(y, y) };
  for (let subset = 1; subset < 2 ** columns.length; subset++) {
    const chosen = columns.map((_, at) => at).filter((at) => subset & (1 << at) && sizes[at] > 0);
    const solution = solve(chosen.map((at) => units[at]), y);
    if (!solution || solution.some((value) => value < 0)) continue;
    const left = y.map((value, row) =>
      value - chosen.reduce((sum, at, k) => sum + solution[k] * units[at][row], 0)
    );
    const residual = dot(left, left);
    if (!(residual < best.residual)) continue;
    const coefficients = columns.map((_, at) =>
      chosen.includes(at) ? solution[chosen.indexOf(at)] / sizes[at] : 0
    );
    best = { coefficients, residual };
  }
  return best;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}

/** Coefficients by orthogonalisation (modified Gram-Schmidt); undefined if columns depend on each other. */
function solve(columns: readonly (readonly number[])[], y: readonly number[]): number[] | undefined {
  const basis: number[][] = [];
  const upper: number[][] = [];
  for (const column of columns) {
    let rest = [...column];
    const row = basis.map((unit) => {
      const share = dot(unit, rest);
      rest = rest.map((value, at) => value - share * unit[at]);
      return share;
    });
    const size = Math.sqrt(dot(rest, rest));
    if (size < 1e-10) return undefined;
    basis.push(rest.map((value) => value / size));
    upper.push([...row, size]);
  }
  let left = [...y];
  const shares = basis.map((unit) => {
    const share = dot(unit, left);
    left = left.map((value, at) => value - share * unit[at]);
    return share;
  });
  const solution = new Array<number>(columns.length).fill(0);
  for (let at = columns.length - 1; at >= 0; at--) {
    let value = shares[at];
    for (let later = at + 1; later < columns.length; later++) value -= upper[later][at] * solution[later];
    solution[at] = value / upper[at][at];
  }
  return solution;
}
