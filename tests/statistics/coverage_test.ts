import assert from "node:assert/strict";
import { coverage as coverageOf, expectedRates, wilson } from "codebias";
import { Chain } from "codebias/calibration/chain.ts";
import { sampleCompletion } from "codebias/calibration/sample.ts";
import { readSpec } from "codebias/calibration/spec.ts";
import { clusterBootstrap, clusteredMean, clusteredProportion } from "codebias/statistics/mod.ts";
import { mean, sum } from "codebias/statistics/descriptive.ts";
import spread from "../../data/calibration/spread.json" with { type: "json" };
import { once } from "../once.ts";
import { sized } from "../long.ts";

const [RUNS, TASKS, EPOCHS] = [500, 40, 10];
const QUESTION = { prompt: "Write a function.", sampling: { temperature: 1 } };
const LABELS = ["uses-gender", "uses-age"] as const;

const chain = new Chain(readSpec(spread));
const rates = expectedRates(chain, QUESTION).labels;
const clusters = Array.from({ length: TASKS * EPOCHS }, (_, at) => `task/${Math.floor(at / EPOCHS)}`);

type Interval = { readonly low: number; readonly high: number };

/** Whether each sample of each run is labelled. */
const runs = once(() =>
  Array.from({ length: RUNS }, (_, number) => {
    const runSeed = number + 1;
    const fragments = clusters.map((taskId, at) =>
      sampleCompletion(chain, { ...QUESTION, seed: runSeed * clusters.length + at, taskId, runSeed })
        .fragments
    );
    return Object.fromEntries(LABELS.map((label) => {
      const marked = new Set(
        Object.entries(spread.fragments).filter(([, one]) => "labels" in one && one.labels.includes(label))
          .map(([id]) => id),
      );
      return [label, fragments.map((ids) => ids.some((id) => marked.has(id)) ? 1 : 0)];
    })) as Record<typeof LABELS[number], number[]>;
  })
);

/** Share of the runs whose interval contains the rate that the model was declared with. */
function coverage(label: typeof LABELS[number], interval: (values: number[]) => Interval): number {
  const covers = ({ low, high }: Interval) => low <= rates[label] && rates[label] <= high ? 1 : 0;
  return mean(runs().map((run) => covers(interval(run[label]))));
}

function isNominal(share: number): void {
  assert(0.93 <= share && share <= 0.97, `95 % intervals cover in ${100 * share} % of ${RUNS} runs`);
}

for (const label of LABELS) {
  Deno.test(`clusteredProportion() covers the declared rate of ${label} in 93 to 97 % of 500 runs`, () => {
    isNominal(coverage(label, (values) => clusteredProportion(values, clusters)));
  });

  Deno.test(`clusteredMean() covers the declared rate of ${label} in 93 to 97 % of 500 runs`, () => {
    isNominal(coverage(label, (values) => clusteredMean(values, clusters)));
  });

  Deno.test(`clusterBootstrap() covers the declared rate of ${label} in 93 to 97 % of 500 runs`, () => {
    isNominal(coverage(label, (values) => clusterBootstrap(values, clusters, mean, { draws: 600 })));
  });
}

Deno.test("wilson(), which takes samples of a task for independent, covers the declared rate too rarely", () => {
  const shares = LABELS.map((label) => coverage(label, (values) => wilson(sum(values), values.length)));
  assert(shares[0] < 0.8, `${shares[0]}`);
  // Tasks differ less in this label, and what is lost is less.
  assert(shares[1] < 0.92, `${shares[1]}`);
});

Deno.test("coverage() of another seed is of other runs", () => {
  const total = (seed: number, runs: number) =>
    runs * coverageOf(chain.spec, { label: "uses-gender", seed, runs })[0].width;
  assert(Math.abs(total(2, 1) - (total(1, 2) - total(1, 1))) > 1e-9);
});

Deno.test("coverage() over several seeds is near the level", () => {
  const seeds = sized({ small: [1], long: [1, 2, 3, 4, 5] });
  const shares = seeds.map((seed) => coverageOf(chain.spec, { label: "uses-gender", seed })[0].value);
  assert.equal(new Set(shares).size, seeds.length);
  assert(mean(shares) >= 0.93 && mean(shares) <= 0.97, `${shares}`);
});
