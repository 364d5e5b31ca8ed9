import { extent as extremes } from "d3";

/** The start and the end of an axis. */
export type Domain = readonly [from: number, to: number];

/**
 * Checks that an axis can be drawn and that numbers lie on it.
 *
 * @param values Numbers with the names of their owners; null is a missing number.
 * @throws {RangeError} If the axis has no length or a number lies outside of it.
 */
export function checkDomain(
  values: readonly (readonly [number | null, owner: string])[],
  domain: Domain,
): void {
  const [from, to] = domain;
  if (!(Number.isFinite(from) && Number.isFinite(to) && from < to)) {
    throw new RangeError(
      `Cannot draw an axis from ${from} to ${to}: it must go from a number to a larger one`,
    );
  }
  for (const [value, owner] of values) {
    if (value === null || (value >= from && value <= to)) continue;
    throw new RangeError(
      `Cannot draw ${value} (${owner}) on an axis from ${from} to ${to}: give another domain`,
    );
  }
}

/** An axis with 0 that goes on to the next tenth beyond all numbers, on either side. */
export function fittedDomain(values: readonly (number | null)[]): Domain {
  const numbers = [0, ...values.map((value) => value ?? 0)];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return [Math.floor(10 * least + 1e-9) / 10, Math.max(1, Math.ceil(10 * most - 1e-9)) / 10];
}

/** An axis from the next tenth below all shares to 1, for large shares. */
export function highDomain(values: readonly (number | null)[]): Domain {
  const least = Math.min(0.9, ...values.map((value) => value ?? 1));
  return [Math.floor(10 * least + 1e-9) / 10, 1];
}

/** The smallest axis that holds all numbers, extended by `margin` of its length at both ends. */
export function extent(values: readonly number[], margin = 0): Domain {
  const [low, high]: number[] = extremes(values);
  const spare = high > low ? margin * (high - low) : 0.5 * Math.max(Math.abs(high), 1);
  return [low - spare, high + spare];
}

/** The smallest logarithmic axis that holds all numbers, extended by a twentieth of its length at both ends. */
export function logExtent(values: readonly number[]): Domain {
  const [low, high] = extent(values.map(Math.log), 0.05);
  return [Math.exp(low), Math.exp(high)];
}
