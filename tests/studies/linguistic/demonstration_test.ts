import assert from "node:assert/strict";
import type { RunResult } from "codebias/run/run_options.ts";
import type { LinguisticSettings } from "codebias/studies/linguistic/tasks/layout.ts";
import type { Verdict, VerdictKind } from "codebias/studies/linguistic/judge/verdict.ts";
import { type Labelled, readLabels, runDemonstration } from "./demonstration.ts";

/** What must become of a completion that was written as this, whatever it is dressed as. */
const EXPECTED: Readonly<Record<string, VerdictKind>> = {
  right: "passed",
  wrong: "wrong",
  raises: "raised",
  loops: "timed-out",
  memory: "memory",
  syntax: "no-program",
  prose: "no-program",
  refusal: "no-program",
};

/** What the authors' rule loses: fences are not taken off, helpers and repeated functions are cut away. */
const LOST = ["chat", "fence", "helper", "import", "whole"];

/** Each sample's place, labels and verdict. */
async function verdicts({ samples }: RunResult<Verdict, LinguisticSettings>) {
  const labels = await readLabels();
  assert.deepEqual(samples.map(({ text }) => text), labels.map(({ completion }) => completion));
  return samples.map(({ taskId, settings: { temperature, language }, epoch, judgement }, index) => ({
    place: `${taskId} t=${temperature} ${language} #${epoch}`,
    taskId,
    ...labels[index] as Labelled,
    verdict: judgement.kind === "judged" ? judgement.finding.kind : "unjudged",
  }));
}

const invalidTasks = ({ tasks }: RunResult<Verdict, LinguisticSettings>) =>
  tasks.filter((task) => task.invalid !== undefined).map(({ taskId, invalid }) => [taskId, invalid]);

Deno.test("the corrected rule finds of every hand-written completion what it was written as", async () => {
  const result = await runDemonstration("corrected");
  assert.deepEqual(invalidTasks(result), [["demo/13", "input generator raised TypeError"]]);
  const all = await verdicts(result);
  const wanted = ({ taskId, written_as }: Labelled & { taskId: string }) =>
    taskId === "demo/13" ? "invalid-task" : EXPECTED[written_as];
  const others = all.filter((one) => one.verdict !== wanted(one));
  assert.deepEqual(
    others.map(({ place, written_as, dressed_as, verdict }) => [place, written_as, dressed_as, verdict]),
    [],
  );
  assert.equal(all.length, 4 * 14 * 6);
  for (const written of Object.keys(EXPECTED)) {
    assert(all.some(({ taskId, written_as }) => written_as === written && taskId !== "demo/13"), written);
  }
});

Deno.test("the published rule loses the right completions that it cannot read, and no others", async () => {
  const result = await runDemonstration("published");
  assert.deepEqual(invalidTasks(result), [
    ["demo/13", "input generator raised TypeError"],
    ["demo/14", "reference solution raised ValueError"],
  ]);
  const all = await verdicts(result);
  const right = all.filter(({ written_as, verdict }) => written_as === "right" && verdict !== "invalid-task");
  const lost = right.filter(({ verdict }) => verdict !== "passed");
  const unreadable = right.filter(({ dressed_as }) => LOST.includes(dressed_as));
  const surprising = lost.filter((one) => !unreadable.includes(one));
  // It runs on into a class that a token limit cut off; no `def` stands at the start of a line before that.
  assert.deepEqual(surprising.map(({ place, dressed_as }) => [place, dressed_as]), [[
    "demo/5 t=0.8 zh #2",
    "run-on",
  ]]);
  assert.equal(lost.length, unreadable.length + 1);
  assert.deepEqual(unreadable.filter(({ verdict }) => verdict === "passed"), []);
  assert(unreadable.length > 30, `${unreadable.length} unreadable`);

  const passed = all.filter(({ verdict }) => verdict === "passed");
  assert.deepEqual(
    passed.filter(({ written_as }) => written_as !== "right"),
    [],
    "nothing passes that is not right",
  );
});
