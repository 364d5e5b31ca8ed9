import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import pl from "nodejs-polars";
import { table } from "codebias";
import type { Cell } from "codebias/report/tables/table.ts";

/** A DataFrame with all the types that come back from one. */
function everyKind(): pl.DataFrame {
  return pl.DataFrame([
    pl.Series("whole", [1, null, -3], pl.Int64),
    pl.Series("narrow", [1, null, 3], pl.Int64).cast(pl.Int32),
    pl.Series("count", [0, 7, null], pl.Int64).cast(pl.UInt32),
    pl.Series("share", [0.1, NaN, null], pl.Float64),
    pl.Series("rounds", [1, 2, 3], pl.Float64),
    pl.Series("single", [0.5, null, Infinity], pl.Float32),
    pl.Series("valid", [true, null, false], pl.Bool),
    pl.Series("name", ["A", "", null], pl.Utf8),
  ]);
}

Deno.test("table() takes a DataFrame and gives it back: names, order, types, missing values", () => {
  const given = everyKind();
  const { frame } = table(given);
  assert.deepEqual(frame.columns, given.columns);
  assert.deepEqual(frame.dtypes.map(String), given.dtypes.map(String));
  assert(frame.frameEqual(given, true));
  const two = table(given, { columns: ["name", "count"] }).frame;
  assert.deepEqual(two.columns, ["name", "count"]);
  assert.deepEqual(two.toRecords(), [{ name: "A", count: 0 }, { name: "", count: 7 }, {
    name: null,
    count: null,
  }]);
});

Deno.test("table() of a DataFrame has numbers, booleans and texts as cells, NaN among them", () => {
  const { columns, rows } = table(everyKind());
  assert.deepEqual(columns, everyKind().columns);
  assert.deepEqual(rows, [
    [1, 1, 0, 0.1, 1, 0.5, true, "A"],
    [null, null, 7, NaN, 2, null, null, ""],
    [-3, 3, null, null, 3, Infinity, false, null],
  ]);
  assert.equal(
    table(everyKind(), { columns: ["share", "single"] }).toString(),
    "share  single\n0.1    0.5\nNaN    –\n–      Infinity",
  );
});

Deno.test("table() of a DataFrame shows everything else as text, and large integers in full", () => {
  const days = [new Date("2020-02-29T00:00:00Z"), null];
  const frame = pl.DataFrame([
    pl.Series("day", days, pl.Date),
    pl.Series("time", days, pl.Datetime("ms")),
    pl.Series("list", [[1, 2], null], pl.List(pl.Int64)),
    pl.Series("words", [["a", null], ["b"]], pl.List(pl.Utf8)),
    pl.Series("kind", ["x", null], pl.Utf8).cast(pl.Categorical),
    pl.Series("length", [5, null], pl.Int64).cast(pl.Duration("ms")),
    pl.Series("large", ["9007199254740993", "-3"], pl.Utf8).cast(pl.Int64),
    pl.Series("price", [1.25, null], pl.Float64).cast(pl.Decimal(10, 2)),
    pl.DataFrame({ a: ["x", "y"] }).toStruct("struct"),
  ]);
  const large = "9007199254740993";
  assert.deepEqual(table(frame).rows, [
    [
      "2020-02-29",
      "2020-02-29 00:00:00.000",
      "[1,2]",
      '["a",null]',
      "x",
      "5 ms",
      large,
      1.25,
      '{"a":"x"}',
    ],
    [null, null, null, '["b"]', null, null, -3, null, '{"a":"y"}'],
  ]);
  assert(table(frame).frame.frameEqual(frame, true));
  const [first] = pl.readCSV(table(frame).toCSV(), { inferSchemaLength: 0 }).rows();
  assert.deepEqual(first.slice(2), ["[1,2]", '["a",null]', "x", "5 ms", large, "1.25", '{"a":"x"}']);
});

Deno.test("frame is a copy: who renames its columns does not rename those of the table", () => {
  const found = table(everyKind());
  found.frame.columns = ["a", "b", "c", "d", "e", "f", "g", "h"];
  assert.equal(found.toCSV().split("\n")[0], everyKind().columns.join(","));
});

Deno.test("table() refuses what a DataFrame does not have, and what is no cell", () => {
  assert.throws(() => table(everyKind(), { columns: ["names"] }), {
    name: "RangeError",
    message:
      'Unknown column "names": did you mean name? Known: count, name, narrow, rounds, share, single, valid, whole',
  });
  assert.throws(() => table([{ a: 1 }], { columns: ["a", "a"] }), {
    name: "RangeError",
    message: 'Cannot make a table: column "a" is named twice',
  });
  for (const [value, what] of [[[1], "a list"], [new Date(0), "an object"], [1n, "a bigint"]] as const) {
    assert.throws(() => table([{ a: value as unknown as Cell }]), {
      name: "RangeError",
      message: `Cannot make a table: column "a" holds ${what}; expected texts, numbers, booleans or null`,
    });
  }
  assert.throws(() => table([{ "": 1, b: 2 }]).frame, {
    name: "RangeError",
    message: "Cannot make a DataFrame: a column has no name",
  });
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(..."a1,\"'\r\n|\\<&>é中🙂 ;"), fc.string({ unit: "binary", maxLength: 1 })),
});
const anyRow = fc.record({
  text: fc.option(anyText),
  share: fc.option(fc.double({ noDefaultInfinity: true, noNaN: true })),
  n: fc.option(fc.maxSafeInteger()),
  valid: fc.option(fc.boolean()),
});

Deno.test("toCSV() reads back by polars, with the types that the columns have", () => {
  fc.assert(fc.property(fc.array(anyRow, { minLength: 1 }), (rows) => {
    const whole = table([...rows, { text: "x", share: 0.5, n: 1, valid: true }]);
    const dtypes = { text: pl.Utf8, share: pl.Float64, n: pl.Int64, valid: pl.Bool };
    const back = pl.readCSV(whole.toCSV(), { dtypes, schema: dtypes } as never);
    assert.deepEqual(back.toRecords(), whole.frame.toRecords());
  }));
});

Deno.test("toParquet() reads back by polars, types and missing values included", () => {
  fc.assert(fc.property(fc.array(anyRow, { minLength: 1 }), (rows) => {
    const { frame } = table(rows);
    const back = pl.readParquet(Buffer.from(table(rows).toParquet()));
    assert.deepEqual(back.dtypes.map(String), frame.dtypes.map(String));
    assert(back.frameEqual(frame, true));
  }));
  const bytes = table(everyKind()).toParquet();
  assert(bytes instanceof Uint8Array);
  assert(pl.readParquet(Buffer.from(bytes)).frameEqual(everyKind(), true));
  assert.deepEqual(
    pl.readParquet(Buffer.from(table(everyKind().head(0)).toParquet())).columns,
    everyKind().columns,
  );
});

Deno.test("toParquet() is whole for a table that takes more than one write", () => {
  const rows = Array.from(
    { length: 50_000 },
    (_, index) => ({ name: `row ${index}`, x: (index * 7919 % 1009) / 1009 }),
  );
  const { frame } = table(rows);
  assert(pl.readParquet(Buffer.from(table(frame).toParquet())).frameEqual(frame));
});

Deno.test("toParquet() keeps title and note in the file's metadata, and every value", () => {
  const entry = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }).filter((text) =>
    text.isWellFormed()
  );
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), entry, entry, (rows, title, note) => {
      const { frame } = table(rows);
      const bytes = Buffer.from(table(rows, { title, note }).toParquet());
      assert(pl.readParquet(bytes).frameEqual(frame, true));
      const footer = bytes.subarray(-8 - bytes.readUInt32LE(bytes.length - 8), -8);
      for (const text of ["title", title, "note", note]) assert(footer.includes(text), text);
      assert.equal(bytes.indexOf(footer), bytes.length - 8 - footer.length);
    }),
  );
});

Deno.test("a Parquet table of synthetic answers says so in its metadata", () => {
  const made = table([{ model: "calibration/solar", value: 0.5 }]);
  assert(Buffer.from(made.toParquet()).includes("SYNTHETIC: calibration/solar"));
});
