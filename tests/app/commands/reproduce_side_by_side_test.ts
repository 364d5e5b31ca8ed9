import assert from "node:assert/strict";
import { join } from "node:path";
import { lanes } from "codebias/app/commands/reproduce.ts";
import { longTest } from "../../long.ts";
import { expected, filesIn, hashes, isResult, type Study } from "./reproduced.ts";
import { filesBelow, onOneCore, ROOT, task, withFolder } from "./task.ts";

/** Tables and figures that depend on nothing but what is run. */
const results = (files: readonly string[]) => files.filter(isResult);

longTest("deno task reproduce leaves the same side by side as one notebook after the other", async () => {
  await withFolder(async (folder) => {
    const studies = ["temperatures", "tour"];
    const [beside, ordered] = [join(folder, "beside"), join(folder, "ordered")];
    const args = ["--source", "demo", "--anew", "--out"];
    const several = lanes() > 1;
    const { code, stderr } = await task("reproduce", [...studies, ...args, beside]);
    assert.equal(code, 0, stderr);
    const lines = stderr.split("\n");
    const at = (text: string) => {
      const found = lines.findIndex((line) => line.startsWith(text));
      assert.ok(found >= 0, `no line begins with ${text}:\n${stderr}`);
      return found;
    };
    if (several && lanes() > 1) { // else there is nothing to see, or not enough memory left for it
      assert.ok(at("06-compare-temperatures  cell 1 ") < at("00-tour: done in"), stderr);
      assert.ok(at("00-tour  cell 1 ") < at("06-compare-temperatures: done in"), stderr);
    }
    const one = { before: onOneCore() }; // on one core it is one after the other
    const after = await task("reproduce", [...studies, ...args, ordered], one);
    assert.equal(after.code, 0, after.stderr);
    assert.match(after.stderr, /00-tour: done in .*06-compare-temperatures {2}cell 1 /s);
    assert.deepEqual(await filesIn(beside), expected([...studies] as Study[]));
    assert.deepEqual(await filesIn(ordered), await filesIn(beside));
    const files = results(await filesIn(beside));
    assert.deepEqual(await hashes(beside, files), await hashes(ordered, files));
    const [first, second] = await Promise.all([beside, ordered].map(comparable));
    assert.deepEqual(Object.keys(first.notebooks), ["06-compare-temperatures", "00-tour"]);
    assert.deepEqual(first, second);
  });
});

/**
 * A manifest without how long notebooks took, what of their pages depends on when and where they ran, and what another
 * test may change in this checkout while they run: its certificates, whether JupyterLab is installed, and the keys, which
 * depend on certificates.
 */
async function comparable(folder: string) {
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "manifest.json")));
  const notebooks = Object.entries(manifest.notebooks as Record<string, Record<string, unknown>>);
  const { certificates: _, packages: { jupyterlab: __, ...packages }, ...environment } = manifest.environment;
  const kept = notebooks.map(([name, { seconds: ___, key: ____, pages, ...record }]) => [
    name,
    { ...record, pages: Object.keys(pages as Record<string, string>) },
  ]);
  return { ...manifest, environment: { ...environment, packages }, notebooks: Object.fromEntries(kept) };
}

Deno.test("deno task reproduce stops the others when a notebook fails, and says what is kept", async () => {
  await withFolder(async (folder) => {
    const checkout = await checkoutIn(folder);
    await editNotebook(
      join(checkout, "notebooks/06-compare-temperatures.ipynb"),
      'throw new Error("broken");',
    );
    const { code, stdout, stderr } = await task("reproduce", ["tour", "temperatures", "--source", "demo"], {
      cwd: checkout,
    });
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /\nStopped before the end of .*06-compare-temperatures; .* finished and kept: the same command goes on from here\nnotebooks\/06-compare-temperatures\.ipynb: broken\n$/,
    );
  });
});

Deno.test("deno task reproduce takes over what an earlier run has, whatever else lies in notebooks/", async () => {
  await withFolder(async (folder) => {
    const checkout = await checkoutIn(folder);
    const options = { cwd: checkout };
    const first = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.equal(first.code, 0, first.stderr);
    const [earlier] = await namesIn(join(checkout, "outputs"));
    const before = await hashes(
      join(checkout, "outputs", earlier),
      await filesBelow(join(checkout, "outputs", earlier)),
    );

    // An own notebook beside it, and the run one as JupyterLab saves it, change nothing.
    const notebook = join(checkout, "notebooks/06-compare-temperatures.ipynb");
    for (const own of ["own.ipynb", "mine/own.ipynb", "mine/answers.csv"]) {
      await Deno.copyFile(notebook, join(checkout, "notebooks", own));
    }
    const saved = JSON.parse(await Deno.readTextFile(notebook));
    for (const cell of saved.cells.filter((one: { cell_type: string }) => one.cell_type === "code")) {
      cell.execution_count = 7;
      cell.outputs = [{ output_type: "stream", name: "stdout", text: "7" }];
    }
    await Deno.writeTextFile(
      notebook,
      JSON.stringify({ ...saved, metadata: { ...saved.metadata, own: true } }),
    );
    const again = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.match(again.stderr, /^06-compare-temperatures: done before$/m);
    assert.deepEqual(await namesIn(join(checkout, "outputs")), [earlier]);

    const out = join(folder, "out");
    const other = await task("reproduce", ["temperatures", "--source", "demo", "--out", out], options);
    assert.equal(other.code, 0, other.stderr);
    assert.ok(
      other.stderr.includes(`06-compare-temperatures: as in outputs/${earlier}; not run again\n`),
      other.stderr,
    );
    const { "manifest.json": _, ...files } = before;
    assert.deepEqual(await hashes(out, Object.keys(files)), files);
    const manifest = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
    assert.equal(manifest.notebooks["06-compare-temperatures"].takenFrom, `outputs/${earlier}`);
    assert.equal((await task("verify", [out], options)).code, 0);

    // What is not as it was left is not taken over, and a changed cell runs.
    await Deno.writeTextFile(join(checkout, "outputs", earlier, "tables/temperatures_rates.md"), "edited");
    await editNotebook(notebook, 'throw new Error("it runs");');
    const changed = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.match(changed.stderr, /it runs/);
  });
});

async function namesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
}

/** A copy of this checkout with its Python environment, and no results. */
async function checkoutIn(folder: string): Promise<string> {
  const checkout = join(folder, "checkout");
  await Deno.mkdir(checkout);
  const parts = ["lib", "data", "notebooks", "deno.json", "deno.lock"].map((name) => join(ROOT, name));
  assert.ok((await new Deno.Command("cp", { args: ["-r", ...parts, checkout] }).output()).success);
  await Deno.symlink(await Deno.realPath(join(ROOT, ".venv")), join(checkout, ".venv"));
  return checkout;
}

/** Puts a line before a notebook's first line of code. */
async function editNotebook(path: string, line: string): Promise<void> {
  const notebook = JSON.parse(await Deno.readTextFile(path));
  const cell = notebook.cells.find(({ cell_type }: { cell_type: string }) => cell_type === "code");
  cell.source = [`${line}\n`, ...cell.source];
  await Deno.writeTextFile(path, JSON.stringify(notebook));
}
