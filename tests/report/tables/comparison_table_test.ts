import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare, comparisonTable } from "codebias";
import { recipeOf } from "codebias/core/recipe.ts";

const samples = pl.DataFrame({
  model: ["A", "A", "A", "A", "A", "A", "B", "B", "B", "B", "B", "B"],
  temperature: [0.2, 0.2, 0.2, 1, 1, 1, 0.2, 0.2, 0.2, 1, 1, 1],
  taskId: ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c"],
  rate: [0.1, 0.3, 0.2, 0.4, 0.4, 0.5, 0.1, 0.3, 0.2, 0.2, 0.4, 0.5],
});
const comparison = compare(samples, {
  across: "temperature",
  within: "model",
  metric: "rate",
  pairedBy: "taskId",
});

Deno.test("comparisonTable() shows each difference with its interval, and the groups first", () => {
  const [title, head, first] = comparisonTable(comparison, { title: "T" }).toString().split("\n");
  assert.equal(title, "T");
  assert.match(head, /^model +a +b +at a +at b +b − a +statistic +df +p +p adjusted +effect +unjudged$/);
  assert.match(first, /^A +0\.2 +1 +0\.2 +0\.433 +0\.233 \[-?\d\.\d+, \d\.\d+\], n = 3/);
});

Deno.test("comparisonTable() names the test in the note where all rows share it, else in a column", () => {
  assert.match(
    comparisonTable(comparison, { note: "demonstration" }).toString(),
    /\nTest: paired\. demonstration$/,
  );
  const mixed = comparison.withColumn(pl.Series("test", ["paired", "welch"]));
  assert(comparisonTable(mixed).columns.includes("test"));
});

Deno.test("comparisonTable() says n of both levels where they differ", () => {
  const fewer = samples.filter(pl.col("model").eq(pl.lit("A"))).head(5);
  const table = comparisonTable(compare(fewer, { across: "temperature", metric: "rate" })).toString();
  const [head, row] = table.split("\n");
  assert.match(head, /^a +b +at a +at b +b − a +n at a +n at b +statistic/);
  assert.match(row, /\] +3 +2 /);
  assert.doesNotMatch(table, /n = /);
});

Deno.test("comparisonTable() can be computed again, as the comparison can", () => {
  const shown = comparisonTable(comparison);
  assert.deepEqual(recipeOf(shown)?.columns, shown.columns);
  assert.equal(recipeOf(shown)?.samples, samples);
});

Deno.test("comparisonTable() refuses what is no comparison", () => {
  assert.throws(
    () => comparisonTable(samples),
    /^RangeError: Cannot make a comparison table of this: it has no column "level_a"; pass what compare/,
  );
});

Deno.test("comparisonTable() of nothing is nothing, and still refuses unknown options", () => {
  assert.equal(comparisonTable(undefined, { title: "T" }), undefined);
  assert.throws(() => comparisonTable(undefined, { tittle: "T" } as never), /did you mean title/);
});
