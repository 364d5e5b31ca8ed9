import { isWhole, mustBe } from "../core/kinds.ts";
import { settled } from "../core/nearest.ts";
import { checkSeed } from "../statistics/checks.ts";
import { clusteredProportion } from "../statistics/intervals/clustered_proportion.ts";
import { sum } from "../statistics/descriptive.ts";
import { seedFrom } from "../statistics/random.ts";
import { wilson } from "../statistics/intervals/wilson.ts";
import { chainOf } from "./chain.ts";
import { expectedRates } from "./rates.ts";
import { sampleCompletion } from "./sample.ts";
import type { CalibrationSpec } from "./spec.ts";

/** The options of {@linkcode coverage}: many runs of a synthetic model, each like a study. */
export interface CoverageOptions {
  /** The label of the spec to estimate. */
  readonly label: string;
  /** @default 1 */
  readonly temperature?: number;
  /** @default 40 */
  readonly tasks?: number;
  /** The number of samples of each task. @default 10 */
  readonly epochs?: number;
  /** @default 500 */
  readonly runs?: number;
  /** Any integer; each run's own seed is derived from it, and another seed makes other runs. @default 1 */
  readonly seed?: number;
}

type Bounds = { readonly low: number; readonly high: number };

const INTERVALS: Readonly<Record<string, (values: number[], tasks: string[]) => Bounds>> = {
  "by task (clustered)": (values, tasks) => clusteredProportion(values, tasks),
  "Wilson, as if samples were independent": (values) => wilson(sum(values), values.length),
};

/**
 * How often 95 % intervals contain a synthetic model's declared rate, over many runs of it: intervals that
 * respect the dependence of samples of one task, and intervals that do not.
 *
 * @param spec A spec with a spread between tasks; without one, both kinds of intervals do well.
 * @throws {RangeError} If the spec has no such label, or a number is out of range.
 *
 * @example
 * ```ts
 * import { coverage } from "codebias/calibration/coverage.ts";
 * import { loadCalibration } from "codebias/generation/calibration.ts";
 * import assert from "node:assert/strict";
 * const spec = await loadCalibration("spread");
 * const [clustered, wilson] = coverage(spec, { label: "uses-gender", runs: 100 });
 * assert(clustered.value > 0.9 && wilson.value < 0.8);
 * ```
 */
export function coverage(spec: CalibrationSpec, options: CoverageOptions) {
  const { label, temperature, tasks, epochs, runs, seed } = settled(options, {
    ...{ label: undefined, temperature: 1, tasks: 40, epochs: 10, runs: 500, seed: 1 },
  });
  for (const [name, number] of Object.entries({ tasks, epochs, runs })) {
    mustBe(isWhole(number, 1), `make runs with ${number} ${name}`, "an integer >= 1");
  }
  checkSeed(seed);
  const chain = chainOf(spec);
  const question = { prompt: "Write a function.", sampling: { temperature } };
  const truth = expectedRates(chain, question).labels[label];
  if (truth === undefined) {
    throw new RangeError(`Cannot count "${label}": the spec ${spec.name} has no such label`);
  }
  const marked = new Set(
    Object.keys(spec.fragments).filter((id) => spec.fragments[id].labels?.includes(label)),
  );
  const taskIds = Array.from({ length: tasks * epochs }, (_, at) => `task/${Math.floor(at / epochs)}`);
  const found = Array.from({ length: runs }, (_, run) => {
    const runSeed = seedFrom("coverage", seed, run);
    return taskIds.map((taskId, at): number => {
      const drawn = sampleCompletion(chain, {
        ...question,
        seed: runSeed * taskIds.length + at,
        taskId,
        runSeed,
      });
      return drawn.fragments.some((id) => marked.has(id)) ? 1 : 0;
    });
  });
  return Object.entries(INTERVALS).map(([interval, boundsOf]) => {
    const bounds = found.map((values) => boundsOf(values, taskIds));
    const covered = bounds.filter(({ low, high }) => low <= truth && truth <= high).length;
    return {
      interval,
      /** The share of runs whose interval has the rate, with its own interval, as runs are a sample; nominally 0.95. */
      ...{ value: covered / runs, ...wilson(covered, runs) },
      /** The number of runs. */
      n: runs,
      /** The mean width of the intervals. */
      width: sum(bounds.map(({ low, high }) => high - low)) / runs,
      /** The declared rate. */
      truth,
    };
  });
}
