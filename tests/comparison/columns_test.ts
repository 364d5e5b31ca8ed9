import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import pl from "nodejs-polars";
import { compare, summarize } from "codebias";
import { columnOf, distinctValues, keyOf, metricOf } from "codebias/comparison/columns.ts";

/** The series as a column of a table that was written to Parquet and read again, as strangers' are. */
function stored(series: pl.Series): pl.DataFrame {
  return pl.readParquet(Buffer.from(pl.DataFrame([series]).writeParquet()));
}

const column = (values: unknown[], type?: pl.DataType) => stored(pl.Series("x", values, type));
const cast = (values: unknown[], type: pl.DataType) => stored(pl.Series("x", values).cast(type));

Deno.test("columnOf() takes every kind of number as a number", () => {
  const types = [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64];
  for (const type of [...types, pl.Float32, pl.Float64, pl.Decimal(10, 2)]) {
    assert.deepEqual(columnOf(cast([1, 2, null], type), "x"), [1, 2, null], String(type));
  }
  assert.deepEqual(columnOf(cast([1.25, -2.5, null], pl.Decimal(10, 2)), "x"), [1.25, -2.5, null]);
});

Deno.test("columnOf() takes integers beyond 2^53 as texts, so that no two of them are the same", () => {
  const texts = ["9007199254740993", "9007199254740992", "9007199254740991", null];
  for (const type of [pl.Int64, pl.UInt64, pl.Decimal(38, 0)]) {
    assert.deepEqual(
      columnOf(cast(texts, type), "x"),
      [...texts.slice(0, 2), 9007199254740991, null],
      String(type),
    );
  }
  const huge = pl.readCSV(Buffer.from("x\n18446744073709551617\n1\n18446744073709551616\n")); // 128 bits
  assert.deepEqual(columnOf(huge, "x"), ["18446744073709551617", 1, "18446744073709551616"]);
  assert.deepEqual(metricOf(huge, "x").values, [2 ** 64, 1, 2 ** 64]);
});

Deno.test("columnOf() takes dates and times as texts that sort as they do", () => {
  const days = [new Date("2021-02-28"), new Date("2020-12-31"), null, new Date("2020-02-29")];
  assert.deepEqual(columnOf(cast(days, pl.Date), "x"), ["2021-02-28", "2020-12-31", null, "2020-02-29"]);
  const sorted = distinctValues(columnOf(column(days), "x").filter((value) => value !== null));
  assert.deepEqual(sorted.map((value) => String(value).slice(0, 10)), [
    "2020-02-29",
    "2020-12-31",
    "2021-02-28",
  ]);
});

Deno.test("columnOf() takes categories as texts, truth values and texts as they are", () => {
  assert.deepEqual(columnOf(cast(["b", "a", null], pl.Categorical), "x"), ["b", "a", null]);
  assert.deepEqual(columnOf(column([true, false, null]), "x"), [true, false, null]);
  assert.deepEqual(columnOf(column(["", "中文", " a"]), "x"), ["", "中文", " a"]);
});

Deno.test("columnOf() refuses cells that are no single value", () => {
  for (const [type, values] of [["List", [[1, 2], [3]]], ["Struct", [{ a: 1 }, { a: 2 }]]] as const) {
    assert.throws(
      () => columnOf(pl.DataFrame([pl.Series("x", [...values])]), "x"),
      new RangeError(
        `Cannot use column "x": its cells are of the type ${type}, expected numbers, texts, dates, or true and false`,
      ),
    );
  }
});

Deno.test("columnOf() names the nearest column where there is none", () => {
  const frame = pl.DataFrame({ taskId: [1], 模型: ["A"] });
  assert.throws(
    () => columnOf(frame, "taskid"),
    /^RangeError: Unknown column "taskid": did you mean taskId\? Known: taskId, 模型$/,
  );
  assert.throws(() => columnOf(frame, "toString"), /^RangeError: Unknown column "toString"/);
});

Deno.test("keyOf() refuses empty, NaN and infinite cells, and names the row", () => {
  const words = (values: unknown[]) => {
    assert.throws(() => keyOf(column(values, pl.Float64), "x", "level"), RangeError);
    try {
      keyOf(column(values, pl.Float64), "x", "level");
    } catch (error) {
      return (error as Error).message;
    }
  };
  const told = (row: number, what: string) =>
    `Cannot tell the level of row ${row}: its cell in column "x" is ${what}; fill such cells, or leave those rows out`;
  assert.equal(words([1, null]), told(2, "empty"));
  assert.equal(words([NaN, 1]), told(1, "NaN"));
  assert.equal(words([1, 2, Infinity]), told(3, "Infinity"));
});

Deno.test("keyOf() takes numbers of single precision as they were written", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.integer({ min: 0, max: 8 }),
      (digits, places) => {
        const value = digits / 10 ** places;
        assert.deepEqual(keyOf(pl.DataFrame([pl.Series("x", [value], pl.Float32)]), "x", "level").values, [
          value,
        ]);
      },
    ),
  );
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const [short] = keyOf(pl.DataFrame([pl.Series("x", [value], pl.Float32)]), "x", "level").values;
      assert(Math.fround(Number(short)) === value);
    }),
  );
});

Deno.test("metricOf() takes true and false as 1 and 0, and texts of them and of numbers", () => {
  const texts = [
    "True",
    "false",
    "TRUE",
    " 1",
    "0.5",
    "-1e-3",
    "+.5",
    "2.",
    "",
    "  ",
    null,
    "NA",
    "nan",
    " NaN",
    "n/a",
  ];
  assert.deepEqual(metricOf(column(texts), "x"), {
    name: "x",
    values: [1, 0, 1, 1, 0.5, -0.001, 0.5, 2, ...Array(7).fill(null)],
    boolean: false,
  });
  assert.deepEqual(metricOf(column([true, false, null]), "x"), {
    name: "x",
    values: [1, 0, null],
    boolean: true,
  });
  assert.equal(metricOf(column([1, 0, 1]), "x").boolean, true);
  assert.equal(metricOf(column([null, null], pl.Float64), "x").boolean, true);
});

Deno.test("metricOf() refuses texts that are no numbers, and numbers that are not finite", () => {
  for (
    const text of ["N A", "nano", "none", "inf", "Infinity", "1,5", "0x10", "1e", "yes", "1 2", "½", "١"]
  ) {
    assert.throws(() => metricOf(column(["1", text]), "x"), (error: Error) => {
      assert.equal(
        error.message,
        `Cannot measure "x": row 2 has the text "${text}", expected a number, true or false; a cell is left empty ` +
          "where no finding was possible" +
          (text === "1,5" ? ", and a number has a point for decimals and nothing between thousands" : ""),
      );
      return error instanceof RangeError;
    });
  }
  assert.throws(() => metricOf(column(["1", "1e999"]), "x"), /row 2 is 1e999; leave a cell empty/);
  for (const value of [NaN, Infinity, -Infinity]) {
    assert.throws(
      () => metricOf(column([1, value], pl.Float64), "x"),
      new RangeError(
        `Cannot measure "x": row 2 is ${value}; leave a cell empty where no finding was possible`,
      ),
    );
  }
});

Deno.test("distinctValues() sorts numbers by size, texts by characters, and false before true", () => {
  assert.deepEqual(distinctValues([10, 9, -1, 0.3, 0.1 + 0.2, 9]), [-1, 0.3, 0.1 + 0.2, 9, 10]);
  assert.deepEqual(distinctValues(["10", "9", "zh", "en", "中"]), ["10", "9", "en", "zh", "中"]);
  assert.deepEqual(distinctValues([true, false, true]), [false, true]);
  assert.deepEqual(distinctValues([]), []);
});

Deno.test("compare() and summarize() measure the only column of true and false, if there is one", () => {
  const samples = pl.DataFrame({
    level: [0, 0, 0, 1, 1, 1],
    judged: [true, true, true, true, true, true],
    biased: [true, false, false, true, true, false],
    score: [1, 2, 3, 4, 5, 6],
  });
  const one = samples.drop("judged");
  const asked = { across: "level" };
  assert.deepEqual(compare(one, asked).toRecords(), compare(one, { ...asked, metric: "biased" }).toRecords());
  assert.deepEqual(
    summarize(one, { by: "level" }).toRecords(),
    summarize(one, { by: "level", metric: "biased" }).toRecords(),
  );
  assert.throws(
    () => compare(samples, asked),
    /^RangeError: Cannot tell what is measured: name a column with metric, of true and false there are judged, biased$/,
  );
  assert.throws(() => summarize(one.drop("biased"), { by: "level" }), /name a column with metric$/);
});
