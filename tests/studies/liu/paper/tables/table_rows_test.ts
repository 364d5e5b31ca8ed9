import assert from "node:assert/strict";
import fc from "fast-check";
import { joinPrinted } from "codebias/paper/with_printed.ts";
import { type LiuTableRow, rateTable } from "codebias/studies/liu/paper/tables/table_rows.ts";
import { rateOf } from "../../made_up.ts";
import { table4 } from "codebias/studies/liu/paper/tables/tables.ts";

Deno.test("joinPrinted() has the difference, and remarks on a printed number outside of the interval alone", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(share, share, share, share, (a, b, value, published) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const { remark, difference } = joinPrinted({ value, low, high, n: 9, unjudged: 0 }, published);
    assert.equal(remark === null, low <= published && published <= high);
    assert.equal(difference, value - published);
  }));
});

Deno.test("joinPrinted() keeps other remarks, and has no difference where a number is missing", () => {
  const estimate = { value: 0.3, low: 0.25, high: 0.35, n: 20, unjudged: 4 };
  const { remark } = joinPrinted(estimate, 0.1, "swapped", null);
  assert.equal(remark, "swapped; the printed number is not in the interval");
  assert.deepEqual(joinPrinted(estimate, null), {
    ...estimate,
    published: null,
    difference: null,
    remark: null,
  });
  const empty = { value: null, low: null, high: null, n: 0, unjudged: 9 };
  assert.deepEqual(joinPrinted(empty, 0.2), { ...empty, published: 0.2, difference: null, remark: null });
});

Deno.test("rateTable() has all columns of its rows", () => {
  const rows: LiuTableRow[] = table4([rateOf(0.4, { instrument: "lexicon" })]);
  const shown = rateTable(rows, { note: "numbers made up for a test" });
  assert.deepEqual([...shown.columns].sort(), Object.keys(rows[0]).sort());
  assert.equal(shown.rows.length, rows.length);
});
