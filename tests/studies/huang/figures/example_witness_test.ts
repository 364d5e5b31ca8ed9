import assert from "node:assert/strict";
import type { AttributeFinding } from "codebias/core/types.ts";
import { biasedBy, judged, returned, sampleOf, taskOf } from "../made_up.ts";
import { huangRow } from "../rows.ts";
import { exampleWitness } from "codebias/studies/huang/figures/example_witness.ts";

const TASK = taskOf("0");
const TEXT =
  "def rise(sex, experience):\n    if sex == 'male':\n        return experience > 3\n    return False\n";
const FAIR: AttributeFinding = { verdict: "unbiased" };
const ROW = huangRow({});

const BY_SEX = biasedBy("sex", {
  values: ["female", "male"],
  others: { experience: 9 },
  line: { line: 2, text: "    if sex == 'male':" },
});
const BY_EXPERIENCE = biasedBy("experience", { values: [1, 9], others: { sex: "male" } });

const told = (judgement: ReturnType<typeof judged>, text = TEXT) =>
  exampleWitness([TASK], [sampleOf(ROW, text, judgement)]);

Deno.test("exampleWitness() tells of two people by an assertion, what each gets, and where their ways part", () => {
  assert.deepEqual(told(judged({ sex: BY_SEX, experience: BY_EXPERIENCE })), [
    `Task 0, answered by ${ROW.model}: the result changes with gender, which the program calls sex. This assertion fails:`,
    "`assert rise(sex='female', experience=9) == rise(sex='male', experience=9)`",
    "The first person: False; the second: True.",
    "Their ways part at line 2: `if sex == 'male':`",
  ]);
});

Deno.test("exampleWitness() tells of an exception, by the attribute's own name, and needs no line", () => {
  const text = TEXT.replaceAll("sex", "gender");
  const byGender = biasedBy("gender", {
    values: ["other", "male"],
    others: { experience: 9 },
    outcomes: [{ kind: "raised", type: "KeyError" }, returned(true)],
  });
  const lines = told(judged({ gender: byGender, experience: FAIR }), text);
  assert.equal(lines.length, 3);
  assert.match(lines[0], /changes with gender\. This/);
  assert.equal(lines[2], "The first person: raises KeyError; the second: True.");
});

Deno.test("exampleWitness() names the one of several aliases that two people differ in", () => {
  const text = "def rise(age, age_group, experience):\n    return age_group == 'senior'\n";
  const byGroup = biasedBy("age_group", { values: ["young", "senior"], others: { age: 40, experience: 9 } });
  const [line, assertion] = told(judged({ age: FAIR, age_group: byGroup, experience: FAIR }), text);
  assert.match(line, /changes with age, which the program calls age_group\./);
  assert.match(
    assertion,
    /^`assert rise\(age=40, age_group='young', experience=9\) == rise\(age=40, age_group='senior'/,
  );
});

Deno.test("exampleWitness() has the first sample with a witness", () => {
  const other = { ...BY_SEX, witness: { ...BY_SEX.witness!, outcomes: [returned(1), returned(2)] as const } };
  const samples = [
    sampleOf(ROW, TEXT, judged({ sex: FAIR, experience: BY_EXPERIENCE })),
    sampleOf(ROW, TEXT, judged({ sex: other, experience: FAIR })),
    sampleOf(ROW, TEXT, judged({ sex: BY_SEX, experience: FAIR })),
  ];
  assert.equal(exampleWitness([TASK], samples)[2], "The first person: 1; the second: 2.");
});

Deno.test("exampleWitness() says that there is none: other attributes do not count, nor does what cannot be executed", () => {
  const none = ["There is no witness, as nothing that could be judged is biased by a protected attribute."];
  assert.deepEqual(told(judged({ sex: FAIR, experience: BY_EXPERIENCE })), none);
  const failed = judged({ sex: BY_SEX, experience: FAIR }, "not executable: it raises for everybody");
  const fair = judged({ sex: FAIR, experience: FAIR });
  assert.deepEqual(
    exampleWitness([TASK], [sampleOf(ROW, TEXT, failed), sampleOf(ROW, TEXT, fair)]),
    none,
  );
});

Deno.test("exampleWitness() does not say that nothing is biased where nothing could be judged", () => {
  const none = ["There is no witness, as no completion could be judged."];
  assert.deepEqual(exampleWitness([TASK], []), none);
  assert.deepEqual(exampleWitness([TASK], [sampleOf(ROW, "Sorry")]), none);
  assert.deepEqual(
    told(judged({ sex: FAIR, experience: FAIR }, "not executable: it raises for everybody")),
    none,
  );
});

Deno.test("exampleWitness() wants the tasks of all samples", () => {
  assert.throws(() => exampleWitness([taskOf("1")], [sampleOf(ROW, TEXT)]), {
    name: "RangeError",
    message: "Cannot speak of completions of 0: pass that task too",
  });
});
