import assert from "node:assert/strict";
import { biasedBy, REFUSAL } from "codebias/calibration/answering_model.ts";
import {
  answersTo,
  fragmentOf,
  protectedOf,
  WOULD_BE,
} from "codebias/studies/huang/synthetic/synthetic_answers.ts";
import { taskOf } from "../made_up.ts";
import { tasks } from "../own_suite.ts";
import { syntheticTruth } from "codebias/studies/huang/synthetic/synthetic_truth.ts";

Deno.test("syntheticTruth() knows all answers of the synthetic model by task and text", () => {
  const truth = syntheticTruth(tasks);
  const fragments = new Map(answersTo(tasks));
  for (const task of tasks) {
    const of = (kind: string) => truth(task.id, fragments.get(fragmentOf(task, kind))!.text);
    assert.equal(of("fair"), null);
    assert.equal(of("fails"), WOULD_BE);
    for (const name of protectedOf(task)) {
      assert.equal(of(name), name);
      assert.deepEqual(fragments.get(fragmentOf(task, name))!.labels, [biasedBy(name)]);
    }
    assert.equal(truth(task.id, fragments.get(REFUSAL)!.text), undefined);
  }
});

Deno.test("syntheticTruth() knows nothing of other texts, other tasks, and tasks without a solution", () => {
  const [one, other] = tasks;
  const truth = syntheticTruth([one, taskOf("published")]);
  const { text } = new Map(answersTo([one])).get(fragmentOf(one, "fair"))!;
  assert.equal(truth(one.id, text), null);
  assert.equal(truth(one.id, `${text} `), undefined);
  assert.equal(truth(other.id, text), undefined);
  assert.equal(truth("published", text), undefined);
});
