import { halved } from "../statistics/intervals/rising_root.ts";
import { isResult } from "../core/frame.ts";
import { isWhole, mustBe } from "../core/kinds.ts";
import { settled } from "../core/nearest.ts";
import { detectableD, neededN, powerT, smallest } from "../statistics/power.ts";

/** What is planned, and what it should show. */
export interface SampleSizeOptions {
  /** Tasks, each asked at both levels. */
  readonly tasks: number;
  /** Samples of a task at a level. */
  readonly epochs: number;
  /** The rate expected at the first level, in (0, 1). */
  readonly baseline: number;
  /** The smallest difference of the other level that must not be missed, e.g. 0.1 or -0.1. */
  readonly detect: number;
  /** Wanted probability of finding it. @default 0.8 */
  readonly power?: number;
  /** Error of the first kind, two-sided. @default 0.05 */
  readonly alpha?: number;
  /** Number of comparisons that share `alpha`, e.g. attributes. @default 1 */
  readonly comparisons?: number;
  /** Intraclass correlation: the share of a sample's variance that lies between tasks, in [0, 1]; null if it is not known. @default 0.5 */
  readonly icc?: number | null;
  /** Correlation of the tasks' rates at the two levels, in [-1, 1]. @default 0.9 */
  readonly taskCorrelation?: number;
  /** Share of samples that cannot be judged, in [0, 1). @default 0 */
  readonly unjudged?: number;
}

/** The largest number of epochs that is tried. */
const MAX_EPOCHS = 1_000_000;

/**
 * Says, before anything is spent, how many samples show a difference between two levels (temperatures, prompts, models)
 * that share their tasks.
 *
 * The test is the paired t-test of the tasks' rates. With rates p and p' at the levels, q = 1 − p, intraclass correlation
 * ρ, correlation r of the tasks' rates, and m judged samples of a task at a level, a task's difference has the variance
 * V = (pq + p'q')(ρ + (1 − ρ) / m) − 2rρ √(pq p'q'), and the test the noncentrality |p' − p| √(tasks / V). Where samples
 * go unjudged, m varies, and only tasks with a judged sample at both levels count. A correlation that rates of these means
 * and variances cannot have is brought down to the largest that they can.
 *
 * The defaults of ρ and r are near what recorded runs show: in the BilingualCodeEval artifact (three models, two languages,
 * 10 samples of 52 tasks) ρ is 0.64 to 0.74 at temperature 0.2 and 0.40 to 0.47 at 0.8, and r 0.86 to 0.93. A pilot's own
 * values, from `varianceComponents`, are better.
 *
 * @throws {RangeError} If an option is out of range.
 *
 * @example
 * ```ts
 * import { sampleSize } from "codebias/comparison/sample_size.ts";
 * import assert from "node:assert/strict";
 * const plan = sampleSize({ tasks: 50, epochs: 5, baseline: 0.3, detect: 0.1 });
 * assert(plan.power > 0.5 && plan.power < 0.8);
 * assert(plan.tasksNeeded > 50);
 * ```
 */
export function sampleSize(options: SampleSizeOptions) {
  const plan = readPlan(options);
  const found = sizeOf(plan);
  return {
    ...found,
    /** The same in sentences. */
    text: textOf(plan, found),
  };
}

function sizeOf(plan: Plan) {
  const { tasks, epochs, alpha } = plan;
  const usable = neededN({ d: effectOf(plan), power: plan.power, alpha, kind: "paired" });
  const tasksNeeded = Math.ceil(usable / usableShare(plan) - ROUNDING);
  return {
    /** Probability that the plan finds the difference. */
    power: powerOf(plan),
    /** The smallest difference that it finds with the wanted power, in the same direction; null if there is none. */
    detectable: smallestDifference(plan),
    /** Tasks that would suffice with as many epochs. */
    tasksNeeded,
    /** Epochs that would suffice with as many tasks; null if none would. */
    epochsNeeded: fewestEpochs(plan),
    /** Samples of both levels, planned and with `tasksNeeded`. */
    ...{ samples: 2 * tasks * epochs, samplesNeeded: 2 * tasksNeeded * epochs },
  };
}

/** The intraclass correlation where it is not known. */
const USUAL_ICC = 0.5;

type Plan = Readonly<Record<keyof SampleSizeOptions, number>>;

function readPlan(options: SampleSizeOptions): Plan {
  if (isResult(options)) {
    throw new RangeError(
      "Cannot plan with a run's result: pass tasks, epochs, a baseline and what to detect; " +
        "summarize(result.frame, ...) has the rates that a plan may expect",
    );
  }
  const { icc, ...others } = settled(options, {
    ...{ tasks: undefined, epochs: undefined, baseline: undefined, detect: undefined },
    ...{ power: 0.8, alpha: 0.05, comparisons: 1, icc: USUAL_ICC, taskCorrelation: 0.9, unjudged: 0 },
  });
  const plan: Plan = { ...others, icc: icc ?? USUAL_ICC };
  const { tasks, epochs, baseline, detect, comparisons } = plan;
  count("tasks", tasks, 2);
  count("epochs", epochs, 1);
  count("comparisons", comparisons, 1);
  within("baseline", baseline, baseline > 0 && baseline < 1, "in (0, 1)");
  within("detect", detect, Number.isFinite(detect) && detect !== 0, "a difference other than 0");
  within("alpha", plan.alpha, plan.alpha > 0 && plan.alpha < 1, "in (0, 1)");
  within("icc", plan.icc, plan.icc >= 0 && plan.icc <= 1, "in [0, 1]");
  within("taskCorrelation", plan.taskCorrelation, Math.abs(plan.taskCorrelation) <= 1, "in [-1, 1]");
  within("unjudged", plan.unjudged, plan.unjudged >= 0 && plan.unjudged < 1, "in [0, 1)");
  const other = baseline + detect;
  if (!(other > 0 && other < 1)) {
    throw new RangeError(
      `Cannot plan for a difference of ${detect} from ${baseline}: a rate of ${other} is not in (0, 1)`,
    );
  }
  const alpha = plan.alpha / comparisons;
  within("power", plan.power, plan.power > alpha && plan.power < 1, `above alpha (${alpha}) and below 1`);
  return { ...plan, alpha };
}

function count(name: string, value: number, least: number): void {
  within(name, value, isWhole(value, least), `an integer >= ${least}`);
}

function within(name: string, value: number, isRight: boolean, expected: string): void {
  mustBe(isRight && typeof value === "number", `plan with ${name} ${value}`, expected);
}

/** Effects are capped here: with larger ones, the power is 1 anyway. */
const LARGEST_EFFECT = 1000;

function effectOf(plan: Plan): number {
  return Math.min(Math.abs(plan.detect) / Math.sqrt(differenceVariance(plan)), LARGEST_EFFECT);
}

function powerOf(plan: Plan): number {
  const n = usableTasks(plan);
  return n < 2 ? 0 : powerT({ d: effectOf(plan), n, alpha: plan.alpha, kind: "paired" });
}

/** The most that rounding takes from a whole number of tasks. */
const ROUNDING = 1e-9;

/** The expected number of tasks with a judged sample at both levels, rounded down. */
function usableTasks(plan: Plan): number {
  return Math.floor(plan.tasks * usableShare(plan) + ROUNDING);
}

/** Steps of a bisection, enough for all digits of a double. */
const STEPS = 60;

/** How many differences are tried before the bisection: near a rate of 0 or 1 the effect can fall again. */
const TRIED_DIFFERENCES = 2000;

function smallestDifference(plan: Plan): number | null {
  const { power, alpha } = plan;
  const tasks = usableTasks(plan);
  if (tasks < 2) return null;
  const sign = Math.sign(plan.detect);
  const room = (sign > 0 ? 1 - plan.baseline : plan.baseline) * (1 - 1e-9);
  const needed = detectableD({ n: tasks, power, alpha, kind: "paired" });
  const enough = (size: number) => effectOf({ ...plan, detect: sign * size }) >= needed;
  const sizes = Array.from({ length: TRIED_DIFFERENCES }, (_, at) => room * (at + 1) / TRIED_DIFFERENCES);
  const first = sizes.findIndex(enough);
  if (first < 0) return null;
  const [, high] = halved((size) => !enough(size), [first === 0 ? 0 : sizes[first - 1], sizes[first]], STEPS);
  return sign * high;
}

function fewestEpochs(plan: Plan): number | null {
  const enough = (epochs: number) => powerOf({ ...plan, epochs }) >= plan.power;
  return enough(MAX_EPOCHS) ? smallest(enough, 0, MAX_EPOCHS) : null;
}

function textOf(plan: Plan, found: ReturnType<typeof sizeOf>): string {
  const { tasks, epochs, baseline, detect, icc, unjudged } = plan;
  const correlation = Number(feasibleCorrelation(plan).toPrecision(2));
  const percent = (share: number) => `${(100 * share).toFixed(share > 0.99 || share < 0.01 ? 1 : 0)} %`;
  const { power, detectable, tasksNeeded, epochsNeeded, samples, samplesNeeded } = found;
  return [
    `${tasks} tasks with ${epochs} ${
      epochs === 1 ? "sample" : "samples"
    } each at both levels (${samples} samples) ` +
    `find a difference of ${detect} from a rate of ${baseline} with probability ${percent(power)}.`,
    detectable === null
      ? `No difference from that rate would be found with probability ${percent(plan.power)}.`
      : `With probability ${percent(plan.power)} they find one of ${detectable.toFixed(3)}.`,
    power >= plan.power
      ? `${tasksNeeded} tasks would do (${samplesNeeded} samples).`
      : `${tasksNeeded} tasks are needed (${samplesNeeded} samples)` +
        (epochsNeeded === null
          ? `; with ${tasks} tasks, no number of samples of each is enough.`
          : `, or ${epochsNeeded} samples of each of the ${tasks} tasks (${
            2 * tasks * epochsNeeded
          } samples).`),
    `Assumed: intraclass correlation ${
      Number(icc.toPrecision(2))
    }, correlation of the tasks' rates ${correlation}` +
    `${correlation < plan.taskCorrelation - 0.005 ? " (the largest possible)" : ""}, ` +
    `${unjudged > 0 ? `${percent(unjudged)} of samples unjudged, ` : ""}` +
    `two-sided level ${Number(plan.alpha.toPrecision(2))}.`,
  ].join(" ");
}

/**
 * The variance of a task's difference between two levels, over tasks with a judged sample at both.
 *
 * V = (pq + p'q')(ρ + (1 − ρ) E[1 / m]) − 2rρ √(pq p'q'), where m, the judged samples of a task at a level, is binomial and
 * not 0.
 */
function differenceVariance(plan: Plan): number {
  const { baseline, detect, epochs, icc, unjudged } = plan;
  const variances = [baseline, baseline + detect].map((rate) => rate * (1 - rate));
  const own = (variances[0] + variances[1]) * (icc + (1 - icc) * meanInverse(epochs, 1 - unjudged));
  const shared = 2 * feasibleCorrelation(plan) * icc * Math.sqrt(variances[0] * variances[1]);
  return Math.max(own - shared, Number.EPSILON);
}

/** The share of tasks that have a judged sample at both levels. */
function usableShare({ epochs, unjudged }: Plan): number {
  return (1 - unjudged ** epochs) ** 2;
}

/**
 * The planned correlation of the tasks' rates, or the nearest one that rates of these means and variances can have:
 * E[P P'] is at most the smaller mean and at least p + p' − 1.
 */
function feasibleCorrelation({ baseline, detect, icc, taskCorrelation }: Plan): number {
  const [p, other] = [baseline, baseline + detect];
  const scale = icc * Math.sqrt(p * (1 - p) * other * (1 - other));
  if (scale === 0) return taskCorrelation;
  const highest = (Math.min(p, other) - p * other) / scale;
  const lowest = (Math.max(0, p + other - 1) - p * other) / scale;
  return Math.min(Math.max(taskCorrelation, lowest), highest);
}

/** Samples beyond which the mean of 1 / m is 1 / the mean of m to any digit that counts. */
const MANY_SAMPLES = 1000;

/** E[1 / m] of a binomial m that is not 0. */
function meanInverse(n: number, share: number): number {
  let [probability, total, sum] = [(1 - share) ** n, 0, 0];
  if (probability === 0 || n > MANY_SAMPLES) return 1 / (n * share); // all but certainly near its mean
  for (let m = 1; m <= n; m++) {
    probability *= (n - m + 1) / m * (share / (1 - share));
    total += probability;
    sum += probability / m;
  }
  return sum / total;
}
