import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { figureRows } from "codebias/report/figures/figure_rows.ts";

const ROWS = [{ t: 0.2, name: "a", rate: null, n: 1 }, { t: 1, name: "b", rate: 0.5, n: 2 }];

for (const [what, data] of [["rows", ROWS], ["a DataFrame", pl.DataFrame(ROWS)]] as const) {
  Deno.test(`figureRows() reads ${what}`, () => {
    const rows = figureRows(data, "lines");
    assert.deepEqual(rows.numbers("t"), [0.2, 1]);
    assert.deepEqual(rows.numbers("n"), [1, 2]);
    assert.deepEqual(rows.numbersOrNull("rate"), [null, 0.5]);
    assert.deepEqual(rows.names("name"), ["a", "b"]);
    assert.deepEqual(rows.names("t"), ["0.2", "1"]);
    assert.deepEqual([rows.isNumeric("t"), rows.isNumeric("name"), rows.isNumeric("rate")], [
      true,
      false,
      false,
    ]);
  });
}

Deno.test("figureRows() writes the numbers of a column with the same decimals, names as they are", () => {
  const rows = figureRows([{ t: 0.25, v: "2" }, { t: -1, v: "1.5" }], "lines");
  assert.deepEqual(rows.names("t").map(rows.label("t")), ["0.25", "−1.00"]);
  assert.deepEqual(rows.names("v").map(rows.label("v")), ["2", "1.5"]);
});

Deno.test("figureRows() refuses what cannot be drawn, in words", () => {
  const refusals: [() => unknown, string][] = [
    [() => figureRows([], "lines"), "Cannot draw lines of no rows"],
    [() => figureRows(pl.DataFrame({}), "lines"), "Cannot draw lines of no rows"],
    [
      () => figureRows(ROWS, "lines").numbers("temperature"),
      'Cannot draw lines: row 1 has no column "temperature": there are t, name, rate, n',
    ],
    [
      () => figureRows([{ a: 1 }, { b: 2 }], "lines").numbers("a"),
      'Cannot draw lines: row 2 has no column "a": did you mean b? there are b',
    ],
    [
      () => figureRows([{ a: NaN }], "lines").numbersOrNull("a"),
      'Cannot draw lines: column "a" has NaN in row 1; expected a finite number, or null where there is none',
    ],
    [
      () => figureRows([{ a: 1 }, { a: "2" }], "lines").numbers("a"),
      'Cannot draw lines: column "a" has "2" in row 2; expected a finite number',
    ],
    [
      () => figureRows(ROWS, "lines").numbers("rate"),
      'Cannot draw lines: column "rate" has null in row 1; expected a finite number',
    ],
    [
      () => figureRows([{ a: "" }], "lines").names("a"),
      'Cannot draw lines: column "a" has "" in row 1; expected a name',
    ],
  ];
  for (const [read, message] of refusals) assert.throws(read, { name: "RangeError", message });
});
