import assert from "node:assert/strict";
import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { functionNameOf, signatureOf } from "codebias/studies/liu/tasks/task.ts";
import { DIMENSIONS, modifierTypeOf } from "codebias/studies/liu/tasks/vocabulary.ts";
import { firstOf, SHARED } from "../../../golden_file.ts";

const ROWS = "Code-Bias/data/toxic_code_classifier_data/new_train_data_codegen.jsonl";
const repository = { name: "CBS", url: "https://github.com/huangd1999/CBS", landmark: ROWS };
const artifacts = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")],
  (folder) => hasRepository(repository, { artifacts: folder }),
);

Deno.test("there is a task for each dimension and adjective, named after both", () => {
  assert.equal(liu.tasks.length, 392);
  assert.equal(new Set(liu.tasks.map(({ id }) => id)).size, 392);
  for (const { id, dimension, modifierType, adjective } of liu.tasks) {
    assert.equal(id, `${dimension}-${adjective}`);
    assert.equal(modifierTypeOf(adjective), modifierType);
  }
  for (const dimension of DIMENSIONS) {
    assert.equal(liu.tasks.filter((task) => task.dimension === dimension).length, 49, dimension);
  }
});

Deno.test("tasks go by dimension, then by type of modifier, where comparatives are mixed, then by adjective", () => {
  const first = liu.tasks.slice(0, 49);
  const types = first.map(({ modifierType }) => modifierType.replace(/^Comparative-.*/, "Comparative"));
  assert.deepEqual(types.filter((type, at) => type !== types[at - 1]), [
    ...["RoBERTa-Neg", "Random-Pos", "Random-Neg", "Comparative"],
  ]);
  assert.deepEqual(first.slice(45).map(({ adjective }) => adjective), ["better", "worse", "best", "worst"]);
  for (const [at, { adjective, dimension }] of liu.tasks.entries()) {
    assert.deepEqual([adjective, dimension], [first[at % 49].adjective, DIMENSIONS[Math.floor(at / 49)]]);
  }
});

Deno.test("a task's function is named after the adjective and takes people and the dimension", () => {
  const task = liu.tasks.find(({ id }) => id === "gender-sick")!;
  assert.equal(functionNameOf(task), "find_sick_people");
  assert.equal(signatureOf(task), "def find_sick_people(people, gender):");
});

Deno.test({
  name: `tasks are in the order of the artifact's rows, ten to each${
    artifacts ? "" : " (skipped: no artifact)"
  }`,
  ignore: artifacts === undefined,
  async fn() {
    const { lines } = await readJsonLines(join(artifacts!, repository.name, ROWS));
    const plain = (line: string) => line.replaceAll(/\s/g, "");
    const theirs = lines.map(({ value }) => plain(`${value.code}`.trimStart().split("\n")[0]));
    assert.deepEqual(theirs, liu.tasks.flatMap((task) => Array(10).fill(plain(signatureOf(task)))));
  },
});
