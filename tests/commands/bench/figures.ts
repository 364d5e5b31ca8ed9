import { median } from "simple-statistics";
import { DataError } from "codebias/core/errors.ts";

/** Names the file that a benchmark adds its figures to, one JSON object a line. */
export const FIGURES_VARIABLE = "CODEBIAS_BENCH_FIGURES";

/** One number that a benchmark found. */
export interface Figure {
  /** The same in every run, e.g. `10,000 stored samples into a DataFrame`. */
  readonly name: string;
  /** Above 0; the median of its rounds. */
  readonly value: number;
  /** E.g. `s`, `ms`, `/s`. */
  readonly unit: string;
  /** The lowest of the rounds. */
  readonly low: number;
  /** The highest of the rounds. */
  readonly high: number;
  /** How often it was measured. */
  readonly rounds: number;
}

/**
 * Reports a figure of a benchmark, so that `deno task bench NAME` with `--against` or `--json` can compare it; without them it only
 * takes the median.
 *
 * @param name Unique to this figure, and the same in every run.
 * @param found What was measured, once or in rounds; finite and above 0: it becomes part of a ratio.
 * @param unit E.g. `s`, `ms`, `/s`.
 * @returns The median of the rounds.
 * @throws {RangeError} If a value cannot be part of a ratio, or there is none.
 */
export function figure(name: string, found: number | readonly number[], unit: string): number {
  const said = figureOf(name, typeof found === "number" ? [found] : found, unit);
  const file = Deno.env.get(FIGURES_VARIABLE);
  if (file) Deno.writeTextFileSync(file, JSON.stringify(said) + "\n", { append: true });
  return said.value;
}

/**
 * What was measured in rounds, as one figure.
 *
 * @throws {RangeError} If a value cannot be part of a ratio, or there is none.
 */
export function figureOf(name: string, rounds: readonly number[], unit: string): Figure {
  if (rounds.length === 0 || !rounds.every((value) => value > 0 && value < Infinity)) {
    throw new RangeError(`The figure "${name}" is ${rounds} ${unit}: it must be finite and above 0`);
  }
  const [low, high] = [Math.min(...rounds), Math.max(...rounds)];
  return { name, value: median([...rounds]), unit, low, high, rounds: rounds.length };
}

/** Ends a benchmark with status 1, since it missed a target; not where its figures are compared or kept. */
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
