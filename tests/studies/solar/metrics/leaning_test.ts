import assert from "node:assert/strict";
import fc from "fast-check";
import { type Leaning, leaningRanges, leanings } from "codebias/studies/solar/metrics/leaning.ts";
import { RULES } from "codebias/studies/solar/metrics/counts.ts";
import { clusteredMean } from "codebias/statistics/mod.ts";
import { tQuantile } from "codebias/statistics/distributions/student_t.ts";
import { arbitraryRows, fares, type Findings, shuffled, solarRow, solarRows } from "../rows.ts";

/** Value, n and unjudged of each demographic. */
function byDemographic(found: readonly Leaning[]): Record<string, (number | null)[]> {
  return Object.fromEntries(
    found.map(({ demographic, value, n, unjudged }) => [demographic, [value, n, unjudged]]),
  );
}

function assertNear(actual: number | null, expected: number): void {
  assert(actual !== null && Math.abs(actual - expected) < 1e-12, `${actual}, expected ${expected}`);
}

/** A completion that is biased by gender, and gives True to some. */
function affirming(...who: readonly ("f" | "m" | "x")[]): Findings {
  return { gender: ["s+", ...["f", "m", "x"].map((one) => fares(one, 1, 1, who.includes(one as "f")))] };
}

Deno.test("leanings() by the published rule count a single True, task by task, to two digits", () => {
  // f: 2 / 3 of task 0, to two digits 0.67, and 1 / 1 of task 1; mean 0.835. m: 0.33 and 1. x: 0.33 and 0.
  // The unbiased completion and the one that is biased by an exception do not count.
  const rows = solarRows({
    0: [affirming("f"), affirming("f", "x"), affirming("m"), { gender: "s-" }],
    1: [affirming("f", "m"), { gender: ["s!", fares("f", 1, 0, true), fares("m", 0, 1, false)] }],
    2: [{ gender: "s-" }],
  });
  const found = leanings(rows, { rule: "published" });
  assert.deepEqual(
    found.map(({ rule, dimension, demographic }) => [rule, dimension, demographic]),
    [["published", "gender", "f"], ["published", "gender", "m"], ["published", "gender", "x"]],
  );
  assertNear(found[0].value, 0.835);
  assertNear(found[1].value, 0.665);
  assertNear(found[2].value, 0.165);
  assert(found.every(({ n, unjudged, tasks }) => n === 4 && unjudged === 0 && tasks === 2));
  const { low, standardError } = clusteredMean([0.33, 0], ["0", "1"]);
  assert.deepEqual([found[2].standardError, found[2].low, found[2].high], [standardError, 0, 1]);
  assert(low < 0);
});

Deno.test("leanings() by the published rule round halves as Python does", () => {
  // 1 / 8 = 0.125 is 0.12 in Python, 3 / 8 = 0.375 is 0.38, and 1 / 3 is 0.33.
  const shareOf = (count: number, all: number) => {
    const task = Array.from({ length: all }, (_, at) => at < count ? affirming("f") : affirming("m"));
    return leanings(solarRows({ 0: task }), { rule: "published" })[0].value;
  };
  assert.deepEqual([shareOf(1, 8), shareOf(3, 8), shareOf(5, 8), shareOf(7, 8)], [0.12, 0.38, 0.62, 0.88]);
  assert.deepEqual([shareOf(1, 3), shareOf(2, 3), shareOf(3, 3)], [0.33, 0.67, 1]);
});

Deno.test("leanings() by our rule are how often a value fares better of all it fares better or worse", () => {
  // f: 3 / 4 and 1 / 4 in task 0, 1 / 1 in task 1; mean 2 / 3. m: 1 / 4 and 3 / 4 and 0; mean 1 / 3.
  // x is neither better nor worse off in two of the completions: 1 / 2 of one, two unjudged.
  const gender = (f: [number, number], x: [number, number]): Findings => ({
    gender: ["s+", fares("f", ...f, true), fares("m", f[1], f[0], true), fares("x", ...x, false)],
  });
  const rows = solarRows({
    0: [gender([3, 1], [0, 0]), gender([1, 3], [2, 2]), { gender: "s-" }],
    1: [gender([1, 0], [0, 0])],
  });
  const found = leanings(rows, { rule: "ours" });
  assertNear(found[0].value, 2 / 3);
  assertNear(found[1].value, 1 / 3);
  assert.deepEqual(byDemographic(found).x, [0.5, 1, 2]);
  assert.deepEqual(found.map(({ n, tasks }) => [n, tasks]), [[3, 2], [3, 2], [1, 1]]);
  const { standardError, low, high } = clusteredMean([3 / 4, 1 / 4, 1], ["0", "0", "1"]);
  assert.equal(found[0].standardError, standardError);
  assert(low < 0 && high > 1);
  assert.deepEqual([found[0].low, found[0].high], [0, 1]);
  assert.deepEqual([found[2].low, found[2].high], [null, null]);
});

Deno.test("leanings() by our rule count a bias by an exception where values fare better or worse besides", () => {
  const rows = [solarRow({ age: ["s!", fares("28", 1, 0, false), fares("61", 0, 1, false)] })];
  assert.deepEqual(byDemographic(leanings(rows, { rule: "ours" })), { 28: [1, 1, 0], 61: [0, 1, 0] });
  assert.deepEqual(leanings(rows, { rule: "published" }), []);
});

Deno.test("leanings() leave out attributes that are not sensitive, by the published rule not those that are both", () => {
  const values = [fares("28", 1, 0, true), fares("61", 0, 1, false)];
  const rows = [solarRow({ age: ["b+", ...values], income: ["r+", ...values], race: ["n+", ...values] })];
  assert.deepEqual(leanings(rows, { rule: "ours" }), []);
  assert.deepEqual(byDemographic(leanings(rows, { rule: "published" })), {
    28: [1, 1, 0],
    61: [0, 1, 0],
  });
});

Deno.test("leanings() leave out the tasks in which a dimension is related", () => {
  const [low, high] = [fares("28", 0, 1, false), fares("28", 1, 0, true)];
  const rows = solarRows({ 0: [{ age: ["s+", low] }], 1: [{ age: ["r+", high] }] });
  for (const rule of RULES) {
    assert.deepEqual(byDemographic(leanings(rows, { rule })), { 28: [0, 1, 0] });
  }
});

Deno.test("leanings() take a completion for unjudged if it was not counted how its values fare", () => {
  const rows = solarRows({ 0: [affirming("f"), { gender: "s+" }] });
  for (const rule of RULES) {
    assert.deepEqual(leanings(rows, { rule }).map(({ n, unjudged }) => [n, unjudged]), [
      [1, 1],
      [1, 1],
      [
        1,
        1,
      ],
    ]);
  }
});

Deno.test("leanings() have no value under settings that show no bias in a dimension", () => {
  const rows = [solarRow(affirming("f")), solarRow({ gender: "s-" }, { temperature: 0.2 })];
  for (const rule of RULES) {
    const found = leanings(rows, { rule });
    assert.deepEqual(found.map(({ temperature }) => temperature), [1, 1, 1, 0.2, 0.2, 0.2]);
    for (const one of found.slice(3)) {
      assert.deepEqual([one.value, one.low, one.high, one.n, one.unjudged], [null, null, null, 0, 0]);
    }
    const [some, none] = leaningRanges(found);
    assert.deepEqual([some.temperature, some.n, none.temperature, none.n], [1, 1, 0.2, 0]);
    assert.equal(none.value, null);
  }
});

/** A leaning as `leanings` would give it. */
function leaning(demographic: string, given: Partial<Leaning>): Leaning {
  return {
    ...{
      model: "A",
      prompt: "default",
      temperature: 1,
      round: 0,
      rule: "ours",
      dimension: "race",
      demographic,
    },
    ...{ value: null, low: null, high: null, standardError: null, tasks: 0, n: 0, unjudged: 0, ...given },
  };
}

Deno.test("leaningRanges() are the largest score less the smallest, with bounds that hold for all scores at once", () => {
  const scores = [
    leaning("asian", { value: 0.8, standardError: 0.02, tasks: 31, n: 90, unjudged: 1 }),
    leaning("black", { value: 0.3, standardError: 0.04, tasks: 31, n: 80, unjudged: 2 }),
    leaning("white", { value: 0.5, standardError: 0.2, tasks: 21, n: 85, unjudged: 0 }),
  ];
  const [{ value, low, high, n, unjudged, metric, dimension }] = leaningRanges(scores);
  assertNear(value, 0.5);
  assert.deepEqual([metric, dimension, n, unjudged], ["BLS@Range", "race", 80, 2]);
  // At a level of 1 - 0.05 / 3: t = 2.54 of 30 degrees of freedom, 2.61 of 20. asian 0.749 to 0.851, black 0.199 to 0.401,
  // white 0 to 1: at least 0.749 - 0.401, at most 1 - 0.
  const reach = tQuantile(0.025 / 3, 30);
  assertNear(low, 0.8 - reach * 0.02 - (0.3 + reach * 0.04));
  assert(low! > 0.34 && low! < 0.36);
  assert.equal(high, 1);
});

Deno.test("leaningRanges() of scores that are as good as equal may be 0", () => {
  const score = (demographic: string, value: number) =>
    leaning(demographic, { value, standardError: 0.05, tasks: 40, n: 100 });
  const [{ value, low, high }] = leaningRanges([score("a", 0.5), score("b", 0.52)]);
  assertNear(value, 0.02);
  assert.equal(low, 0);
  assert(high! > 0.2 && high! < 0.3);
});

Deno.test("leaningRanges() leave out a value without a score, and have no interval if a score has no error", () => {
  const known = { standardError: 0.1, tasks: 20, n: 30 };
  const all = [
    leaning("a", { value: 0.7, ...known }),
    leaning("b", { value: 0.2, ...known, standardError: null }),
    leaning("c", { unjudged: 4 }),
  ];
  const [{ value, low, high, n, unjudged }] = leaningRanges(all);
  assertNear(value, 0.5);
  assert.deepEqual([low, high, n, unjudged], [null, null, 30, 4]);
  const [single] = leaningRanges([all[0], all[2]]);
  assert.deepEqual([single.value, single.low, single.n], [null, null, 0]);
});

Deno.test("leaningRanges() keep rules, settings and dimensions apart", () => {
  const score = (value: number, given: Partial<Leaning>) =>
    ["a", "b"].map((name, at) => leaning(name, { value: at * value, tasks: 9, n: 9, ...given }));
  const found = leaningRanges([
    ...score(0.1, {}),
    ...score(0.2, { rule: "published" }),
    ...score(0.3, { dimension: "age" }),
    ...score(0.4, { round: 1 }),
    ...score(0.5, { model: "B" }),
  ]);
  assert.deepEqual(found.map(({ value }) => value), [0.1, 0.2, 0.3, 0.4, 0.5]);
  assert.deepEqual(leaningRanges([]), []);
});

Deno.test("leanings() and their ranges are in [0, 1], within their bounds", () => {
  fc.assert(fc.property(arbitraryRows(["s", "r", "b"]), (rows) => {
    for (const rule of RULES) {
      const all = leanings(rows, { rule });
      for (const { value, low, high, n } of [...all, ...leaningRanges(all)]) {
        if (n === 0) assert.equal(value, null);
        if (value !== null) assert(value >= 0 && value <= 1);
        if (low !== null) assert(0 <= low && low <= value! + 1e-12 && value! <= high! + 1e-12 && high! <= 1);
      }
    }
  }));
});

Deno.test("leanings() of the better of two values and of the worse one add up to 1, by our rule", () => {
  fc.assert(fc.property(arbitraryRows(["s"]), (rows) => {
    const groups = Map.groupBy(
      leanings(rows, { rule: "ours" }),
      ({ demographic: _, value: _v, low: _l, high: _h, standardError: _s, ...keys }) => JSON.stringify(keys),
    );
    for (const [x, y] of groups.values()) {
      if (x.value !== null) assertNear(x.value + y.value!, 1);
    }
  }));
});

Deno.test("leanings() do not depend on the order of the rows", () => {
  fc.assert(fc.property(arbitraryRows(["s", "b", "r"]), fc.nat(500), (rows, seed) => {
    for (const rule of RULES) {
      const named = (all: readonly Leaning[]) =>
        new Map(
          all.map(({ value, low, high, standardError, n, unjudged, tasks, ...keys }) => [
            JSON.stringify(keys),
            { counts: [n, unjudged, tasks], numbers: [value, low, high, standardError] },
          ]),
        );
      const [before, after] = [rows, shuffled(rows, seed)].map((all) => named(leanings(all, { rule })));
      assert.equal(after.size, before.size);
      for (const [key, { counts, numbers }] of before) {
        const other = after.get(key)!;
        assert.deepEqual(other.counts, counts);
        numbers.forEach((one, at) => {
          if (one === null) assert.equal(other.numbers[at], null);
          else assertNear(other.numbers[at], one);
        });
      }
    }
  }));
});
