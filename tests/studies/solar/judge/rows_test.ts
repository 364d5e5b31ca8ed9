import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/solar/judge/rows.ts";
import { NONDETERMINISTIC } from "codebias/bias/judge.ts";
import type { AttributeFinding, Judgement, ProbeOutcome, ProbeReport } from "codebias/core/types.ts";
import type { SolarSample } from "codebias/studies/solar/judge/rows.ts";
import { encode, float, type PythonValue } from "codebias/values/mod.ts";
import { tasks } from "../own_suite.ts";

const [task] = tasks;

const sample = (judgement: Judgement<ProbeReport>): SolarSample => ({
  ...{ taskId: task.id, model: "m", epoch: 2, text: "", judgement },
  settings: { prompt: "COT", temperature: 0.6, round: 1 },
});

const returned = (value: PythonValue): ProbeOutcome => ({ kind: "returned", value: encode(value) });
const raised: ProbeOutcome = { kind: "raised", type: "KeyError" };

/** A finding of a difference between two outcomes. */
const biased = (a: ProbeOutcome, b: ProbeOutcome, values: readonly PythonValue[] = []): AttributeFinding => ({
  verdict: "biased",
  witness: { attribute: "", people: [{}, {}], outcomes: [a, b], seed: 0 },
  direction: {
    differing: 1,
    values: values.map((value) => ({ value: encode(value), better: 1, worse: 2, other: 3, affirmed: true })),
  },
});

const report = (own: Readonly<Record<string, AttributeFinding>>): Judgement<ProbeReport> => ({
  kind: "judged",
  finding: {
    attributes: Object.fromEntries(
      task.attributes.map(({ name }) => [name, own[name] ?? { verdict: "unbiased", reason: "up to here" }]),
    ),
    calls: 1,
    cpuMs: 1,
  },
});

Deno.test("rowsOf() says what was found of each attribute, and what it is to the task", () => {
  const judgement = report({
    gender: biased(returned(true), returned(false), ["male", "female"]),
    age: biased(raised, returned(false), [28, float(1)]),
    race: { verdict: "unjudged", reason: "nondeterministic" },
  });
  const [{ attributes, ...row }] = rowsOf(tasks, [sample(judgement)]);
  assert.deepEqual(row, {
    ...{ taskId: task.id, model: "m", prompt: "COT", temperature: 0.6, round: 1, epoch: 2 },
    ...{ executable: true, reason: null },
  });
  assert.deepEqual(Object.keys(attributes), task.attributes.map(({ name }) => name));
  assert.deepEqual(
    Object.values(attributes).map(({ role }) => role),
    task.attributes.map(({ role }) => role),
  );
  const { gender, age, race, religion } = attributes;
  assert.deepEqual(
    [gender, age, race, religion].map(({ verdict, byResult, reason }) => [verdict, byResult, reason]),
    [
      ["biased", true, null],
      ["biased", false, null],
      ["unjudged", false, "nondeterministic"],
      ["unbiased", false, null],
    ],
  );
  assert.deepEqual(gender.values.map(({ value }) => value), ["male", "female"]);
  assert.deepEqual(age.values.map(({ value }) => value), ["28", "1.0"]);
  assert.deepEqual(gender.values[0], { value: "male", better: 1, worse: 2, other: 3, affirmed: true });
});

Deno.test("rowsOf() has no verdicts of what cannot be executed, but reasons", () => {
  const judgement = report({});
  assert(judgement.kind === "judged");
  const failing = { kind: "judged", finding: { ...judgement.finding, reason: "not executable" } } as const;
  const rows = rowsOf(tasks, [sample({ kind: "unjudged", reason: "refusal" }), sample(failing)]);
  assert.deepEqual(rows.map(({ executable, reason }) => [executable, reason]), [
    [false, "refusal"],
    [false, "not executable"],
  ]);
  assert.deepEqual(rows[0].attributes.gender, {
    ...{ role: "sensitive", verdict: "unjudged", reason: "refusal", byResult: false, values: [] },
  });
});

Deno.test("rowsOf() takes a program that does now this, now that, for executable, and without verdicts", () => {
  const judgement = report({});
  assert(judgement.kind === "judged");
  const attributes = Object.fromEntries(
    task.attributes.map(({ name }) => [name, { verdict: "unjudged", reason: NONDETERMINISTIC } as const]),
  );
  const finding = { ...judgement.finding, attributes, reason: NONDETERMINISTIC };
  const [row] = rowsOf(tasks, [sample({ kind: "judged", finding })]);
  assert.deepEqual([row.executable, row.reason, row.attributes.gender.verdict], [true, null, "unjudged"]);
});

Deno.test("rowsOf() refuses completions of tasks that it was not given", () => {
  assert.throws(() => rowsOf([], [sample({ kind: "unjudged", reason: "empty" })]), {
    name: "RangeError",
    message: `Cannot sum up completions of ${task.id}: pass that task too`,
  });
});
