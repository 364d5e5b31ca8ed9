import assert from "node:assert/strict";
import { join } from "node:path";
import { openClassifier } from "codebias/classifying.ts";
import { classify } from "codebias/studies/liu/classifier/classifier.ts";
import { trainedStudy } from "codebias/studies/liu/classifier/trained_study.ts";
import { paperNumbers } from "codebias/studies/liu/published.ts";
import { splitFiles } from "codebias/studies/liu/recorded_files.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../studies/liu/artifact.ts";
import { task } from "./task.ts";

Deno.test("deno task train says how it is used, and where the artifact is to be had", async () => {
  const { code, stdout } = await task("train", ["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: deno task train \[--artifacts DIR\]/);
  const missing = await task("train", ["--artifacts", "nowhere"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /git clone https:\/\/github\.com\//);
});

Deno.test({
  name:
    `deno task train trains a classifier that is better than the paper's, on rows that chose nothing${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const file = join(folder, "classifier.json");
      const { code, stdout, stderr } = await task("train", ["--artifacts", artifacts!, "--out", file]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /classifier +test +all +all +0\.9\d+/);
      const classifier = await openClassifier(trainedStudy, { artifacts, file });
      const path = splitFiles.find(({ dataset, split }) => dataset === "combine" && split === "test")!.path;
      const rows = await rowsOf(path);
      const right = classify(classifier!, rows.map((row) => row.code))
        .filter(({ biased }, at) => biased === rows[at].biased).length / rows.length;
      const best = Math.max(...paperNumbers.figure3.map(({ test }) => test));
      assert(right > best, `${right} against ${best}`);
      assert(right >= 0.965, `${right}`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
