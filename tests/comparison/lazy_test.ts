import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compare, summarize } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { recipeOf, syntheticNote } from "codebias/core/recipe.ts";
import { table } from "codebias/report/tables/table.ts";
import { withFolder } from "../app/commands/task.ts";

const AT = Array.from({ length: 240 }, (_, at) => at);

/** Rows as a study's frame has them, with many columns that a question does not need. */
const ROWS = pl.DataFrame([
  pl.Series("model", AT.map((at) => at % 2 === 0 ? "calibration/solar" : "b"), pl.Utf8),
  pl.Series("taskId", AT.map((at) => `task-${at % 12}`), pl.Utf8),
  pl.Series("temperature", AT.map((at) => at < 120 ? 0.2 : 1), pl.Float64),
  pl.Series("epoch", AT.map((at) => 1 + at % 5), pl.Int64),
  pl.Series("attribute", AT.map((at) => ["gender", "age", "race"][at % 3]), pl.Utf8),
  pl.Series("biased", AT.map((at) => at % 11 === 0 ? null : (at * at) % 7 < 3), pl.Bool),
  pl.Series("reason", AT.map((at) => at % 11 === 0 ? "refusal" : null), pl.Utf8),
  pl.Series("witness", AT.map((at) => `w${at % 40}`), pl.Utf8),
]);

/** The same rows as a lazy scan, for a test. */
const scanned = (test: (lazy: pl.LazyDataFrame, path: string) => void) =>
  withFolder((folder) => {
    const path = join(folder, "rows [1].parquet");
    ROWS.writeParquet(path);
    return Promise.resolve(test(pl.scanParquet(path, { glob: false }), path));
  });

/** What a frame has in each cell, with the types. */
const all = (frame: pl.DataFrame) => [`${Object.entries(frame.schema)}`, frame.toRecords()];

/** The columns that were read. */
const read = (result: pl.DataFrame) => (recipeOf(result)!.samples as pl.DataFrame).columns;

Deno.test("summarize() gives the same for a lazy scan as for the rows, and reads only the columns that it needs", () =>
  scanned((lazy) => {
    for (const by of ["temperature", ["attribute", "epoch"], ["model", "taskId"], ["witness"]]) {
      const options = { by, metric: "biased", cluster: "taskId" };
      assert.deepEqual(all(summarize(lazy, options)), all(summarize(ROWS, options)), `${by}`);
    }
    const { metric: _, ...unnamed } = { by: "attribute", metric: "" };
    assert.deepEqual(all(summarize(lazy, unnamed)), all(summarize(ROWS, unnamed)));
    assert.deepEqual(read(summarize(lazy, { by: "attribute" })), ["model", "attribute", "biased"]);
  }));

Deno.test("compare() does so, too, however rows are related", () =>
  scanned((lazy) => {
    const cases: CompareOptions[] = [
      { across: "temperature", within: "attribute", pairedBy: "taskId" },
      { across: "attribute", metric: "biased" }, // a column that looks like a task is looked for
      { across: "temperature", metric: "epoch", independent: true },
      { across: "temperature", cluster: "witness", test: "pooled" },
      { across: "model", within: ["temperature", "attribute"], test: "fisher", correction: "none" },
    ];
    for (const options of cases) {
      assert.deepEqual(all(compare(lazy, options)), all(compare(ROWS, options)), JSON.stringify(options));
    }
    assert.deepEqual(read(compare(lazy, cases[0])), [
      "model",
      "taskId",
      "temperature",
      "attribute",
      "biased",
    ]);
    assert.deepEqual(read(compare(lazy, cases[1])), ["model", "taskId", "attribute", "biased"]);
  }));

Deno.test("compare() looks among all texts of a lazy frame for tasks only where no column is called so", () => {
  const nameless = ROWS.drop("taskId");
  const options: CompareOptions = { across: "temperature" };
  const expected = compare(nameless, options);
  assert.match(String(expected.toRecords()[0].remark), /rows with the same witness are taken as dependent/);
  assert.deepEqual(all(compare(nameless.lazy(), options)), all(expected));
  const alone = nameless.withColumn(pl.Series("task", AT.map((at) => `${at}`), pl.Utf8)); // each row its own: no task
  assert.deepEqual(all(compare(alone.lazy(), options)), all(compare(alone, options)));
});

Deno.test("a table of a lazy frame says that its answers are synthetic", () =>
  scanned((lazy) => {
    const result = summarize(lazy, { by: "attribute" });
    assert.equal(syntheticNote(result), "SYNTHETIC: calibration/solar");
    assert.match(`${table(result)}`, /SYNTHETIC: calibration\/solar/);
  }));

Deno.test("what is wrong is refused for a lazy frame in the same words", () =>
  scanned((lazy, path) => {
    const wrong: [(rows: pl.DataFrame | pl.LazyDataFrame) => unknown, RegExp][] = [
      [
        (rows) => summarize(rows, { by: "atribute" }),
        /^RangeError: Unknown column "atribute": did you mean attribute/,
      ],
      [(rows) => compare(rows, { across: "temperature", within: "modle" }), /Unknown column "modle".*model/],
      [
        (rows) => summarize(rows, { by: "reason" }),
        /Cannot tell the group of row 2: its cell in column "reason" is empty/,
      ],
      [(rows) => compare(rows, { across: "temperature", metric: "witness" }), /row 1 has the text "w0"/],
      [(rows) => summarize(rows, { by: "model", clutser: "taskId" } as never), /clutser.*cluster/],
    ];
    for (const [does, expected] of wrong) {
      const said = [lazy, ROWS].map((rows) => {
        try {
          return `${does(rows)}`;
        } catch (error) {
          return `${error}`;
        }
      });
      assert.match(said[0], expected);
      assert.equal(said[0], said[1]);
    }
    assert.throws(() => summarize({ frame: ROWS } as never, { by: "model" }), /pass result.frame/);
    Deno.removeSync(path);
    assert.throws(
      () => summarize(lazy, { by: "model" }),
      /^DataError: Cannot read the rows of a lazy frame: /,
    );
  }));
