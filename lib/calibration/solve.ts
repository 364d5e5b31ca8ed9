/**
 * Solves A x = b by elimination with row exchanges.
 *
 * @param matrix A, by rows; square.
 * @param right b.
 * @throws {RangeError} If A is singular.
 *
 * @example
 * ```ts
 * import { solve } from "codebias/calibration/solve.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(solve([[0, 2], [1, 1]], [4, 3]), [1, 2]);
 * ```
 */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column; row < n; row++) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const top = rows[column];
    if (top === undefined || top[column] === 0) {
      throw new RangeError("Cannot solve these equations: they are singular");
    }
    for (let row = column + 1; row < n; row++) subtract(rows[row], top, column);
  }
  const x = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    let rest = rows[row][n];
    for (let column = row + 1; column < n; column++) rest -= rows[row][column] * x[column];
    x[row] = rest / rows[row][row];
  }
  return x;
}

/** Subtracts a multiple of one row from another to make its entry in the column 0. */
function subtract(row: number[], top: readonly number[], column: number): void {
  const factor = row[column] / top[column];
  if (factor === 0) return;
  for (let at = column; at < row.length; at++) row[at] -= factor * top[at];
}
