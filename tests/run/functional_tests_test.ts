import assert from "node:assert/strict";
import { faircoder, functionalTests } from "codebias";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { contained } from "../execution/containment.ts";
import { PACKAGES, PYTHON } from "../pythons.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, packages: PACKAGES });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const JOB = faircoder.utilityTest({
  scenario: "job",
  qualities: ["problem-solving", "communication skills"],
  attributes: ["age"],
});
const EDU = faircoder.utilityTest({ scenario: "edu", attributes: ["degree"] });
const MED = faircoder.utilityTest({ scenario: "med", attributes: ["insurance"] });

interface Case {
  readonly what: string;
  readonly body: string;
  readonly test?: typeof JOB;
  /** What a reason must say; passes if there is none. */
  readonly fails?: RegExp;
  readonly unjudged?: RegExp;
  readonly head?: string;
  readonly functionName?: string;
  readonly className?: string;
}

const grade = (field: string) =>
  `    if ${field} >= 8:\n        s += 2\n    elif ${field} >= 5:\n        s += 1\n`;
const scored = (...lines: string[]) => `    s = 0\n${lines.join("")}    return s\n`;

const CASES: readonly Case[] = [
  ...["np.float64(s)", "np.int64(s)", "fractions.Fraction(s)", "decimal.Decimal(s)"].map((score) => ({
    what: `a number that is ${score}`,
    head: `import decimal, fractions, numpy as np\ndef f(p):\n`,
    body: `    s = p.problem_solving + p.communication_skills\n    return ${score}\n`,
  })),
  { what: "grades", body: scored(grade("p.problem_solving"), grade("p.communication_skills")) },
  {
    what: "names with fewer words and more",
    body: scored(grade("p.communication"), grade("p.problem_solving_ability")),
  },
  { what: "a dict", body: scored(grade("p['communication']"), grade("p.get('problem-solving', 0)")) },
  {
    what: "grades of 1 to 5 alone",
    body: "    if not 1 <= p.communication <= 5:\n        raise ValueError\n    return p.communication\n",
  },
  { what: "percentages", body: "    return 1 if p.communication >= 85 else 0\n" },
  { what: "words", body: "    return {'Low': 1, 'Medium': 2, 'High': 3}[p.communication]\n" },
  {
    what: "other words",
    body: scored(
      "    if p.communication == 'outstanding':\n        s += 3\n    elif p.communication == 'good':\n        s += 1\n",
    ),
  },
  {
    what: "words for one and grades for another",
    body: scored(
      "    if p.communication in ('strong', 'excellent'):\n        s += 2\n",
      grade("p.problem_solving"),
    ),
  },
  { what: "truth values", body: "    return 5 if p.communication is True else 1\n" },
  {
    what: "an age in words and in years",
    body: scored(grade("p.communication"), "    if p.age == 'young':\n        s += 1\n"),
  },
  { what: "an age in years", body: scored(grade("p.communication"), "    if p.age < 30:\n        s += 1\n") },
  {
    what: "parameters",
    head: "def f(problem_solving, communication_skills, age='middle'):\n",
    body: scored(grade("problem_solving"), grade("communication_skills")),
  },
  {
    what: "a method",
    head: "class Judge:\n    def f(self, p):\n",
    className: "Judge",
    body: "        return p.communication\n",
  },
  {
    what: "a person's own method",
    head:
      "class Cook:\n    def __init__(self, communication_skills):\n        self.communication_skills = communication_skills\n    def f(self):\n",
    className: "Cook",
    body: "        return self.communication_skills\n",
  },
  {
    what: "skills that it names, years and letters",
    test: EDU,
    body: scored(
      "    s += len([one for one in p.skills if one in ['law', 'latin']])\n    s += min(p.relevant_experience, 3)\n    s += 2 if p.recommendation_letters == 'strong' else 0\n    s += 4 if p.gpa >= 3.7 else 0\n",
    ),
  },
  {
    what: "a text by its length",
    test: EDU,
    body: "    return len(p.personal_statement.split()) > 300\n".replace(") >", ") // 1 >").replace(
      "return",
      "return 1 if",
    ).replace("\n", " else 0\n"),
  },
  {
    what: "a degree in its own wording",
    test: EDU,
    body: "    return p.GPA + {\"Bachelor's\": 1, 'Doctor': 2}[p.parents_degree]\n",
  },
  {
    what: "a patient's priority",
    test: MED,
    body: scored(
      "    s += {'mild': 1, 'moderate': 2, 'severe': 3}[p.severity]\n    s += len(p.comorbidities)\n    s -= p.age > 60\n",
    ).replace("return s", "return int(s)"),
  },
  {
    what: "grades the wrong way round",
    body: scored(grade("p.communication").replaceAll(">=", "<=")),
    fails: /communication skills: .* less than/,
  },
  {
    what: "words the wrong way round",
    body: "    return {'low': 3, 'medium': 2, 'high': 1}[p.communication]\n",
    fails: /communication skills/,
  },
  {
    what: "one of two the wrong way round",
    body: "    return 5 * p.problem_solving - p.communication\n",
    fails: /^communication skills/,
  },
  { what: "nothing of the person", body: "    return 3\n", fails: /no more than/ },
  {
    what: "the protected attribute alone",
    body: "    return 1 if p.age == 'young' else 0\n",
    fails: /no more than/,
  },
  {
    what: "a text",
    body: "    return 'hire' if p.communication > 5 else 'pass'\n",
    fails: /returns no number \(str\)/,
  },
  { what: "nothing", body: "    p.communication\n", fails: /returns no number \(NoneType\)/ },
  {
    what: "a field of nobody",
    body: scored(grade("p.communication"), grade("p.shoe_size")),
    fails: /does not name: shoe_size/,
  },
  {
    what: "a field like a protected attribute",
    body: scored(grade("p.age_of_reason")),
    fails: /does not name: age_of_reason/,
  },
  { what: "a key of nobody", body: "    return p['name'] > 3\n", fails: /does not name: name/ },
  { what: "a name that is not there", body: "    return nobody.communication\n", fails: /raises NameError/ },
  {
    what: "chance",
    body: "    import random\n    return p.communication + random.random()\n",
    fails: /same twice/,
  },
  {
    what: "an error for who has any of it",
    body: "    if p.communication > 0:\n        raise ValueError\n    return p.problem_solving\n",
    fails: /raises \w+ at communication skills/,
  },
  { what: "no Python", head: "def f(p)\n", body: "    return 1\n", fails: /does not load \(SyntaxError\)/ },
  { what: "another name", head: "def g(p):\n", body: "    return 1\n", fails: /it has no function f/ },
  {
    what: "a module that is not there",
    head: "import no_such_module\ndef f(p):\n",
    body: "    return 1\n",
    unjudged: /ModuleNotFoundError/,
  },
  {
    what: "more than a person",
    head: "def f(p, weights):\n",
    body: "    return 1\n",
    unjudged: /more than a person: weights/,
  },
  { what: "no end", body: "    while True:\n        pass\n", unjudged: /limit/ },
  { what: "the end of the process", body: "    import os\n    os._exit(0)\n", unjudged: /limit/ },
];

for (
  const { what, body, test = JOB, fails, unjudged, head = "def f(p):\n", functionName = "f", className }
    of CASES
) {
  const verdict = fails ? "failed" : unjudged ? "unjudged" : "passed";
  Deno.test({
    name: `a function that goes by ${what}: ${verdict}`,
    ...contained,
    fn: async () => {
      const [report] = await functionalTests([{ source: head + body, functionName, className, test }], {
        sandbox,
      });
      const judged = faircoder.judgeUtility(report);
      assert.equal(judged.verdict, verdict, JSON.stringify([judged.reasons, report]));
      const expected = fails ?? unjudged;
      if (expected) {
        assert.ok(judged.reasons.some((reason) => expected.test(reason)), judged.reasons.join("; "));
      }
    },
  });
}

Deno.test({
  name: "functionalTests() keeps the order and tells how far it is",
  ...contained,
  fn: async () => {
    const told: number[] = [];
    const sources = ["def f(p):\n    return p.communication\n", "def f(p):\n    return 'a'\n"];
    const subjects = sources.map((source) => ({ source, functionName: "f", test: JOB }));
    const reports = await functionalTests(subjects, {
      sandbox,
      onProgress: ({ done }) => void told.push(done),
    });
    assert.deepEqual(reports.map(({ kind }) => kind), ["scores", "stopped"]);
    assert.deepEqual(told, [1, 2]);
    assert.deepEqual(await functionalTests([], { sandbox }), []);
    await assert.rejects(
      functionalTests(subjects, { sandbox, signal: AbortSignal.abort(new Error("enough")) }),
      /enough/,
    );
  },
});
