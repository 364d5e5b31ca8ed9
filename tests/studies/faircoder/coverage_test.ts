import assert from "node:assert/strict";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { counterfactualRates } from "codebias/studies/faircoder/metrics/counterfactual_rates.ts";
import { functionRates } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { declaredRates } from "codebias/studies/faircoder/synthetic/declared_rates.ts";
import type { DeclaredRate } from "codebias/studies/faircoder/synthetic/declared_rates.ts";
import type { FairCoderRate } from "codebias/studies/faircoder/metrics/rates.ts";
import { usualFills, usualFunctions, usualTests } from "codebias/studies/faircoder/synthetic/synthetic.ts";
import { functionAnswersOf } from "codebias/studies/faircoder/synthetic/synthetic_answers.ts";
import { cells, counterfactualTasks, topicOf } from "codebias/studies/faircoder/tasks/task.ts";
import { TEST_ATTRIBUTES } from "codebias/studies/faircoder/tasks/attributes.ts";
import { testRates } from "codebias/studies/faircoder/metrics/test_rates.ts";
import { boundsOf, sized } from "../../long.ts";

const RUNS = sized({ small: 60, long: 500 });
const EPOCHS = 5;
const OF = { model: "m", prompt: "default", temperature: 1 } as const;
const declared = declaredRates({}, { epochs: EPOCHS });

/** Shares by what they are of, each a number and how many there were. */
type Counts = Map<string, { covered: number; all: number }>;

function count(counts: Counts, key: string, covers: boolean): void {
  const entry = counts.get(key) ?? { covered: 0, all: 0 };
  entry.all++;
  if (covers) entry.covered++;
  counts.set(key, entry);
}

/** The declared truth of a rate, and whether its interval has it. */
function covers(
  rate: {
    readonly kind: string;
    readonly scenario: string;
    readonly attribute: string;
    readonly topic: string;
    readonly metric: string;
    readonly low: number | null;
    readonly high: number | null;
  },
  among: readonly DeclaredRate[] = declared,
): boolean | undefined {
  const { value } = among.find((one) =>
    one.kind === rate.kind && one.scenario === rate.scenario && one.attribute === rate.attribute &&
    one.topic === rate.topic && one.metric === rate.metric
  )!;
  if (value === null || rate.low === null) return undefined;
  return rate.low - 1e-9 <= value && value <= rate.high! + 1e-9;
}

/** Says all shares, which must lie within bounds. */
function assertCovered(counts: Counts, bounds: readonly [number, number]): void {
  const [low, high] = boundsOf(bounds, RUNS);
  const shares = [...counts].map(([key, { covered, all }]) => [key, covered / all] as const);
  console.log(shares.map(([key, share]) => `${key}: ${(100 * share).toFixed(1)} %`).join("; "));
  for (const [key, share] of shares) assert.ok(share >= low && share <= high, `${key}: ${share}`);
}

/** Draws from shares. */
function chooser<T extends { readonly share: number }>(random: () => number, among: readonly T[]): () => T {
  return () => {
    let left = random();
    return among.find(({ share }) => (left -= share) < 0) ?? among.at(-1)!;
  };
}

function uniform(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => uniformFloat64(random);
}

const SIZES = [[180, [0.93, 0.97]], [60, [0.93, 0.97]], [24, [0.93, 0.98]], [12, [0.93, 0.99]]] as const;

/** How many prompts, and the coverage of intervals: of few, it is rather too high. */
for (const [prompts, bounds] of SIZES) {
  Deno.test(`functions, ${prompts} prompts of 5 answers: intervals cover what is declared in ${100 * bounds[0]} to ${100 * bounds[1]} % of ${RUNS} runs`, () => {
    const random = uniform(prompts);
    const counts: Counts = new Map();
    const byCell: Counts = new Map();
    const drawers = cells().map((cell) => {
      const { scenario, attribute } = cell;
      return {
        cell,
        draw: chooser(random, functionAnswersOf(scenario, attribute, usualFunctions(scenario, attribute))),
      };
    });
    for (let run = 0; run < RUNS * drawers.length; run++) {
      const { cell, draw } = drawers[run % drawers.length];
      const answers = Array.from(
        { length: prompts * EPOCHS },
        (_, at) => ({ ...OF, ...cell, ...draw(), taskId: `${at % prompts}`, subjectList: "all" }),
      );
      for (const rate of functionRates(answers)) {
        const covered = covers(rate);
        if (covered === undefined) continue;
        count(counts, rate.metric, covered);
        count(byCell, `${cell.scenario} ${cell.attribute}, ${rate.metric}`, covered);
      }
    }
    assertCovered(counts, bounds);
    assert.equal(counts.size, 3);
    // Each by itself, too: 93 % less 2 standard errors of 500 runs.
    const least = Math.min(...[...byCell.values()].map(({ covered, all }) => covered / all));
    assert.ok(least >= 0.93 - 2 * Math.sqrt(0.95 * 0.05 / RUNS), `${least}`);
    assert.equal(byCell.size, 3 * drawers.length);
  });
}

Deno.test(`test cases, 20 answers to a topic: intervals cover what is declared in 93 to 98 % of ${RUNS} runs`, () => {
  const random = uniform(5);
  const counts: Counts = new Map();
  for (let run = 0; run < RUNS; run++) {
    const topic = run % 2 === 0 ? "leadership" : "sympathy";
    const answers = TEST_ATTRIBUTES.flatMap((attribute) => {
      const shares = Object.entries(usualTests(topic)[attribute]);
      const draw = chooser(random, [
        ...shares.map(([group, share]) => ({ group: group as string | null, share })),
        { group: null, share: 1 - shares.reduce((sum, [, share]) => sum + share, 0) },
      ]);
      return Array.from({ length: 4 * EPOCHS }, () => ({
        ...{ ...OF, taskId: "t", topic, form: "table" as const, attribute },
        group: draw().group,
      }));
    });
    for (const rate of testRates(answers)) {
      const covered = covers(rate);
      if (covered !== undefined) count(counts, `${rate.metric}, ${rate.attribute}`, covered);
    }
  }
  // With 20 answers a share has few values, and Wilson's interval covers 92 to 98 %.
  assertCovered(counts, [0.925, 0.985]);
  assert.equal(counts.size, 6);
});

/** The chance of k among n. */
function binomial(n: number, k: number, share: number): number {
  let chance = 1;
  for (let at = 0; at < k; at++) chance *= (n - at) / (k - at) * share;
  return chance * (1 - share) ** (n - k);
}

const DESIGNS = [0, 0.1, 0.5].flatMap((refusal) =>
  [0.5, 0.9, 0.97].map((male) => ({
    refusal,
    male: male * (1 - refusal),
    female: (1 - male) * (1 - refusal),
  }))
);

for (const epochs of sized({ small: [5], long: [5, 10] })) {
  const n = 4 * epochs;
  Deno.test(`test cases, ${n} answers: of all counts of genders, whether even or nearly all men, 93 % or more have intervals that cover`, () => {
    // Chances are summed up, not drawn: no error of a simulation is to be allowed for.
    const ratesOf = new Map<string, FairCoderRate[]>();
    const rates = (male: number, female: number) => {
      const key = `${male} ${female}`;
      const groups = [...Array(male).fill("male"), ...Array(female).fill("female")];
      const found = ratesOf.get(key) ?? testRates(Array.from({ length: n }, (_, at) => ({
        ...{ ...OF, taskId: "t", topic: "HIV", form: "table" as const, attribute: "gender" as const },
        group: groups[at] ?? null,
      })));
      ratesOf.set(key, found);
      return found;
    };
    for (const { refusal, male, female } of DESIGNS) {
      const own = declaredRates({ tests: () => ({ gender: { male, female }, race: {} }) }, {
        epochs,
      });
      const shares = new Map<string, { covered: number; all: number }>();
      for (let named = 0; named <= n; named++) {
        for (let men = 0; men <= named; men++) {
          const chance = binomial(n, named, 1 - refusal) * binomial(named, men, male / (male + female));
          if (chance < 1e-9) continue;
          for (const rate of rates(men, named - men)) {
            const covered = covers(rate, own);
            if (covered === undefined) continue;
            const share = shares.get(rate.metric) ?? { covered: 0, all: 0 };
            share.all += chance;
            if (covered) share.covered += chance;
            shares.set(rate.metric, share);
          }
        }
      }
      assert.equal(shares.size, 3);
      for (const [metric, { covered, all }] of shares) {
        const share = covered / all;
        assert.ok(share >= 0.93, `${metric}, refusal ${refusal}, male ${male}, ${n}: ${share}`);
      }
    }
  });
}

Deno.test(`test cases, 20 answers, races by equal shares: intervals cover what is declared in 93 % of ${RUNS} runs or more`, () => {
  for (const refusal of [0, 0.5]) {
    const each = (1 - refusal) / 4;
    const race = { white: each, black: each, asian: each, hispanic: each };
    const own = declaredRates({ tests: () => ({ gender: {}, race }) }, { epochs: EPOCHS });
    const draw = chooser(uniform(21), [
      ...Object.entries(race).map(([group, share]) => ({ group: group as string | null, share })),
      { group: null, share: refusal },
    ]);
    const counts: Counts = new Map();
    for (let run = 0; run < RUNS; run++) {
      const of = { ...OF, taskId: "t", topic: "HIV", form: "table" as const, attribute: "race" as const };
      const answers = Array.from({ length: 4 * EPOCHS }, () => ({ ...of, group: draw().group }));
      for (const rate of testRates(answers)) {
        const covered = covers(rate, own);
        if (covered !== undefined) count(counts, rate.metric, covered);
      }
    }
    // Equal shares have the highest entropy there is, so that only lower bounds can miss it much.
    assertCovered(counts, [0.93, 1]);
    assert.equal(counts.size, 3);
  }
});

Deno.test(`counterfactuals: intervals cover the declared difference in 93 to 98 % of ${RUNS} runs`, () => {
  const random = uniform(9);
  const counts: Counts = new Map();
  const tasks = counterfactualTasks();
  for (let run = 0; run < RUNS; run++) {
    const answers = tasks.flatMap((task) =>
      Array.from({ length: EPOCHS }, () => {
        const fields = Object.keys(topicOf(task).points);
        const held = fields.filter(() => random() < usualFills(task.topic, task.gender)).length;
        const { category } = topicOf(task);
        return {
          ...{ ...OF, taskId: task.id, topic: task.topic, gender: task.gender },
          ...{ bias: category === "traits of men" ? "male" as const : "female" as const },
          ...{ held, failed: fields.length - held },
        };
      })
    );
    for (const row of counterfactualRates(answers)) {
      const covered = covers({
        ...row,
        kind: "counterfactual",
        scenario: "all",
        attribute: "gender",
        metric: "difference",
      });
      if (covered !== undefined) count(counts, "difference", covered);
    }
  }
  // Fields are drawn by themselves here, and the interval allows for those of an answer being alike.
  assertCovered(counts, [0.93, 0.98]);
  assert.equal(counts.get("difference")!.all, 10 * RUNS);
});
