import { join } from "node:path";
import { DataError } from "../../errors.ts";
import { mean } from "../../statistics/descriptive.ts";
import { tQuantile } from "../../statistics/student_t.ts";

/** How often each of two checkouts runs a benchmark. */
const ROUNDS = 7;

/** How much larger a figure is in one checkout than in another. */
export interface Ratio {
  readonly ratio: number;
  /** Bounds of the interval at 95 %. */
  readonly low: number;
  readonly high: number;
}

/**
 * The geometric mean of paired ratios, with the interval that Student's t gives the mean of their logarithms: rounds follow each
 * other closely, so that what slows the machine slows both of a pair.
 *
 * @param pairs What both measured in each round; at least two pairs, all above 0.
 *
 * @example
 * ```ts
 * import { ratioOf } from "codebias/commands/bench/against.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(ratioOf([[2, 1], [2, 1]]), { ratio: 2, low: 2, high: 2 });
 * ```
 */
export function ratioOf(pairs: readonly (readonly [number, number])[]): Ratio {
  const logs = pairs.map(([one, other]) => Math.log(one / other));
  const [n, centre] = [logs.length, mean(logs)];
  const variance = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0) / (n - 1);
  const margin = tQuantile(0.025, n - 1) * Math.sqrt(variance / n);
  return { ratio: Math.exp(centre), low: Math.exp(centre - margin), high: Math.exp(centre + margin) };
}

/**
 * The numbers that a benchmark prints, by the line that they stand in with `#` for each number: the same line of two checkouts has the
 * same name.
 *
 * @param text What it printed.
 */
export function figuresIn(text: string): Map<string, number> {
  const figures = new Map<string, number>();
  for (const line of text.split("\n")) {
    const numbers = line.match(NUMBER) ?? [];
    const name = line.replace(NUMBER, "#").replace(/\s+/g, " ").trim();
    numbers.forEach((number, at) => {
      const place = numbers.length > 1 ? `${name} [${at + 1}]` : name;
      let key = place;
      for (let again = 2; figures.has(key); again++) key = `${place} (${again})`;
      figures.set(key, Number(number.replaceAll(",", "")));
    });
  }
  return figures;
}

const NUMBER = /(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*\w)/g;

/** A side of the comparison: what it is called, where it is, and how its benchmark is run there. */
interface Side {
  readonly name: string;
  readonly root: string;
}

/**
 * Runs a benchmark in this checkout and in another, in turns, and prints the ratio of every figure that varies, and of the time of the
 * whole command, this to the other. The one that begins changes from round to round.
 *
 * @param benchmark Its name and options.
 * @param roots This checkout and the other one.
 * @throws {DataError} If the other is no checkout with this benchmark, or a round fails; says which and what it said.
 */
export async function benchAgainst(
  benchmark: readonly string[],
  [here, there]: readonly [string, string],
): Promise<void> {
  const sides: readonly [Side, Side] = [{ name: "this", root: here }, { name: "the other", root: there }];
  await checkSide(sides[1], benchmark[0]);
  const rounds: [Map<string, number>, Map<string, number>][] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`Round ${round} of ${ROUNDS}`);
    const order = round % 2 === 1 ? [0, 1] : [1, 0];
    const found: Map<string, number>[] = [];
    for (const at of order) found[at] = await measured(sides[at], benchmark);
    rounds.push([found[0], found[1]]);
  }
  for (const line of report(rounds)) console.log(line);
}

async function checkSide({ root }: Side, name: string): Promise<void> {
  const script = join(root, "tests", "bench", `${name}.ts`);
  try {
    await Promise.all([Deno.stat(join(root, "deno.json")), Deno.stat(script)]);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new DataError(
      `this is no checkout of the project with tests/bench/${name}.ts; expected one, of any commit`,
      {
        place: { file: root },
      },
    );
  }
}

const WALL = "seconds of the whole command: #";

async function measured({ name, root }: Side, benchmark: readonly string[]): Promise<Map<string, number>> {
  const started = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "bench", ...benchmark],
    cwd: root,
    env: { NO_COLOR: "1", INIT_CWD: root },
    stdin: "null",
  }).output();
  const seconds = (performance.now() - started) / 1000;
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (success) return new Map([[WALL, seconds], ...figuresIn(text(stdout))]);
  throw new DataError(`The benchmark failed in ${name} checkout:\n${(text(stdout) + text(stderr)).trim()}`, {
    place: { file: root },
  });
}

/**
 * A line for each figure: its name, the medians, the ratio and its interval.
 *
 * @param rounds The figures of this checkout and of the other, by round.
 */
export function report(
  rounds: readonly (readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>])[],
): string[] {
  const sides = [0, 1].map((at) => new Set(rounds.flatMap((round) => [...round[at].keys()])));
  const missing = (at: number) =>
    [...sides[1 - at]].filter((name) => !rounds.every((round) => round[at].has(name)));
  const lines = [...sides[0]].filter((name) => sides[1].has(name)).flatMap((name) => {
    const pairs = rounds.map(([one, other]) => [one.get(name), other.get(name)] as const);
    if (!pairs.every((pair): pair is readonly [number, number] => pair.every((value) => value! > 0))) {
      return [];
    }
    if (new Set(pairs.flat()).size === 1) return []; // a number of things, no measurement
    const { ratio, low, high } = ratioOf(pairs);
    const [one, other] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])));
    return [
      `${name}\n  this ${number(one)}, the other ${number(other)}; ratio ${number(ratio)} (${
        number(low)
      } to ${number(high)})`,
    ];
  });
  return [
    ...lines,
    ...missing(0).map((name) => `${name}\n  not in every round of this checkout`),
    ...missing(1).map((name) => `${name}\n  not in every round of the other checkout`),
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 4 });
}
