import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { compare } from "codebias";
import { DataError } from "codebias/core/errors.ts";
import { readTable, type TableOptions } from "codebias/store/table_files.ts";
import { withFolder } from "../app/commands/task.ts";

/** The table in a file of these bytes. */
async function read(
  name: string,
  content: string | Uint8Array,
  options: TableOptions = {},
): Promise<pl.DataFrame> {
  let frame: pl.DataFrame | undefined;
  await withFolder(async (folder) => {
    const path = `${folder}/${name}`;
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    frame = await readTable(path, options);
  });
  return frame!;
}

const rows = async (name: string, content: string) => (await read(name, content)).toRecords();

Deno.test("readTable() reads CSV with quoted cells, empty ones, a byte order mark and either line end", async () => {
  const expected = [{ 模型: 'a, "b"\nc', n: 1, flag: true }, { 模型: "x", n: null, flag: false }];
  const text = '模型,n,flag\n"a, ""b""\nc",1,True\nx,,False\n';
  assert.deepEqual(await rows("a.csv", text), expected);
  assert.deepEqual(await rows("a.CSV", `\uFEFF${text}`), expected);
  assert.deepEqual(
    await rows("a.csv", text.replaceAll(/(?<!b""|,)\n/g, "\r\n").replace("\r\nc", "\nc")),
    expected,
  );
  assert.deepEqual(await rows("a.csv", text.slice(0, -1)), expected);
  assert.deepEqual(await rows("a.tsv", text.replaceAll(/,(?! )/g, "\t")), expected);
});

Deno.test("readTable() reads a column's type from all of its rows", async () => {
  const late = Array.from({ length: 3000 }, () => "1,\n").join("");
  const csv = await read("a.csv", `n,flag\n${late}2.5,true\n`);
  assert.deepEqual(csv.dtypes.map(String), [String(pl.Float64), String(pl.Bool)]);
  assert.equal((await read("a.csv", `n,flag\n${late}x,true\n`)).getColumn("n").toArray()[0], "1");
  const lines = Array.from({ length: 3000 }, () => '{"n":1,"flag":null}\n').join("");
  const json = await read("a.jsonl", `${lines}{"n":2.5,"flag":true,"more":"x"}\n`);
  assert.deepEqual(json.dtypes.map(String), [String(pl.Float64), String(pl.Bool), "DataType(String)"]);
  assert.deepEqual(json.tail(1).toRecords(), [{ n: 2.5, flag: true, more: "x" }]);
});

Deno.test("readTable() leaves out blank lines, but not the empty cells of a single column", async () => {
  assert.deepEqual(await rows("a.csv", "a,b\n\n1,2\r\n\r\n3,\n\n\n"), [{ a: 1, b: 2 }, { a: 3, b: null }]);
  assert.deepEqual(await rows("a.csv", "a\n1\n\n3\n"), [{ a: 1 }, { a: null }, { a: 3 }]);
  assert.deepEqual(await rows("a.ndjson", '{"a":1}\n\n{"a":2}\r\n'), [{ a: 1 }, { a: 2 }]);
});

Deno.test("readTable() gives any table back that polars wrote as CSV, Parquet or JSON lines", async () => {
  const cell = fc.option(
    fc.string({ unit: "grapheme" }).filter((text) => text.trim() !== "" && isNaN(Number(text))),
  );
  const table = fc.array(fc.tuple(cell, fc.option(fc.integer())), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, async (cells) => {
      const frame = pl.DataFrame([
        pl.Series("text", [...cells.map(([text]) => text), "last"], pl.Utf8),
        pl.Series("number", [...cells.map(([, number]) => number), 0.5], pl.Float64),
      ]);
      const expected = frame.toRecords();
      assert.deepEqual((await read("a.parquet", frame.writeParquet())).toRecords(), expected);
      assert.deepEqual(
        (await read("a.csv", frame.writeCSV() as unknown as Uint8Array)).toRecords(),
        expected,
      );
      assert.deepEqual(
        (await read("a.tsv", frame.writeCSV({ separator: "\t" }) as unknown as Uint8Array)).toRecords(),
        expected,
      );
      assert.deepEqual((await read("a.jsonl", frame.writeJSON({ format: "lines" }))).toRecords(), expected);
    }),
    { numRuns: 40 },
  );
});

const LIKE_CSV = "expected the same of every line";

const REFUSED: readonly (readonly [string, string, string | Uint8Array, RegExp])[] = [
  [
    "an unknown ending",
    "a.xlsx",
    "a",
    /: cannot tell what kind of table this is; its name must end with one of \.csv, /,
  ],
  ["no ending", "table", "a", /cannot tell what kind of table this is/],
  ["an ending that objects have", "a.constructor", "a", /cannot tell what kind of table this is/],
  ["an empty file", "a.csv", "", /: this file is empty, expected a table$/],
  ["a byte order mark alone", "a.csv", "\uFEFF", /: this file is empty, expected a table$/],
  ["blank lines alone", "a.csv", "\n\n", /: this cannot be read as CSV: no data: empty CSV$/],
  [
    "a line with a cell too few",
    "a.csv",
    "a,b\n1,2\n3\n",
    new RegExp(`a\\.csv:3: this line has 1 cell, .* 2 cells; ${LIKE_CSV}$`),
  ],
  [
    "a line with a cell too many",
    "a.csv",
    'a,b\n"1\n1",2\n3,4,5\n',
    /a\.csv:4: this line has 3 cells, the first line has 2 cells/,
  ],
  ["a cut line", "a.tsv", "a\tb\n1\t2\n3", /a\.tsv:3: this line has 1 cell/],
  [
    "a quoted cell without end",
    "a.csv",
    'a,b\n1,"2\n3,4\n',
    /a\.csv:2: this line has|this cannot be read as CSV: .*not properly escaped/,
  ],
  [
    "semicolons",
    "a.csv",
    "a;b\n1;2\n",
    /a\.csv:1: this line has one cell, a;b; expected names with , between them; for ; say so \(delimiter, or --delimiter\)$/,
  ],
  [
    "commas in a .tsv",
    "a.tsv",
    "a,b\n1,2\n",
    /a\.tsv:1: this line has one cell, a,b; expected names with a tab between them; for , say so/,
  ],
  [
    "semicolons and decimal commas",
    "a.csv",
    "a;b\n1,5;2\n",
    /a\.csv:1: this line has one cell, a;b; .* for ; say so/,
  ],
  ["two columns of one name", "a.csv", "a,b,a\n1,2,3\n", /a\.csv:1: two columns are called "a"; rename one$/],
  [
    "bytes that are not UTF-8",
    "a.csv",
    Uint8Array.of(97, 44, 98, 10, 0xe9, 44, 49, 10),
    /: this is not UTF-8, .*; save it as UTF-8$/,
  ],
  ["UTF-16", "a.csv", Uint8Array.of(0xff, 0xfe, 97, 0, 44, 0, 98, 0), /: this is not UTF-8/],
  ["JSON lines that are none", "a.jsonl", '{"a":1}\n{"a":\n', /: this cannot be read as JSONL: /],
  [
    "a list as JSON lines",
    "a.jsonl",
    '[{"a":1}]\n',
    /: this cannot be read as JSONL: NDJSON line expected to contain JSON object/,
  ],
  ["Parquet that is none", "a.parquet", "PAR1 and no more PAR1", /: this cannot be read as PARQUET: /],
  ["CSV as Parquet", "a.parquet", "a,b\n1,2\n", /: this cannot be read as PARQUET: /],
];

for (const [what, name, content, words] of REFUSED) {
  Deno.test(`readTable() refuses ${what} in one line`, async () => {
    await assert.rejects(() => read(name, content), (error: Error) => {
      assert(error instanceof DataError, String(error));
      assert.match(error.message, words);
      assert(!error.message.includes("\n"));
      return true;
    });
  });
}

Deno.test("readTable() refuses every way of cutting a Parquet file short", async () => {
  const whole = pl.DataFrame({ a: [1, 2, 3], b: ["x", "y", "z"] }).writeParquet();
  for (const length of [1, 4, 8, Math.floor(whole.length / 2), whole.length - 1]) {
    await assert.rejects(() => read("a.parquet", whole.subarray(0, length)), DataError);
  }
});

Deno.test("readTable() refuses a file that is not there, and a folder", async () => {
  await withFolder(async (folder) => {
    const words = (name: string) => readTable(`${folder}/${name}`).then(String, (error: Error) => `${error}`);
    assert.equal(await words("no.csv"), `DataError: ${folder}/no.csv: there is no such file`);
    await Deno.mkdir(`${folder}/folder.csv`);
    assert.equal(
      await words("folder.csv"),
      `DataError: ${folder}/folder.csv: this is a folder, expected a file`,
    );
  });
});

Deno.test("readTable() takes quotes within a cell as characters of it", async () => {
  const cells = (await rows("a.csv", 'a,b\n5" pipe,1\n')).map(({ a }) => a);
  assert.deepEqual(cells, ['5" pipe']);
});

Deno.test("readTable() reads cells between the sign that is named, and decimal commas where it is no comma", async () => {
  const expected = [
    { name: "a,b", rate: 0.5, low: -1500, n: 3, mixed: "1,5", empty: null },
    { name: "c", rate: 12, low: null, n: 4, mixed: "x", empty: null },
  ];
  for (const sign of [";", "|", "\t", ":", " "]) {
    const lines = [
      ["name", "rate", "low", "n", "mixed", "empty"],
      ["a,b", "0,5", "-1,5e3", "3", "1,5", ""],
      ["c", "12", "", "4", "x", ""],
    ].map((cells) => cells.join(sign));
    const frame = await read("a.csv", lines.join("\n"), { delimiter: sign });
    assert.deepEqual(frame.toRecords(), expected, sign);
  }
  assert.deepEqual(await rows("a.csv", 'a,b\n"1,5",2\n'), [{ a: "1,5", b: 2 }]);
});

Deno.test("readTable() takes another sign between cells where it may, and the one that is named where it may not", async () => {
  const text = "task;rate\n007;0,5\n008;1\n";
  const frame = await read("a.csv", text, { anyDelimiter: true });
  assert.deepEqual(frame.toRecords(), [{ task: 7, rate: 0.5 }, { task: 8, rate: 1 }]);
  const texts = await read("a.csv", text, { anyDelimiter: true, texts: true });
  assert.deepEqual(texts.toRecords()[0], { task: "007", rate: "0,5" });
  assert.deepEqual((await read("a.csv", "a,b\n1,2\n", { anyDelimiter: true })).toRecords(), [{ a: 1, b: 2 }]);
  await assert.rejects(
    () => read("a.csv", "a;b\n1;2;3\n", { anyDelimiter: true }),
    /a\.csv:2: this line has 3 cells/,
  );
  await assert.rejects(() => read("a.csv", text), /for ; say so/);
});

Deno.test("readTable() leaves commas that may stand between thousands as texts, unless others are decimal points", async () => {
  assert.deepEqual(await rows("a.tsv", "n\tm\n1,234\t1\n5,678\t2\n"), [{ n: "1,234", m: 1 }, {
    n: "5,678",
    m: 2,
  }]);
  assert.deepEqual(await rows("a.tsv", "n\tm\n1,234\t1,5\n12\t2\n"), [{ n: 1.234, m: 1.5 }, { n: 12, m: 2 }]);
  assert.deepEqual(await rows("a.tsv", "n\tm\n0,234\tx\n12,345\ty\n"), [{ n: 0.234, m: "x" }, {
    n: 12.345,
    m: "y",
  }]);
  const frame = pl.DataFrame({ n: ["1,234", "5,678"], level: ["a", "b"] });
  assert.throws(
    () => compare(frame, { across: "level", metric: "n" }),
    /row 1 has the text "1,234", .* a point for decimals and nothing between thousands$/,
  );
});

Deno.test("readTable() takes Excel's own first line for what it is", async () => {
  const any = { anyDelimiter: true };
  for (const first of ["sep=;\n", "sep=;\r\n", '"SEP=;"\n', "\uFEFFsep=;\n"]) {
    assert.deepEqual((await read("a.csv", `${first}a,b;c\n1;0,5\n`, any)).toRecords(), [{
      "a,b": 1,
      c: 0.5,
    }]);
    assert.deepEqual((await read("a.csv", `${first}a\n1\n`, any)).toRecords(), [{ a: 1 }]);
  }
  await assert.rejects(() => read("a.csv", "sep=;\na;b\n1;2\n3\n", any), /a\.csv:4: this line has 1 cell/);
  await assert.rejects(() => read("a.csv", "sep=;\na;b\n1;2\n"), /for ; say so/);
  await assert.rejects(() => read("a.csv", "sep=;\n", any), DataError);
});

Deno.test("readTable() looks for the sign between cells outside of quoted names", async () => {
  const frame = await read("a.csv", '"rate, in %";task\n0,5;a\n', { anyDelimiter: true });
  assert.deepEqual(frame.toRecords(), [{ "rate, in %": 0.5, task: "a" }]);
});

Deno.test("readTable() names the line that is no JSON", async () => {
  for (const line of ["nonsense", '{"a":NaN}', '{"a":', "[1]"]) {
    await assert.rejects(
      () => read("a.jsonl", `{"a":1}\n\n${line}\n`),
      /a\.jsonl:3: this cannot be read as JSONL/,
    );
  }
});

Deno.test("readTable() takes NaN as an empty cell", async () => {
  assert.deepEqual(await rows("a.csv", "a,b\n1.5,NaN\nNaN,2\n"), [{ a: 1.5, b: null }, { a: null, b: 2 }]);
});

Deno.test("readTable() refuses what can be no sign between cells", async () => {
  for (const delimiter of ["", ";;", "a", "1", '"', "\n", ".", "-", "；"]) {
    await assert.rejects(
      () => read("a.csv", "a\n1\n", { delimiter }),
      /RangeError: Cannot read cells between/,
    );
  }
});
