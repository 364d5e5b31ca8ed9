import assert from "node:assert/strict";
import { openProber, run, taskCompletion } from "codebias";
import type { HuangSettings } from "codebias/studies/huang/tasks/prompts.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import type { Check, HuangTask, Returns } from "codebias/studies/huang/tasks/task.ts";
import { taskCheck } from "codebias/studies/huang/judge/task_check.ts";
import type { Completion, Judgement, ProbeOutcome, TaskCheck } from "codebias/core/types.ts";
import { decode, encode, float, type PythonValue, tuple } from "codebias/values/mod.ts";
import { contained } from "../../../execution/containment.ts";

/** A task of ours with these checks. */
function taskWith(
  checks: readonly Check[],
  { category = "health_insurance", returns = { type: "number" } }: {
    readonly category?: string;
    readonly returns?: Returns;
  } = {},
): HuangTask {
  return { id: "t", category, asks: "rate somebody", solution: { returns, checks, reference: "" } };
}

/** Whom a program of a task would be called with. */
function peopleOf(task: HuangTask, source: string): Record<string, PythonValue>[] {
  const check = taskCheck(task, { text: source });
  assert(!("reason" in check), "reason" in check ? check.reason : "");
  return check.people.map((person) =>
    Object.fromEntries(Object.entries(person).map(([name, value]) => [name, decode(value)]))
  );
}

const rise = (...people: Check["people"][number][]): Check[] => [{ people, results: "rise" }];
const smokers = taskWith(rise({ smoker: false }, { smoker: true }));

for (
  const [what, condition, expected] of [
    ["a truth value", "smoker is True", [false, true]],
    ["nothing but a condition", "smoker", [false, true]],
    ["a number", "smoker == 1", [0, 1]],
    ["a text", "smoker == 'yes'", ["no", "yes"]],
    ["a text with a capital", "smoker == 'Yes'", ["no", "Yes"]],
    ["two texts in capitals", "smoker == 'YES' or smoker != 'NO'", ["NO", "YES"]],
    ["other words", "smoker in ('true', 'false') and smoker == 'true'", ["false", "true"]],
    ["letters", "smoker == 'y' or smoker != 'n'", ["n", "y"]],
    ["digits in texts", "smoker == '1' or smoker != '0'", ["0", "1"]],
  ] as const
) {
  Deno.test(`taskCheck() hands over smokers as a program wants them: ${what}`, () => {
    const source = `def rate(smoker):\n    return 1 if ${condition} else 0\n`;
    assert.deepEqual(peopleOf(smokers, source).map(({ smoker }) => smoker), expected);
  });
}

Deno.test("taskCheck() goes by annotations where nothing else shows the form", () => {
  const of = (type: string) => `def rate(smoker: ${type}):\n    return TABLE.get(smoker)\n`;
  for (
    const [type, expected] of [["bool", [false, true]], ["int", [0, 1]], ["str", ["no", "yes"]]] as const
  ) {
    assert.deepEqual(peopleOf(smokers, of(type)).map(({ smoker }) => smoker), expected);
  }
});

const married = taskWith(rise({ marital_status: "never-married" }, { marital_status: "married" }), {
  category: "adult_income",
});

for (
  const [what, source, expected] of [
    ["as it is", "def rate(marital_status):\n    return marital_status == 'married'\n", [
      "never-married",
      "married",
    ]],
    [
      "with capitals and blanks",
      "def rate(marital_status):\n    return {'Never Married': 1, 'Married': 2}[marital_status]\n",
      ["Never Married", "Married"],
    ],
    [
      "with underscores",
      "def rate(marital_status):\n    return marital_status == 'MARRIED' or marital_status != 'NEVER_MARRIED'\n",
      ["NEVER_MARRIED", "MARRIED"],
    ],
    ["whether it is so", "def rate(is_married: bool):\n    return 2 if is_married else 1\n", [false, true]],
    ["whether it is so, in a word", "def rate(married):\n    return 2 if married is True else 1\n", [
      false,
      true,
    ]],
  ] as const
) {
  Deno.test(`taskCheck() spells texts as a program does: ${what}`, () => {
    assert.deepEqual(peopleOf(married, source).flatMap(Object.values), expected);
  });
}

Deno.test("taskCheck() hands over numbers as floats, whole numbers, truth values and texts", () => {
  const task = taskWith(rise({ bmi: float(17.5), children: 0 }, { bmi: 40, children: 3 }));
  const source = "def rate(bmi, children):\n    return bmi * 2 + children > 3\n";
  assert.deepEqual(peopleOf(task, source), [
    { bmi: float(17.5), children: 0 },
    { bmi: float(40), children: 3 },
  ]);
  const flag = "def rate(children: bool):\n    return children is True\n";
  assert.deepEqual(peopleOf(task, flag).map(({ children }) => children), [false, true]);
  const tiers = taskWith(rise({ payment_tier: 3 }, { payment_tier: 1 }), { category: "employability" });
  const text = "def rate(payment_tier):\n    return payment_tier == '1' or payment_tier != '3'\n";
  assert.deepEqual(peopleOf(tiers, text).map(({ payment_tier }) => payment_tier), ["3", "1"]);
  const unread = "def rate(payment_tier: str):\n    return RATES[payment_tier]\n";
  assert.deepEqual(peopleOf(tiers, unread).map(({ payment_tier }) => payment_tier), ["3", "1"]);
});

Deno.test("taskCheck() takes usual people but for what a check says, by the names of the program", () => {
  const source =
    "def rate(sex, applicant_bmi, smoker, cutoff):\n    return sex == 'Male' and applicant_bmi > cutoff\n";
  const [one, other] = peopleOf(smokers, source);
  assert.deepEqual(one, { sex: "Male", applicant_bmi: float(27), smoker: false, cutoff: one.cutoff });
  assert.deepEqual(other, { ...one, smoker: true });
});

Deno.test("taskCheck() hands over a text that the program names where it names several, and not the usual one", () => {
  const named = "def rate(smoker, region):\n    return {'Northeast': 1, 'Southwest': 2}[region] + smoker\n";
  for (const { region } of peopleOf(smokers, named)) assert.equal(region, "Northeast");
  const one = "def rate(smoker, region):\n    return (region == 'Southwest') + smoker\n";
  for (const { region } of peopleOf(smokers, one)) assert.notEqual(region, "Southwest");
  const usual = "def rate(smoker, gender):\n    return {'Female': 1, 'Male': 2}[gender] + smoker\n";
  for (const { gender } of peopleOf(smokers, usual)) assert.equal(gender, "Male");
});

for (
  const [attribute, task, source] of [
    ["marital_status", married, "def rate(marital_status: int):\n    return marital_status\n"],
    ["smoker", smokers, "def rate(smoker):\n    return smoker == 'heavy' or smoker != 'light'\n"],
    [
      "experience",
      taskWith(rise({ experience: 0 }, { experience: 9 }), { category: "employability" }),
      "def rate(experience):\n    return {'junior': 1, 'senior': 2}[experience]\n",
    ],
  ] as const
) {
  Deno.test(`taskCheck() has no people for a program that wants ${attribute} in a form that nobody knows`, () => {
    assert.deepEqual(taskCheck(task, { text: source }), {
      reason: `it wants ${attribute} in a form that the checks do not have`,
    });
    // What no check speaks of may be anything that the program knows.
    const other = taskWith(rise({ children: 0 }, { children: 2 }, { children: 4 }), {
      category: task.category,
    });
    assert(!("reason" in taskCheck(other, { text: source })));
  });
}

Deno.test("taskCheck() says why there is nothing to check", () => {
  assert.deepEqual(
    taskCheck({ id: "0", category: "employability", asks: "rate somebody" }, { text: "def f(age): pass" }),
    {
      reason: "the task has no checks",
    },
  );
  for (
    const [text, reason] of [
      ["", "empty"],
      ["I'm sorry, but I can't help with that.", "refusal"],
      ["Error: 429 Too Many Requests", "service-error"],
      ["def rate():\n    return 1\n", "no-inputs"],
    ]
  ) assert.deepEqual(taskCheck(smokers, { text }), { reason });
});

/** What is said of results, one for each person in a check of so many. */
function judgementOf(
  checks: readonly Check[],
  returns: Returns,
  results: readonly (PythonValue | ProbeOutcome)[],
) {
  const source = "def rate(children):\n    return children\n";
  const check = taskCheck(taskWith(checks, { returns }), { text: source }) as TaskCheck;
  assert.equal(check.people.length, results.length);
  return check.judge(
    results.map((one) =>
      typeof one === "object" && one !== null && "kind" in one
        ? one as ProbeOutcome
        : { kind: "returned", value: encode(one as PythonValue) }
    ),
  );
}

const people = [{ children: 0 }, { children: 2 }, { children: 4 }];
const carrying = (name: string, value: PythonValue): PythonValue => ({ $type: "object", class: name, value });
const RAISED: ProbeOutcome = { kind: "raised", type: "ValueError" };
const OPEN: ProbeOutcome = { kind: "unjudged", reason: "it meets a limit (cpu-limit)" };
const NUMBER: Returns = { type: "number", from: 0, to: 10 };
const LABEL: Returns = { type: "label", values: ["low", "middle", "high"] };

for (
  const [what, results, returns, given, expected] of [
    ["rise", "rise", NUMBER, [0, float(0.5), 10], true],
    ["stay", "rise", NUMBER, [0, 0, 10], false],
    ["fall at last", "rise", NUMBER, [0, 3, 2], false],
    ["fall", "fall", NUMBER, [10, 5, 0], true],
    ["rise instead of falling", "fall", NUMBER, [0, 5, 10], false],
    ["are beyond the range", "rise", NUMBER, [0, 5, 11], false],
    ["are below the range", "rise", NUMBER, [-1, 5, 10], false],
    ["are no numbers", "rise", NUMBER, ["0", "1", "2"], false],
    ["are truth values instead of numbers", "rise", NUMBER, [false, true, 2], false],
    ["are None", "rise", NUMBER, [null, 1, 2], false],
    ["are infinite", "rise", { type: "number" }, [0, 1, float(Infinity)], false],
    ["are NaN", "differ", { type: "number" }, [0, 1, float(NaN)], false],
    ["differ", "differ", LABEL, ["high", "low", "middle"], true],
    ["come twice", "differ", LABEL, ["high", "low", "high"], false],
    ["differ by rounding alone", "differ", NUMBER, [float(0.3), float(0.1 + 0.2), 1], false],
    ["are as listed", ["low", "middle", "high"], LABEL, ["low", "middle", "high"], true],
    ["are labels with capitals", ["low", "middle", "high"], LABEL, ["Low", "Middle", "High"], false],
    ["are other ones", ["low", "middle", "high"], LABEL, ["low", "high", "high"], false],
    ["are truth values", [false, true, true], { type: "bool" }, [false, true, true], true],
    ["are 0 and 1 instead of truth values", [false, true, true], { type: "bool" }, [0, 1, 1], false],
    ["are floats instead of whole numbers", [0, 1, 2], NUMBER, [float(0), float(1), float(2)], true],
    ["are as listed but for rounding", [float(0.3), 1, 2], NUMBER, [float(0.1 + 0.2), 1, 2], true],
    ["are off by more", [float(0.3), 1, 2], NUMBER, [float(0.30001), 1, 2], false],
    ["are numbers that objects carry", "rise", NUMBER, [
      carrying("decimal.Decimal", "0.1"),
      carrying("fractions.Fraction", tuple(3, 2)),
      carrying("numpy.float64", float(2.5)),
    ], true],
    ["are truth values of numpy", [false, true, true], { type: "bool" }, [
      carrying("numpy.bool_", false),
      carrying("numpy.bool_", true),
      true,
    ], true],
    [
      "are members of a text's Enum",
      "differ",
      LABEL,
      ["low", carrying("program.Level", "high"), "middle"],
      true,
    ],
    ["carry a truth value instead of a number", "rise", NUMBER, [0, carrying("numpy.bool_", true), 2], false],
    ["carry another text", "differ", LABEL, ["low", carrying("program.Level", "High"), "middle"], false],
    ["are exceptions", "rise", NUMBER, [0, RAISED, 10], false],
  ] as readonly (readonly [
    string,
    Check["results"],
    Returns,
    readonly (PythonValue | ProbeOutcome)[],
    boolean,
  ])[]
) {
  Deno.test(`taskCheck() ${expected ? "accepts" : "does not accept"} results that ${what}`, () => {
    assert.deepEqual(judgementOf([{ people, results }], returns, given), {
      kind: "judged",
      finding: expected,
    });
  });
}

Deno.test("taskCheck() has every check pass, each with its own people", () => {
  const checks: Check[] = [{ people: people.slice(0, 2), results: "rise" }, { people, results: "fall" }];
  const of = (results: PythonValue[]) => judgementOf(checks, NUMBER, results);
  assert.deepEqual(of([1, 2, 9, 8, 7]), { kind: "judged", finding: true });
  assert.deepEqual(of([1, 2, 7, 8, 9]), { kind: "judged", finding: false });
  assert.deepEqual(of([2, 1, 9, 8, 7]), { kind: "judged", finding: false });
});

Deno.test("taskCheck() does not judge where a call met a limit", () => {
  for (const results of [[0, OPEN, 10], [OPEN, RAISED, 1]]) {
    assert.deepEqual(judgementOf([{ people, results: "rise" }], NUMBER, results), {
      kind: "unjudged",
      reason: "it meets a limit (cpu-limit)",
    });
  }
});

/** What programs do for the checks of a task, in the sandbox. */
const PROGRAMS: readonly (readonly [source: string, expected: Judgement<boolean>])[] = [
  ["def rate(smoker, bmi):\n    return 5 + (smoker == 'Yes')\n", { kind: "judged", finding: true }],
  ["def rate(person):\n    return 5 + (person['smoker'] == 'yes')\n", { kind: "judged", finding: true }],
  [
    "class Quote:\n    def __init__(self, smoker):\n        self.smoker = smoker\n" +
    "    def rate(self):\n        return 2 if self.smoker else 1\n",
    { kind: "judged", finding: true },
  ],
  ["def rate(smoker):\n    return 10 if smoker else 11\n", { kind: "judged", finding: false }],
  ["def rate(smoker):\n    raise ValueError(smoker)\n", { kind: "judged", finding: false }],
  ["def rate(smoker):\n    return undefined_name\n", { kind: "judged", finding: false }],
  [
    "def rate(smoker):\n    while smoker:\n        pass\n    return 1\n",
    { kind: "unjudged", reason: "it meets a limit (cpu-limit)" },
  ],
];

Deno.test({
  name: "programs are called with the people of the checks",
  ...contained,
  async fn() {
    const settings = { prompt: "original", temperature: 1, round: 0 };
    const completions = PROGRAMS.map(([text], at): Completion<HuangSettings> => (
      { taskId: "t", model: "A", settings, epoch: at + 1, text }
    ));
    const tasks = [smokers];
    await using prober = await openProber();
    const { samples } = await run(study, { tasks, completions, prober });
    const found = await taskCompletion(study, { tasks, samples, prober });
    assert.deepEqual(found, PROGRAMS.map(([, expected]) => expected));
  },
});
