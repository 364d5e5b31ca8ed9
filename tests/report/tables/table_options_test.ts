import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { table } from "codebias";
import type { TableOptions } from "codebias/report/tables/table.ts";

const RATES = [
  { model: "A", value: 0.6125, low: 0.55, high: 0.671, n: 152, unjudged: 0 },
  { model: "B", value: -0.05, low: -0.12, high: 0.02, n: 52, unjudged: 0 },
  { model: "C", value: null, low: null, high: null, n: 0, unjudged: 0 },
];

const THREE = { value: "value", low: "low", high: "high" } as const;

const rowsOf = (shown: { toString(): string }) => `${shown}`.split("\n").slice(1);

Deno.test("intervals: true joins the columns of an Estimate, each part as wide as in the other rows", () => {
  assert.equal(
    table(RATES, { intervals: true, decimals: 2 }).toString(),
    "model  value\n" +
      "A       0.61 [ 0.55, 0.67], n = 152\n" +
      "B      -0.05 [-0.12, 0.02], n =  52\n" +
      "C          –, n =   0",
  );
  const one = { value: 0.61, low: 0.55, high: 0.67, n: 52 };
  assert.deepEqual(rowsOf(table([one], { intervals: true })), ["0.61 [0.55, 0.67], n = 52"]);
  assert.deepEqual(rowsOf(table(pl.DataFrame([one]), { intervals: true })), ["0.61 [0.55, 0.67], n = 52"]);
});

Deno.test("intervals change what is seen only: rows, DataFrame, CSV and Parquet have all columns", () => {
  const shown = table(RATES, { intervals: true, decimals: 2, p: [], groupBy: "model", headings: { n: "N" } });
  assert.deepEqual(shown.columns, Object.keys(RATES[0]));
  assert.deepEqual(shown.rows[0], Object.values(RATES[0]));
  assert.deepEqual(shown.frame.toRecords(), RATES);
  assert.deepEqual(pl.readParquet(Buffer.from(shown.toParquet())).toRecords(), RATES);
  assert.equal(shown.toCSV().split("\n")[1], "A,0.6125,0.55,0.671,152,0");
});

Deno.test("intervals can be per cent, with their own decimals and title", () => {
  const [rate] = RATES;
  const percent = (more: object) =>
    table([rate], { intervals: [{ ...THREE, percent: true, ...more }] }).toString();
  assert.match(percent({ n: "n", title: "CR" }), /^model {2}CR +unjudged\n/);
  assert.match(percent({ n: "n" }), /A {6}61\.3 % \[55\.0, 67\.1\], n = 152 {2}0$/);
  assert.match(percent({ decimals: 0 }), /61 % \[55, 67\] {2}152 {2}0$/);
  assert.match(percent({ decimals: 2 }), /61\.25 % \[55\.00, 67\.10\]/);
  const missing = table([RATES[2]], {
    intervals: [{ ...THREE, percent: true }],
    columns: ["value", "low", "high"],
  });
  assert.deepEqual(rowsOf(missing), ["–"]);
});

Deno.test("intervals say how many units were left out, in all rows or in none", () => {
  const rows = RATES.map((rate, at) => ({ ...rate, unjudged: at * 6 }));
  const columns = ["value", "low", "high", "n", "unjudged"] as const;
  const options = { intervals: true, decimals: 1, columns } as const;
  assert.deepEqual(rowsOf(table(rows, options)), [
    " 0.6 [ 0.6, 0.7], n = 152,  0 unjudged",
    "-0.1 [-0.1, 0.0], n =  52,  6 unjudged",
    "   –, n =   0, 12 unjudged",
  ]);
  assert.doesNotMatch(`${table(RATES, options)}`, /unjudged/);
});

Deno.test("intervals may be several in a row, and share a column", () => {
  const rows = [{ a: 1.5, aLow: 1, aHigh: 2, b: 3, bLow: null, bHigh: 4.25, n: 7 }];
  const intervals = [
    { value: "a", low: "aLow", high: "aHigh", n: "n" },
    { value: "b", low: "bLow", high: "bHigh", n: "n", title: "B" },
  ] as const;
  assert.equal(
    table(rows, { intervals }).toString(),
    "a                      B\n1.5 [1.0, 2.0], n = 7  3.00 [–, 4.25], n = 7",
  );
});

Deno.test("intervals show NaN and infinite bounds, never a number in their place", () => {
  const rows = [{ value: NaN, low: -Infinity, high: Infinity }];
  assert.deepEqual(rowsOf(table(rows, { intervals: true })), ["NaN [-Infinity, Infinity]"]);
});

Deno.test("p shows three decimals, < 0.001 or < 1e-12", () => {
  const rows = [0, 9e-13, 1e-12, 0.00099999, 0.001, 0.0496, 0.9996, 1, null, NaN].map((p) => ({ p }));
  assert.deepEqual(rowsOf(table(rows, { p: ["p"] })), [
    ...["< 1e-12", "< 1e-12", "< 0.001", "< 0.001", "0.001", "0.050", "1.000", "1.000", "–", "NaN"],
  ]);
  assert.match(table(rows, { p: ["p"] }).toHTML(), /text-align:right[^>]*>&lt; 0\.001</);
});

Deno.test("p refuses what is no p-value", () => {
  for (
    const [p, text] of [[1.01, "1.01"], [-0.1, "-0.1"], [Infinity, "Infinity"], ["x", '"x"'], [
      true,
      "true",
    ]] as const
  ) {
    assert.throws(() => table([{ p }], { p: ["p"] }).toString(), {
      name: "RangeError",
      message: `Cannot show ${text} as p-value (p): it must be in [0, 1]`,
    });
  }
});

Deno.test("headings stand above columns instead of their names", () => {
  const shown = table([{ model: "A", n: 1 }], { headings: { model: "Model <1>" } });
  assert.equal(shown.toString(), "Model <1>  n\nA          1");
  assert.match(shown.toHTML(), />Model &lt;1&gt;<\/th>/);
  assert.match(shown.toMarkdown(), /^\| Model \\<1\\> \| n \|\n/);
  assert.match(shown.toLatex(), /\nModel \\textless\{\}1\\textgreater\{\} & n \\\\\n/);
  assert.equal(shown.toCSV(), "model,n\nA,1\n");
});

const GROUPED = ["A", "A", "B", null, null, "A"].map((model, n) => ({ model, n }));

Deno.test("groupBy names a group once, and again where it begins again", () => {
  const shown = table(GROUPED, { groupBy: "model" });
  assert.equal(shown.toString(), "model  n\nA      0\n       1\nB      2\n–      3\n       4\nA      5");
  assert.equal(shown.toHTML().match(/<tr style="border-top/g)?.length, 3);
  assert.equal(shown.toLatex().match(/\\addlinespace\n/g)?.length, 3);
  assert.match(shown.toLatex(), /\\midrule\nA & 0 \\\\\n & 1 \\\\\n\\addlinespace\nB & 2/);
  assert.deepEqual(shown.rows.map(([model]) => model), ["A", "A", "B", null, null, "A"]);
});

Deno.test("no group, no rule between rows", () => {
  assert.doesNotMatch(table(GROUPED).toHTML(), /border-top/);
  assert.doesNotMatch(table(GROUPED).toLatex(), /addlinespace/);
});

Deno.test("numbers that round to zero have no sign", () => {
  assert.deepEqual(rowsOf(table([{ x: -0.0004 }, { x: -0.04 }, { x: -0 }], { decimals: 2 })), [
    ...["0.00", "-0.04", "0.00"],
  ]);
});

Deno.test("options that name an unknown column are refused, and so is one column shown in two ways", () => {
  const rows = [{ a: 1, b: 2 }];
  const wrong = (options: TableOptions<string>) => () => table(rows, options as TableOptions<"a" | "b">);
  const cases: [string, TableOptions<string>][] = [
    ["headings", { headings: { c: "C" } }],
    ["intervals", { intervals: [{ value: "a", low: "b", high: "c" }] }],
    ["p", { p: ["a", "c"] }],
    ["groupBy", { groupBy: "c" }],
  ];
  for (const [option, options] of cases) {
    assert.throws(wrong(options), {
      name: "RangeError",
      message: `Cannot show the table: ${option} names a column "c", but there are "a", "b"`,
    });
  }
  assert.throws(wrong({ intervals: true }), /intervals names a column "value", but there are "a", "b"$/);
  assert.throws(wrong({ p: ["a"], groupBy: "a" }), {
    name: "RangeError",
    message:
      'Cannot show the table: intervals, p and groupBy name column "a" twice; it can be shown in one way only',
  });
  assert.doesNotThrow(() => table([], { intervals: true, groupBy: "a" as never }).toString());
});

Deno.test("decimals and numbers of rows that are none are refused", () => {
  for (const decimals of [-1, 1.5, 21, NaN]) {
    const message = `Cannot show ${decimals} decimals: it must be an integer in [0, 20]`;
    assert.throws(() => table([{ a: 1 }], { decimals }), { name: "RangeError", message });
    const intervals = [{ ...THREE, decimals }];
    assert.throws(() => table(RATES, { intervals }), { name: "RangeError", message });
  }
  for (const shown of [-1, 0.5, NaN]) {
    const message = `Cannot show ${shown} rows: it must be an integer >= 0`;
    assert.throws(() => table([{ a: 1 }], { shown }), { name: "RangeError", message });
  }
});

Deno.test("intervals refuse a column of texts", () => {
  const rows = [{ value: "0.5", low: 0, high: 1 }];
  assert.throws(() => table(rows, { intervals: true }).toString(), {
    name: "RangeError",
    message: 'Cannot show intervals: column "value" holds "0.5"; expected numbers or null',
  });
});

Deno.test("toString() keeps each row on its line", () => {
  assert.equal(table([{ a: "x\ny\r\nz", b: 1 }]).toString(), "a      b\nx y z  1");
});

Deno.test("numbers are not shown as zero unless they are, or somebody said how many decimals", () => {
  assert.deepEqual(rowsOf(table([{ cost: 0.0002 }, { cost: 0.0007 }])), ["0.0002", "0.0007"]);
  const rows = [{ value: 2e-4, low: 1e-4, high: 4e-4, n: 10_000 }];
  assert.deepEqual(rowsOf(table(rows, { intervals: true })), ["0.0002 [0.0001, 0.0004], n = 10000"]);
  assert.deepEqual(rowsOf(table([{ x: 0.5 }, { x: -1e-16 }])), ["0.5", "0.0"]);
  assert.deepEqual(rowsOf(table([{ cost: 0.0002 }], { decimals: 3 })), ["0"]);
});

Deno.test("table() refuses a run's result in the place of its frame", () => {
  assert.throws(() => table({ samples: [], frame: pl.DataFrame({ a: [1] }) } as never), {
    name: "TypeError",
    message: "Cannot make a table of a run's result: pass result.frame",
  });
});
