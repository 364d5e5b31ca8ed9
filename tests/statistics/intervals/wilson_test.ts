import assert from "node:assert/strict";
import fc from "fast-check";
import { proportion, wilson } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/wilson.json" with { type: "json" };

const TOLERANCE = 1e-12;

const counts = fc.integer({ min: 1, max: 1_000_000 }).chain((n) =>
  fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) })
);
const level = fc.double({ min: 0.001, max: 0.9999, noNaN: true });

Deno.test("wilson agrees with statsmodels and SciPy", () => {
  assert.equal(oracle.cases.length, 60);
  for (const { successes, n, level, low, high } of oracle.cases) {
    const ours = wilson(successes, n, { level });
    const what = `${successes} of ${n} at ${level}: ${JSON.stringify(ours)}`;
    assert(Math.abs(ours.low - low) < TOLERANCE && Math.abs(ours.high - high) < TOLERANCE, what);
  }
});

Deno.test("wilson is precise also where the bounds are small", () => {
  for (const { successes, n, level, low, high } of oracle.cases) {
    const ours = wilson(successes, n, { level });
    if (successes > 0) assert(Math.abs(ours.low / low - 1) < 1e-12, `${successes} of ${n}: ${ours.low}`);
    assert(Math.abs(ours.high / high - 1) < 1e-12, `${successes} of ${n}: ${ours.high}`);
  }
});

Deno.test("wilson uses 95 % unless told otherwise", () => {
  assert.deepEqual(wilson(13, 52), wilson(13, 52, { level: 0.95 }));
  assert.deepEqual(wilson(13, 52, {}), wilson(13, 52));
  assert.notDeepEqual(wilson(13, 52), wilson(13, 52, { level: 0.9 }));
});

Deno.test("wilson reaches 0 and 1 exactly when nothing or everything succeeds", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e6 }), level, (n, level) => {
    assert.equal(wilson(0, n, { level }).low, 0);
    assert.equal(wilson(n, n, { level }).high, 1);
    assert(wilson(0, n, { level }).high < 1 && wilson(n, n, { level }).low > 0);
  }));
});

Deno.test("wilson contains the proportion and stays within [0, 1]", () => {
  fc.assert(fc.property(counts, level, ({ successes, n }, level) => {
    const { low, high } = wilson(successes, n, { level });
    assert(0 <= low && low <= successes / n && successes / n <= high && high <= 1, `[${low}, ${high}]`);
    assert(low < high);
  }));
});

Deno.test("wilson is mirrored when successes and failures change places", () => {
  fc.assert(fc.property(counts, level, ({ successes, n }, level) => {
    const one = wilson(successes, n, { level });
    const other = wilson(n - successes, n, { level });
    assert(Math.abs(one.low + other.high - 1) < 1e-12 && Math.abs(one.high + other.low - 1) < 1e-12);
  }));
});

Deno.test("wilson widens with the level", () => {
  fc.assert(fc.property(counts, level, level, ({ successes, n }, a, b) => {
    fc.pre(Math.abs(a - b) > 1e-6);
    const narrow = wilson(successes, n, { level: Math.min(a, b) });
    const wide = wilson(successes, n, { level: Math.max(a, b) });
    assert(wide.low <= narrow.low && narrow.high <= wide.high);
    assert(wide.high - wide.low > narrow.high - narrow.low);
  }));
});

Deno.test("wilson narrows when the same proportion rests on more trials", () => {
  fc.assert(fc.property(counts, fc.integer({ min: 2, max: 50 }), ({ successes, n }, times) => {
    const few = wilson(successes, n);
    const many = wilson(successes * times, n * times);
    assert(many.high - many.low < few.high - few.low);
  }));
});

Deno.test("wilson refuses counts and levels that make no sense, and says why", () => {
  for (const n of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => wilson(0, n), {
      name: "RangeError",
      message: `Cannot estimate from ${n} trials: n must be >= 1`,
    });
  }
  for (const successes of [-1, 11, 0.5, NaN, Infinity]) {
    assert.throws(() => wilson(successes, 10), {
      name: "RangeError",
      message: `Cannot have ${successes} successes in 10 trials: they must be an integer in [0, 10]`,
    });
  }
  for (const level of [0, 1, -0.5, 95, NaN]) {
    assert.throws(() => wilson(1, 10, { level }), {
      name: "RangeError",
      message: `Cannot use level ${level}: it must be in (0, 1)`,
    });
  }
});

Deno.test("proportion is the share with its interval and what was left out", () => {
  assert.deepEqual(proportion(13, 52), { value: 0.25, ...wilson(13, 52), n: 52, unjudged: 0 });
  assert.deepEqual(proportion(1, 3, { unjudged: 4, level: 0.8 }), {
    value: 1 / 3,
    ...wilson(1, 3, { level: 0.8 }),
    n: 3,
    unjudged: 4,
  });
});

Deno.test("proportion of nothing has no value", () => {
  assert.deepEqual(proportion(0, 0), { value: null, low: null, high: null, n: 0, unjudged: 0 });
  assert.deepEqual(proportion(0, 0, { unjudged: 3 }).unjudged, 3);
});

Deno.test("proportion refuses what wilson refuses", () => {
  assert.throws(() => proportion(3, 2), RangeError);
  assert.throws(() => proportion(-1, 2), RangeError);
  assert.throws(() => proportion(0, -1), RangeError);
  assert.throws(() => proportion(1, 2, { level: 1 }), RangeError);
});
