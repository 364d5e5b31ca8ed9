import { precisionFixed, ticks as roundNumbers, tickStep } from "d3";

/** A position on an axis, with its label. */
export interface Tick {
  readonly value: number;
  readonly text: string;
}

/**
 * Round positions on an axis: multiples of 1, 2 or 5 times a power of ten.
 *
 * @param domain The axis, from and to, from < to.
 * @param most The largest number of ticks, at least 2.
 *
 * @example
 * ```ts
 * import { ticks } from "codebias/report/drawing/ticks.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(ticks([0, 1], 5).map(({ text }) => text), ["0.0", "0.5", "1.0"]);
 * ```
 */
export function ticks([from, to]: readonly [number, number], most: number): Tick[] {
  const slack = 1e-9 * (to - from); // an end that rounding moved slightly keeps its tick
  for (let count = 2 * most;; count--) {
    const values: number[] = roundNumbers(from - slack, to + slack, count);
    if (values.length > most) continue;
    const decimals: number = precisionFixed(tickStep(from - slack, to + slack, count));
    return values.map((value) => ({ value, text: numberText(value, decimals) }));
  }
}

/**
 * Positions on a logarithmic axis: powers of ten, with 2 and 5 between them where there would be fewer than three. This
 * is our own code, because d3 does not limit the number of ticks.
 *
 * @param domain The axis, from and to, 0 < from < to.
 * @param most The largest number of ticks.
 */
export function logTicks(domain: readonly [number, number], most: number): Tick[] {
  const [from, to] = [domain[0] * (1 - 1e-9), domain[1] * (1 + 1e-9)];
  const within = (factors: readonly number[], step: number) => {
    const found: Tick[] = [];
    for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
      if (power % step !== 0) continue;
      for (const factor of factors) {
        const value = Number(`${factor}e${power}`);
        if (value >= from && value <= to) found.push({ value, text: logText(factor, power) });
      }
    }
    return found;
  };
  for (const factors of [[1, 2, 5], [1, 3]]) {
    const finer = within(factors, 1);
    if (within([1], 1).length < 3 && finer.length <= most && finer.length >= 2) return finer;
  }
  for (let step = 1;; step++) {
    const powers = within([1], step);
    if (powers.length <= most) return powers.length >= 2 ? powers : ticks(domain, most);
  }
}

/** A number as axes print it: with a minus sign, thousands separated, very large and very small ones in powers of ten. */
export function numberText(value: number, decimals: number): string {
  if (value === 0 && decimals > 5) return "0";
  if (Math.abs(value) >= 1e7 || decimals > 5) {
    const [mantissa, exponent] = value.toExponential(2).replace(/\.?0+e/, "e").split("e");
    return signed(`${mantissa}×10${superscript(Number(exponent))}`);
  }
  const [whole, fraction] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\d(?=(?:\d{3})+$)/g, "$&,");
  return signed(fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

function logText(factor: number, power: number): string {
  if (power >= -3 && power <= 4) return numberText(Number(`${factor}e${power}`), Math.max(0, -power));
  return `${factor === 1 ? "" : `${factor}×`}10${superscript(power)}`;
}

function superscript(exponent: number): string {
  return String(exponent).replace(/./g, (sign) => sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]);
}

function signed(text: string): string {
  return /[1-9]/.test(text) ? text.replace(/^-/, "−") : text.replace(/^-/, "");
}
