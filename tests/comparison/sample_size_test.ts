import assert from "node:assert/strict";
import fc from "fast-check";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { sampleSize } from "codebias";
import type { SampleSizeOptions } from "codebias/comparison/sample_size.ts";
import { pairedT } from "codebias/statistics/mod.ts";
import { sized } from "../long.ts";
import { SEED } from "../property.ts";

const PLAN: SampleSizeOptions = { tasks: 50, epochs: 5, baseline: 0.3, detect: 0.1 };

type Design =
  & Required<Pick<SampleSizeOptions, "tasks" | "epochs" | "baseline" | "detect" | "taskCorrelation">>
  & { readonly icc: number };

/**
 * How often the paired t-test of the tasks' rates is significant in experiments that have exactly the assumed variances: a
 * task's rate at a level is p + x √(icc p q) with x = ±1, and both levels' x are the same with probability (1 + r) / 2.
 */
function rejected(
  { tasks, epochs, baseline, detect, icc, taskCorrelation }: Design,
  { experiments, alpha, seed, unjudged = 0 }: {
    experiments: number;
    alpha: number;
    seed: number;
    unjudged?: number;
  },
): number {
  const generator = xoroshiro128plus(seed);
  const draw = () => uniformFloat64(generator);
  const rate = (p: number, x: number) => p + x * Math.sqrt(icc * p * (1 - p));
  const share = (p: number) => {
    let [hits, judged] = [0, 0];
    for (let epoch = 0; epoch < epochs; epoch++) {
      if (draw() < unjudged) continue;
      judged++;
      if (draw() < p) hits++;
    }
    return hits / judged;
  };
  let significant = 0;
  for (let experiment = 0; experiment < experiments; experiment++) {
    const [a, b]: number[][] = [[], []];
    for (let task = 0; task < tasks; task++) {
      const x = draw() < 0.5 ? 1 : -1;
      const y = draw() < (1 + taskCorrelation) / 2 ? x : -x;
      const [left, right] = [share(rate(baseline, x)), share(rate(baseline + detect, y))];
      if (Number.isNaN(left) || Number.isNaN(right)) continue;
      a.push(left);
      b.push(right);
    }
    const isTestable = new Set(b.map((value, at) => (value - a[at]).toFixed(9))).size > 1;
    if (isTestable && pairedT(a, b).p < alpha) significant++;
  }
  return significant / experiments;
}

const DESIGNS: readonly (readonly [Design, number])[] = [
  [{ tasks: 50, epochs: 5, baseline: 0.4, detect: 0.1, icc: 0.5, taskCorrelation: 0.9 }, 0.05],
  [{ tasks: 100, epochs: 1, baseline: 0.5, detect: 0.15, icc: 0.3, taskCorrelation: 0.5 }, 0.05],
  [{ tasks: 30, epochs: 20, baseline: 0.5, detect: -0.1, icc: 0.6, taskCorrelation: 0.8 }, 0.05],
  [{ tasks: 164, epochs: 3, baseline: 0.6, detect: 0.05, icc: 0.4, taskCorrelation: 1 }, 0.05],
  [{ tasks: 60, epochs: 10, baseline: 0.35, detect: 0.12, icc: 0.5, taskCorrelation: 0 }, 0.01],
  [{ tasks: 40, epochs: 4, baseline: 0.5, detect: 0.2, icc: 0, taskCorrelation: 0.9 }, 0.01],
];

for (const [at, [design, alpha]] of DESIGNS.entries()) {
  Deno.test(`sampleSize() predicts the power of ${JSON.stringify(design)} within 4 standard errors`, () => {
    const experiments = 2000;
    const { power } = sampleSize({ ...design, alpha });
    assert(power > 0.2 && power < 0.98, `${power} says little`);
    const share = rejected(design, { experiments, alpha, seed: 17 + at });
    const error = Math.sqrt(power * (1 - power) / experiments);
    assert(Math.abs(share - power) < 4 * error, `${share} of experiments, predicted ${power}`);
  });
}

Deno.test("sampleSize() predicts the power where samples cannot be judged, and where alpha is shared", () => {
  const design: Design = {
    tasks: 60,
    epochs: 10,
    baseline: 0.4,
    detect: 0.1,
    icc: 0.5,
    taskCorrelation: 0.8,
  };
  const { power } = sampleSize({ ...design, unjudged: 0.3, comparisons: 5 });
  const share = rejected(design, { experiments: 2000, alpha: 0.01, seed: 5, unjudged: 0.3 });
  assert(Math.abs(share - power) < 4 * Math.sqrt(power * (1 - power) / 2000), `${share}, predicted ${power}`);
});

for (
  const design of [
    { tasks: 40, epochs: 1, baseline: 0.3, detect: 0.2, icc: 0, taskCorrelation: 0 },
    { tasks: 183, epochs: 1, baseline: 0.3, detect: 0.2, icc: 0, taskCorrelation: 0 },
    { tasks: 80, epochs: 2, baseline: 0.4, detect: 0.2, icc: 0.5, taskCorrelation: 0.9 },
  ]
) {
  Deno.test(`sampleSize() predicts the power where half of the samples go unjudged: ${JSON.stringify(design)}`, () => {
    const { power } = sampleSize({ ...design, unjudged: 0.5 });
    const share = rejected(design, { experiments: 2000, alpha: 0.05, seed: 3, unjudged: 0.5 });
    // How many tasks are left varies, too, which takes a little more of the power than their mean says.
    assert(share <= power + 0.03 && share >= power - 0.05, `${share}, predicted ${power}`);
  });
}

Deno.test("sampleSize() takes no correlation that such rates cannot have, and says so", () => {
  const plan = { tasks: 40, epochs: 5, baseline: 0.02, detect: 0.1, icc: 0.5 };
  const highest = 0.02 * 0.88 / (0.5 * Math.sqrt(0.02 * 0.98 * 0.12 * 0.88));
  const taken = sampleSize(plan);
  assert(Math.abs(highest - 0.774) < 1e-3);
  assert.equal(taken.power, sampleSize({ ...plan, taskCorrelation: highest }).power);
  assert.match(taken.text, /correlation of the tasks' rates 0\.77 \(the largest possible\)/);
  const certain = sampleSize({
    tasks: 10,
    epochs: 1,
    baseline: 0.3,
    detect: 0.4,
    icc: 1,
    taskCorrelation: 1,
  });
  assert(certain.power < 0.9 && certain.tasksNeeded > 2);
});

Deno.test("sampleSize() says what it assumed of unjudged samples, and that too many leave nothing to test", () => {
  assert.match(sampleSize({ ...PLAN, unjudged: 0.25 }).text, /25 % of samples unjudged/);
  const { power, detectable } = sampleSize({ ...PLAN, tasks: 4, epochs: 1, unjudged: 0.9 });
  assert.deepEqual([power, detectable], [0, null]);
});

const plans = fc.record({
  tasks: fc.integer({ min: 2, max: 300 }),
  epochs: fc.integer({ min: 1, max: 40 }),
  baseline: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  share: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
  up: fc.boolean(),
  power: fc.constantFrom(0.5, 0.8, 0.95),
  icc: fc.double({ min: 0, max: 1, noNaN: true }),
  taskCorrelation: fc.double({ min: -0.5, max: 0.95, noNaN: true }),
  unjudged: fc.constantFrom(0, 0.25),
}).map(({ share, up, ...plan }): SampleSizeOptions => ({
  ...plan,
  detect: share * (up ? 1 - plan.baseline : -plan.baseline),
}));

const powerOf = (plan: SampleSizeOptions) => sampleSize(plan).power;

Deno.test("sampleSize() needs as many tasks as it says, and not one fewer", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { tasksNeeded, samplesNeeded } = sampleSize(plan);
      assert(powerOf({ ...plan, tasks: tasksNeeded }) >= plan.power!);
      if (tasksNeeded > 2) assert(powerOf({ ...plan, tasks: tasksNeeded - 1 }) < plan.power!);
      assert.equal(samplesNeeded, 2 * tasksNeeded * plan.epochs);
    }),
    { numRuns: 60 },
  );
});

Deno.test("sampleSize() needs as many epochs as it says, and not one fewer, or says that none are enough", () => {
  let [some, none] = [0, 0];
  fc.assert(
    fc.property(plans, (plan) => {
      const { epochsNeeded } = sampleSize(plan);
      if (epochsNeeded === null) {
        none++;
        return assert(powerOf({ ...plan, epochs: 1_000_000 }) < plan.power!);
      }
      some++;
      assert(powerOf({ ...plan, epochs: epochsNeeded }) >= plan.power!);
      if (epochsNeeded > 1) assert(powerOf({ ...plan, epochs: epochsNeeded - 1 }) < plan.power!);
    }),
    { numRuns: sized({ small: 30, long: 300 }) },
  );
  assert(some > 10 && none > 0, `${some} and ${none}; seed ${SEED}`);
});

Deno.test("sampleSize() finds the smallest difference with the wanted power", () => {
  let [some, none] = [0, 0];
  fc.assert(
    fc.property(plans, (plan) => {
      const { detectable } = sampleSize(plan);
      const room = plan.detect > 0 ? 1 - plan.baseline : -plan.baseline;
      const shares = Array.from({ length: 20 }, (_, at) => (at + 1) / 21);
      if (detectable === null) {
        none++;
        return assert(shares.every((share) => powerOf({ ...plan, detect: share * room }) < plan.power!));
      }
      some++;
      assert.equal(Math.sign(detectable), Math.sign(plan.detect));
      assert(Math.abs(powerOf({ ...plan, detect: detectable }) - plan.power!) < 1e-6);
      for (const share of shares) {
        assert(powerOf({ ...plan, detect: share * 0.999 * detectable }) < plan.power!);
      }
    }),
    { numRuns: sized({ small: 8, long: 200 }) },
  );
  assert(some > 5 && none > 0, `${some} and ${none}; seed ${SEED}`);
});

Deno.test("sampleSize() finds a difference that only a smaller one than the largest shows", () => {
  // Towards a rate of 1 the tasks are no longer alike, so that the power falls again.
  const plan: SampleSizeOptions = { tasks: 8, epochs: 1000, baseline: 0.5, detect: 0.05, power: 0.95 };
  const { detectable } = sampleSize(plan);
  assert(Math.abs(powerOf({ ...plan, detect: detectable! }) - 0.95) < 1e-9);
  assert(powerOf({ ...plan, detect: 0.5 * (1 - 1e-9) }) < 0.93);
});

Deno.test("sampleSize() has more power with more tasks, epochs, correlation and alpha, and with fewer comparisons", () => {
  const more = [
    { tasks: 60 },
    { epochs: 6 },
    { taskCorrelation: 0.95 },
    { alpha: 0.06 },
    { detect: 0.12 },
  ];
  const less = [{ comparisons: 2 }, { unjudged: 0.2 }, { icc: 0.6, taskCorrelation: 0 }, { detect: 0.09 }];
  const power = powerOf(PLAN);
  for (const change of more) assert(powerOf({ ...PLAN, ...change }) > power, JSON.stringify(change));
  for (const change of less) assert(powerOf({ ...PLAN, ...change }) < power, JSON.stringify(change));
  fc.assert(
    fc.property(plans, (plan) => {
      assert(powerOf({ ...plan, tasks: plan.tasks + 1 }) >= powerOf(plan) - 1e-12);
      assert(powerOf({ ...plan, epochs: plan.epochs + 1 }) >= powerOf(plan) - 1e-12);
    }),
    { numRuns: 60 },
  );
});

Deno.test("sampleSize() is the same for rates and for their complements", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const turned = { ...plan, baseline: 1 - plan.baseline, detect: -plan.detect };
      assert(Math.abs(powerOf(turned) - powerOf(plan)) < 1e-9);
    }),
    { numRuns: 60 },
  );
});

Deno.test("sampleSize() shares alpha among comparisons, and takes undefined for the default", () => {
  assert.equal(powerOf({ ...PLAN, comparisons: 5 }), powerOf({ ...PLAN, alpha: 0.01 }));
  assert.deepEqual(sampleSize({ ...PLAN, icc: undefined, power: undefined }), sampleSize(PLAN));
});

Deno.test("sampleSize() says in sentences what it found", () => {
  const { text, power, detectable, tasksNeeded, epochsNeeded, samples } = sampleSize(PLAN);
  assert.equal(samples, 500);
  assert.equal(
    text,
    `50 tasks with 5 samples each at both levels (500 samples) find a difference of 0.1 from a rate of 0.3 with ` +
      `probability ${(100 * power).toFixed(0)} %. With probability 80 % they find one of ${
        detectable!.toFixed(3)
      }. ` +
      `${tasksNeeded} tasks are needed (${
        10 * tasksNeeded
      } samples), or ${epochsNeeded} samples of each of the 50 ` +
      `tasks (${
        100 * epochsNeeded!
      } samples). Assumed: intraclass correlation 0.5, correlation of the tasks' rates ` +
      `0.9, two-sided level 0.05.`,
  );
  assert.match(sampleSize({ ...PLAN, tasks: 500 }).text, /\d+ tasks would do \(\d+ samples\)\. Assumed/);
  assert.match(sampleSize({ ...PLAN, taskCorrelation: 0 }).text, /no number of samples of each is enough/);
  assert.match(
    sampleSize({ ...PLAN, tasks: 2, taskCorrelation: 0 }).text,
    /No difference from that rate would be found/,
  );
});

const REFUSED: readonly (readonly [{ readonly [name: string]: unknown }, RegExp])[] = [
  [{ task: 5 }, /^Unknown option "task": did you mean tasks/],
  [{ tasks: 1 }, /^Cannot plan with tasks 1: it must be an integer >= 2$/],
  [{ tasks: undefined }, /^Cannot plan with tasks undefined: it must be an integer >= 2$/],
  [{ epochs: 0 }, /^Cannot plan with epochs 0: it must be an integer >= 1$/],
  [{ epochs: 2.5 }, /^Cannot plan with epochs 2.5/],
  [{ comparisons: 0 }, /^Cannot plan with comparisons 0/],
  [{ baseline: 0 }, /^Cannot plan with baseline 0: it must be in \(0, 1\)$/],
  [{ baseline: 30 }, /^Cannot plan with baseline 30: it must be in \(0, 1\)$/],
  [{ detect: 0 }, /^Cannot plan with detect 0: it must be a difference other than 0$/],
  [{ detect: NaN }, /^Cannot plan with detect NaN/],
  [{ detect: 0.7 }, /^Cannot plan for a difference of 0.7 from 0.3: a rate of 1 is not in \(0, 1\)$/],
  [{ detect: -0.5 }, /^Cannot plan for a difference of -0.5 from 0.3: a rate of -0.2 is not/],
  [{ alpha: 5 }, /^Cannot plan with alpha 5: it must be in \(0, 1\)$/],
  [{ power: 0.05 }, /^Cannot plan with power 0.05: it must be above alpha \(0.05\) and below 1$/],
  [{ power: 80 }, /^Cannot plan with power 80/],
  [{ icc: 1.1 }, /^Cannot plan with icc 1.1: it must be in \[0, 1\]$/],
  [{ taskCorrelation: -1.1 }, /^Cannot plan with taskCorrelation -1.1: it must be in \[-1, 1\]$/],
  [{ unjudged: 1 }, /^Cannot plan with unjudged 1: it must be in \[0, 1\)$/],
];

for (const [change, words] of REFUSED) {
  Deno.test(`sampleSize() refuses ${JSON.stringify(change) === "{}" ? "no tasks" : JSON.stringify(change)} in words`, () => {
    assert.throws(() => sampleSize({ ...PLAN, ...change }), (error: Error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, words);
      return true;
    });
  });
}

Deno.test("sampleSize() takes a correlation that is not known as one that is not given", () => {
  const plan = { tasks: 40, epochs: 5, baseline: 0.2, detect: 0.1 };
  assert.deepEqual(sampleSize({ ...plan, icc: null }), sampleSize(plan));
  assert.notDeepEqual(sampleSize({ ...plan, icc: 0.1 }), sampleSize(plan));
  assert.throws(
    () => sampleSize({ ...plan, alpha: null as never }),
    /^RangeError: Cannot plan with alpha null/,
  );
});
