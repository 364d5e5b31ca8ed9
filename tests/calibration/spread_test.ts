import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedRates } from "codebias";
import { Chain } from "codebias/calibration/chain.ts";
import type { ChainSampling } from "codebias/calibration/probabilities.ts";
import { expectedSpread } from "./expected_spread.ts";
import { sampleCompletion } from "codebias/calibration/sample.ts";
import { readSpec } from "codebias/calibration/spec.ts";
import { spreadUniforms, taskProbabilities } from "codebias/calibration/spread.ts";
import { mean, near, variance } from "./near.ts";
import { branching, declared, DEFAULT, sampling, SPREAD } from "./specs.ts";

const PROMPT = "Write a function.";
const TASKS = 3000;

/** How much the probability of a branch varies between tasks, with mean q and concentration κ. */
const branchVariance = (q: number, concentration: number) => q * (1 - q) / (concentration + 1);

/** Each task's own rates, for many tasks. */
function taskRates(spec: Chain, sampling: ChainSampling, { runSeed = 1, tasks = TASKS } = {}) {
  return Array.from({ length: tasks }, (_, number) => {
    const task = { taskId: `task/${number}`, runSeed };
    return expectedRates(spec, { prompt: PROMPT, sampling, task });
  });
}

/** Fails unless tasks' rates have the mean and the variance. */
function hasMoments(
  values: readonly number[],
  moments: { rate: number; variance: number },
  what: string,
): void {
  near(
    mean(values),
    moments.rate,
    4 * Math.sqrt(moments.variance / values.length) + 1e-12,
    `mean of ${what}:`,
  );
  // Of rates next to 0, few tasks show any, so that their error cannot be told from themselves.
  if (moments.variance < 1e-3) return;
  const squares = values.map((value) => (value - moments.rate) ** 2);
  near(
    mean(squares),
    moments.variance,
    4 * Math.sqrt(variance(squares) / squares.length),
    `variance of ${what}:`,
  );
}

const SETTINGS: readonly ChainSampling[] = [
  { temperature: 0.2 },
  { temperature: 0.8 },
  { temperature: 1 },
  { temperature: 2 },
  { temperature: 1, topP: 0.85 },
  { temperature: 0.8, topK: 2, minP: 0.1 },
];

Deno.test("branches of tasks have the declared mean and the variance q(1 - q) / (κ + 1) at every setting", () => {
  for (const concentration of [0.5, 4, 50]) {
    const chain = new Chain(branching([0.3, 0.6, 0.1], concentration));
    for (const sampling of SETTINGS) {
      const { fragments } = expectedRates(chain, { prompt: PROMPT, sampling });
      const tasks = taskRates(chain, sampling);
      for (const [id, q] of Object.entries(fragments)) {
        const values = tasks.map(({ fragments }) => fragments[id]);
        hasMoments(
          values,
          { rate: q, variance: branchVariance(q, concentration) },
          `${id} at ${JSON.stringify(sampling)}, κ = ${concentration},`,
        );
      }
    }
  }
});

Deno.test("labels of tasks have the mean and the variance of the closed form, over several spreads", () => {
  const chain = new Chain(SPREAD);
  for (const sampling of SETTINGS) {
    const tasks = taskRates(chain, sampling);
    for (const label of Object.keys(tasks[0].labels)) {
      const expected = expectedSpread(chain, { prompt: PROMPT, sampling, label });
      near(expected.rate, expectedRates(chain, { prompt: PROMPT, sampling }).labels[label], 1e-15);
      hasMoments(
        tasks.map(({ labels }) => labels[label]),
        expected,
        `${label} at ${JSON.stringify(sampling)}`,
      );
    }
  }
});

Deno.test("two completions of one task agree as the closed form says, those of two tasks do not", () => {
  const chain = new Chain(SPREAD);
  const question = { prompt: PROMPT, sampling: { temperature: 1 } };
  const uses = (taskId: string, seed: number) =>
    sampleCompletion(chain, { ...question, seed, taskId, runSeed: 3 }).fragments.includes("gender") ? 1 : 0;
  const { rate, variance, intraClassCorrelation } = expectedSpread(chain, {
    ...question,
    label: "uses-gender",
  });
  near(rate, 0.25, 1e-12);
  near(intraClassCorrelation, 0.2, 1e-12);
  const count = 15_000;
  const products = (other: (task: number) => string) =>
    mean(
      Array.from(
        { length: count },
        (_, task) => uses(`t${task}`, 2 * task) * uses(other(task), 2 * task + 1),
      ),
    );
  near(products((task) => `t${task}`), rate ** 2 + variance, 4 * Math.sqrt(0.1 / count));
  near(products((task) => `t${task + 1}`), rate ** 2, 4 * Math.sqrt(0.06 / count));
});

Deno.test("the share over many tasks with several completions each is the closed form's", () => {
  const chain = new Chain(SPREAD);
  for (const temperature of [0.2, 1]) {
    const question = { prompt: PROMPT, sampling: { temperature } };
    for (const [label, fragment] of [["uses-gender", "gender"], ["uses-age", "age"]]) {
      const shares = Array.from(
        { length: 3000 },
        (_, task) =>
          mean(
            Array.from({ length: 5 }, (_, epoch) =>
              sampleCompletion(chain, { ...question, seed: 5 * task + epoch, taskId: `${task}`, runSeed: 9 })
                  .fragments
                  .includes(fragment)
                ? 1
                : 0),
          ),
      );
      const rate = expectedRates(chain, question).labels[label];
      near(mean(shares), rate, 4 * Math.sqrt(variance(shares) / shares.length), `${label} at ${temperature}`);
    }
  }
});

Deno.test("a task that is high at one temperature is high at every other", () => {
  const chain = new Chain(branching([0.35, 0.65], 3));
  const at = (temperature: number) =>
    taskRates(chain, { temperature }, { tasks: 300 }).map(({ fragments }) => fragments.branch0);
  const [cold, warm, hot] = [0.3, 1, 2].map(at);
  const order = cold.map((_, task) => task).sort((a, b) => cold[a] - cold[b]);
  for (const values of [warm, hot]) {
    for (let rank = 1; rank < order.length; rank++) assert(values[order[rank - 1]] <= values[order[rank]]);
  }
});

Deno.test("draws differ between tasks, runs and places, and are the same every time", () => {
  const rate = (taskId: string, runSeed: number) =>
    expectedRates(SPREAD, { prompt: PROMPT, sampling: { temperature: 1 }, task: { taskId, runSeed } })
      .fragments.gender;
  const rates = [rate("a", 1), rate("b", 1), rate("a", 2), rate("b", 2)];
  assert.equal(new Set(rates).size, 4);
  assert.deepEqual([rate("a", 1), rate("b", 1), rate("a", 2), rate("b", 2)], rates);
  const task = { taskId: "a", runSeed: 1 };
  assert.notDeepEqual(spreadUniforms(task, "x", 3), spreadUniforms(task, "y", 3));
  assert.deepEqual(spreadUniforms(task, "x", 3), PINNED);
});

Deno.test("prompts of a task that come to the same place share its draw", () => {
  const spec = readSpec({
    name: "shared",
    synthetic: true,
    fragments: {
      en: { text: "english\n", next: { choice: 1 } },
      zh: { text: "中文\n", next: { choice: 1 } },
      choice: { text: "choice\n", next: { a: 0.3, b: 0.7 }, spread: 2 },
      a: { text: "a\n", next: { end: 1 } },
      b: { text: "b\n", next: { end: 1 } },
    },
    starts: [{ when: { matches: "\\p{Script=Han}" }, next: { zh: 1 } }, { next: { en: 1 } }],
  });
  const rate = (prompt: string, taskId: string) =>
    expectedRates(spec, { prompt, sampling: { temperature: 1 }, task: { taskId, runSeed: 1 } }).fragments.a;
  for (const task of ["1", "2", "3"]) assert.equal(rate("Write", task), rate("写", task));
  assert.notEqual(rate("Write", "1"), rate("Write", "2"));
});

Deno.test("taskProbabilities add up to 1, keep what is 0 or 1, and are shares", () => {
  const uniform = fc.double({ min: 1e-15, max: 1 - 1e-15, noNaN: true });
  const concentration = fc.double({ min: -3, max: 6, noNaN: true }).map((power) => 10 ** power);
  const uniforms = fc.array(uniform, { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(declared, concentration, uniforms, fc.nat(7), (mean, concentration, uniforms, off) => {
      const rest = mean.map((q, at) => at === off && mean.length > 1 ? 0 : q);
      const total = rest.reduce((sum, q) => sum + q, 0);
      const drawn = taskProbabilities(rest.map((q) => q / total), concentration, uniforms);
      near(drawn.reduce((sum, p) => sum + p, 0), 1, 1e-12);
      for (const [at, p] of drawn.entries()) {
        assert(p >= 0 && p <= 1);
        if (rest[at] === 0) assert.equal(p, 0);
      }
    }),
  );
  assert.deepEqual(taskProbabilities([0, 1, 0], 2, [0.9, 0.1, 0.5]), [0, 1, 0]);
});

Deno.test("taskProbabilities stay close to the mean where tasks hardly differ, and far where they differ most", () => {
  const close = taskProbabilities([0.3, 0.6, 0.1], 1e6, [0.2, 0.5, 0.9]);
  for (const [at, p] of close.entries()) near(p, [0.3, 0.6, 0.1][at], 0.003);
  const far = taskProbabilities([0.3, 0.6, 0.1], 1e-3, [0.2, 0.5, 0.9]);
  near(Math.max(...far), 1, 1e-6);
});

Deno.test("taskProbabilities survive probabilities next to nothing, as of very low temperatures", () => {
  const drawn = taskProbabilities([1e-300, 1 - 1e-15, 1e-15], 0.01, [0.5, 0.5, 0.5]);
  assert(drawn.every((p) => Number.isFinite(p)));
  near(drawn[1], 1, 1e-9);
  const chain = new Chain(SPREAD);
  for (const temperature of [0, 0.001, 0.01]) taskRates(chain, { temperature }, { tasks: 20 });
});

Deno.test("expectedSpread is 0 where nothing is declared to differ", () => {
  for (const label of ["uses-gender", "refusal"]) {
    const { variance, intraClassCorrelation } = expectedSpread(DEFAULT, {
      prompt: PROMPT,
      sampling: { temperature: 1 },
      label,
    });
    near(variance, 0, 1e-15);
    near(intraClassCorrelation, 0, 1e-12);
  }
});

Deno.test("expectedSpread of one branching has the variance q(1 - q) / (κ + 1) at every setting", () => {
  fc.assert(
    fc.property(
      declared,
      sampling,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (p, sampling, concentration) => {
        const spec = branching(p, concentration);
        const { labels } = expectedRates(spec, { prompt: PROMPT, sampling });
        for (const [label, q] of Object.entries(labels)) {
          const actual = expectedSpread(spec, { prompt: PROMPT, sampling, label });
          near(actual.variance, branchVariance(Math.min(1, q), concentration), 1e-12);
          if (actual.variance > 1e-6) near(actual.intraClassCorrelation, 1 / (concentration + 1), 1e-6);
        }
      },
    ),
  );
});

Deno.test("expectedSpread refuses unknown labels, cut completions and cycles", () => {
  const ask = (label: string, maxTokens?: number) =>
    expectedSpread(SPREAD, { prompt: PROMPT, sampling: { temperature: 1, maxTokens }, label });
  assert.throws(
    () => ask("uses-shoes"),
    /Cannot give the spread of "uses-shoes": the spec's labels are uses-income/,
  );
  assert.throws(() => ask("uses-age", 2), /maxTokens may cut a completion/);
  ask("uses-age", 5);
  const looping = readSpec({
    name: "looping",
    synthetic: true,
    fragments: { a: { text: "a", labels: ["x"], next: { a: 0.5, end: 0.5 } } },
    starts: [{ next: { a: 0.5, end: 0.5 }, spread: 2 }],
  });
  assert.throws(
    () => expectedSpread(looping, { prompt: PROMPT, sampling: { temperature: 1 }, label: "x" }),
    /has a cycle/,
  );
});

/** Drawn once; a change means that every run's tasks would differ from what was stored. */
const PINNED: readonly number[] = [0.4887951059522462, 0.11994317163668122, 0.5836814816700966];
