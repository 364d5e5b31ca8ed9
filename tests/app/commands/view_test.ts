import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { generate, openStore, save } from "codebias";
import { exportRun } from "codebias/store/run_store/exchange/export_run.ts";
import { findingsFrame } from "codebias/store/findings_frame.ts";
import { sample } from "../../studies/linguistic/samples.ts";
import { cellsOf, dataOf } from "../../run/results/page_rows.ts";
import { filesBelow, ROOT, task, withFolder } from "./task.ts";

/** The page that the command writes, read. */
async function pageOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await task("view", args);
  assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  return await Deno.readTextFile(stdout.trim());
}

/** The sentence with which it refuses. */
async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await task("view", args);
  assert.deepEqual([code, stdout], [1, ""], stderr);
  return stderr.trim();
}

Deno.test("deno task view writes a page of a run, by its name, and of the same run exported", () =>
  withFolder(async (folder) => {
    const file = join(folder, "runs.sqlite");
    const out = join(folder, "exported");
    {
      using store = openStore(file);
      const prompts = [{ taskId: "a", prompt: "Write a function." }];
      const asking = { model: "calibration", temperatures: [0.2, 1], epochs: 2, store, onNotice: () => {} };
      await generate({ ...asking, name: "pilot", prompts });
      await exportRun(store.openRun("pilot"), out);
    }
    const page = await pageOf("pil", "--store", file, "--out", folder, "--by", "temperature");
    const data = dataOf(page);
    assert.deepEqual([data.title, data.label], ["Run pilot", "SYNTHETIC: calibration"]);
    assert.deepEqual([data.height, data.start], [4, "mode=sides&by=temperature"]);
    assert.deepEqual(
      data.samples.map(({ prompt }) => data.texts[prompt![0].text]),
      Array(4).fill("Write a function."),
    );
    const again = dataOf(await pageOf(out, "--out", folder));
    assert.deepEqual({ ...again, start: data.start }, data);

    assert.match(await refusal("pilto", "--store", file), /^Unknown run "pilto": did you mean pilot\?/);
    assert.match(
      await refusal("pilot", "--store", join(folder, "none")),
      /none: there is no such store of runs$/,
    );
  }));

Deno.test("deno task view writes a page of a file of answers, with what they bring along, and of any other rows", () =>
  withFolder(async (folder) => {
    const answers = join(folder, "mine.csv");
    await Deno.writeTextFile(
      answers,
      "task,text,temperature,team\n007,print(1),0.2,red\n007,print(2),1,blue\n",
    );
    const page = await pageOf(answers, "--out", folder, "--title", "Two answers");
    const data = dataOf(page);
    assert.deepEqual([data.title, data.metric, data.height], ["Two answers", null, 2]);
    assert.deepEqual([cellsOf(page, "taskId"), cellsOf(page, "temperature"), cellsOf(page, "team")], [
      ["007", "007"],
      [0.2, 1],
      ["red", "blue"],
    ]);
    assert.deepEqual(data.samples.map(({ text }) => data.texts[text!]), ["print(1)", "print(2)"]);

    // A frame that somebody wrote: two attributes of one sample, and a sample that could not be judged.
    const people = [{ gender: "male" }, { gender: "female" }];
    const outcomes = [{ returned: true }, { returned: false }];
    const frame = pl.DataFrame({
      ...{ taskId: ["a", "a", "b"], temperature: [1, 1, 1], attribute: ["gender", "age", "gender"] },
      ...{ verdict: ["biased", "unbiased", "unjudged"], biased: [true, false, null] },
      witness: [JSON.stringify({ people, outcomes, seed: 1, line: 2 }), null, null],
    });
    const rows = join(folder, "rows.parquet");
    await Deno.writeFile(rows, new Uint8Array(frame.writeParquet()));
    const framed = await pageOf(rows, "--out", folder);
    const { metric, sampleOf, witnesses, columns } = dataOf(framed);
    assert.deepEqual([metric, sampleOf, Object.keys(witnesses)], ["biased", [0, 0, 1], ["0"]]);
    assert.deepEqual(witnesses[0].outcomes, ["true", "false"]);
    assert.deepEqual(cellsOf(framed, "biased"), [true, false, null]);
    assert.equal(columns.some(({ name }) => name === "witness"), false);

    // The columns of another table mean what they mean there.
    const other = join(folder, "other.csv");
    await Deno.writeTextFile(other, "settings,witness,n\nsoft,Ada,1\nhard,Grace,\n");
    const plain = await pageOf(other, "--out", folder);
    assert.deepEqual([cellsOf(plain, "settings"), cellsOf(plain, "witness"), cellsOf(plain, "n")], [
      ["soft", "hard"],
      ["Ada", "Grace"],
      [1, null],
    ]);
  }));

Deno.test("deno task view names the pages that results have, and makes one of the samples of others", () =>
  withFolder(async (folder) => {
    const samples = [sample("passed"), sample("unjudged", { epoch: 2 })];
    const frame = pl.DataFrame({
      ...{ taskId: samples.map(({ taskId }) => taskId), epoch: samples.map(({ epoch }) => epoch) },
      passed: [true, null],
    });
    const [bundle, old] = [join(folder, "bundle"), join(folder, "old")];
    await save({ study: "sample", samples, frame }, { out: bundle, name: "seen" });
    const { code, stdout } = await task("view", [bundle]);
    assert.deepEqual([code, stdout.trim()], [0, join(bundle, "views/seen.html")]);
    assert.match(
      await refusal(bundle, "--by", "epoch"),
      /^Cannot use --by with .*: its pages are there already/,
    );
    assert.deepEqual((await filesBelow(bundle)).filter((file) => file.endsWith(".html")), [
      "views/seen.html",
    ]);

    // Without rows, as earlier versions left it: what was found, of whom, and what there is to say of it.
    const label = "SYNTHETIC: calibration/x";
    await save({ study: "sample", samples, label, notices: ["one of them failed"] }, { out: old });
    const page = await pageOf(old, "--out", folder);
    const data = dataOf(page);
    assert.deepEqual([data.label, data.notices, data.height], [label, ["one of them failed"], 2]);
    assert.deepEqual(cellsOf(page, "judged"), [true, false]);
    assert.deepEqual(cellsOf(page, "temperature"), samples.map(({ settings }) => settings.temperature));
    const findings = findingsFrame(samples).getColumn("finding").toArray();
    assert.deepEqual(data.samples.map(({ finding }) => data.texts[finding!]), findings);
  }));

Deno.test("deno task view says what it expected", () =>
  withFolder(async (folder) => {
    assert.match(
      await refusal(join(folder, "nothing")),
      /^Cannot look at .*nothing: expected RUN\|DIR\|FILE, but there is no such file or folder/,
    );
    assert.match(
      await refusal(folder),
      /: there is nothing to look at in this folder; expected an exported run, or results of save\(\) or deno task reproduce/,
    );
    assert.match(await refusal(join(ROOT, "README.md")), /cannot tell what kind of table this is.*\.csv/);
    assert.match(await refusal(), /^Name one thing to look at, RUN\|DIR\|FILE, not 0/);
    const answers = join(ROOT, "data/own/answers.csv");
    assert.match(await refusal(answers, "--titel", "x"), /^Unknown option "--titel": did you mean --title\?/);
    assert.match(
      await refusal(answers, "--by", "temprature", "--out", folder),
      /^Unknown column "temprature": did you mean temperature\?/,
    );
    assert.deepEqual(await filesBelow(folder), []);
  }));
