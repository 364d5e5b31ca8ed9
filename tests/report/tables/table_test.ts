import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHTML } from "linkedom";
import { table } from "codebias";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import type { Cell } from "codebias/report/tables/table.ts";
import { visible } from "codebias/core/visible.ts";

/** Fields of a CSV text by RFC 4180; an empty field without quotes is null. */
function parseCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/gy;
  for (let row: (string | null)[] = [], match; (match = field.exec(text));) {
    row.push(match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2] || null);
    if (match[3] === "\n") {
      rows.push(row);
      row = [];
    }
  }
  assert.equal(rows.map((row) => row.length).filter((length) => length !== rows[0].length).length, 0);
  return rows;
}

Deno.test("toCSV() writes a header and a line a row, missing values empty", () => {
  const csv = table([
    { model: "A", value: 0.25, n: 52, valid: true, remark: null },
    { model: "B", value: null, n: 0, valid: false, remark: "none" },
  ]).toCSV();
  assert.equal(csv, "model,value,n,valid,remark\nA,0.25,52,true,\nB,,0,false,none\n");
});

Deno.test("toCSV() writes doubles that read back exactly", () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1 }), (values) => {
      const half = [...values, 0.5]; // so that the column is never one of integers
      const lines = table(half.map((x) => ({ x }))).toCSV().trim().split("\n").slice(1);
      assert.deepEqual(lines.map(Number), half);
    }),
    { numRuns: 300 },
  );
  const hard = [0.1 + 0.2, 1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, -0.1, 31 / 52];
  const lines = table(hard.map((x) => ({ x }))).toCSV().trim().split("\n").slice(1);
  assert.deepEqual(lines.map(Number), hard);
});

Deno.test("toCSV() writes a column of integers without a decimal point", () => {
  const values = [0, -3, 520, Number.MAX_SAFE_INTEGER, null, Number.MIN_SAFE_INTEGER];
  const csv = table(values.map((n) => ({ n, other: 1 }))).toCSV();
  assert.equal(csv, "n,other\n0,1\n-3,1\n520,1\n9007199254740991,1\n,1\n-9007199254740991,1\n");
});

Deno.test("toCSV() quotes what would be read as something else", () => {
  const texts = [
    "a,b",
    'say "no"',
    "two\nlines",
    "中文，测试",
    "🙂",
    " lead",
    "",
    "1.0",
    "null",
    "#",
    "'",
    ";",
  ];
  const csv = table(texts.map((text, index) => ({ index, text }))).toCSV();
  const rows = parseCsv(csv);
  assert.deepEqual(rows[0], ["index", "text"]);
  assert.deepEqual(rows.slice(1).map(([, text]) => text), texts);
});

Deno.test("toCSV() writes any text that reads back, and tells an empty one from a missing one", () => {
  const text = fc.option(
    fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", " ", "é", "中", "🙂", "'") }),
  );
  const rows = fc.array(fc.record({ a: text, b: text }), { minLength: 1 });
  fc.assert(fc.property(rows, (given) => {
    assert.deepEqual(parseCsv(table(given).toCSV()), [["a", "b"], ...given.map(({ a, b }) => [a, b])]);
  }));
});

Deno.test("toCSV() quotes column names, too", () => {
  assert.deepEqual(parseCsv(table([{ 'a,"b"': 1, c: 2 }]).toCSV()), [['a,"b"', "c"], ["1", "2"]]);
});

Deno.test("toCSV() of no rows has the columns that are given", () => {
  const empty: { model: string; value: number }[] = [];
  assert.equal(table(empty, { columns: ["model", "value"] }).toCSV(), "model,value\n");
  assert.equal(table(empty).toCSV(), "");
});

Deno.test("table() keeps the given columns, in their order", () => {
  const { columns, rows } = table([{ a: 1, b: 2, c: 3 }], { columns: ["c", "a"] });
  assert.deepEqual([columns, rows], [["c", "a"], [[3, 1]]]);
});

Deno.test("table() refuses rows that do not have the same columns", () => {
  type Row = { a: number; b: number };
  assert.throws(() => table([{ a: 1, b: 2 }, { a: 1 } as Row]), {
    name: "RangeError",
    message: 'Cannot make a table: row 2 has no column "b", or undefined in it; a missing value is null',
  });
  assert.throws(() => table([{ a: 1, b: undefined as unknown as number }]), /row 1 has no column "b"/);
  assert.throws(() => table([{ a: 1 } as Row], { columns: ["b"] }), /row 1 has no column "b"/);
  assert.throws(() => table([{ a: 1 } as Row, { a: 1, b: 2 }]), {
    name: "RangeError",
    message: 'Cannot make a table: only some rows have a column "b"; name the columns',
  });
  assert.doesNotThrow(() => table([{ a: 1 } as Row, { a: 1, b: 2 }], { columns: ["a"] }));
});

Deno.test("frame is a polars DataFrame with the types of the columns", () => {
  const { frame } = table<Record<string, Cell>>([
    { whole: 1, share: 0.5, valid: true, name: "A", nothing: null, mixed: "x" },
    { whole: null, share: 1, valid: null, name: null, nothing: null, mixed: 2 },
  ]);
  const types = Object.fromEntries(frame.columns.map((name, at) => [name, String(frame.dtypes[at])]));
  assert.deepEqual(types, {
    whole: "DataType(Int64)",
    share: "DataType(Float64)",
    valid: "DataType(Bool)",
    name: "DataType(String)",
    nothing: "DataType(String)",
    mixed: "DataType(String)",
  });
  assert.deepEqual(frame.toRecords(), [
    { whole: 1, share: 0.5, valid: true, name: "A", nothing: null, mixed: "x" },
    { whole: null, share: 1, valid: null, name: null, nothing: null, mixed: "2" },
  ]);
  assert.equal(frame.getColumn("share").mean(), 0.75);
});

Deno.test("toHTML() escapes everything that comes from outside", () => {
  const evil = '<img src=x onerror="alert(1)">&';
  const html = table([{ [evil]: evil }], { title: evil, note: evil }).toHTML();
  assert(!html.includes("<img"));
  const safe = "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;";
  assert.equal(html.split(safe).length - 1, 4);
});

Deno.test("toHTML() shows 60 rows unless told otherwise, and says how many are left", () => {
  const rows = Array.from({ length: 70 }, (_, index) => ({ name: `row ${index} end` }));
  const shown = (html: string) => html.match(/row \d+ end/g)?.length;
  const html = table(rows).toHTML();
  assert.equal(shown(html), 60);
  assert.match(html, /… and 10 more rows/);
  const three = table(rows, { shown: 3 });
  assert.equal(shown(three.toHTML()), 3);
  assert.match(three.toHTML(), /… and 67 more rows/);
  assert.equal(three.toCSV().trim().split("\n").length, 71, "a file always has all");
  assert.doesNotMatch(table(rows, { shown: 70 }).toHTML(), /more rows/);
});

Deno.test("toHTML() keeps the lines of code, in a fixed-width font", () => {
  const { document } = parseHTML(table([{ code: "def f(x):\n    return 1", word: "f" }]).toHTML());
  const [code, word] = document.querySelectorAll("td");
  assert.equal(code.textContent, "def f(x):\n    return 1");
  assert.match(code.getAttribute("style")!, /white-space:pre-wrap.*font-family:monospace/);
  assert.doesNotMatch(word.getAttribute("style")!, /pre-wrap|monospace/);
});

Deno.test("toHTML() of a table without rows is a sentence", () => {
  const none = { columns: ["a"], title: "What differs & why", note: "of 3 models" } as const;
  assert.equal(
    table([] as { a: number }[], none).toHTML(),
    '<p><b>What differs &amp; why:</b> none</p>\n<p style="max-width:60em">of 3 models</p>',
  );
  assert.equal(table([]).toHTML(), "<p>No rows</p>");
});

Deno.test("toHTML() and toString() print decimals, integers and missing values", () => {
  const rows = [{ name: "A", share: 1 / 3, n: 52, ok: true }, { name: "B", share: null, n: 7, ok: false }];
  const html = table(rows).toHTML();
  for (const text of [">0.333<", ">52<", ">–<", ">true<"]) assert(html.includes(text), text);
  assert(table(rows, { decimals: 1 }).toHTML().includes(">0.3<"));
  assert.equal(
    table(rows, { title: "T", note: "N" }).toString(),
    "T\nname  share  n   ok\nA     0.333  52  true\nB     –      7   false\nN",
  );
  assert.match(html, /text-align:right[^>]*>0\.333</);
  assert.match(html, /text-align:left[^>]*>A</);
});

Deno.test("a text of several lines, as code is, keeps them in HTML, in a typeface of fixed width", () => {
  const html = table([{ code: "def f(x):\n    return x", n: 1 }]).toHTML();
  assert.match(html, /white-space:pre-wrap;font-family:monospace">def f\(x\):\n {4}return x<\/td>/);
  assert.equal(html.match(/monospace/g)!.length, 1);
});

Deno.test("a table without rows is a sentence, with its title and note", () => {
  const options = { title: "Rates", note: "none asked", columns: ["a"] as never[] };
  for (const empty of [table([], options), table([], { title: "Rates", note: "none asked" })]) {
    const html = empty.toHTML();
    assert(!html.includes("<table"));
    assert.match(html, /Rates[^]*none[^]*none asked/);
    assert.equal(empty.toString(), "Rates\nThere are no rows.\nnone asked");
  }
});

Deno.test("p-values are shown alike in every table, by their names, and never as 0; CSV has them in full", () => {
  const row = { p: 1e-14, pAdjusted: 0, welchP: 0.0005990, p_adjusted: 0.04213, topP: 0.95, pairedP: null };
  const found = table([row]);
  const cells = ["&lt; 1e-12", "&lt; 1e-12", "&lt; 0.001", "0.042", "0.95", "–"];
  assert.deepEqual([...found.toHTML().matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text), cells);
  assert.match(found.toMarkdown(), /\| < 1e-12 \| < 1e-12 \| < 0\.001 \| 0\.042 \| 0\.95 \| – \|/);
  assert.match(found.toString(), /< 1e-12 +< 1e-12 +< 0\.001 +0\.042 +0\.95 +–$/);
  assert.match(found.toLatex(), /\$<\$ 1e\$-\$12 & \$<\$ 1e\$-\$12 & \$<\$ 0\.001 & 0\.042/);
  assert.equal(found.toCSV().split("\n")[1], "1e-14,0,0.000599,0.04213,0.95,");
  assert.match(table([{ p: "0.2" }]).toString(), /0\.2$/); // no number, and so shown as it is
});

Deno.test("a Table shows itself in a notebook as HTML and as text", () => {
  const found = table([{ a: 1 }], { title: "T" });
  assert.deepEqual(found[JUPYTER_DISPLAY](), { "text/html": found.toHTML(), "text/plain": "T\na\n1" });
  assert.equal(Deno.inspect(found), "T\na\n1"); // what console.log prints
});

Deno.test("toString() gives a column as many decimals as its longest number needs", () => {
  const rows = [{ t: 0.2, value: 1 / 3, printed: 0.6, n: 3 }, { t: 0.8, value: 1, printed: 0.25, n: 4 }];
  assert.equal(
    table(rows).toString(),
    "t    value  printed  n\n0.2  0.333  0.60     3\n0.8  1.000  0.25     4",
  );
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(..."a1,\"'\r\n|\\<&>é中🙂 ;"), fc.string({ unit: "binary", maxLength: 1 })),
});

Deno.test("toHTML() shows any text as it is, but for what nobody would see", () => {
  fc.assert(fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (texts) => {
    const html = table(texts.map((text) => ({ text, n: 1 })), { headings: { text: texts[0] } }).toHTML();
    const { document } = parseHTML(`<body>${html}</body>`);
    const cells = [...document.querySelectorAll("td")].map(({ textContent }) => textContent);
    assert.deepEqual(cells.filter((_, at) => at % 2 === 0), texts.map(visible));
    assert.equal(document.querySelector("th")!.textContent, visible(texts[0]));
    assert.equal(document.querySelectorAll("td, th").length, 2 * texts.length + 2);
  }));
});
