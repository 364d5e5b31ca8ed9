import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { STUDIES, suiteOf } from "codebias/app/studies.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";
import { readOptions } from "codebias/app/commands/reproduce/options.ts";
import { manifestsIn, readRecording } from "codebias/generation/recorded/read_recorded.ts";
import { paths } from "codebias/store/paths.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { contained } from "../../execution/containment.ts";
import { LONG, sized } from "../../long.ts";
import { task, withFolder } from "./task.ts";

Deno.test({
  name: "deno task reproduce --source recorded makes the tables of studies from this project's recordings",
  ...contained,
  fn: () =>
    withFolder(async (folder) => {
      const limit = 6;
      const studies = sized({ small: ["faircoder"], long: ["faircoder", "solar"] });
      const out = join(folder, "out");
      const ended = await task("reproduce", [
        ...studies,
        "--source",
        "recorded",
        "--limit",
        `${limit}`,
        "--out",
        out,
      ]);
      assert.equal(ended.code, 0, ended.stderr);
      for (const study of studies) {
        const asks = `asking ollama/qwen2\\.5-coder:1\\.5b \\(recorded\\) for \\d+ samples \\(${study}\\)`;
        assert.match(ended.stderr, new RegExp(asks));
      }
      assert.doesNotMatch(ended.stderr, /SYNTHETIC/);

      const table = await Deno.readTextFile(join(out, "tables/faircoder_table1.csv"));
      const [header, ...lines] = table.trim().split("\n").map((line) => line.split(","));
      const column = (name: string) => header.indexOf(name);
      const scores = lines.filter((line) =>
        line[column("kind")] === "function" && line[column("rule")] === "corrected"
      );
      const own = scores.filter((line) => line[column("model")].endsWith("(recorded)"));
      // Each function task of the first ones that was recorded counts, judged or not.
      const tasks = new Set(
        faircoder.suite().slice(0, limit).filter(({ kind }) => kind === "function").map(({ id }) => id),
      );
      const answers = (await readRecording(join(paths.data, "recorded", "faircoder"))).completions
        .filter(({ taskId, settings }) => tasks.has(taskId) && settings.prompt === "default");
      for (const temperature of [0.2, 1]) {
        const [line] = own.filter((one) => Number(one[column("temperature")]) === temperature);
        const counted = Number(line[column("n")]) + Number(line[column("unjudged")]);
        assert.equal(counted, answers.filter(({ settings }) => settings.temperature === temperature).length);
      }
      if (!LONG) return; // the contract has the tables of the other studies
      const { notebooks, command } = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
      assert.deepEqual(Object.keys(notebooks), ["05-faircoder", "03-solar"]);
      assert.deepEqual(command.asking.map(({ study }: { study: string }) => study), studies);
      const solar = await Deno.readTextFile(join(out, "tables/solar_table3.csv"));
      assert.match(solar, /qwen2\.5-coder:1\.5b \(recorded\)/);
    }),
});

Deno.test("--source recorded refuses what nothing was recorded of, before anything is run", () =>
  withFolder(async (folder) => {
    const args = ["liu", "--source", "recorded", "--temperatures", "0.5", "--out", join(folder, "out")];
    const { code, stderr } = await task("reproduce", args);
    assert.equal(code, 1);
    assert.match(stderr, /\(recorded\) has no answers for liu as asked/);
  }));

Deno.test("the recordings are those of their manifests, answers to today's prompts, and each is there once", async () => {
  for (const study of Object.keys(STUDIES) as AskedStudy[]) {
    const folder = join(paths.data, "recorded", study);
    const suite = await suiteOf(study);
    const words = new Map(
      suite.prompts(suite.tasks, suite.methods).map(({ taskId, prompt, settings }) =>
        [JSON.stringify([taskId, settings?.prompt, settings?.language]), JSON.stringify(prompt)] as const
      ),
    );
    let answers = 0;
    for (const manifest of await manifestsIn(folder)) answers += Number(manifest.answers);
    for await (const { name } of Deno.readDir(folder)) {
      if (!name.endsWith(".parquet")) continue;
      const bytes = await Deno.readFile(join(folder, name));
      const { sha256 } = JSON.parse(await Deno.readTextFile(join(folder, name.replace("parquet", "json"))));
      assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256, name);
    }
    // This refuses an answer that is there twice.
    const { completions: recorded } = await readRecording(folder);
    assert.equal(recorded.length, answers, study);
    for (const { taskId, prompt, settings } of recorded) {
      const asked = words.get(JSON.stringify([taskId, settings.prompt, settings.language]));
      if (asked === undefined) assert.equal(settings.prompt, "equality"); // a method of FairCoder's that is not its usual one
      else if (settings.turn === undefined) assert.equal(prompt, asked, `${study}, ${taskId}`);
    }
  }
});

Deno.test("--source recorded takes its models and its suites from data/recorded, of all studies unless some are named", () => {
  const all = readOptions(["--source", "recorded"]);
  assert.equal(all.source, "model");
  assert.deepEqual(all.studies, ["liu", "huang", "solar", "linguistic", "faircoder"]);
  for (const { study, models, temperatures, epochs, suite } of all.asking!) {
    assert.match(models.join(), new RegExp(`^recorded/.*data/recorded/${study}$`));
    assert.deepEqual([temperatures, epochs, suite], [[1, 0.2], 1, "own"]);
  }
  const two = readOptions(["solar", "liu", "--source", "recorded", "--limit", "3"]);
  assert.deepEqual(two.asking!.map(({ study, limit }) => [study, limit]), [["solar", 3], ["liu", 3]]);
  assert.deepEqual(two.model, two.asking!.flatMap(({ models }) => models));
  for (const more of [["--model", "calibration"], ["--suite", "own"]]) {
    assert.throws(() => readOptions(["solar", "--source", "recorded", ...more]), /leave out the option/);
  }
  assert.throws(() => readOptions(["solar", "liu", "--source", "model"]), /at once: give a command for each/);
  assert.throws(() => readOptions(["--source", "recordet"]), /recorded/);
});
