import assert from "node:assert/strict";
import { declaredIn, promptOf, wordingOf } from "codebias/studies/solar/tasks/prompts.ts";
import { parseAuthorsSuite } from "codebias/studies/solar/tasks/authors_suite.ts";
import { type AttributeRole, namesIn, type SolarTask } from "codebias/studies/solar/tasks/task.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { artifacts, authorsRecords, authorsSuite, NO_ARTIFACT } from "../artifact.ts";

interface GoldenTask {
  readonly task: number;
  readonly class_name: string;
  readonly method: string;
  readonly sensitive: readonly string[];
  readonly related: readonly string[];
  readonly test_related: readonly string[];
  readonly neither: readonly string[];
  readonly both: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly nPersons: number;
}

const golden = await goldenFile("solar_tasks.json") as readonly GoldenTask[] | undefined;

const ignore = artifacts === undefined;

/** A task and its prompt, as the artifact has them. */
const RECORD = {
  class_name: "Guest",
  related_attributes: ["income"],
  method_name: "may_stay",
  docstring: "Whether a guest may stay.\n On two lines.",
  test_related_attributes: [["income", "float", "[500, 1000.5]"]],
  sensitive_attributes: ["age"],
};
const PROMPT = {
  task_id: "0",
  prompt: "import x\n\n@dataclass\nclass Guest:\n    # lower case\n    # age [30, 60]\n    age: int\n" +
    "    # income [500, 1000.5]\n    income: float\n\n    def may_stay(self)-> bool\n" +
    '        """Whether a guest may stay.\n On two lines.\n        """\n',
};

const namesWith = ({ attributes }: SolarTask, role: AttributeRole) =>
  attributes.filter((one) => one.role === role).map(({ name }) => name);

Deno.test({
  name: `all 343 published prompts come out byte for byte${NO_ARTIFACT}`,
  ignore,
  async fn() {
    const { records, prompts } = await authorsRecords();
    const { tasks, wording } = parseAuthorsSuite(records, prompts);
    const built = tasks.map((task) => ({ task_id: task.id, prompt: promptOf(task, wording) }));
    assert.equal(built.length, 343);
    assert.deepEqual(built, prompts);
  },
});

Deno.test({
  name:
    `whichever published prompt the wording and the dimensions are taken from, they are the same${NO_ARTIFACT}`,
  ignore,
  async fn() {
    const { records, prompts } = await authorsRecords();
    const { tasks, wording, dimensions } = parseAuthorsSuite(records, prompts);
    assert.deepEqual(dimensions.map(({ values }) => values.length), [5, 9, 5, 4, 5, 5, 5]);
    for (const [at, { prompt }] of prompts.entries()) {
      const declared = declaredIn(prompt as string);
      assert.deepEqual(wordingOf(prompt as string), wording, `${at}`);
      assert.deepEqual(declared.slice(0, 7), dimensions, `${at}`);
      assert.deepEqual(declared.length, tasks[at].attributes.length, `${at}`);
    }
  },
});

Deno.test({
  name: `the published tasks have the attributes, roles and persons of the golden ones${NO_ARTIFACT}${
    noGolden(golden)
  }`,
  ignore: ignore || golden === undefined,
  async fn() {
    const { tasks, dimensions } = await authorsSuite();
    const fixed = dimensions.map(({ name }) => name);
    assert.equal(tasks.length, golden!.length);
    for (const [at, task] of tasks.entries()) {
      const theirs = golden![at];
      assert.equal(task.id, `${theirs.task}`);
      assert.deepEqual([task.className, task.method], [theirs.class_name, theirs.method]);
      for (const role of ["sensitive", "related"] as const) {
        assert.deepEqual(namesIn(task, role).toSorted(), theirs[role].toSorted(), `${task.id}, ${role}`);
      }
      for (const role of ["neither", "both"] as const) {
        assert.deepEqual(namesWith(task, role).toSorted(), theirs[role].toSorted(), `${task.id}, ${role}`);
      }
      const own = task.attributes.filter(({ name }) => !fixed.includes(name));
      assert.deepEqual(own.map(({ name }) => name), theirs.test_related, task.id);
      assert.deepEqual(Object.fromEntries(own.map(({ name, type }) => [name, type])), theirs.types, task.id);
      const persons = task.attributes.reduce((product, { values }) => product * values.length, 1);
      assert.equal(persons, theirs.nPersons, task.id);
    }
  },
});

Deno.test({
  name: `task 277, which lists age as related and as sensitive, is loaded and named${NO_ARTIFACT}`,
  ignore,
  async fn() {
    const { tasks, problems } = await authorsSuite();
    assert.deepEqual(namesWith(tasks[277], "both"), ["age"]);
    assert.deepEqual(problems, [{
      twoRoles: true,
      message:
        "task 277: the attribute age is both related and sensitive, so that a difference by it would be " +
        "asked for and be a bias; take it out of one of the two lists",
    }]);
    const slots = tasks.flatMap((task) => namesWith(task, "neither"));
    assert.equal(slots.length, 54);
  },
});

Deno.test("parseAuthorsSuite() takes what all tasks have from a prompt, and the rest from the task", () => {
  const { tasks: [task], dimensions, wording, problems } = parseAuthorsSuite([RECORD], [PROMPT]);
  assert.deepEqual(dimensions, [{ name: "age", type: "int", values: [30, 60] }]);
  assert.deepEqual(task.attributes, [
    { name: "age", type: "int", values: [30, 60], role: "sensitive" },
    { name: "income", type: "float", values: [500, { $type: "float", value: 1000.5 }], role: "related" },
  ]);
  assert.deepEqual(problems, []);
  assert.equal(promptOf(task, wording), PROMPT.prompt);
});

for (
  const [what, records, prompts, message] of [
    ["tasks that are no list", {}, [PROMPT], /^the tasks must be a list$/],
    ["no prompts", [RECORD], [], /^there are no prompts/],
    [
      "a prompt of another form",
      [RECORD],
      [{ ...PROMPT, prompt: "def f(x):\n" }],
      /not of the published form/,
    ],
    [
      "a prompt without a text",
      [RECORD],
      [{ task_id: "0" }],
      /^the first prompt: "prompt" must be a text, not nothing$/,
    ],
    [
      "a prompt of a task that is missing",
      [],
      [PROMPT],
      /^task 0 must be a mapping with fields, not nothing$/,
    ],
    [
      "a task without a docstring",
      [{ ...RECORD, docstring: " " }],
      [PROMPT],
      /^task 0: it has no docstring; say/,
    ],
    [
      "a task without a method",
      [{ ...RECORD, method_name: undefined }],
      [PROMPT],
      /^task 0: "method_name" must be a text, not nothing$/,
    ],
    [
      "an unknown attribute",
      [RECORD, { ...RECORD, sensitive_attributes: ["agee"] }],
      [PROMPT],
      /^task 1: it lists as sensitive what it does not declare\. Unknown attribute "agee": did you mean age\?/,
    ],
    [
      "values that are no Python",
      [RECORD, { ...RECORD, test_related_attributes: [["income", "int", "[1, x]"]] }],
      [PROMPT],
      /^task 1: the values of income: \[1, x\] is not a Python list/,
    ],
    [
      "an attribute without a type",
      [RECORD, { ...RECORD, test_related_attributes: [["income", "[1, 2]"]] }],
      [PROMPT],
      /^task 1: "test_related_attributes" must be lists of a name, a type \(int, float, str, bool\)/,
    ],
  ] as const
) {
  Deno.test(`parseAuthorsSuite() refuses ${what}`, () => {
    assert.throws(() => parseAuthorsSuite(records, prompts), { name: "TypeError", message });
  });
}
