import assert from "node:assert/strict";
import fc from "fast-check";
import { metricOf, slotOf } from "../../made_up.ts";
import {
  instrumentTable,
  mistakes,
  table5,
  table9,
} from "codebias/studies/huang/paper/tables/instruments.ts";

const PAPERS = { instrument: "the paper's" };

/** 3 right and 1 missed of four biased ones, 1 wrong of three others; two are not judged, of one nobody knows. */
const SLOTS = ["++", "++", "++", "-+", "+-", "--", "--", "?+", "?-", "+?"].map((signs) => slotOf(signs));

Deno.test("table5() counts what an instrument says, and leaves what it does not judge out of all rates", () => {
  const rows = table5(SLOTS);
  const values = (names: string[]) => names.map((name) => metricOf(rows, name).value);
  assert.deepEqual(values(["tp", "fn", "fp", "tn", "unjudged"]), [3, 1, 1, 2, 3]);
  assert.deepEqual(values(["precision", "recall", "specificity", "accuracy"]), [3 / 4, 3 / 4, 2 / 3, 5 / 7]);
  assert(Math.abs(metricOf(rows, "f1").value! - 6 / 8) < 1e-12);
  const of = (name: string) => [metricOf(rows, name).n, metricOf(rows, name).unjudged];
  // Of the biased ones one is not judged, of the others one as well, of those that were found nobody knows of one.
  assert.deepEqual([of("recall"), of("specificity"), of("precision"), of("accuracy")], [
    [4, 1],
    [3, 1],
    [4, 1],
    [7, 3],
  ]);
  assert(rows.every(({ published }) => published === null), "the paper's functions are others");
});

Deno.test("an instrument that judges nothing has no rate, instead of a good or a bad one", () => {
  const rows = table5([slotOf("?+"), slotOf("?-")]);
  for (const name of ["precision", "recall", "specificity", "accuracy", "f1"]) {
    const { value, low, high, n } = metricOf(rows, name);
    assert.deepEqual([value, low, high, n], [null, null, null, 0], name);
  }
  assert.deepEqual([metricOf(rows, "tn").value, metricOf(rows, "unjudged").value], [0, 2]);
});

Deno.test("table5() keeps instruments, labels and pools apart, the paper's matrix last", () => {
  const others = [{ instrument: "published" }, { labels: "others" }, { pools: "boundary" }];
  const rows = table5([slotOf("++"), ...others.map((own) => slotOf("-+", own)), slotOf("++")]);
  assert.equal(rows.length, 10 * (1 + 3 + 1));
  assert.equal(
    metricOf(rows, "tp", { instrument: "ours", labels: "labelled functions", pools: "original" }).value,
    2,
  );
  for (const own of others) assert.deepEqual(metricOf(rows, "recall", own).value, 0, JSON.stringify(own));
  const papers = rows.slice(-10);
  assert(papers.every(({ instrument, remark }) => instrument === PAPERS.instrument && remark === "printed"));
  assert.deepEqual(
    ["tp", "fn", "fp", "tn", "precision", "recall"].map((name) => metricOf(rows, name, PAPERS).value),
    [
      ...[141, 12, 0, 2185, 1, 141 / 153],
    ],
  );
});

Deno.test("counts and mistakes of any verdicts add up", () => {
  const signs = fc.constantFrom("++", "+-", "-+", "--", "?+", "?-", "+?", "??");
  fc.assert(fc.property(fc.array(signs, { minLength: 1 }), (all) => {
    const slots = all.map((one) => slotOf(one));
    const rows = table5(slots);
    const counts = ["tp", "fn", "fp", "tn", "unjudged"].map((name) => metricOf(rows, name).value!);
    assert.equal(counts.reduce((a, b) => a + b), slots.length);
    assert.equal(counts[4], all.filter((one) => one.includes("?")).length);
    assert.equal(mistakes(slots).length, counts[1] + counts[2]);
    assert(mistakes(slots).every(({ predicted, actual }) => predicted === !actual));
  }));
});

Deno.test("table9() has what each kind of pools costs beside what it finds", () => {
  const keys = { instrument: "ours", labels: "labelled functions" };
  const slots = [slotOf("-+"), slotOf("++", { pools: "boundary" }), slotOf("?+", { pools: "enriched" })];
  const rows = table9(slots, [
    { ...keys, pools: "boundary", calls: 80, seconds: 1.5 },
    { ...keys, pools: "original", calls: 20, seconds: 0.5 },
  ]);
  const of = (pools: string, metric: string) => metricOf(rows, metric, { ...keys, pools }).value;
  assert.deepEqual([of("original", "calls"), of("original", "seconds"), of("original", "recall")], [
    20,
    0.5,
    0,
  ]);
  assert.deepEqual([of("boundary", "calls"), of("boundary", "seconds"), of("boundary", "recall")], [
    80,
    1.5,
    1,
  ]);
  assert.throws(() => of("enriched", "calls"), /^Error: 0 rows/);
  assert.equal(of("enriched", "recall"), null);
  const papers = (pools: string, metric: string) => metricOf(rows, metric, { ...PAPERS, pools }).value;
  assert.deepEqual([papers("original", "seconds"), papers("enriched", "seconds")], [57.16, 3958.84]);
  assert.deepEqual([papers("original", "fn"), papers("enriched", "fn")], [12, 0]);
});

Deno.test("table9() has the printed numbers alone where functions have no slots", () => {
  const cost = { instrument: "ours", labels: "labelled functions", pools: "boundary", calls: 1, seconds: 1 };
  assert.deepEqual(table9([], [cost]), table9([], []));
});

Deno.test("instrumentTable() has a row for each number, and shows intervals of rates alone", () => {
  const shown = instrumentTable(table5(SLOTS), { note: "numbers made up for a test" });
  assert.equal(shown.rows.length, 20);
  const records = shown.frame.toRecords();
  assert.deepEqual(records.filter(({ low }) => low !== null).length, 10);
  assert.match(shown.toString(), /recall +75\.0 %|recall +0\.75/);
});
