/** Two levels at which each task has samples, and how they are related. */
export interface TaskDesign {
  /** Samples of a task at a level, judged or not. */
  readonly epochs: number;
  readonly baseline: number;
  readonly detect: number;
  readonly icc: number;
  readonly taskCorrelation: number;
  readonly unjudged: number;
}

/**
 * The variance of a task's difference between two levels, over tasks with a judged sample at both.
 *
 * V = (pq + p'q')(ρ + (1 − ρ) E[1 / m]) − 2rρ √(pq p'q'), where m, the judged samples of a task at a level, is binomial and
 * not 0.
 */
export function differenceVariance(design: TaskDesign): number {
  const { baseline, detect, epochs, icc, unjudged } = design;
  const variances = [baseline, baseline + detect].map((rate) => rate * (1 - rate));
  const own = (variances[0] + variances[1]) * (icc + (1 - icc) * meanInverse(epochs, 1 - unjudged));
  const shared = 2 * feasibleCorrelation(design) * icc * Math.sqrt(variances[0] * variances[1]);
  return Math.max(own - shared, Number.EPSILON);
}

/** The share of tasks that have a judged sample at both levels. */
export function usableShare({ epochs, unjudged }: Pick<TaskDesign, "epochs" | "unjudged">): number {
  return (1 - unjudged ** epochs) ** 2;
}

/**
 * The correlation of the tasks' rates that is asked for, or the nearest that rates of these means and variances can have:
 * E[P P'] is at most the smaller mean and at least p + p' − 1.
 */
export function feasibleCorrelation({ baseline, detect, icc, taskCorrelation }: TaskDesign): number {
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
  if (share === 1 || n > MANY_SAMPLES) return 1 / (n * share);
  let [probability, total, sum] = [(1 - share) ** n, 0, 0];
  if (probability === 0) return 1 / (n * share); // all but certainly near its mean
  for (let m = 1; m <= n; m++) {
    probability *= (n - m + 1) / m * (share / (1 - share));
    total += probability;
    sum += probability / m;
  }
  return sum / total;
}
