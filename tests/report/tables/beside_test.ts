import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { beside, table } from "codebias";

const OURS = [
  { model: "A", t: 0.25, metric: "CR", value: 0.5, low: 0.375, high: 0.625, n: 52 },
  { model: "B", t: 0.25, metric: "CR", value: 0.75, low: 0.5, high: 1, n: 8 },
  { model: "C", t: 0.25, metric: "CR", value: null, low: null, high: null, n: 0 },
];

const PRINTED = [
  { model: "D", t: 0.25, value: 0.5, page: 7 },
  { model: "B", t: 0.25, value: 0.5, page: 7 },
  { model: "A", t: 0.25, value: 0.125, page: 7 },
];

const NO_VALUES = { value: null, low: null, high: null };

const EXPECTED = [
  {
    model: "A",
    value: 0.5,
    low: 0.375,
    high: 0.625,
    n: 52,
    published: 0.125,
    difference: 0.375,
    agrees: false,
  },
  { model: "B", value: 0.75, low: 0.5, high: 1, n: 8, published: 0.5, difference: 0.25, agrees: true },
  { model: "C", ...NO_VALUES, n: 0, published: null, difference: null, agrees: null },
  { model: "D", ...NO_VALUES, n: null, published: 0.5, difference: null, agrees: null },
];

Deno.test("beside() lays published numbers beside ours and keeps what only one of them has", () => {
  assert.deepEqual(beside(OURS, PRINTED, { on: ["model"] }), EXPECTED);
});

Deno.test("beside() takes DataFrames as well", () => {
  const [ours, printed] = [pl.DataFrame(OURS), pl.DataFrame(PRINTED)];
  for (const [a, b] of [[ours, printed], [OURS, printed], [ours, PRINTED]] as const) {
    assert.deepEqual(beside(a, b, { on: ["model"] }), EXPECTED);
  }
});

Deno.test("beside() makes rows for a table, with interval and n", () => {
  const shown = table(beside(OURS, PRINTED, { on: ["model"] }), { intervals: true, decimals: 2 });
  assert.equal(
    shown.toString().split("\n")[1],
    "A      0.50 [0.38, 0.63], n = 52  0.13       0.38        false",
  );
  assert.deepEqual(shown.columns, [
    ...["model", "value", "low", "high", "n", "published", "difference", "agrees"],
  ]);
});

Deno.test("beside() joins on several columns, and tells a text from a number", () => {
  const ours = [{ a: "1", b: 1, value: 1 }, { a: "1", b: 2, value: 2 }, { a: "null", b: 3, value: 3 }];
  const published = [{ a: "1", b: 2, value: 2 }, { a: 1, b: 1, value: 1 }, { a: null, b: 3, value: 3 }];
  const found = beside(ours, published, { on: ["a", "b"] });
  assert.deepEqual(found.map(({ a, b, difference }) => [a, b, difference]), [
    ...[["1", 1, null], ["1", 2, 0], ["null", 3, null], [1, 1, null], [null, 3, null]],
  ]);
});

Deno.test("beside() compares columns of other names", () => {
  const ours = [{ model: "A", rate: 0.5, low: 0.25, high: 0.75 }];
  const published = [{ model: "A", printed: 0.25 }];
  const [row] = beside(ours, published, { on: ["model"], value: "rate", published: "printed" });
  assert.deepEqual(row, {
    ...{ model: "A", value: 0.5, low: 0.25, high: 0.75, n: null },
    ...{ published: 0.25, difference: 0.25, agrees: true },
  });
  const same = beside(ours, [{ model: "A", rate: 0.25 }], { on: ["model"], value: "rate" });
  assert.equal(same[0].difference, 0.25);
});

Deno.test("beside() agrees at the bounds of the interval, and where there is none says nothing", () => {
  const agrees = (published: number | null, row: object) =>
    beside([{ model: "A", value: 0.5, ...row }], [{ model: "A", value: published }], { on: ["model"] })[0]
      .agrees;
  const interval = { low: 0.25, high: 0.75 };
  assert.deepEqual([0.25, 0.75, 0.24, 0.76, null].map((printed) => agrees(printed, interval)), [
    ...[true, true, false, false, null],
  ]);
  assert.equal(agrees(0.5, {}), null);
  assert.equal(agrees(0.5, { low: null, high: 0.75 }), null);
  assert.equal(agrees(0.5, { low: 0.25 }), null);
});

Deno.test("beside() keeps each row of both tables exactly once, ours first", () => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }));
  fc.assert(fc.property(keys, keys, (a, b) => {
    fc.pre(a.length === 0 || b.length === 0 || a.some((key) => b.includes(key)));
    const [ours, published] = [a, b].map((list) => list.map((key) => ({ key, value: key / 4 })));
    const found = beside(ours, published, { on: ["key"] });
    assert.deepEqual(found.map(({ key }) => key), [...a, ...b.filter((key) => !a.includes(key))]);
    for (const { key, value, published, difference } of found) {
      assert.equal(value, a.includes(key as number) ? key as number / 4 : null);
      assert.equal(published, b.includes(key as number) ? key as number / 4 : null);
      assert.equal(difference, value === null || published === null ? null : 0);
    }
  }));
});

Deno.test("beside() refuses a key that is there twice", () => {
  assert.throws(() => beside([...OURS, OURS[1]], PRINTED, { on: ["model", "t"] }), {
    name: "RangeError",
    message:
      'Cannot lay tables side by side: our table has two rows of model = "B", t = 0.25; name more columns in on',
  });
  assert.throws(
    () => beside(OURS, [...PRINTED, PRINTED[0]], { on: ["model"] }),
    /the published table has two rows of model = "D"; name more columns in on$/,
  );
});

Deno.test("beside() refuses unknown columns, a key without columns and one that the result has", () => {
  assert.throws(() => beside(OURS, PRINTED, { on: ["model", "metric"] }), {
    name: "RangeError",
    message: 'Cannot lay tables side by side: the published table has no column "metric", only ' +
      '"model", "t", "value", "page"',
  });
  assert.throws(
    () => beside(pl.DataFrame(OURS), PRINTED, { on: ["page"] }),
    /our table has no column "page"/,
  );
  assert.throws(
    () => beside(OURS, PRINTED, { on: ["model"], value: "rate" }),
    /our table has no column "rate"/,
  );
  assert.throws(() => beside(OURS, [], { on: ["model"], value: "rate" }), /our table has no column "rate"/);
  for (const [on, given] of [[undefined, "undefined"], ["model", "a string"]] as const) {
    const message = `Cannot lay tables side by side on ${given}: expected a list of texts`;
    assert.throws(() => beside(OURS, PRINTED, { on } as never), { name: "TypeError", message });
  }
  assert.throws(() => beside(OURS, PRINTED, { on: [] }), {
    name: "RangeError",
    message: "Cannot lay tables side by side: name at least one key column in on",
  });
  assert.throws(() => beside(OURS, PRINTED, { on: ["n"] }), {
    name: "RangeError",
    message: 'Cannot lay tables side by side on "n": the result has a column of that name',
  });
});

Deno.test("beside() refuses what is no finite number", () => {
  for (
    const [value, text] of [["0.5", '"0.5"'], [NaN, "NaN"], [Infinity, "Infinity"], [true, "true"]] as const
  ) {
    const message = `Cannot compare ${text} (column "value"): expected a finite number or null`;
    assert.throws(() => beside([{ key: 1, value }], [{ key: 1, value: 1 }], { on: ["key"] }), {
      name: "RangeError",
      message,
    });
    assert.throws(() => beside([{ key: 1, value: 1 }], [{ key: 1, value }], { on: ["key"] }), { message });
  }
});

Deno.test("beside() refuses tables of which no row has a counterpart", () => {
  assert.throws(() => beside([{ t: 0.2, value: 1 }], [{ t: "0.2", value: 1 }], { on: ["t"] }), {
    name: "RangeError",
    message: "Cannot lay tables side by side: no row of ours has a counterpart; " +
      'the first ones are t = 0.2 and t = "0.2"',
  });
  assert.equal(beside(OURS, [], { on: ["model"] }).length, 3);
  assert.equal(beside([], PRINTED, { on: ["model"] }).length, 3);
  assert.deepEqual(beside([], [], { on: ["model"] }), []);
});
