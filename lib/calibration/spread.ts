import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { seedFrom } from "../statistics/random.ts";
import { betaQuantile } from "../statistics/distributions/beta_quantile.ts";

/** The least shape of a Beta draw: a smaller shape gives 0 with a probability that differs from 1 by less than this. */
const LEAST_SHAPE = 1e-290;

/** The task and run that branch probabilities are drawn for. */
export interface SpreadTask {
  readonly taskId: string;
  readonly runSeed: number;
}

/**
 * A task's own branch probabilities: a draw from the Dirichlet distribution with mean q and concentration κ.
 *
 * Between tasks, the probability of a branch has the variance q(1 - q) / (κ + 1). Two completions of one task thus
 * correlate by 1 / (κ + 1), whatever q is.
 *
 * The stick is broken in the order of the branches: the first takes the Beta(κ q₁, κ (1 - q₁)) quantile of its uniform,
 * the second its share of what is left, and so on. The same uniforms at other settings, with another q, thus
 * give coupled draws: if a task's first branch is high at one temperature, it is high at every other. A
 * branch with q = 0 stays at 0, one with q = 1 at 1.
 *
 * @param mean q: probabilities that add up to 1.
 * @param concentration κ, above 0.
 * @param uniforms Numbers in (0, 1), one for each branch.
 *
 * @example
 * ```ts
 * import { taskProbabilities } from "codebias/calibration/spread.ts";
 * import assert from "node:assert/strict";
 * const [low] = taskProbabilities([0.3, 0.7], 5, [0.9, 0.5]);
 * const [high] = taskProbabilities([0.6, 0.4], 5, [0.9, 0.5]);
 * assert(0.3 < low && low < high && high < 1);
 * ```
 */
export function taskProbabilities(
  mean: readonly number[],
  concentration: number,
  uniforms: readonly number[],
): number[] {
  const later = mean.map((_, at) => mean.slice(at + 1).reduce((sum, q) => sum + q, 0));
  let left = 1;
  return mean.map((q, at) => {
    const { value, complement } = share(concentration * q, concentration * later[at], uniforms[at]);
    const probability = left * value;
    left *= complement;
    return probability;
  });
}

function share(shape: number, rest: number, uniform: number): { value: number; complement: number } {
  if (shape < LEAST_SHAPE) return { value: 0, complement: 1 };
  if (rest < LEAST_SHAPE) return { value: 1, complement: 0 };
  return betaQuantile(uniform, shape, rest);
}

/**
 * The uniforms of a task's draw: a function of the run, the task and the place in the chain alone, so that all prompts
 * of the task that come to this place share the draw.
 *
 * @param place The name of the fragment or start.
 * @param count The number of branches that it declares.
 *
 * @example
 * ```ts
 * import { spreadUniforms } from "codebias/calibration/spread.ts";
 * import assert from "node:assert/strict";
 * const task = { taskId: "t/1", runSeed: 1 };
 * assert.deepEqual(spreadUniforms(task, "a", 2), spreadUniforms(task, "a", 3).slice(0, 2));
 * assert.notDeepEqual(spreadUniforms(task, "a", 2), spreadUniforms({ ...task, runSeed: 2 }, "a", 2));
 * ```
 */
export function spreadUniforms({ taskId, runSeed }: SpreadTask, place: string, count: number): number[] {
  const random = xoroshiro128plus(seedFrom("calibration spread", runSeed, taskId, place));
  return Array.from({ length: count }, () => Math.max(uniformFloat64(random), 2 ** -54));
}
