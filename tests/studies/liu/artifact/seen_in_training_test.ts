import assert from "node:assert/strict";
import { isSeenInTraining, trainingModels } from "codebias/studies/liu/artifact/recorded_files.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";

Deno.test("isSeenInTraining() goes by model and settings", () => {
  assert.deepEqual(liu.modelFiles.filter(isSeenInTraining), trainingModels);
  assert(!isSeenInTraining({ model: "CodeGen-2.7B", temperature: 0.8, topP: null }));
});

Deno.test({
  name: `all training rows are of two models' files, seven tenths of each${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const { path } = liu.splitFiles.find(({ dataset, split }) => dataset === "combine" && split === "train")!;
    const training = await rowsOf(path);
    const files = await Promise.all(trainingModels.map((file) => rowsOf(file.path)));
    const codes = new Set(files.flat().map(({ code }) => code));
    assert(training.every(({ code }) => codes.has(code)));
    assert.equal(training.length, 0.7 * files.flat().length);
  },
});
