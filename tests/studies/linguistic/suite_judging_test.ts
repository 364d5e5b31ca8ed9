import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { run } from "codebias/run/run.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { type LinguisticTask, suiteTask } from "codebias/studies/linguistic/tasks/layout.ts";
import { linguistic as study } from "codebias/studies/linguistic/study.ts";
import type { SuiteTask } from "codebias/studies/linguistic/tasks/suite.ts";
import type { VerdictKind } from "codebias/studies/linguistic/judge/verdict.ts";
import { SUITE } from "./own_suite.ts";
import { completion } from "./samples.ts";

/** A third of a number, which floats have only nearly. */
const THIRD: SuiteTask = {
  ...SUITE,
  id: "third",
  entryPoint: "third",
  parameters: "x: float",
  returns: "float",
  examples: [{ args: "[3.0]", result: "1.0" }],
  tests: [{ args: "[0.0]", result: "0.0" }, { args: "[1e9]", result: "1e9 / 3" }],
  compare: "close",
  generator: "import random\n\n\ndef make(n):\n    return [random.uniform(-n, n)]\n",
  references: [
    { class: "constant", source: "def third(x: float) -> float:\n    return x / 3\n" },
    { class: "linear", source: "def third(x: float) -> float:\n    return x * (1 / 3)\n" },
  ],
};

/** Numbers in order, which a program may well do in place. */
const ORDERED: SuiteTask = {
  ...SUITE,
  id: "ordered",
  entryPoint: "ordered",
  parameters: "xs: list[int]",
  returns: "list[int]",
  examples: [{ args: "[[3, 1, 2]]", result: "[1, 2, 3]" }],
  tests: [{ args: "[[]]", result: "[]" }, { args: "[[True, 0]]", result: "[0, 1]" }],
  compare: "equal",
  generator: "import random\n\n\ndef make(n):\n    return [[random.randint(2, 9) for _ in range(n)]]\n",
  references: [
    { class: "linearithmic", source: "def ordered(xs: list[int]) -> list[int]:\n    return sorted(xs)\n" },
    { class: "quadratic", source: "def ordered(xs: list[int]) -> list[int]:\n    return sorted(xs)\n" },
  ],
};

/** What becomes of programs, and on how many inputs they were right before: 3 cases and then random ones. */
async function judged(suite: SuiteTask, bodies: Readonly<Record<string, string>>) {
  const task: LinguisticTask = suiteTask(suite);
  const completions = Object.values(bodies).map((body, at) => {
    const source = body.startsWith("def ") || body.startsWith("class ")
      ? body
      : `def ${suite.entryPoint}(${suite.parameters.split(":")[0]}):\n    ${body}\n`;
    return completion({ taskId: suite.id, epoch: at + 1, text: `\`\`\`python\n${source}\n\`\`\`` });
  });
  await using sandbox = await openSandbox(projectSandbox());
  const options = { tasks: [task], completions, verdicts: "executed", rule: "corrected", draws: 20 } as const;
  const { samples, tasks } = await run(study, { ...options, sandbox });
  assert.deepEqual(tasks, [{ taskId: suite.id, draws: 23, usable: 23, problems: {} }]);
  return Object.fromEntries(
    Object.keys(bodies).map((name, at) => {
      const { judgement } = samples[at];
      assert(judgement.kind === "judged", name);
      return [name, [judgement.finding.kind, judgement.finding.draws] as [VerdictKind, number]];
    }),
  );
}

const ITEMS = "[[i, i + 1] for i in range(n)]";

Deno.test("a task in any order takes its items in any order, and nothing that is not a list of them", async () => {
  const own = "class Other:\n    def __eq__(self, other):\n        return True\n\n\n" +
    "def neighbours(n):\n    return Other()";
  const false_ = "class Other(list):\n    def __eq__(self, other):\n        return True\n\n\n";
  assert.deepEqual(
    await judged(SUITE, {
      "its reference": SUITE.references[0].source,
      "its other reference": SUITE.references[1].source,
      "the other way round": `return ${ITEMS}[::-1]`,
      "a list of another class": `${false_}def neighbours(n):\n    return Other(${ITEMS})`,
      "items turned round": "return [[i + 1, i] for i in range(n)]",
      "an item twice": `return ${ITEMS}[1:] + [[n - 1, n]] if n else []`,
      "a tuple": `return tuple(${ITEMS})`,
      "a generator": `yield from ${ITEMS}`,
      "a set": "return {(i, i + 1) for i in range(n)}",
      "an object that says it is equal": own,
      "a list that says it is equal": `${false_}def neighbours(n):\n    return Other()`,
      "not a number": "return [float('nan')] * n",
      "wrong in a case alone": `return None if n == 0 else ${ITEMS}`,
      "wrong in random inputs alone": `return ${ITEMS} if n < 4 else []`,
      "a function": "return neighbours",
    }),
    {
      "its reference": ["passed", 23],
      "its other reference": ["passed", 23],
      "the other way round": ["passed", 23],
      "a list of another class": ["passed", 23],
      "items turned round": ["wrong", 1],
      "an item twice": ["wrong", 1],
      "a tuple": ["wrong", 1],
      "a generator": ["wrong", 1],
      "a set": ["wrong", 1],
      "an object that says it is equal": ["wrong", 1],
      "a list that says it is equal": ["wrong", 1],
      "not a number": ["wrong", 1],
      "wrong in a case alone": ["wrong", 2],
      "wrong in random inputs alone": ["wrong", 4],
      "a function": ["wrong", 1],
    },
  );
});

Deno.test("a task of floats takes what rounding makes of them, and nothing else", async () => {
  assert.deepEqual(
    await judged(THIRD, {
      "its other reference": "return x * (1 / 3)",
      "off by a billionth": "return x / 3 * (1 + 1e-9)",
      "a zero that is nearly one": "return x / 3 + 1e-14",
      "a numpy float": "import numpy; return numpy.float64(x) / 3",
      "off by more": "return x / 3 * (1 + 1e-5)",
      "a zero that is none": "return x / 3 + 1e-9",
      "not a number": "return float('nan')",
      "infinite": "return float('inf')",
      "a text": "return str(x / 3)",
      "a list of it": "return [x / 3]",
    }),
    {
      "its other reference": ["passed", 23],
      "off by a billionth": ["passed", 23],
      "a zero that is nearly one": ["passed", 23],
      "a numpy float": ["passed", 23],
      "off by more": ["wrong", 1],
      "a zero that is none": ["wrong", 2],
      "not a number": ["wrong", 1],
      "infinite": ["wrong", 1],
      "a text": ["wrong", 1],
      "a list of it": ["wrong", 1],
    },
  );
});

Deno.test("a program may change its arguments and return them, and learns nothing from one call for the next", async () => {
  assert.deepEqual(
    await judged(ORDERED, {
      "in place": "xs.sort(); return xs",
      "with a bool where there is an int": "return sorted(xs)",
      "its argument": "return xs",
      "in place, and nothing returned": "xs.sort()",
      "the first answer again": "def ordered(xs, seen=[]):\n    seen.append(sorted(xs))\n    return seen[0]",
      "its first argument emptied": "ys = sorted(xs); xs.clear(); return ys",
      "a generator": "yield from sorted(xs)",
      "numbers as floats": "return [float(x) for x in sorted(xs)]",
    }),
    {
      "in place": ["passed", 23],
      "with a bool where there is an int": ["passed", 23],
      "its argument": ["wrong", 1],
      "in place, and nothing returned": ["wrong", 1],
      "the first answer again": ["passed", 23],
      "its first argument emptied": ["passed", 23],
      "a generator": ["wrong", 1],
      "numbers as floats": ["passed", 23],
    },
  );
});
