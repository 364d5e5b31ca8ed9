import assert from "node:assert/strict";
import demonstrations from "../../../../data/faircoder/demonstrations.json" with { type: "json" };
import { DEFAULT_CALL } from "codebias/execution/limits.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { planJobs } from "codebias/generation/plan.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import {
  attributes,
  groupsOf,
  type Scenario,
  scenarioAttributes,
  SCENARIOS,
} from "codebias/studies/faircoder/tasks/attributes.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { METHODS, promptOf } from "codebias/studies/faircoder/tasks/prompts.ts";
import { majors, occupations, treatments } from "codebias/studies/faircoder/tasks/subjects.ts";
import {
  counterfactualTasks,
  type FairCoderTask,
  promptedName,
  testTasks,
} from "codebias/studies/faircoder/tasks/task.ts";
import { topics } from "codebias/studies/faircoder/tasks/topics.ts";
import { decode, encode } from "codebias/values/mod.ts";
import { contained } from "../../../execution/containment.ts";

const everything: readonly FairCoderTask[] = [
  ...faircoder.functionTasks(),
  ...testTasks(),
  ...counterfactualTasks(),
];

/** The last thing that a model is told. */
const request = (task: FairCoderTask, method?: string) => promptOf(task, method).at(-1)!.content;

/** The Python of a request. */
const sourceOf = (content: string) => content.slice(content.indexOf("def "));

/** What a Python function says of a list. */
async function saidOf<T>(sandbox: Sandbox, source: string, list: readonly string[]): Promise<T> {
  const { program, outcomes: [outcome] } = await sandbox.execute({
    program: { kind: "program", source, entryPoint: "said", namespace: "one" },
    calls: [{ args: encode([[...list]]) }],
    limits: DEFAULT_CALL,
  });
  assert(outcome?.kind === "returned", JSON.stringify(outcome ?? program));
  return decode(outcome.value) as T;
}

Deno.test("a function's prompt names the task's attribute once, and no other of its scenario", () => {
  for (const task of faircoder.functionTasks()) {
    const [list] = request(task).match(/^ {4}\w+: .*$/m)!;
    for (const attribute of scenarioAttributes(task.scenario)) {
      const named = list.split(promptedName(task.scenario, attribute)).length - 1;
      assert.equal(named, attribute === task.attribute ? 1 : 0, `${task.id} ${attribute}`);
    }
    assert.equal(task.order.length, { job: 5, edu: 6, med: 7 }[task.scenario]);
  }
});

Deno.test("examples name no protected attribute", () => {
  const words = attributes.flatMap(({ groups, name }) => [name, ...groups.map((group) => group.name)])
    .filter((word) => !["age", "low", "medium", "high", "middle"].includes(word));
  for (const scenario of SCENARIOS) {
    const task = faircoder.functionTasks().find((one) => one.scenario === scenario)!;
    const examples = promptOf(task).slice(1, -1);
    assert.equal(examples.length, scenario === "med" ? 4 : 2);
    for (const { content } of examples) {
      for (const word of words) {
        assert.ok(!new RegExp(`\\b${word}\\b`, "i").test(content), `${scenario} ${word}`);
      }
    }
  }
});

Deno.test("a test case's prompt has every field, gender and race once, and what is filled in", () => {
  for (const task of testTasks()) {
    const { points, filled } = topics.find(({ topic }) => topic === task.topic)!;
    const lines = request(task).split("\n");
    for (const field of [...Object.keys(points), "race", "gender"]) {
      assert.equal(
        lines.filter((line) => line === `${field}:${filled.includes(field) ? " True" : ""}`).length,
        1,
        field,
      );
    }
  }
});

Deno.test("counterfactual prompts of a pair differ in the gender alone", () => {
  const all = counterfactualTasks();
  for (let at = 0; at < all.length; at += 2) {
    const [one, other] = all.slice(at, at + 2);
    assert.deepEqual([one.gender, other.gender], ["male", "female"]);
    assert.equal(request(one).replace("gender: male", "gender: female"), request(other));
  }
});

Deno.test("equality is asked for in the system prompt alone", () => {
  for (const task of [everything[0], everything[1400], everything.at(-1)!]) {
    const [plain, equal] = ["default", "equality"].map((method) => promptOf(task, method));
    assert.deepEqual(plain.slice(1), equal.slice(1));
    assert.ok(
      equal[0].content.startsWith(plain[0].content) && equal[0].content.length > plain[0].content.length,
    );
  }
  assert.throws(() => promptOf(everything[0], "PT"), /must be one of default, equality, cut/);
  assert.throws(() => faircoder.prompts([everything[0], everything[0]]), /twice: use epochs/);
  assert.throws(
    () => faircoder.prompts(everything, {}, { methods: ["equality", "equality"] }),
    /equality twice: use epochs/,
  );
  assert.equal(faircoder.prompts(everything.slice(0, 3), {}, { methods: ["default", "equality"] }).length, 6);
});

Deno.test("prompted names have the groups that the study knows, where they have any", () => {
  for (const scenario of SCENARIOS) {
    for (const attribute of scenarioAttributes(scenario)) {
      const [, groups] = promptedName(scenario, attribute).match(/\((.*)\)$/) ?? [];
      assert.equal(groups === undefined, attribute === "gender" || attribute === "race", attribute);
      if (!groups) continue;
      const named = groups.toLowerCase().split(", ");
      assert.deepEqual(named.toSorted(), groupsOf(attribute).toSorted(), attribute);
    }
  }
});

Deno.test("the head of every function's prompt is Python, whole and cut", contained, async () => {
  await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
  const asked = faircoder.functionTasks();
  const read = "import ast\n\ndef said(sources):\n" +
    "    return [[len(ast.parse(s).body), *(ast.parse(s).body[0].name, ast.get_docstring(ast.parse(s).body[0]))] for s in sources]\n";
  const whole = asked.map((task) => `${sourceOf(request(task))}    return 0\n`);
  const cut = asked.map((task) => `${sourceOf(request(task, "cut"))}\n    """\n    return 0\n`);
  const found = await saidOf<[number, string, string][]>(sandbox, read, whole);
  assert.deepEqual(await saidOf(sandbox, read, cut), found);
  for (const [at, { scenario, order }] of asked.entries()) {
    const [functions, name, says] = found[at];
    assert.equal(functions, 1);
    const pattern: Readonly<Record<Scenario, RegExp>> = {
      job: /^evaluate_\w+$/,
      edu: /^evaluate_\w+_candidate$/,
      med: /^get_\w+_priority$/,
    };
    assert.match(name, pattern[scenario]);
    assert.ok(says.endsWith(`: ${order.join(", ")}`), name);
  }
});

Deno.test("docstrings are cut in prompts that ask for functions alone", () => {
  const asked = faircoder.prompts(faircoder.suite({ perAttribute: 1 }), {}, { methods: ["cut", "equality"] });
  assert.equal(asked.filter(({ settings }) => settings.prompt === "cut").length, 11);
  assert.equal(asked.filter(({ settings }) => settings.prompt === "equality").length, 11 + 72 + 80);
});

Deno.test("a cut prompt ends behind the list of fields, and is otherwise the same", () => {
  for (const task of faircoder.functionTasks()) {
    const [whole, cut] = [promptOf(task), promptOf(task, "cut")];
    assert.ok(cut.at(-1)!.content.endsWith(task.order.at(-1)!));
    assert.equal(whole.length, cut.length);
    for (const [at, { role, content }] of whole.entries()) {
      assert.equal(content, cut[at].content + (role === "user" ? '\n    """\n' : ""));
    }
  }
  for (const [task] of [testTasks(), counterfactualTasks()]) {
    assert.throws(
      () => promptOf(task, "cut"),
      /^RangeError: Cannot cut the docstring of .* leave out tasks of the kind/,
    );
  }
});

Deno.test("examples are about subjects that no list has, and answer what they are asked", () => {
  const names = [...occupations, ...majors, ...treatments].map(({ name }) => name.toLowerCase());
  for (const scenario of SCENARIOS) {
    const task = faircoder.functionTasks().find((one) => one.scenario === scenario)!;
    const examples = promptOf(task).slice(1, -1).map(({ content }) => content);
    for (const [at, { subject, fields, code }] of demonstrations[scenario].entries()) {
      const [asked, answer] = examples.slice(2 * at);
      assert.equal(answer, code);
      assert.ok(asked.includes(`: ${fields.join(", ")}\n`));
      const first = (text: string) => sourceOf(text).split("\n")[0];
      assert.equal(first(answer), first(asked));
      const words = subject.split(" ").map((word) => word.replace(/s?$/, ""));
      assert.deepEqual(names.filter((name) => words.every((word) => name.includes(word))), []);
    }
  }
});

Deno.test("examples run, and score people by their fields", contained, async () => {
  await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
  // Every field is at once a number, a text and a list: what it is compared with decides.
  const read = [
    "import ast, re",
    "class Field:",
    "    def __init__(self, holds, text): self.holds, self.text = holds, text",
    "    def __ge__(self, other): return self.holds",
    "    __gt__ = __lt__ = __ge__",
    "    def __eq__(self, other): return self.holds and other == self.text",
    "    def __contains__(self, other): return self.holds and other == self.text",
    "    def __len__(self): return 100 * self.holds",
    "class Person:",
    "    def __init__(self, **fields): self.__dict__.update(fields)",
    "def said(sources):",
    "    return [scores(source) for source in sources]",
    "def scores(source):",
    "    space = {}",
    "    exec(source, space)",
    "    function = space[re.search(r'def (\\w+)', source)[1]]",
    "    tree = ast.parse(source)",
    "    fields = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}",
    "    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]",
    "    people = [Person(**{f: Field(False, '') for f in fields})]",
    "    people += [Person(**{f: Field(f == g, t) for f in fields}) for g in sorted(fields) for t in texts]",
    "    found = [function(person) for person in people]",
    "    return [sorted(fields), found[0], len(set(found))]",
    "",
  ].join("\n");
  for (const scenario of SCENARIOS) {
    const own = demonstrations[scenario];
    const found = await saidOf<[string[], number, number][]>(sandbox, read, own.map(({ code }) => code));
    for (const [at, [fields, least, distinct]] of found.entries()) {
      assert.deepEqual(fields.filter((field) => !own[at].fields.includes(field)), []);
      assert.equal(least, 0);
      assert.ok(distinct >= 3, `${own[at].subject}: ${distinct}`);
    }
  }
});

Deno.test("prompts() asks each task by each method, which the settings record", () => {
  const asked = faircoder.prompts(faircoder.functionTasks(), {}, { methods: METHODS });
  assert.equal(asked.length, 1360 * METHODS.length);
  assert.equal(new Set(asked.map(({ prompt }) => JSON.stringify(prompt))).size, asked.length);
  for (const method of METHODS) {
    assert.equal(asked.filter(({ settings }) => settings.prompt === method).length, 1360);
  }
  assert.equal(
    planJobs({ study: "faircoder", model: "m", prompts: asked, epochs: 2 }).length,
    2 * asked.length,
  );
});
