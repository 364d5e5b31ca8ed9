/**
 * How often 95 % intervals of a difference of shares contain the true difference, by simulation: what compare() gives where no test
 * is named.
 *
 *     deno run -A tests/comparison/coverage.ts [--runs 1000] > tests/comparison/coverage.md
 *
 * A task has a rate at each level, from a beta distribution with the level's mean and an intraclass correlation. Levels are
 * `paired` by task, have the same tasks (`clustered`; a column called task is enough), or different ones, as many (`separate`) or
 * five times as many at the higher level (`unequal`); those of one task are equal in the quantile with a probability, else
 * independent. Epochs are drawn from the rate.
 *
 * @module
 */

import { parseArgs } from "node:util";
import pl from "nodejs-polars";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { betaQuantile } from "codebias/statistics/distributions/beta_quantile.ts";

export type Design = "paired" | "clustered" | "separate" | "unequal";

/** Whether levels have different tasks; intervals are then too wide where outcomes are rare. */
export const isApart = (design: Design) => design === "separate" || design === "unequal";

/** What tasks are like. */
export interface Spread {
  readonly epochs: number;
  readonly icc: number;
  /** How often a task is at the same quantile at both levels. */
  readonly alike: number;
}

/** What is simulated. */
export interface CoverageCell extends Spread {
  readonly design: Design;
  readonly tasks: number;
  /** Mean rate at each level. */
  readonly rates: readonly [number, number];
}

/** What came of it. */
export interface CellCoverage {
  /** Share of the runs with an interval. */
  readonly shown: number;
  /** Share of these whose interval has the difference. */
  readonly covered: number;
}

const SPREADS: readonly Spread[] = [
  { epochs: 5, icc: 0.3, alike: 0.9 },
  { epochs: 5, icc: 0.6, alike: 0.5 },
  { epochs: 10, icc: 0.6, alike: 0.95 },
  { epochs: 1, icc: 0.3, alike: 0.5 },
];
const RATES = [[0.005, 0.005], [0.005, 0.04], [0.04, 0.04], [0.04, 0.1], [0.1, 0.3], [0.3, 0.3], [0.5, 0.2], [
  0.5,
  0.5,
]] as const;
const TASKS = [5, 8, 12, 20, 40, 100, 200];
const DESIGNS: readonly Design[] = ["paired", "clustered", "separate", "unequal"];
/** Tasks at the higher level for one at the lower, and the most tasks at the lower level of such a design. */
const [TIMES, MOST_UNEQUAL] = [5, 20];

/** All that the table has. */
export function coverageCells(): CoverageCell[] {
  return DESIGNS.flatMap((design) =>
    TASKS.filter((tasks) => design !== "unequal" || tasks <= MOST_UNEQUAL).flatMap((tasks) =>
      SPREADS.flatMap((spread) => RATES.map((rates) => ({ design, tasks, rates, ...spread })))
    )
  );
}

/** Quantiles of a task's rate; their mean is the true rate. */
const STEPS = 2048;

const known = new Map<string, number[]>();

function quantiles(rate: number, icc: number): number[] {
  const [name, size] = [`${rate} ${icc}`, (1 - icc) / icc];
  if (!known.has(name)) known.set(name, computed(rate * size, (1 - rate) * size));
  return known.get(name)!;
}

function computed(a: number, b: number): number[] {
  return Array.from(
    { length: STEPS },
    (_, at) => betaQuantile((at + 0.5) / STEPS, a, b).value,
  );
}

/** Simulates a cell; the seed is the cell's own. */
export function coverageOf(
  cell: CoverageCell,
  runs: number,
  options: Partial<CompareOptions> = {},
): CellCoverage {
  const { design, tasks, rates, epochs, icc, alike } = cell;
  const random = xoroshiro128plus(
    [tasks, epochs, ...rates].reduce((seed, one) => 31 * seed + Math.round(1000 * one), 7),
  );
  const draw = () => uniformFloat64(random);
  const apart = isApart(design);
  const levels = rates.map((rate) => quantiles(rate, icc));
  const truth = mean(levels[1]) - mean(levels[0]);
  const columns = {
    run: [] as number[],
    level: [] as number[],
    task: [] as string[],
    biased: [] as boolean[],
  };
  for (let run = 0; run < runs; run++) {
    for (let task = 0; task < (design === "unequal" ? TIMES * tasks : tasks); task++) {
      const place = Math.floor(draw() * STEPS);
      for (const level of task < tasks ? [0, 1] : [1]) {
        const own = level === 0 || draw() < alike && !apart ? place : Math.floor(draw() * STEPS);
        for (let epoch = 0; epoch < epochs; epoch++) {
          columns.run.push(run);
          columns.level.push(level);
          columns.task.push(apart ? `${level} ${task}` : `${task}`);
          columns.biased.push(draw() < levels[level][own]);
        }
      }
    }
  }
  let [shown, covered] = [0, 0];
  const asked = { across: "level", metric: "biased", within: "run", ...options };
  try {
    const rows = compare(pl.DataFrame(columns), design === "paired" ? { ...asked, pairedBy: "task" } : asked);
    for (const { low, high } of rows.toRecords()) {
      if (low === null || high === null) continue;
      shown++;
      if (Number(low) <= truth + 1e-12 && truth - 1e-12 <= Number(high)) covered++;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // not one run has two outcomes
  }
  return { shown: shown / runs, covered: shown === 0 ? NaN : covered / shown };
}

/** Cells in which intervals are seldom shown say little of them. */
const SELDOM = 0.05;

function table(runs: number): string {
  const cells = coverageCells().map((cell) => ({ ...cell, ...coverageOf(cell, runs) }));
  const usual = cells.filter(({ shown }) => shown >= SELDOM);
  const among = (errors: number) =>
    usual.filter(({ design, shown, covered }) => {
      const reach = (share: number) => errors * Math.sqrt(share * (1 - share) / (runs * shown));
      return covered >= 0.925 - reach(0.925) && (isApart(design) || covered <= 0.985 + reach(0.985));
    }).length / usual.length;
  const percent = (share: number) => (100 * share).toFixed(1);
  const lines = cells.filter(({ shown }) => shown > 0).map((cell) =>
    `| ${
      [
        cell.design,
        cell.tasks,
        cell.epochs,
        cell.icc,
        cell.alike,
        `${100 * cell.rates[0]} and ${100 * cell.rates[1]}`,
        percent(cell.shown),
        percent(cell.covered),
      ].join(" | ")
    } |`
  );
  return [
    "# Coverage of intervals of a difference of shares",
    "",
    `From \`tests/comparison/coverage.ts\`, ${runs} runs a cell, compare() without a test named. Of ${cells.length} cells`,
    `${usual.length} have an interval in at least ${100 * SELDOM} % of the runs. In ${
      percent(among(0))
    } % of these intervals of 95 % cover`,
    `in 92.5 to 98.5 % of the runs that have one, or in more where levels have different tasks; in ${
      percent(among(2))
    } % where two standard errors of so many runs are allowed for.`,
    `Cells that are not listed never have one: the same tasks, fewer than 8, or the rarer outcome in fewer than 5.`,
    "",
    "| design | tasks | epochs | icc | alike | rates, % | has an interval, % | covers, % |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "1000" } } });
  console.log(table(Number(values.runs)));
}
