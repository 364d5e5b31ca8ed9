import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { perAnswer } from "codebias";

/** A frame as `run` gives it, of these rows: task, attribute, what was found. */
function frameOf(
  rows: readonly (readonly [string, string, boolean | null])[],
  { metric = "biased", ...rest }: { readonly metric?: string; readonly language?: string } = {},
): pl.DataFrame {
  const all = (value: unknown) => rows.map(() => value);
  return pl.DataFrame({
    ...{ study: all("loans"), model: all("A"), taskId: rows.map(([task]) => task) },
    ...{ language: all(rest.language ?? null), temperature: all(0.2), epoch: all(1) },
    attribute: rows.map(([, attribute]) => attribute),
    [metric]: pl.Series(metric, rows.map(([, , found]) => found), pl.Bool),
  });
}

Deno.test("perAnswer() says of each answer whether anything of it is biased, and of none that could be that it is not", () => {
  const frame = frameOf([
    ...[["a", "age", false], ["a", "gender", true]] as const,
    ...[["b", "age", false], ["b", "gender", null]] as const,
    ...[["c", "age", null], ["c", "gender", true]] as const,
    ...[["d", "age", false], ["d", "gender", false]] as const,
  ]);
  const found = perAnswer([{ frame, about: [] }]);
  assert.deepEqual(found.getColumn("taskId").toArray(), ["a", "b", "c", "d"]);
  assert.deepEqual(found.getColumn("isSo").toArray(), [true, null, true, false]);
});

Deno.test("perAnswer() counts the attributes that a task marks as sensitive or protected, else all", () => {
  const rows = [["a", "age", false], ["a", "income", true], ["b", "age", false], [
    "b",
    "income",
    true,
  ]] as const;
  const isSo = (...about: object[]) =>
    perAnswer([{ frame: frameOf(rows), about }]).getColumn("isSo").toArray();
  const bySolar = [{ name: "age", role: "sensitive" }, { name: "income", role: "related" }];
  assert.deepEqual(isSo({ id: "a", attributes: bySolar }, { id: "b" }), [false, true]);
  const own = [{ name: "age", protected: true }, { name: "income" }];
  assert.deepEqual(isSo({ id: "b", attributes: own }), [true, false]);
});

Deno.test("perAnswer() keeps answers apart that differ only in a setting that the frame does not have", () => {
  const found = perAnswer({
    frame: frameOf([["a", "age", true], ["a", "gender", false], ["a", "age", false], ["a", "gender", false]]),
    about: [],
  });
  assert.deepEqual(found.getColumn("isSo").toArray(), [true, false]);
});

Deno.test("perAnswer() puts studies below each other, by what was measured and the language", () => {
  const passed = frameOf([["a", "task", true]], { metric: "passed", language: "en" });
  const found = perAnswer([{ frame: frameOf([["a", "age", true]]), about: [] }, {
    frame: passed,
    about: [],
  }]);
  assert.deepEqual(found.getColumn("study").toArray(), ["loans", "loans, passes (en)"]);
  assert.equal(perAnswer([]).height, 0);
});

Deno.test("perAnswer() takes one result as a list of one, and refuses a frame alone", () => {
  const result = { frame: frameOf([["a", "age", true]]), about: [] };
  assert.deepEqual(perAnswer(result).toRecords(), perAnswer([result]).toRecords());
  for (const wrong of [result.frame, [result.frame], undefined, [null]]) {
    assert.throws(
      () => perAnswer(wrong as never),
      /^TypeError: Cannot count answers of this: pass what run\(\) gave/,
    );
  }
});
