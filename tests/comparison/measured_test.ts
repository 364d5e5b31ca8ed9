import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare, measured } from "codebias";

const SAMPLES = pl.DataFrame({ temperature: [0.2, 0.2, 1, 1], text: ["a", "bb", "ccc", ""] });

const found = (judge: Parameters<typeof measured>[2]) => measured(SAMPLES, "found", judge);
const cells = (frame: pl.DataFrame) => frame.getColumn("found").toArray();

Deno.test("measured() adds truth values, numbers and nulls as the last column, and leaves the samples as they are", () => {
  const before = SAMPLES.toRecords();
  const flags = found(({ text }) => text === "" ? null : String(text).length > 1);
  assert.deepEqual(flags.columns, ["temperature", "text", "found"]);
  assert.deepEqual(cells(flags), [false, true, true, null]);
  assert.equal(String(flags.getColumn("found").dtype), String(pl.Bool));
  const lengths = found(({ text }) => text === "" ? null : String(text).length / 2);
  assert.deepEqual(cells(lengths), [0.5, 1, 1.5, null]);
  assert.deepEqual(SAMPLES.toRecords(), before);
});

Deno.test("measured() takes truth values among numbers as 1 and 0", () => {
  assert.deepEqual(cells(found(({ text }) => text === "a" ? true : text === "" ? false : 0.5)), [
    1,
    0.5,
    0.5,
    0,
  ]);
});

Deno.test("measured() takes a column without any finding as one of truth values", () => {
  const none = found(() => null);
  assert.equal(String(none.getColumn("found").dtype), String(pl.Bool));
  assert.deepEqual(cells(none), [null, null, null, null]);
});

Deno.test("measured() gives the judge each row by its columns, in order", () => {
  const rows: unknown[] = [];
  found((row) => rows.push(row));
  assert.deepEqual(rows, SAMPLES.toRecords());
});

Deno.test("what measured() adds can be compared", () => {
  const [row] = compare(found(({ text }) => String(text).length), { across: "temperature", metric: "found" })
    .toRecords();
  assert.deepEqual([row.estimate_a, row.estimate_b], [1.5, 1.5]);
});

Deno.test("measured() refuses findings that are none, and a name that is taken", () => {
  const judge = (finding: unknown) => () => found((row) => (row.text === "bb" ? finding : 1) as number);
  assert.throws(
    judge("yes"),
    /^RangeError: Cannot measure "found": row 2 gave string, expected true, false, a number, or null where no finding is possible$/,
  );
  assert.throws(judge(undefined), /row 2 gave undefined, expected/);
  assert.throws(judge(Promise.resolve(true)), /row 2 gave object, expected/);
  assert.throws(
    judge(NaN),
    /^RangeError: Cannot measure "found": row 2 gave NaN, expected true, false, a number, or null/,
  );
  assert.throws(judge(-Infinity), /row 2 gave -Infinity, expected/);
  assert.throws(
    () => measured(SAMPLES, "text", () => 1),
    /^RangeError: Cannot add the column "text": the samples have one of that name; choose another$/,
  );
});

Deno.test("measured() takes samples without rows", () => {
  const none = measured(SAMPLES.filter(pl.col("temperature").gt(2)), "found", () => true);
  assert.deepEqual([none.height, none.columns.length], [0, 3]);
});
