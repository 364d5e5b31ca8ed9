import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { liu, openClassifier } from "codebias";
import { repository } from "codebias/studies/liu/artifact/recorded_files.ts";
import { LONG, sized } from "../../long.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../../studies/liu/artifact.ts";
import { task, withFolder } from "./task.ts";

/** One row in so many is used: all of them take most of a minute. They are in the order of what they are about. */
const EVERY = sized({ small: 7, long: 1 });

/** How often it must be right on rows that chose nothing. */
const RIGHT = sized({ small: 0.9, long: 0.965 });

Deno.test("deno task train says how it is used, and where the artifact is to be had", async () => {
  const { code, stdout } = await task("train", ["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: deno task train \[--artifacts DIR\]/);
  const missing = await task("train", ["--artifacts", "nowhere"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /git clone https:\/\/github\.com\//);
});

/** Copies the artifact's files with some rows of each. */
async function copyRows(folder: string): Promise<void> {
  for (const { path } of liu.splitFiles.filter(({ dataset }) => dataset === "combine")) {
    const to = join(folder, repository.name, path);
    await Deno.mkdir(dirname(to), { recursive: true });
    const lines = (await Deno.readTextFile(join(artifacts!, repository.name, path))).trim().split("\n");
    await Deno.writeTextFile(to, lines.filter((_, at) => at % EVERY === 0).join("\n") + "\n");
  }
}

Deno.test({
  name:
    `deno task train trains a classifier that is right about most rows that chose nothing, and stores it${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  fn: () =>
    withFolder(async (folder) => {
      await copyRows(folder);
      const file = join(folder, "classifier.json");
      const { code, stdout, stderr } = await task("train", ["--artifacts", folder, "--out", file]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /classifier +test +all +all +0\.[89]\d+/);
      const classifier = await openClassifier(liu.classifier, { artifacts: folder, file });
      const path = liu.splitFiles.find(({ dataset, split }) =>
        dataset === "combine" && split === "test"
      )!.path;
      const rows = await rowsOf(path);
      const right = liu.classify(classifier!, rows.map((row) => row.code))
        .filter(({ biased }, at) => biased === rows[at].biased).length / rows.length;
      assert(right >= RIGHT, `${right}`);
      const best = Math.max(...liu.paper.numbers.figure3.map(({ test }) => test));
      if (LONG) assert(right > best, `${right} against ${best}`);
    }),
});
