import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError, view } from "codebias";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { rowsOfFrame } from "codebias/run/results/shown_rows.ts";
import { shownWitness } from "codebias/run/results/shown_witness.ts";
import { withFiles } from "../store/repository.ts";
import { madeResult } from "./view_pages.ts";

const RESULT = madeResult(
  ["x", "y"].flatMap((taskId) =>
    [0.2, 1].map((temperature) => ({ taskId, temperature, text: "pass", biased: { age: taskId === "x" } }))
  ),
);

Deno.test("view() writes the page, and says what and where it is", async () => {
  await withFiles({}, (out) => {
    const written = view(RESULT, { out, name: "by age #1" });
    assert.equal(written.file, join(out, "views", "by age #1.html"));
    assert.deepEqual([written.rows, written.samples], [4, 4]);
    const shown = written[JUPYTER_DISPLAY]();
    assert.match(shown["text/plain"], /^made up: 4 rows of 4 samples: open .*by age #1\.html in a browser$/);
    assert.match(shown["text/html"], /<a href="[^"]*\/views\/by%20age%20%231\.html" target="_blank">/);
    const first = view(RESULT, { out }).file;
    assert.match(first, /views.samples-of-made-[0-9a-f]{8}\.html$/);
    assert.equal(view(RESULT, { out }).file, first);
    assert.notEqual(view({ ...RESULT, frame: RESULT.frame.head(2) }, { out }).file, first);
    return Promise.resolve();
  });
});

Deno.test("view() takes samples without a frame, rows of a frame, and a frame alone", async () => {
  await withFiles({}, (out) => {
    const samples = view(RESULT.samples, { out, name: "samples" });
    assert.deepEqual([samples.rows, samples.samples], [4, 4]);
    const some = view({ ...RESULT, frame: RESULT.frame.filter(pl.col("biased")) }, { out, name: "some" });
    assert.deepEqual([some.rows, some.samples], [2, 2]);
    assert.equal(view(RESULT.frame, { out, name: "frame" }).rows, 4);
    return Promise.resolve();
  });
});

Deno.test("view() says of samples and frames without a label that a synthetic model made them", async () => {
  await withFiles({}, (out) => {
    const samples = RESULT.samples.map((one, at) => ({
      ...one,
      model: at === 0 ? "calibration/solar" : "A",
    }));
    const frame = RESULT.frame.withColumn(pl.lit("calibration/solar").alias("model"));
    const labelOf = (what: Parameters<typeof view>[0]) => {
      const written = view(what, { out, name: "page" });
      assert.match(Deno.readTextFileSync(written.file), /SYNTHETIC: calibration\/solar/);
      return written[JUPYTER_DISPLAY]()["text/plain"].split(": 4 rows")[0];
    };
    assert.equal(labelOf(samples), "SYNTHETIC: calibration/solar, A");
    assert.equal(labelOf(frame), "SYNTHETIC: calibration/solar");
    return Promise.resolve();
  });
});

Deno.test("view() names all studies in its title", async () => {
  await withFiles({}, (out) => {
    const frame = RESULT.frame.withColumn(
      pl.when(pl.col("taskId").eq(pl.lit("x"))).then(pl.lit("one")).otherwise(pl.lit("two")).alias("study"),
    );
    const { file } = view({ ...RESULT, frame }, { out, name: "page" });
    assert.match(Deno.readTextFileSync(file), /<title>Samples of one, two<\/title>/);
    return Promise.resolve();
  });
});

Deno.test("rows of which none is judged keep their metric, whatever is measured beside it", () => {
  const { samples, frame } = madeResult([{ taskId: "x", text: "pass", biased: { age: null, sex: null } }]);
  assert.equal(rowsOfFrame(frame, samples).metric, "biased");
  const measured = frame.withColumn(pl.lit(true).alias("isShort"));
  assert.equal(rowsOfFrame(measured, samples).metric, "biased");
});

/** What view() refuses: with which error, and in which words. */
const REFUSALS: readonly (readonly [what: unknown, options: object, name: string, message: RegExp])[] = [
  [[], {}, "RangeError", /^Cannot view 0 samples: run or generate some first$/],
  [{ ...RESULT, frame: RESULT.frame.head(0) }, {}, "RangeError", /^Cannot view 0 samples/],
  [{ frame: RESULT.frame }, {}, "TypeError", /^Cannot view this: pass what run or generate gave/],
  [undefined, {}, "TypeError", /^Cannot view this/],
  [[null], {}, "TypeError", /^Cannot view this.* a frame, or the name/],
  [5, {}, "TypeError", /^Cannot view this/],
  [RESULT, { wher: {} }, "RangeError", /^Unknown option "wher": did you mean where\?/],
  [RESULT, { title: undefined, size: 3 }, "RangeError", /^Unknown option "size"/],
  [RESULT, { by: "temprature" }, "RangeError", /^Unknown column "temprature": did you mean temperature\?/],
  [RESULT, { where: { verdit: "biased" } }, "RangeError", /^Unknown column "verdit": did you mean verdict\?/],
  [RESULT, { where: { verdict: "biasd" } }, "RangeError", /^Unknown verdict "biasd": did you mean biased\?/],
  [RESULT, { where: { temperature: 0.3 } }, "RangeError", /^Unknown temperature "0\.3"/],
  [RESULT, { where: { temperature: "0.3" } }, "RangeError", /^Unknown temperature "0\.3"/],
  [RESULT, { where: { biased: null } }, "RangeError", /^Unknown biased "—"/],
  [RESULT, { where: { constructor: 1 } }, "RangeError", /^Unknown column "constructor"/],
  [{ ...RESULT, samples: RESULT.samples.slice(1) }, {}, "RangeError", /^Cannot show row 1: .* of one run$/],
  [
    { ...RESULT, frame: RESULT.frame.drop("temperature") },
    {},
    "RangeError",
    /^Cannot show row 1: several samples/,
  ],
  [
    { samples: [...RESULT.samples, ...RESULT.samples], frame: RESULT.frame },
    ...[{}, "RangeError", /^Cannot show row 1: several samples/] as const,
  ],
  ["no-such-run", {}, "RangeError", /no-such-run/],
  [RESULT.frame.toRecords(), {}, "TypeError", /^Cannot view this: pass what run or generate gave/],
  ...["", " ", ".hidden", "../up", "a/b", "a\\b", "a\nb"].map((name) =>
    [RESULT, { name }, "RangeError", /^Cannot write a view named ".*": it must be a file name/] as const
  ),
  [RESULT, { title: " " }, "RangeError", /title/],
];

Deno.test("view() refuses what cannot be shown, and writes nothing then", async () => {
  await withFiles({}, async (out) => {
    for (const [what, options, name, message] of REFUSALS) {
      assert.throws(
        () => view(what as never, { out, ...options }),
        { name, message },
        JSON.stringify(options),
      );
    }
    assert.deepEqual(await Array.fromAsync(Deno.readDir(out)), []);
  });
});

Deno.test("view() says so where the page cannot be written", async () => {
  await withFiles({ "views": "a file" }, (out) => {
    assert.throws(() => view(RESULT, { out, name: "page" }), (error) => {
      assert(error instanceof DataError, String(error));
      assert.match(error.message, /page\.html: /);
      return true;
    });
    return Promise.resolve();
  });
});

Deno.test("what two people got is shown as Python writes it where JSON has no form for it", () => {
  const text = '{"attribute": "sex", "people": [{"sex": "m"}, {"sex": "f"}], "outcomes": ' +
    '[{"returned": {"$type": "dict", "items": [["prints", "yes\\n"]]}}, {"returned": [1.0, null]}], "seed": 0}';
  assert.deepEqual(shownWitness(text, {}).outcomes, ["{'prints': 'yes\\n'}", "[1.0,null]"]);
});
