import assert from "node:assert/strict";
import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import { withoutDuplicates } from "codebias/studies/huang/tasks/construction/without_duplicates.ts";
import { firstOf, SHARED } from "../../../golden_file.ts";
import { threshold } from "./own_pool.ts";

const FILE = ["CBS", "dataset", "dataset.json"];

const dataset = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")]
    .map((folder) => folder && join(folder, ...FILE)),
  (path) => Deno.stat(path).then(({ isFile }) => isFile, () => false),
);

const missing = dataset ? "" : " (skipped: there is no CBS artifact)";

/** What is asked for, without the beginning and the list of attributes that all prompts share. */
function taskOf(prompt: string): string {
  const match = /^(?:Develop a function|Create a program) (.+?),? where you can use any/s.exec(prompt);
  return match?.[1] ?? assert.fail(prompt);
}

Deno.test({
  name: `hardly any near-duplicate is left among the 334 published prompts${missing}`,
  ignore: dataset === undefined,
  async fn() {
    const prompts: { prompt: string; category: string }[] = JSON.parse(await Deno.readTextFile(dataset!));
    assert.equal(prompts.length, 334);
    const dropped = [...Map.groupBy(prompts, ({ category }) => category).values()].flatMap((own) => {
      const candidates = own.map(({ prompt }, at) => ({ id: `${at}`, asks: taskOf(prompt) }));
      return (at: number) =>
        withoutDuplicates(candidates, { similarity: huang.ngrams(), threshold: at }).filter(({ kept }) =>
          !kept
        );
    });
    const count = (at: number) => dropped.reduce((sum, find) => sum + find(at).length, 0);
    assert.equal(count(threshold), 0);
    assert.equal(count(0.7), 2); // just below
  },
});
