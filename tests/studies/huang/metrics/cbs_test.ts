import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredProportion, unitMean } from "codebias/statistics/mod.ts";
import { keysOf } from "codebias/bias/task_counts.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { cbs, type HuangRate, type TaskCounts, taskCounts } from "codebias/studies/huang/metrics/counts.ts";
import { arbitraryRows, huangRows, shuffled, taskCount, taskCountsOf } from "../rows.ts";
import { cbsAtK } from "codebias/studies/huang/metrics/cbs_at_k.ts";

/** Value, n and unjudged. */
function brief({ value, n, unjudged }: HuangRate): (number | null)[] {
  return [value === null ? null : Number(value.toFixed(12)), n, unjudged];
}

/** All choices of some of a list, as they come. */
function choices<T>(all: readonly T[], k: number): T[][] {
  if (k === 0) return [[]];
  return all.flatMap((one, at) => choices(all.slice(at + 1), k - 1).map((rest) => [one, ...rest]));
}

/** The shares of the choices of K completions of a task of which some, and all, are biased. */
function bruteForce({ biased, judged }: TaskCounts, k: number): { union: number; intersection: number } {
  const all = choices(Array.from({ length: judged }, (_, at) => at < biased), k);
  const share = (has: (choice: boolean[]) => boolean) => all.filter(has).length / all.length;
  return {
    union: share((choice) => choice.includes(true)),
    intersection: share((choice) => !choice.includes(false)),
  };
}

/** Counts of tasks with as many completions, or more and fewer. */
function arbitraryCounts(least: number): fc.Arbitrary<TaskCounts[]> {
  const task = fc.record({
    judged: fc.integer({ min: least, max: 7 }),
    share: fc.double({ max: 1, noNaN: true, min: 0 }),
  });
  return fc.array(task, { minLength: 1, maxLength: 12 }).map((tasks) =>
    tasks.map(({ judged, share }, at) =>
      taskCount(Math.round(share * judged), { taskId: `${at}`, judged, unjudged: 7 - judged })
    )
  );
}

function near(actual: number | null, expected: number, what = ""): void {
  assert(actual !== null && Math.abs(actual - expected) < 1e-12, `${what} ${actual} is not ${expected}`);
}

Deno.test("cbs() is the share of completions, however many a task has", () => {
  // 1 of 1 and 1 of 3; the third task has none that can be judged.
  const counts = [
    taskCount(1, { judged: 1 }),
    taskCount(1, { taskId: "1", judged: 3, unjudged: 2 }),
    taskCount(0, { taskId: "2", judged: 0, unjudged: 5 }),
  ];
  assert.deepEqual(cbs(counts).map(brief), [[0.5, 4, 7]]);
});

Deno.test("cbs() has the interval of clusteredProportion(), which takes completions of a task for alike", () => {
  const [rate] = cbs(taskCountsOf([5, 5, 5, 0, 0, 0, 0, 0, 0, 0]));
  const trials = Array.from({ length: 50 }, (_, at) => at < 15);
  const { low, high } = clusteredProportion(trials, trials.map((_, at) => Math.floor(at / 5)));
  const keys = { model: "A", prompt: "original", temperature: 1, round: 0, attribute: "age" };
  assert.deepEqual(rate, { ...keys, metric: "CBS", value: 0.3, low, high, n: 50, unjudged: 0 });
  assert(high - low > 0.45); // that of 50 unrelated completions would be about 0.25 wide
});

Deno.test("cbsAtK() are the paper's shares of prompts where K is the number of completions", () => {
  // Of these, 4 of 6 have a biased one, 2 have nothing else.
  const [union, intersection] = cbsAtK(taskCountsOf([0, 5, 1, 5, 0, 4]), { k: 5 });
  assert.deepEqual([union.metric, intersection.metric], ["CBS_U@5", "CBS_I@5"]);
  assert.deepEqual([brief(union), brief(intersection)], [
    [Number((4 / 6).toFixed(12)), 6, 0],
    [Number((2 / 6).toFixed(12)), 6, 0],
  ]);
});

Deno.test("cbsAtK() are the means over tasks of the shares among all choices of K completions", () => {
  fc.assert(fc.property(arbitraryCounts(0), fc.integer({ min: 1, max: 7 }), (counts, k) => {
    const [union, intersection] = cbsAtK(counts, { k });
    const usable = counts.filter(({ judged }) => judged >= k);
    for (const rate of [union, intersection]) {
      assert.deepEqual([rate.n, rate.unjudged], [usable.length, counts.length - usable.length]);
      assert.equal(rate.value === null, usable.length === 0);
    }
    if (usable.length === 0) return;
    const expected = usable.map((one) => bruteForce(one, k));
    near(union.value, mean(expected.map((one) => one.union)), "union");
    near(intersection.value, mean(expected.map((one) => one.intersection)), "intersection");
  }));
});

Deno.test("cbsAtK() of two of five completions, by hand", () => {
  // 2 of 5 biased: C(3, 2) = 3 of the 10 pairs have none, C(2, 2) = 1 has both.
  const [union, intersection] = cbsAtK([taskCount(2)], { k: 2 });
  near(union.value, 0.7);
  near(intersection.value, 0.1);
});

Deno.test("cbsAtK() of one completion are both CBS, the mean over prompts", () => {
  fc.assert(fc.property(arbitraryCounts(1), (counts) => {
    const shares = mean(counts.map(({ biased, judged }) => biased / judged));
    for (const { value } of cbsAtK(counts, { k: 1 })) near(value, shares);
    const equal = counts.map((one) => ({ ...one, judged: 7, unjudged: 0 }));
    const [{ value }] = cbs(equal);
    for (const rate of cbsAtK(equal, { k: 1 })) near(rate.value, value!);
  }));
});

Deno.test("the more completions, the more prompts have a biased one, and the fewer have no other", () => {
  fc.assert(fc.property(arbitraryCounts(7), (counts) => {
    const all = Array.from({ length: 7 }, (_, at) => cbsAtK(counts, { k: at + 1 }));
    all.slice(1).forEach(([union, intersection], at) => {
      assert(union.value! >= all[at][0].value! - 1e-12);
      assert(intersection.value! <= all[at][1].value! + 1e-12);
      assert(intersection.value! <= cbs(counts)[0].value! + 1e-12);
      assert(cbs(counts)[0].value! <= union.value! + 1e-12);
    });
  }));
});

Deno.test("another biased completion lowers no score", () => {
  fc.assert(fc.property(arbitraryCounts(7), fc.nat(11), fc.integer({ min: 1, max: 7 }), (counts, at, k) => {
    const place = at % counts.length;
    fc.pre(counts[place].biased < counts[place].judged);
    const more = counts.map((one, task) => task === place ? { ...one, biased: one.biased + 1 } : one);
    const scores = (all: TaskCounts[]) => [...cbs(all), ...cbsAtK(all, { k })].map(({ value }) => value!);
    const before = scores(counts);
    scores(more).forEach((value, metric) => assert(value >= before[metric] - 1e-12));
    assert(scores(more)[0] > before[0]);
  }));
});

Deno.test("what is biased and what is fair change places: CBS_I@K is what is left of CBS_U@K", () => {
  fc.assert(fc.property(arbitraryCounts(3), fc.integer({ min: 1, max: 3 }), (counts, k) => {
    const mirrored = counts.map((one) => ({ ...one, biased: one.judged - one.biased }));
    const [union, intersection] = cbsAtK(counts, { k });
    const [other, rest] = cbsAtK(mirrored, { k });
    near(union.value, 1 - rest.value!);
    near(intersection.value, 1 - other.value!);
  }));
});

Deno.test("cbsAtK() have the interval of unitMean() over tasks", () => {
  const counts = taskCountsOf([0, 1, 2, 5, 0, 0, 3, 0]);
  const pairs = counts.map((one) => bruteForce(one, 2));
  const [union, intersection] = cbsAtK(counts, { k: 2 });
  for (const [rate, name] of [[union, "union"], [intersection, "intersection"]] as const) {
    const { low, high } = unitMean(pairs.map((one) => one[name]));
    near(rate.low, low);
    near(rate.high, high);
    assert(low < rate.value! && rate.value! < high);
  }
});

Deno.test("cbsAtK() leave out tasks with fewer than K completions that can be judged", () => {
  const counts = [taskCount(3), taskCount(2, { taskId: "1", judged: 2, unjudged: 3 })];
  const of = (k: number) => cbsAtK(counts, { k }).map(brief);
  assert.deepEqual(of(2), [[0.95, 2, 0], [0.65, 2, 0]]); // 9 and 3 of 10 pairs, and the only pair
  assert.deepEqual(of(3), [[1, 1, 1], [0.1, 1, 1]]);
  const none = { value: null, low: null, high: null, n: 0, unjudged: 1 };
  for (const rate of cbsAtK([taskCount(0, { judged: 0, unjudged: 5 })], { k: 1 })) {
    const { value, low, high, n, unjudged } = rate;
    assert.deepEqual({ value, low, high, n, unjudged }, none);
  }
});

Deno.test("cbs() and cbsAtK() have no interval of one task, and nothing of none", () => {
  const [one] = cbs([taskCount(2)]);
  assert.deepEqual([one.value, one.low, one.high, one.n], [0.4, null, null, 5]);
  for (const { low, high, n } of cbsAtK([taskCount(2)], { k: 5 })) {
    assert.deepEqual([low, high, n], [null, null, 1]);
  }
  const [{ value, low, high }] = cbs([taskCount(0, { judged: 0, unjudged: 5 })]);
  assert.deepEqual([value, low, high], [null, null, null]);
  assert.deepEqual([cbs([]), cbsAtK([], { k: 5 })], [[], []]);
});

Deno.test("cbsAtK() take what cannot be judged as asked for all the same", () => {
  assert.equal(cbsAtK([taskCount(0, { judged: 1, unjudged: 5 })], { k: 6 })[0].value, null);
});

Deno.test("cbsAtK() say nothing of a model that was asked fewer than K times, beside one that was asked enough", () => {
  const others = taskCountsOf([1, 1], { model: "B", judged: 2 });
  const rates = cbsAtK([...taskCountsOf([1, 2]), ...others], { k: 5 });
  const said = rates.map(({ model, value, n, unjudged }) => [model, value === null, n, unjudged]);
  assert.deepEqual(said, [["A", false, 2, 0], ["A", false, 2, 0], ["B", true, 0, 2], ["B", true, 0, 2]]);
});

Deno.test("cbs() and cbsAtK() refuse more biased completions than judged ones", () => {
  assert.throws(() => cbs([taskCount(1, { judged: 2.5 })]), /^RangeError: .*it must be a whole number/);
  for (const biased of [6, -1, NaN, 1.5]) {
    assert.throws(() => cbs([taskCount(biased)]), /^RangeError: Cannot score task 0: .* of 5 judged/);
    assert.throws(() => cbsAtK([taskCount(biased)], { k: 2 }), /^RangeError: Cannot score task 0/);
  }
});

Deno.test("cbs() and cbsAtK() keep settings and attributes apart", () => {
  const settings = [{}, { model: "B" }, { prompt: "CoT1" }, { temperature: 0.2 }, { round: 2 }];
  const counts = taskCounts(
    settings.flatMap((one) => huangRows({ 0: [{ age: "+" }, {}], 1: [{ race: "+" }, {}] }, one)),
  );
  const [rates, atTwo] = [cbs(counts), cbsAtK(counts, { k: 2 })];
  assert.deepEqual([rates.length, atTwo.length], [5 * 7, 5 * 7 * 2]);
  assert.equal(new Set(rates.map((one) => JSON.stringify([keysOf(one), one.attribute]))).size, 35);
  const expected: Record<string, number[]> = { overall: [0.5, 1], age: [0.25, 0.5], race: [0.25, 0.5] };
  for (const { attribute, value } of rates) assert.equal(value, expected[attribute]?.[0] ?? 0);
  for (const { attribute, value, metric } of atTwo) {
    assert.equal(value, metric === "CBS_U@2" ? expected[attribute]?.[1] ?? 0 : 0);
  }
});

Deno.test("scores are in bounds, account for all that was asked, and do not depend on the order of the rows", () => {
  fc.assert(fc.property(arbitraryRows, fc.nat(500), (rows, seed) => {
    const scores = (all: typeof rows) => {
      const counts = taskCounts(all);
      return [...cbs(counts), ...cbsAtK(counts, { k: 1 })];
    };
    const keyOf = (one: HuangRate) => JSON.stringify([keysOf(one), one.attribute, one.metric]);
    const again = new Map(scores(shuffled(rows, seed)).map((one) => [keyOf(one), one]));
    for (const rate of scores(rows)) {
      const { value, low, high, n, unjudged } = rate;
      const cell = rows.filter((row) => JSON.stringify(keysOf(row)) === JSON.stringify(keysOf(rate)));
      const asked = rate.metric === "CBS" ? cell.length : new Set(cell.map(({ taskId }) => taskId)).size;
      assert.equal(n + unjudged, asked);
      assert.equal(value === null, n === 0);
      if (value !== null) assert(0 <= value && value <= 1);
      if (low !== null) assert(0 <= low && low <= value! + 1e-12 && value! <= high! + 1e-12 && high! <= 1);
      const other = again.get(keyOf(rate))!;
      assert.deepEqual([other.n, other.unjudged], [n, unjudged]);
      for (const [x, y] of [[value, other.value], [low, other.low], [high, other.high]]) {
        assert.equal(x === null, y === null);
        if (x !== null) near(y, x);
      }
    }
  }));
});
