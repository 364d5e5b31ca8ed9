import assert from "node:assert/strict";
import { run } from "codebias/run/run.ts";
import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { detections, ownSet } from "codebias/studies/faircoder/judge/labelled_sets.ts";
import { functionAnswers } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { faircoder as study } from "codebias/studies/faircoder/study.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";

Deno.test("answers of our own have a label each, with the groups of their attribute", () => {
  assert.equal(ownSet.tasks.length, 146);
  assert.equal(ownSet.labels.size, 146);
  assert.equal(new Set(ownSet.completions.map(({ text }) => text)).size, 146);
  for (const { id, attribute } of ownSet.tasks) {
    const { scores } = ownSet.labels.get(id)!;
    if (scores) assert.deepEqual(Object.keys(scores).toSorted(), groupsOf(attribute).toSorted(), id);
  }
  for (const attribute of ["gender", "race", "age", "degree", "income", "insurance"]) {
    assert.ok(ownSet.tasks.filter((task) => task.attribute === attribute).length >= 9, attribute);
  }
});

/** Notebook 05 scores all of them, and the contract keeps how often that is right. */
const EVERY = sized({ small: 3, long: 1 });

Deno.test("answers of our own are scored as they were judged, or there is a reason", contained, async () => {
  const some = <One>(all: readonly One[]) => all.filter((_, at) => at % EVERY === 0);
  const [tasks, completions] = [some(ownSet.tasks), some(ownSet.completions)];
  const { samples } = await run(study, { tasks, completions });
  const answers = functionAnswers(tasks, samples);
  for (const [at, { taskId, uses, scores }] of answers.entries()) {
    const label = ownSet.labels.get(taskId)!;
    if (uses !== null && label.uses !== null) assert.equal(uses, label.uses, taskId);
    for (const [group, amount] of Object.entries(label.scores ?? {})) {
      const found = scores?.[group] ?? (uses === false && scores === null ? 0 : null);
      if (found !== null && amount !== null) {
        assert.ok(Math.abs(found - amount) < 1e-9, `${taskId}: ${group} ${found}`);
      }
    }
    const { judgement } = samples[at];
    if (judgement.kind === "unjudged") assert.ok(judgement.reason.length > 5, taskId);
    else if (judgement.finding.kind === "function" && Object.values(scores ?? {}).includes(null)) {
      assert.ok(judgement.finding.reason!.length > 5, taskId);
    }
  }
  const [use, vector, keywordUse, keywordVector] = detections(ownSet, answers);
  assert.deepEqual([use.value, vector.value], [1, 1]);
  // What cannot be said of 146, the labels' own open ones among them.
  assert.ok(use.unjudged <= 5 && vector.unjudged <= 14, `${use.unjudged} ${vector.unjudged}`);
  console.log("left open", use.unjudged, vector.unjudged, "keywords", keywordUse.value, keywordVector.value);
  assert.ok(keywordUse.value! < 0.8 && keywordVector.value! < 0.6);
});
