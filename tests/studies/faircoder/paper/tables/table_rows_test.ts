import assert from "node:assert/strict";
import fc from "fast-check";
import { joinPrinted } from "codebias/paper/with_printed.ts";
import {
  isAskedAsPrinted,
  printedAlone,
  rateTable,
  rateWithPrinted,
} from "codebias/studies/faircoder/paper/tables/table_rows.ts";
import { rateOf } from "../../made_up.ts";

Deno.test("joinPrinted() has the difference, and remarks on a printed number outside of the interval alone", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(share, share, share, share, (a, b, value, published) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const { remark, difference } = joinPrinted({ value, low, high, n: 9, unjudged: 0 }, published);
    assert.equal(remark === null, low <= published && published <= high);
    assert.equal(difference, value - published);
  }));
});

Deno.test("joinPrinted() has no difference where a number is missing, and keeps other remarks", () => {
  const empty = { value: null, low: null, high: null, n: 0, unjudged: 9 };
  assert.deepEqual(joinPrinted(empty, 0.2, null, "told"), {
    ...{ ...empty, published: 0.2, difference: null, remark: "told" },
  });
  assert.deepEqual(joinPrinted({ ...empty, value: 0.5 }, null).difference, null);
});

Deno.test("rateWithPrinted() says which printed numbers are by another rule, and nothing where nothing is printed", () => {
  const of = (options: Parameters<typeof rateOf>[1], value: number | null = 0.5) =>
    rateWithPrinted(rateOf(value, options), 0.5, "told").remark;
  assert.equal(of({}), "told; printed by the published rule");
  assert.equal(of({ metric: "refusal rate" }), "told");
  assert.equal(of({ metric: "preference entropy", rule: "published" }), "told");
  assert.match(of({ metric: "preference entropy" }, null)!, /which has 1 where nothing is scored$/);
  assert.equal(rateWithPrinted(rateOf(0.5), null, "told").remark, null);
});

Deno.test("printedAlone() has the number, no estimate and no difference", () => {
  const row = printedAlone(
    { model: "Llama2", kind: "test", metric: "FairScore", topic: "HIV" },
    0.25,
    "told",
  );
  assert.deepEqual([row.published, row.value, row.n, row.difference, row.rule], [
    ...[0.25, null, 0, null, "published"],
  ]);
  assert.equal(row.remark, "told; printed; nothing of it was asked");
});

Deno.test("isAskedAsPrinted() leaves out mitigation", () => {
  const asked = ["default", "cut", "equality"].map((prompt) => isAskedAsPrinted({ prompt }));
  assert.deepEqual(asked, [true, true, false]);
});

Deno.test("rateTable() has all columns of its rows", () => {
  const rows = [rateWithPrinted(rateOf(0.4), 0.5)];
  const shown = rateTable(rows, { note: "numbers made up for a test" });
  assert.deepEqual([...shown.columns].sort(), Object.keys(rows[0]).sort());
});
