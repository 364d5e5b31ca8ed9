import { checkValues } from "../checks.ts";
import { isConstant, mean, sum } from "../descriptive.ts";

/** Where variance can come from, from the outside in, and what a missing component means. */
const MISSING = {
  task: "there is only one task",
  generation:
    "no task has a second generation, so that what generations contribute is part of the tasks' variance",
  rerun:
    "no generation has a second run, so that what reruns contribute is part of the generations' variance",
} as const;
const LEVELS = ["task", "generation", "rerun"] as const;

/** Values of each generation of each task. */
type Nested = readonly (readonly (readonly number[])[])[];

/** A value with what it was measured on. */
export interface NestedValue {
  readonly task: string | number;
  /** The sample of the task, e.g. the epoch; the same name in another task is another generation. */
  readonly generation: string | number;
  /** The run of the generation. @default none: each generation has one value */
  readonly rerun?: string | number;
  readonly value: number;
}

/**
 * Divides the variance of a metric between tasks, generations of one task and reruns of one generation.
 *
 * The model is y_ijk = μ + T_i + G_ij + E_ijk with independent random effects. With N values, n_ij of generation j of task
 * i, n_i of task i, a tasks and b generations, the mean squares of the nested analysis of variance (sums of squares of
 * type I) have the expectations
 *
 * - rerun, df = N − b: σ²_E
 * - generation, df = b − a: σ²_E + k₁ σ²_G with k₁ = (N − c) / (b − a), c = Σ_ij n_ij² / n_i
 * - task, df = a − 1: σ²_E + k₂ σ²_G + k₃ σ²_T with k₂ = (c − Σ_ij n_ij² / N) / (a − 1), k₃ = (N − Σ_i n_i² / N) / (a − 1)
 *
 * and the estimates solve these equations, from the bottom up; one below 0 is then set to 0. Where df = 0, a component is
 * missing: what reruns contribute is then part of the generations' component, what generations contribute part of the
 * tasks'. The intraclass correlation is σ²_T over the total.
 *
 * Source: Searle, Casella and McCulloch (1992), Variance Components, sections 3.6 and 5.3 with appendix F; the mean squares
 * agree with statsmodels `anova_lm(ols("y ~ C(task) + C(task):C(generation)"))`.
 *
 * @param rows One for each value; in any order.
 * @throws {RangeError} If there are fewer than 2 values, they are all the same, or two rows have the same names.
 *
 * @example
 * ```ts
 * import { varianceComponents } from "codebias/statistics/intervals/variance_components.ts";
 * import assert from "node:assert/strict";
 * const value = (task: string, generation: number, value: number) => ({ task, generation, value });
 * const rows = [value("s", 1, 1), value("s", 2, 3), value("t", 1, 6), value("t", 2, 8)];
 * const { components: [task, generation, rerun], intraclassCorrelation } = varianceComponents(rows);
 * assert.deepEqual([task.variance, generation.variance, rerun.variance], [11.5, 2, null]);
 * assert.equal(intraclassCorrelation, 11.5 / 13.5);
 * ```
 */
export function varianceComponents(rows: readonly NestedValue[]) {
  const values = rows.map(({ value }) => value);
  checkValues("the sample", values, 2);
  if (isConstant(values)) {
    throw new RangeError(`Cannot divide the variance: there is none, all values are ${values[0]}`);
  }
  checkNames(rows);
  const tasks = grouped(rows);
  const squares = meanSquares(tasks);
  const raw = estimates(squares.map(({ meanSquare }) => meanSquare), tasks);
  const variances = raw.map((variance) => variance === null ? null : Math.max(0, variance));
  const total = sum(variances.map((variance) => variance ?? 0));
  if (!Number.isFinite(total)) {
    throw new RangeError("Cannot divide the variance: the values are too large, their squares overflow");
  }
  const components = LEVELS.map((level, at) => ({
    level,
    /** Its degrees of freedom, and its mean square, null where df = 0. */
    ...squares[at],
    /** In the square of the values' unit, at least 0; null where nothing is replicated at this level. */
    variance: variances[at],
    /** Part of the sum of all variances, in [0, 1]. */
    share: variances[at] === null ? null : variances[at] / total,
    /** Whether the estimate was below 0, so that 0 stands for it. */
    negative: (raw[at] ?? 0) < 0,
  }));
  const [task, generation] = components;
  return {
    /** Of task, generation and rerun, in this order. */
    components,
    /** Sum of the variances. */
    total,
    /** Correlation of two generations of one task; null if tasks and generations cannot be told apart. */
    intraclassCorrelation: generation.share === null ? null : task.share,
    tasks: tasks.length,
    generations: tasks.reduce((count, generations) => count + generations.length, 0),
    n: rows.length,
    /** A sentence for each component that is missing or was set to 0. */
    notes: components.flatMap(({ level, variance, negative }) => {
      if (variance === null) return [`The variance of ${level} is missing: ${MISSING[level]}.`];
      return negative ? [`The variance of ${level} was estimated below 0 and set to 0.`] : [];
    }),
  };
}

function checkNames(rows: readonly NestedValue[]): void {
  const known = new Set<string>();
  for (const { task, generation, rerun } of rows) {
    const name = JSON.stringify([task, generation, rerun]);
    if (known.has(name)) {
      throw new RangeError(
        `Cannot tell two values apart: task ${task}, generation ${generation}, rerun ${
          rerun ?? "(none given)"
        } comes twice`,
      );
    }
    known.add(name);
  }
}

function grouped(rows: readonly NestedValue[]): Nested {
  const tasks = Map.groupBy(rows, ({ task }) => task);
  return [...tasks.values()].map((ofTask) =>
    [...Map.groupBy(ofTask, ({ generation }) => generation).values()].map((some) =>
      some.map(({ value }) => value)
    )
  );
}

/** Degrees of freedom and mean square of each level. */
function meanSquares(tasks: Nested) {
  const generations = tasks.flat();
  const all = generations.flat();
  // Each value stands for its own mean, its generation's and its task's.
  const ofTasks = tasks.flatMap((task) => repeated(task.flat()));
  const ofGenerations = generations.flatMap(repeated);
  const overall = centre(all);
  const square = (df: number, from: readonly number[], to: readonly number[]) => ({
    df,
    meanSquare: df === 0 ? null : sum(from.map((one, at) => (one - to[at]) ** 2)) / df,
  });
  return [
    square(tasks.length - 1, ofTasks, all.map(() => overall)),
    square(generations.length - tasks.length, ofGenerations, ofTasks),
    square(all.length - generations.length, all, ofGenerations),
  ];
}

function repeated(values: readonly number[]): number[] {
  return new Array(values.length).fill(centre(values));
}

/** The mean; for equal values, exactly that value, whatever rounding does to their sum. */
function centre(values: readonly number[]): number {
  return isConstant(values) ? values[0] : mean(values);
}

/** Variances of task, generation and rerun, even if below 0. */
function estimates(
  [ofTask, ofGeneration, ofRerun]: readonly (number | null)[],
  tasks: Nested,
): (number | null)[] {
  const counts = tasks.map((generations) => generations.map((values) => values.length));
  const [n, generations] = [sum(counts.flat()), counts.flat().length];
  const squares = (some: readonly number[]) => sum(some.map((count) => count * count));
  const c = sum(counts.map((some) => squares(some) / sum(some)));
  const k1 = (n - c) / (generations - tasks.length);
  const k2 = (c - squares(counts.flat()) / n) / (tasks.length - 1);
  const k3 = (n - squares(counts.map(sum)) / n) / (tasks.length - 1);
  const rerun = ofRerun ?? 0;
  const generation = ofGeneration === null ? null : (ofGeneration - rerun) / k1;
  const task = ofTask === null ? null : (ofTask - rerun - k2 * (generation ?? 0)) / k3;
  return [task, generation, ofRerun];
}
