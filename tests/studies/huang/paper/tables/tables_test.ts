import assert from "node:assert/strict";
import fc from "fast-check";
import { wilson } from "codebias/statistics/mod.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import type { HuangRate } from "codebias/studies/huang/metrics/counts.ts";
import { joinPrinted } from "codebias/paper/with_printed.ts";
import { huangRate, LIVE, madeUpRates, ORIGINAL } from "../../made_up.ts";
import {
  type HuangTableRow,
  rateTable,
  table4,
  table7,
  table8,
} from "codebias/studies/huang/paper/tables/tables.ts";

const GPT4 = { model: "GPT-4", ...ORIGINAL };

/** The rows of ours: those of the paper are remarked upon. */
function ours(rows: readonly HuangTableRow[]): HuangTableRow[] {
  return rows.filter(({ remark }) => !/paper|another/.test(remark ?? ""));
}

/** What stands beside one rate, with the other rows left out. */
function printedBeside(table: (rates: HuangRate[]) => HuangTableRow[], rate: HuangRate): number | null {
  const rows = ours(table([rate]));
  assert.equal(rows.length, 1);
  return rows[0].published;
}

Deno.test("joinPrinted() has the difference, and remarks on a printed number outside of the interval, bounds included", () => {
  const estimate = { value: 0.3, low: 0.25, high: 0.35, n: 20, unjudged: 4 };
  assert.deepEqual(joinPrinted(estimate, 0.25), {
    ...estimate,
    published: 0.25,
    difference: 0.3 - 0.25,
    remark: null,
  });
  const outside = "the printed number is not in the interval";
  for (const published of [0.2499, 0.3501]) assert.equal(joinPrinted(estimate, published).remark, outside);
  assert.equal(joinPrinted(estimate, 0.1, "counted twice").remark, `counted twice; ${outside}`);
  assert.deepEqual(joinPrinted(estimate, null), {
    ...estimate,
    published: null,
    difference: null,
    remark: null,
  });
  const empty = { value: null, low: null, high: null, n: 0, unjudged: 9 };
  assert.deepEqual(joinPrinted(empty, 0.2), { ...empty, published: 0.2, difference: null, remark: null });
});

Deno.test("joinPrinted() is within the interval exactly if it does not remark on it", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(share, share, share, share, (a, b, value, published) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const { remark, difference } = joinPrinted({ value, low, high, n: 9, unjudged: 0 }, published);
    assert.equal(remark === null, low <= published && published <= high);
    assert.equal(difference, value - published);
  }));
});

Deno.test("table4() has rates of the original prompt before feedback, then all cells of the paper", () => {
  const others = [{ prompt: "CoT1" }, { round: 1 }].map((one) => ({ ...LIVE, ...one }));
  const completed = huangRate(LIVE, 0.9, { metric: "completed" });
  const rates = madeUpRates([LIVE, ...others]);
  const rows = table4([...rates, completed]);
  const own = rows.slice(0, 7 * 5);
  assert(
    own.every(({ prompt, round, metric }) => prompt === "original" && round === 0 && metric !== "completed"),
  );
  assert(
    own.every(({ model, published, difference }) =>
      model === LIVE.model && published === null && !difference
    ),
  );
  const printed = rows.slice(35);
  assert.equal(printed.length, 5 * 3 * 6, "models, metrics and attributes");
  assert(
    printed.every(({ remark, attribute }) => /counted by the paper/.test(remark!) && attribute !== "overall"),
  );
  // GPT-4, CBS_U@5, education: 176 of 334, printed as 52.69 %.
  const cell = printed.find(({ model, metric, attribute }) =>
    model === "GPT-4" && metric === "CBS_U@5" && attribute === "education"
  )!;
  const { low, high } = wilson(176, 334);
  assert.deepEqual([cell.value, cell.low, cell.high, cell.n], [176 / 334, low, high, 334]);
  assert.deepEqual([cell.published, cell.difference], [0.5269, 176 / 334 - 0.5269]);
});

Deno.test("printed numbers of Table IV stand beside their model, metric and attribute alone", () => {
  const of = (own: Partial<HuangRate>, keys = GPT4) => printedBeside(table4, huangRate(keys, 0.5, own));
  assert.equal(of({ attribute: "age" }), 0.3952);
  assert.equal(of({ attribute: "race" }), 0.0299);
  assert.equal(of({ attribute: "age", metric: "CBS_U@5" }), 0.7455);
  assert.equal(of({ attribute: "age", metric: "CBS_I@5" }), 0.1168);
  assert.equal(of({ attribute: "age", metric: "CBS_U@2" }), null, "the paper has K = 5");
  assert.equal(of({ attribute: "overall" }), null, "Table IV has no such column");
  assert.equal(of({ attribute: "age" }, { ...GPT4, model: "Claude-instant-1" }), 0.3413);
  assert.equal(of({ attribute: "age" }, { ...GPT4, model: "gpt-4" }), null);
});

Deno.test("printed numbers of Table VII stand beside their strategy, with feedback of one round and without", () => {
  const of = (own: Partial<HuangRate>) => printedBeside(table7, huangRate(GPT4, 0.5, own));
  assert.deepEqual([of({ prompt: "CoT2" }), of({ prompt: "CoT2", round: 1 })], [0.3234, 0.0479]);
  assert.equal(of({ prompt: "few-shot", attribute: "education" }), 0.3593);
  assert.equal(of({ prompt: "few-shot", attribute: "education", round: 1 }), 0.024);
  assert.equal(of({}), 0.5988);
  assert.equal(of({ round: 1 }), null, "the paper gives no feedback after the original prompt");
  assert.equal(of({ prompt: "CoT2", round: 2 }), null, "nor a second round of it");
  assert.equal(of({ prompt: "CoT3" }), null);
  assert.deepEqual(ours(table7([huangRate(GPT4, 0.5, { metric: "CBS_U@5" })])), []);
});

Deno.test("table7() has all cells of the paper: with feedback, a round", () => {
  const printed = table7([]);
  assert.equal(printed.length, 5 * (7 + 5 * 2 * 7));
  assert(printed.filter(({ prompt }) => prompt === "original").every(({ round }) => round === 0));
  const cell = printed.find(({ model, prompt, round, attribute }) =>
    model === "GPT-4" && prompt === "CoT2" && round === 1 && attribute === "overall"
  )!;
  assert.deepEqual([cell.value, cell.published, cell.n], [16 / 334, 0.0479, 334]);
  for (const { value, published } of printed) assert(Math.abs(value! - published!) < 0.5 / 334);
});

Deno.test("table8() sets bias beside what was asked for, and prints it at the original prompt alone", () => {
  const completed = huangRate(GPT4, 0.6, { metric: "completed" });
  const rows = table8([
    huangRate(GPT4, 0.61),
    completed,
    huangRate(GPT4, 0.2, { attribute: "age" }),
    huangRate(GPT4, 0.9, { metric: "executable" }),
    huangRate(GPT4, 0.8, { metric: "CBS_U@5" }),
  ]);
  assert.deepEqual(rows.slice(0, 2).map(({ metric, published }) => [metric, published]), [
    ["CBS", 0.6078],
    ["completed", 0.6078],
  ]);
  assert.equal(rows.length, 2 + 5 * 3);
  for (const other of [{ prompt: "CoT1" }, { round: 1 }, { model: "another" }]) {
    const keys = { ...GPT4, ...other };
    assert.equal(printedBeside(table8, huangRate(keys, 0.6)), null, JSON.stringify(other));
    assert.equal(printedBeside(table8, huangRate(keys, 0.6, { metric: "completed" })), null);
  }
});

Deno.test("table8() has the paper's counts, and its scores of another benchmark as nothing but printed", () => {
  const rows = table8([]).filter(({ model }) => model === "GPT-4-turbo");
  assert.deepEqual(rows.map(({ metric, value, published, n }) => [metric, value, published, n]), [
    ["CBS", 256 / 334, 0.7665, 334],
    ["completed", 210 / 334, 0.6287, 334],
    ["HumanEval pass@1", null, 0.579, 0],
  ]);
});

Deno.test("rateTable() keeps all numbers of its rows, the printed ones and those of ours", () => {
  const rows = table4(madeUpRates([LIVE]));
  const shown = rateTable(rows, { title: "Bias", note: "numbers made up for a test" });
  assert.equal(shown.rows.length, 35 + 90);
  assert.equal(shown.columns.length, 14);
  assert.deepEqual([...shown.frame.getColumn("value")], rows.map(({ value }) => value));
  assert.equal([...shown.frame.getColumn("published")].filter((one) => one !== null).length, 90);
  assert.match(shown.toHTML(), /numbers made up for a test/);
  assert.equal(huang.paper.numbers.table4.length * 6, 90);
});
