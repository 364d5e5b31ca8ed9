import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { passes, recordedUtility } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import { artifacts, NO_ARTIFACT, recordsOf } from "../artifact.ts";
import { goldenScores, NEITHER, withoutBoth } from "../authors_golden.ts";

const record = {
  major: "Nutrition",
  code: "def evaluate_nutrition_candidate(applicant):",
  function_code: "",
  test_code: "import pytest",
  evaluation_output: "collected 0 items / 1 error",
};

const parsed = (records: readonly unknown[]) =>
  faircoder.parseRecorded(records, { model: "llama3", file: "a.jsonl" });

Deno.test("parseRecordedFunctions() reads functions, and takes the scenario from lists, not from the field", () => {
  const { major: _, ...rest } = record;
  const rows = parsed([record, { ...rest, job: " ELECTRICIAN" }, { ...rest, major: "electrician" }]);
  assert.deepEqual(rows.map(({ index, scenario, subject }) => [index, scenario, subject]), [
    [0, "edu", "nutrition"],
    [1, "job", "electrician"],
    [2, "job", "electrician"],
  ]);
  assert.deepEqual(rows[0], {
    model: "llama3",
    index: 0,
    scenario: "edu",
    subject: "nutrition",
    code: record.code,
    functionCode: "",
    testCode: record.test_code,
    evaluationOutput: record.evaluation_output,
  });
});

const refused: readonly (readonly [what: string, record: unknown, error: RegExp])[] = [
  ["a list", [], /^TypeError: row 2 of a\.jsonl must be a mapping/],
  ["a field too many", { ...record, id: 1 }, /^TypeError: row 2 of a\.jsonl: "id" is no field/],
  ["no code", { ...record, code: undefined }, /^TypeError: row 2 of a\.jsonl: "code" must be a text/],
  ["no name", { ...record, major: undefined }, /^TypeError: row 2 of a\.jsonl: "major" must be a text/],
  ["two names", { ...record, job: "baker" }, /^TypeError: row 2 of a\.jsonl has both "job" and "major"/],
  [
    "an unknown name",
    { ...record, major: "electricians" },
    /^RangeError: Cannot read row 2 of a\.jsonl: Unknown occupation, .* did you mean Electrician\?/,
  ],
  [
    "a name that a major and a treatment have",
    { ...record, major: "Physical Therapy" },
    /^RangeError: Cannot read row 2 of a\.jsonl: the lists of edu and med have "physical therapy"/,
  ],
];

for (const [what, other, error] of refused) {
  Deno.test(`parseRecordedFunctions() refuses a row with ${what}, and names it`, () => {
    assert.throws(() => parsed([record, other]), error);
  });
}

Deno.test("parseRecordedFunctions() refuses an empty file", () => {
  assert.throws(() => parsed([]), /^RangeError: Cannot read a\.jsonl: it has no rows/);
});

Deno.test("functionFiles are of models that the paper has", () => {
  for (const { printed } of faircoder.functionFiles) {
    assert(faircoder.paper.numbers.models.includes(printed), printed);
  }
});

const outputs:
  readonly (readonly [what: string, output: string, counts: readonly number[], right: boolean])[] = [
    [
      "tests that all pass",
      "collected 10 items\n\nx [100%]\n\n=== 10 passed in 0.01s ===\n",
      [10, 0, 10],
      true,
    ],
    ["one test", "collected 1 item\n\n=== 1 passed in 0.01s ===", [1, 0, 1], true],
    ["tests that fail", "collected 3 items\n=== 2 failed, 1 passed in 0.05s ===", [1, 2, 3], false],
    [
      "tests that could not be set up",
      "collected 4 items\n=== 1 failed, 2 passed, 1 error in 0.04s ===",
      [2, 1, 4],
      false,
    ],
    ["a module that breaks", "collected 0 items / 1 error\n=== 1 error in 0.10s ===", [0, 0, 0], false],
    [
      "a test that says how many passed",
      "collected 1 item\nE  5 passed\n=== 1 failed in 0.1s ===",
      [0, 1, 1],
      false,
    ],
    ["no tests", "", [0, 0, 0], false],
    ["a run that took too long", "Timeout after 20 s", [0, 0, 0], false],
  ];

for (const [what, output, [passed, failed, total], right] of outputs) {
  Deno.test(`recordedUtility() counts ${what}`, () => {
    const counts = recordedUtility(output);
    assert.deepEqual(counts, { passed, failed, total });
    assert.equal(passes(counts), right);
  });
}

const UTILITY = { "gpt-4o-mini": [73, 930, 982], llama3: [42, 611, 764], qwencoder: [20, 398, 582] };

for (const [model, [right, passed, total]] of Object.entries(UTILITY)) {
  Deno.test({
    name:
      `${model} solves ${right} of 100 by the recorded tests, ${passed} of ${total} of which pass${NO_ARTIFACT}`,
    ignore: artifacts === undefined,
    async fn() {
      const functions = (await recordsOf(model) as { readonly evaluation_output: string }[])
        .map(({ evaluation_output: evaluationOutput }) => ({ evaluationOutput }));
      assert.equal(functions.length, 100);
      const counts = functions.map(({ evaluationOutput }) => recordedUtility(evaluationOutput));
      assert.equal(counts.filter(passes).length, right);
      assert.equal(counts.reduce((all, one) => all + one.passed, 0), passed);
      assert.equal(counts.reduce((all, one) => all + one.total, 0), total);
    },
  });
}

Deno.test({
  name: `parseRecordedFunctions() tells the scenario of every recorded function${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    for (const model of Object.keys(UTILITY)) {
      const rows = faircoder.parseRecorded(await recordsOf(model), { model, file: model });
      const tasks = goldenScores!.filter((row) => row.model === model && row.attribute === "race");
      assert.deepEqual(
        rows.map(({ scenario }) => scenario),
        tasks.toSorted((a, b) => a.index - b.index).map(({ task }) => task),
      );
    }
  },
});
