import assert from "node:assert/strict";
import { join } from "node:path";
import { readOptions } from "codebias/commands/reproduce/options.ts";
import { readRecorded } from "codebias/generation/recorded/read_recorded.ts";
import { paths } from "codebias/store/paths.ts";
import { suite } from "codebias/studies/faircoder/task.ts";
import { contained } from "../execution/containment.ts";
import { task, withFolder } from "./task.ts";

Deno.test({
  name: "deno task reproduce --source recorded makes the tables of a study from this project's recordings",
  ...contained,
  fn: () =>
    withFolder(async (folder) => {
      const limit = 24;
      const out = join(folder, "out");
      const ended = await task("reproduce", [
        "faircoder",
        "--source",
        "recorded",
        "--limit",
        `${limit}`,
        "--out",
        out,
      ]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stderr, /asking ollama\/qwen2\.5-coder:1\.5b \(recorded\) for \d+ samples/);
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
        suite().slice(0, limit).filter(({ kind }) => kind === "function").map(({ id }) => id),
      );
      const answers = (await readRecorded(join(paths.data, "recorded", "faircoder")))
        .filter(({ taskId, settings }) => tasks.has(taskId) && settings.prompt === "default");
      for (const temperature of [0.2, 1]) {
        const [line] = own.filter((one) => Number(one[column("temperature")]) === temperature);
        const counted = Number(line[column("n")]) + Number(line[column("unjudged")]);
        assert.equal(counted, answers.filter(({ settings }) => settings.temperature === temperature).length);
      }
    }),
});

Deno.test("--source recorded takes its model and its suite from data/recorded", () => {
  const { source, model, asking } = readOptions(["solar", "--source", "recorded"]);
  assert.equal(source, "model");
  assert.match(model.join(), /^recorded\/.*data\/recorded\/solar$/);
  assert.deepEqual([asking!.temperatures, asking!.epochs, asking!.suite], [[1, 0.2], 1, "own"]);
  for (const more of [["--model", "calibration"], ["--suite", "own"]]) {
    assert.throws(() => readOptions(["solar", "--source", "recorded", ...more]), /leave out the option/);
  }
  assert.throws(() => readOptions(["--source", "recordet"]), /recorded/);
});
