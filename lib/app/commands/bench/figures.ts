import { DataError } from "../../../core/errors.ts";

/** Names the file that a benchmark adds its figures to, one JSON object a line. */
export const FIGURES_VARIABLE = "CODEBIAS_BENCH_FIGURES";

/** One number that a benchmark found. */
export interface Figure {
  /** The same in every run, e.g. `10,000 stored samples into a DataFrame`. */
  readonly name: string;
  /** Above 0. */
  readonly value: number;
  /** E.g. `s`, `ms`, `/s`. */
  readonly unit: string;
}

/**
 * Reports a figure of a benchmark, so that `deno task bench NAME --against DIR` can compare it; without a comparison it does nothing.
 *
 * @param name Unique to this figure, and the same in every run.
 * @param value Finite and above 0: it becomes part of a ratio.
 * @param unit E.g. `s`, `ms`, `/s`.
 * @returns The value.
 * @throws {RangeError} If the value cannot be part of a ratio.
 *
 * @example
 * ```ts
 * import { figure } from "codebias/app/commands/bench/figures.ts";
 * import assert from "node:assert/strict";
 * assert.equal(figure("a loop", 1.5, "s"), 1.5);
 * assert.throws(() => figure("a loop", 0, "s"), /"a loop" is 0 s: it must be finite and above 0/);
 * ```
 */
export function figure(name: string, value: number, unit: string): number {
  if (!(value > 0 && value < Infinity)) {
    throw new RangeError(`The figure "${name}" is ${value} ${unit}: it must be finite and above 0`);
  }
  const file = Deno.env.get(FIGURES_VARIABLE);
  if (file) Deno.writeTextFileSync(file, JSON.stringify({ name, value, unit }) + "\n", { append: true });
  return value;
}

/** Ends a benchmark with status 1, since it missed a target; not in a comparison, where both may miss it. */
export function missedAim(): void {
  if (!Deno.env.get(FIGURES_VARIABLE)) Deno.exitCode = 1;
}

/**
 * The figures that a benchmark has added to a file, in order.
 *
 * @throws {DataError} If it has reported two with the same name.
 */
export async function readFigures(file: string): Promise<Figure[]> {
  const lines = (await Deno.readTextFile(file)).split("\n").filter((line) => line !== "");
  const figures: Figure[] = lines.map((line) => JSON.parse(line));
  const names = figures.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new DataError(`The benchmark reports the figure "${twice}" twice: give each a name of its own`);
  }
  return figures;
}
