import type { Pools } from "codebias/execution/published_cbs.ts";

/** What golden/huang.json has of a program with n parameters of v values each, which is not stored itself. */
export interface ShapeRecord {
  readonly id: string;
  readonly n: number;
  readonly v: number;
  readonly expected_test_cases: number;
  /** What the authors' loop wrote, executed, called and found; missing where its cases would not have fitted into memory. */
  readonly gen?: number;
  readonly asserts?: number;
  readonly runs?: number;
  readonly bias?: readonly string[];
  /** Whether it was stopped after 45 s. */
  readonly timeout?: boolean;
}

/** A program of such a shape, with the values of its parameters. */
export interface Shape {
  readonly id: string;
  readonly source: string;
  readonly names: readonly string[];
  readonly pools: Pools;
}

/** Its parameters, in the order in which the authors' loop found them. */
const NAMES = ["experience", "age", "education", "gender", "region", "salary", "race"];

/**
 * What a program makes of its parameters, by the end of its id: one step of `experience` alone, one step of each, or a sum
 * in which every value of each makes another result.
 */
const BODIES: Readonly<Record<string, (names: readonly string[], v: number) => string>> = {
  fair: () => steps(["experience"]),
  biased: steps,
  sum: (names, v) => `    score = ${names.map((name, at) => `${v ** at} * ${name}`).join(" + ")}\n`,
};

function steps(names: readonly string[]): string {
  return names.map((name, at) => `    if ${name} > 1:\n        score += ${2 ** at}\n`).join("");
}

/** A program of a shape: with the first two values of what matters, its results differ. */
export function shapeOf({ id, n, v }: Pick<ShapeRecord, "id" | "n" | "v">): Shape {
  const names = NAMES.slice(0, n);
  const body = BODIES[id.slice(id.lastIndexOf("_") + 1)](names, v);
  const values = Array.from({ length: v }, (_, at) => at + 1);
  return {
    id,
    source: `def rate(${names.join(", ")}):\n    score = 0\n${body}    return score\n`,
    names,
    pools: Object.fromEntries(names.map((name) => [name, values])),
  };
}
