import assert from "node:assert/strict";
import { agreement } from "codebias/studies/linguistic/metrics/executed.ts";
import { hasPassed as passed } from "codebias/studies/linguistic/metrics/sample_keys.ts";
import { wilson } from "codebias/statistics/mod.ts";
import type { TaskReport } from "codebias/core/types.ts";
import { sample } from "../samples.ts";

const PASSED = { passed: true, result: "passed" };
const FAILED = { passed: false, result: "failed: AssertionError+Wrong Answer & " };
const report = (taskId: string, invalid?: string): TaskReport => ({
  taskId,
  draws: 1,
  usable: 1,
  problems: {},
  ...(invalid && { invalid }),
});

Deno.test("agreement() compares what passed, not why something failed", () => {
  const same = [
    sample("passed", { recorded: PASSED }),
    sample("raised", { recorded: FAILED }),
    sample("no-program", { recorded: FAILED }),
  ];
  const other = [sample("wrong", { recorded: PASSED }), sample("passed", { recorded: FAILED })];
  const { estimate, disagreements } = agreement([other[0], ...same, other[1]], [report("test/1")]);
  assert.deepEqual(estimate, { value: 0.6, ...wilson(3, 5), n: 5, unjudged: 0 });
  assert.deepEqual(disagreements, other);
});

Deno.test("agreement() leaves out invalid tasks and completions without a recorded verdict", () => {
  const { estimate, disagreements } = agreement([
    sample("passed", { recorded: PASSED }),
    sample("invalid-task", { taskId: "broken", recorded: FAILED }),
    sample("wrong"),
  ], [report("test/1"), report("broken", "input generator raised X")]);
  assert.equal(estimate.n, 1);
  assert.equal(estimate.value, 1);
  assert.deepEqual(disagreements, []);
});

Deno.test("agreement() takes a task that we call invalid for one that can pass if the authors recorded a pass", () => {
  const passedThere = sample("invalid-task", { taskId: "broken", recorded: PASSED });
  const failedThere = sample("invalid-task", { taskId: "broken", recorded: FAILED, epoch: 2 });
  const { estimate, disagreements } = agreement([passedThere, failedThere], [
    report("broken", "bad"),
  ]);
  assert.deepEqual([estimate.n, estimate.value], [2, 0.5]);
  assert.deepEqual(disagreements, [passedThere]);
});

Deno.test("agreement() counts what could not be judged, and does not call it a disagreement", () => {
  const { estimate, disagreements } = agreement([
    sample("unjudged", { recorded: PASSED }),
    sample("passed", { recorded: PASSED }),
  ], [report("test/1")]);
  assert.deepEqual([estimate.n, estimate.unjudged, disagreements.length], [1, 1, 0]);
});

Deno.test("agreement() has no value when there is nothing to compare", () => {
  const { estimate, disagreements } = agreement([sample("passed")], []);
  assert.deepEqual(estimate, { value: null, low: null, high: null, n: 0, unjudged: 0 });
  assert.deepEqual(disagreements, []);
});

Deno.test("passed() is true of one verdict only", () => {
  const others = [
    "wrong",
    "raised",
    "timed-out",
    "memory",
    "crashed",
    "no-program",
    "invalid-task",
    "unjudged",
  ];
  assert.equal(passed(sample("passed")), true);
  for (const verdict of others) assert.equal(passed(sample(verdict as "wrong")), false, verdict);
});
