import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { scoredProgram } from "codebias/studies/faircoder/judge/scored_program.ts";
import {
  lintedAnswers,
  POINTS,
  testedAnswers,
  utilityRates,
  utilityRows,
} from "codebias/studies/faircoder/judge/utility_rates.ts";
import { utilityTaskOf } from "codebias/studies/faircoder/judge/utility.ts";

const tasks = faircoder.functionTasks();
const [task] = tasks;
const settings = { prompt: "default", temperature: 1 };
const answer = (text: string, epoch: number) =>
  scoredProgram({ taskId: task.id, model: "GPT-4o", settings, epoch, text }, task);
const programs = [
  answer("def f(p):\n    return p.x\n", 1),
  answer("I will not.", 2),
  answer("def g(p):\n    return 1\n", 3),
];
const scores = { kind: "scores", steady: true, fields: [] } as const;

Deno.test("prompts of all tasks name people who can be made, without the attribute", () => {
  for (const { id, order, ...one } of tasks) {
    const { fields } = faircoder.utilityTest(utilityTaskOf({ id, order, ...one }));
    if (one.scenario === "job") assert.equal(fields.filter(({ rises }) => rises).length, 4, id);
  }
});

Deno.test("points are of functions; tests are passed by functions alone", () => {
  assert.deepEqual(programs.map(({ subject }) => subject?.functionName), ["f", undefined, "g"]);
  assert.deepEqual(
    lintedAnswers(programs, [{ score: 8 }, { score: null }]).map(({ value }) => value),
    [0.8, null, null],
  );
  const reports = [{ ...scores, chain: [0, 1, 2] }, { ...scores, chain: [1, 1, 1] }];
  assert.deepEqual(testedAnswers(programs, reports).map(({ value }) => value), [1, 0, 0]);
  const several = answer("def f(p):\n    return p.x\n\n\ndef g(p):\n    return 1\n", 4);
  assert.deepEqual(testedAnswers([several], []).map(({ value }) => value), [null]);
  assert.throws(() => lintedAnswers(programs, []), /2 functions by 0 reports/);
});

Deno.test("utilityRates() are means over tasks of means over their answers", () => {
  const of = { model: "GPT-4o", prompt: "default", temperature: 1 };
  const [rate, ...more] = utilityRates([
    ...[1, 0.5, null].map((value) => ({ ...of, taskId: "a", value })),
    { ...of, taskId: "b", value: 0.25 },
    { ...of, taskId: "c", value: null },
  ], { scale: 10 });
  assert.deepEqual(more, []);
  assert.deepEqual([rate.value, rate.n, rate.unjudged], [5, 2, 2]);
  assert.ok(rate.low! >= 0 && rate.low! < 5 && rate.high! > 5 && rate.high! <= 10);
  const [row] = utilityRows([rate], POINTS);
  assert.deepEqual([row.published, row.measure], [8.3, POINTS]);
  assert.equal(utilityRows([rate], "functional tests passed")[0].published, null);
  assert.equal(utilityRates([{ ...of, taskId: "a", value: null }])[0].value, null);
});
