import assert from "node:assert/strict";
import fc from "fast-check";
import { countOf } from "codebias/statistics/intervals/printed_counts.ts";
import {
  denominatorsOf,
  inferDenominator,
  rowDenominators,
} from "codebias/studies/solar/paper/denominators.ts";
import { solar } from "codebias/studies/solar/solar.ts";
import { CBS_COLUMNS, printedRow } from "codebias/studies/solar/paper/printed_tables.ts";

const printed = (rate: number) => Math.round(10_000 * rate) / 10_000;

Deno.test("denominatorsOf() has the number of completions behind shares, and only whole tasks", () => {
  const design = { tasks: 343, completionsPerTask: 5 };
  const rows = fc.integer({ min: 1, max: 343 }).chain((tasks) =>
    fc.record({
      n: fc.constant(5 * tasks),
      counts: fc.array(fc.integer({ min: 0, max: 5 * tasks }), { minLength: 8, maxLength: 8 }),
    })
  );
  fc.assert(fc.property(rows, ({ n, counts }) => {
    const found = denominatorsOf(counts.map((k) => printed(k / n)), design);
    assert(found.includes(n));
    assert(found.every((one) => one % 5 === 0 && one <= 1715));
  }));
});

Deno.test("the rows of a table tell the numbers of completions that the notebooks count", () => {
  const whole = solar.paper.numbers.notebooks.counts.filter(({ model, prompt, notebook }) =>
    model === "GPT-3.5-turbo-0125" && (notebook === "RQ2.2" || prompt !== "default")
  );
  assert.equal(whole.length, 7);
  for (const { notebook, biased, completions, ...keys } of whole) {
    const table = notebook === "RQ2.2" ? solar.paper.numbers.table8 : solar.paper.numbers.table7;
    const row = printedRow(table, { ...keys, round: 0 })!;
    assert.equal(
      inferDenominator(rowDenominators(row, solar.paper.numbers)),
      completions,
      JSON.stringify(keys),
    );
    assert.equal(countOf(row.overall, completions), biased);
  }
});

Deno.test("the rows of Table 8 rest on the executable completions of Table 6, but for one", () => {
  const all = solar.paper.numbers.tasks * solar.paper.numbers.completionsPerTask;
  const others = solar.paper.numbers.table6.filter(({ model, temperature, executable }) => {
    const row = printedRow(solar.paper.numbers.table8, { model, temperature, prompt: "default", round: 0 })!;
    return inferDenominator(rowDenominators(row, solar.paper.numbers)) !== Math.round(executable * all);
  });
  assert.deepEqual(others, [{ model: "codechat-bison@002", temperature: 1, executable: 0.9638 }]);
});

Deno.test("rowDenominators() leaves out the one cell that does not go with the others, and no two", () => {
  const row = printedRow(solar.paper.numbers.table8, {
    ...{ model: "GPT-3.5-turbo-0125", prompt: "default", temperature: 0.2, round: 0 },
  })!;
  assert.deepEqual(rowDenominators(row, solar.paper.numbers), { fitting: [1700], without: null });
  const slip = { ...row, race: row.race + 0.0001 };
  assert.deepEqual(rowDenominators(slip, solar.paper.numbers), { fitting: [1700], without: "race" });
  const slips = { ...slip, age: row.age + 0.0001 };
  assert.deepEqual(rowDenominators(slips, solar.paper.numbers), { fitting: [], without: null });
});

Deno.test("inferDenominator() of several that are no multiples of the least is none", () => {
  const told = (fitting: number[]) => inferDenominator({ fitting, without: null });
  assert.deepEqual([told([]), told([485, 970, 1455]), told([1145, 1715])], [null, 485, null]);
});

Deno.test("eight unrelated rates fit some number of completions about once in 34,000 rows", () => {
  // Of the 10,001 rates with four digits, n + 1 are shares of n < 10,000.
  const { tasks, completionsPerTask } = solar.paper.numbers;
  const expected = Array.from(
    { length: tasks },
    (_, at) => (((at + 1) * completionsPerTask + 1) / 10_001) ** CBS_COLUMNS.length,
  ).reduce((sum, one) => sum + one);
  assert.equal(Math.round(1 / expected / 1000), 34);
});
