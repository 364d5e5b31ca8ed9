import assert from "node:assert/strict";

/**
 * Fails unless a number agrees with a reference to 1e-9 of it, or to 1e-6 where it is below 1e-12.
 *
 * @param zero What counts as 0 where the reference is 0.
 */
export function agrees(actual: number, expected: number, what: string, zero = 0): void {
  const share = Math.abs(expected) < 1e-12 ? 1e-6 : 1e-9;
  const allowed = Math.max(share * Math.abs(expected), zero);
  assert(Math.abs(actual - expected) <= allowed, `${what} is ${actual}, not ${expected}`);
}

/** Fails unless two numbers differ by no more than the tolerance. */
export function near(actual: number, expected: number, tolerance: number): void {
  assert(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} within ${tolerance}`);
}
