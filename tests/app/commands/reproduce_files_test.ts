import assert from "node:assert/strict";
import { join } from "node:path";
import { expected, filesIn, hashes, isResult, reproduced, type Study } from "./reproduced.ts";
import { filesBelow, ROOT, task } from "./task.ts";

/** The lines of a table. */
async function linesOf(folder: string, name: string): Promise<string[]> {
  return (await Deno.readTextFile(join(folder, `tables/${name}.csv`))).trim().split("\n");
}

Deno.test("deno task reproduce leaves notebooks, tables and figures, and no other files", async () => {
  const { folder, studies, recordings } = await reproduced();
  assert.deepEqual(await filesIn(folder), expected(studies, recordings));
});

Deno.test("the manifest of deno task reproduce says what was run with what, and has the hash of every file", async () => {
  const { folder, studies, recordings, manifest } = await reproduced();
  assert.equal(manifest.status, "complete");
  assert.equal(manifest.command.source, "demo");
  const { deno, python, packages, commit } = manifest.environment;
  assert.equal(deno, Deno.version.deno);
  assert.match(python, /^3\.\d+\.\d+$/);
  const computing = Object.keys(packages).filter((name) => name !== "jupyterlab"); // only where it was opened
  assert.deepEqual(computing, ["numpy", "nbclient", "nbconvert"]);
  const history = await Deno.stat(join(ROOT, ".git")).then(() => true, () => false); // a copy has none
  assert.equal(/^[0-9a-f]{40}$/.test(commit), history);

  type Hashed = Record<"outputs" | "pages", Record<string, string>>;
  const notebooks: Hashed[] = Object.values(manifest.notebooks);
  const listed = Object.assign({}, ...notebooks.map(({ outputs }) => outputs));
  const views = expected(studies, recordings).filter((file) => file.startsWith("views/"));
  const { "views/00-tour.html": ofTour, ...others } = await hashes(folder, views);
  assert.equal(listed["views/00-tour.html"], ofTour);
  const pages: Record<string, string> = Object.assign({}, ...notebooks.map(({ pages }) => pages));
  assert.deepEqual(
    views.filter((file) => pages[file] !== { ...others, "views/00-tour.html": ofTour }[file]),
    [],
  );
  const samples = (await filesBelow(folder)).filter((file) => file.startsWith("samples/"));
  assert.ok(samples.length > 0);
  assert.deepEqual(
    listed,
    await hashes(folder, [
      ...expected(studies, recordings).filter((file) => isResult(file) || Object.hasOwn(listed, file)),
      ...samples,
    ]),
  );

  const { runs, inputs } = manifest.notebooks["00-tour"];
  assert.equal(runs.length, 1);
  assert.match(runs[0].protection.level, /^(full|without-)/);
  assert.equal(Object.keys(inputs).length, 5);
  const linguistic = manifest.notebooks["04-linguistic"];
  if (!linguistic) return;
  assert.deepEqual(
    linguistic.runs.map(({ rule, seed, samples }: Record<string, unknown>) => [rule, seed, samples]),
    [
      ["corrected", 1, 336],
      ["published", 1, 336],
      ["corrected", 1, 336],
      [undefined, 1, 474], // prompts without one of their words each
      ...(recordings ? [["corrected", 1, 132], [undefined, 1, 132]] : []), // of a real model, to our own tasks
    ],
  );
});

/** Tables that are computed again from samples or recipes, by the notebook that leaves them. */
const RECOMPUTED: Partial<Record<Study, readonly string[]>> = {
  linguistic: ["linguistic_table3"],
  temperatures: ["temperatures_differences", "temperatures_rates", "temperatures_trend"],
  own: ["own_bias", "own_differences"],
};

Deno.test("deno task verify finds what deno task reproduce leaves right, and computes tables again", async () => {
  const { folder, studies, recordings } = await reproduced();
  const { code, stdout } = await task("verify", [folder]);
  assert.equal(code, 0, stdout);
  const more = recordings && studies.includes("temperatures")
    ? ["temperatures_real_model", "temperatures_real_model_t"]
    : [];
  for (const table of [...studies.flatMap((study) => RECOMPUTED[study] ?? []), ...more]) {
    assert.match(stdout, new RegExp(`^recomputed +tables/${table}.csv$`, "m"));
  }
});

Deno.test("tables of deno task reproduce have the rows of all rules, settings and metrics", async () => {
  const { folder, studies } = await reproduced();
  const trend = await linesOf(folder, "temperatures_trend");
  assert.ok(trend.length > 1, "a table without rows");
  if (!studies.includes("linguistic")) return;
  const table = await linesOf(folder, "linguistic_table3");
  assert.equal(table[0], "model,prompt,temperature,metric,value,low,high,n,published,difference,remark");
  assert.equal(table.length, 1 + 2 * (4 + 9));
  const executed = await linesOf(folder, "linguistic_executed");
  assert.equal(executed[0], "rule,model,prompt,temperature,metric,value,low,high,n,recorded,difference");
  const rules = executed.slice(1).map((line) => line.split(",")[0]);
  assert.deepEqual(rules, [...Array(8).fill("published"), ...Array(8).fill("corrected")]);
});

/** Numbers of papers, tasks of our own, and recordings of a real model alone, whatever was run here. */
const PRINTED =
  /_impossible_cells|_real_model|_readers|temperatures_(solar|linguistic)|solar_(recorded|paper_|table[12])|huang_(paper_|table[259]|instr)|liu_(paper_|logs|fig4|correlation)|faircoder_(paper_|readings|table6)/;

Deno.test("everything that people read of a demonstration says that it is one", async () => {
  const { folder, studies, recordings } = await reproduced();
  const read = expected(studies, recordings).filter((name) => /\.(ipynb|html|svg|md|tex)$/.test(name));
  for (const file of read.filter((name) => !PRINTED.test(name))) {
    const text = await Deno.readTextFile(join(folder, file));
    const isReal = /figures\/liu_fig6/.test(file); // draws a recorded model's answers alone
    const kind = /temperatures|solar|huang|liu|faircoder/.test(file) ? /SYNTHETIC/ : /written by hand/;
    const isOurs = /views\/05-faircoder-1/.test(file); // functions that are labelled by hand
    assert.match(
      text,
      isReal ? /\(recorded\)/ : isOurs ? /answers of our own/ : kind,
      `${file} must say whose answers it shows`,
    );
    assert.equal(isReal && /SYNTHETIC/.test(text), false, `${file} calls a model's answers synthetic`);
  }
});
