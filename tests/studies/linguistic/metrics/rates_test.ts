import assert from "node:assert/strict";
import fc from "fast-check";
import { METRICS, type Rate, rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import { wilson } from "codebias/statistics/mod.ts";
import type { Estimate } from "codebias/core/types.ts";
import { arbitraryTasks, samples } from "../samples.ts";

/** The rates of one model, by metric. */
function byMetric(found: readonly Rate[]): Record<string, Rate> {
  return Object.fromEntries(found.map((rate) => [rate.metric, rate]));
}

/** Value, number of tasks and unjudged tasks of each metric. */
function brief(found: readonly Rate[]): Record<string, (number | null)[]> {
  return Object.fromEntries(found.map(({ metric, value, n, unjudged }) => [metric, [value, n, unjudged]]));
}

Deno.test("rates() of four tasks, by hand", () => {
  const found = ratesOf(samples({
    both: { en: "wp", zh: "pp" },
    english: { en: "wwp", zh: "www" },
    chinese: { en: "w", zh: "p" },
    neither: { en: "ww", zh: "ww" },
  }));
  assert.deepEqual(found.map(({ metric }) => metric), ["CR_en", "CR_zh", "CR_bi", "CDR"]);
  assert.deepEqual(brief(found), {
    CR_en: [0.5, 4, 0],
    CR_zh: [0.5, 4, 0],
    CR_bi: [0.25, 4, 0],
    CDR: [0.5, 4, 0],
  });
  const { low, high } = wilson(2, 4);
  assert.deepEqual(byMetric(found).CR_en, {
    ...{ model: "A", prompt: "DI", temperature: 0.2, metric: "CR_en" },
    ...{ value: 0.5, low, high, n: 4, unjudged: 0 },
  });
});

Deno.test("rates() counts an invalid task as unsolved, or leaves it out", () => {
  const given = samples({
    solved: { en: "p", zh: "p" },
    unsolved: { en: "p", zh: "w" },
    invalid: { en: "ii", zh: "ii" },
  });
  const unsolved = { CR_en: [2 / 3, 3, 0], CR_zh: [1 / 3, 3, 0], CR_bi: [1 / 3, 3, 0], CDR: [1 / 3, 3, 0] };
  assert.deepEqual(brief(ratesOf(given)), unsolved);
  assert.deepEqual(brief(ratesOf(given, { invalidTasks: "unsolved" })), unsolved);
  assert.deepEqual(brief(ratesOf(given, { invalidTasks: "left-out" })), {
    CR_en: [1, 2, 1],
    CR_zh: [0.5, 2, 1],
    CR_bi: [0.5, 2, 1],
    CDR: [0.5, 2, 1],
  });
});

Deno.test("rates() leaves out a task of which nothing could be judged in a language", () => {
  const found = ratesOf(
    samples({ a: { en: "uu", zh: "p" }, b: { en: "p", zh: "p" }, c: { en: "w", zh: "u" } }),
  );
  assert.deepEqual(brief(found), { CR_en: [0.5, 2, 1], CR_zh: [1, 2, 1], CR_bi: [1, 1, 2], CDR: [0, 1, 2] });
});

Deno.test("rates() judges a task by the samples that could be judged", () => {
  const found = ratesOf(samples({ a: { en: "up", zh: "uw" } }));
  assert.deepEqual(brief(found), { CR_en: [1, 1, 0], CR_zh: [0, 1, 0], CR_bi: [0, 1, 0], CDR: [1, 1, 0] });
});

Deno.test("rates() without one language have no value for it, never 0", () => {
  const found = byMetric(ratesOf(samples({ a: { en: "p" }, b: { en: "w" } })));
  assert.equal(found.CR_en.value, 0.5);
  const nothing: Estimate = { value: null, low: null, high: null, n: 0, unjudged: 2 };
  for (const metric of ["CR_zh", "CR_bi", "CDR"] as const) {
    assert.deepEqual(found[metric], { model: "A", prompt: "DI", temperature: 0.2, metric, ...nothing });
  }
});

Deno.test("rates() keeps models, prompting methods and temperatures apart, in their order", () => {
  const passing = { a: { en: "p", zh: "p" } };
  const failing = { a: { en: "w", zh: "w" } };
  const found = ratesOf([
    ...samples(passing, { model: "B" }),
    ...samples(failing, { model: "A" }),
    ...samples(failing, { model: "B", temperature: 0.8 }),
    ...samples(passing, { model: "B", temperature: 0.8, prompt: "CoT" }),
  ]);
  const english = found.filter(({ metric }) => metric === "CR_en");
  assert.equal(found.length, 4 * METRICS.length);
  assert.deepEqual(
    english.map(({ model, prompt, temperature, value }) => [model, prompt, temperature, value]),
    [
      ["B", "DI", 0.2, 1],
      ["A", "DI", 0.2, 0],
      ["B", "DI", 0.8, 0],
      ["B", "CoT", 0.8, 1],
    ],
  );
});

Deno.test("rates() of nothing are none", () => {
  assert.deepEqual(ratesOf([]), []);
});

Deno.test("rates() obey CDR = CR_en + CR_zh - 2 CR_bi and CR_bi <= both when nothing is unjudged", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w", "w", "i"]), (tasks) => {
    const { CR_en, CR_zh, CR_bi, CDR } = byMetric(ratesOf(samples(tasks)));
    const n = Object.keys(tasks).length;
    const counts = [CR_en, CR_zh, CR_bi, CDR].map(({ value }) => Math.round(value! * n));
    assert.equal(counts[3], counts[0] + counts[1] - 2 * counts[2]);
    assert(counts[2] <= Math.min(counts[0], counts[1]));
    assert(counts[2] >= counts[0] + counts[1] - n);
    for (const { n: judged, unjudged } of [CR_en, CR_zh, CR_bi, CDR]) {
      assert.deepEqual([judged, unjudged], [n, 0]);
    }
  }));
});

Deno.test("rates() account for every task, whatever could be judged", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w", "u", "i"]), (tasks) => {
    for (const invalidTasks of ["unsolved", "left-out"] as const) {
      for (const { n, unjudged, value, low, high } of ratesOf(samples(tasks), { invalidTasks })) {
        assert.equal(n + unjudged, Object.keys(tasks).length);
        assert.equal(value === null, n === 0);
        if (value !== null) assert(low! <= value + 1e-12 && value <= high! + 1e-12);
      }
    }
  }));
});

Deno.test("rates() do not depend on the order of the samples", () => {
  fc.assert(fc.property(arbitraryTasks(["p", "w", "u", "i"]), fc.nat(), (tasks, seed) => {
    const given = samples(tasks);
    const order = given.map((one, index) => [(index * 7919 + seed) % 10007, one] as const);
    const mixed = order.toSorted(([a], [b]) => a - b).map(([, one]) => one);
    assert.deepEqual(ratesOf(mixed), ratesOf(given));
  }));
});
