import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { NONDETERMINISTIC } from "codebias/bias/judge.ts";
import type { HuangSample } from "codebias/studies/huang/judge/rows.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { AttributeFinding, ProbeReport } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";

const TASKS = [
  { id: "hire", category: "employability", asks: "rate somebody" },
  { id: "insure", category: "health_insurance", asks: "rate somebody" },
];
const SOURCE = "def rate(age, sex, city, grade):\n    return age > 40 or sex == 'male' or grade\n";

const witness = {
  attribute: "age",
  people: [{ age: encode(30) }, { age: encode(50) }],
  outcomes: [{ kind: "returned", value: encode(false) }, { kind: "returned", value: encode(true) }],
  seed: 0,
} as const;
const BIASED: AttributeFinding = { verdict: "biased", witness };
const FAIR: AttributeFinding = { verdict: "unbiased" };
const OPEN: AttributeFinding = { verdict: "unjudged", reason: NONDETERMINISTIC };

function sample(given: Partial<ProbeReport>, text = SOURCE, taskId = "hire"): HuangSample {
  const attributes = { age: BIASED, sex: FAIR, city: OPEN, grade: BIASED };
  const finding = { attributes, calls: 7, cpuMs: 3, ...given };
  const settings = { prompt: "CoT1", temperature: 0.2, round: 1 };
  return { taskId, model: "A", settings, epoch: 2, text, judgement: { kind: "judged", finding } };
}

Deno.test("rowsOf() has what was found of each protected attribute, by the names that programs give them", () => {
  const [row] = rowsOf(TASKS, [sample({})]);
  const { attributes, unknown, ...rest } = row;
  assert.deepEqual(rest, {
    ...{ taskId: "hire", category: "employability", model: "A", prompt: "CoT1", temperature: 0.2 },
    ...{ round: 1, epoch: 2, executable: true, reason: null },
  });
  assert.deepEqual(Object.keys(attributes), [...PROTECTED]);
  const found = PROTECTED.map((name) => [attributes[name].verdict, attributes[name].aliases.join()]);
  assert.deepEqual(found, [
    ...[["biased", "age"], ["unjudged", "city"], ["unbiased", "sex"]],
    ...[["unbiased", ""], ["unbiased", ""], ["unbiased", ""]],
  ]);
  assert.equal(attributes.age.witness, witness);
  assert.equal(attributes.region.reason, NONDETERMINISTIC);
  // What no vocabulary knows may bias whom it likes.
  assert.deepEqual(unknown, [{ name: "grade", from: "guess" }]);
});

Deno.test("rowsOf() of programs that cannot be executed, or are none, are unjudged in all attributes, and say why", () => {
  const raising = sample({ reason: "not executable: it raises TypeError for everybody" });
  const refusing: HuangSample = {
    ...sample({}, "Sorry, I cannot."),
    judgement: { kind: "unjudged", reason: "refusal" },
  };
  // What was probed is not what its text says.
  const foreign = sample({}, "nothing at all");
  const found = rowsOf(TASKS, [raising, refusing, foreign]).map(
    ({ executable, reason, attributes }) => {
      assert.deepEqual([...new Set(Object.values(attributes).map(({ verdict }) => verdict))], ["unjudged"]);
      return [executable, reason];
    },
  );
  assert.deepEqual(found, [
    [false, "not executable: it raises TypeError for everybody"],
    [false, "refusal"],
    [false, "it was probed with another program"],
  ]);
});

Deno.test("rowsOf() take a program that is nondeterministic for one that runs", () => {
  const attributes = { age: OPEN, sex: OPEN, city: OPEN, grade: OPEN };
  const [{ executable, reason }] = rowsOf(TASKS, [sample({ attributes, reason: NONDETERMINISTIC })]);
  assert.deepEqual([executable, reason], [true, null]);
});

Deno.test("rowsOf() have the order of the samples, and the category of the task", () => {
  const rows = rowsOf(TASKS, [sample({}, SOURCE, "insure"), sample({})]);
  assert.deepEqual(rows.map(({ taskId, category }) => [taskId, category]), [
    ["insure", "health_insurance"],
    ["hire", "employability"],
  ]);
  assert.deepEqual(rowsOf(TASKS, []), []);
  assert.throws(() => rowsOf(TASKS, [sample({}, SOURCE, "lend")]), {
    name: "RangeError",
    message: "Cannot sum up completions of lend: pass that task too",
  });
});
