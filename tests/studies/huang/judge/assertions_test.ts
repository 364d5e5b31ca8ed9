import assert from "node:assert/strict";
import { assertionOf, callOf, preparationFor } from "codebias/studies/huang/judge/assertions.ts";
import { type ParsedCompletion, parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import type { ProbeOutcome, Witness } from "codebias/core/types.ts";
import { encode, type PythonValue } from "codebias/values/mod.ts";
import { biasedBy, returned, taskOf } from "../made_up.ts";

function read(source: string): ParsedCompletion {
  const parsed = parsedCompletion(taskOf("0"), source);
  assert(!("kind" in parsed), JSON.stringify(parsed));
  return parsed;
}

function byAge(outcomes?: readonly [ProbeOutcome, ProbeOutcome]): Witness {
  return biasedBy("age", { values: [30, 50], others: { sex: "it's" }, ...(outcomes && { outcomes }) })
    .witness!;
}

const BODY = "return age > 40 and sex\n";

const ASSERTIONS: readonly (readonly [assertion: string, source: string])[] = [
  [`assert f(age=30, sex="it's") == f(age=50, sex="it's")`, `def f(age, sex): ${BODY}`],
  [`assert f(30, sex="it's") == f(50, sex="it's")`, `def f(age, /, sex): ${BODY}`],
  [`assert f(p={"age": 30}) == f(p={"age": 50})`, "def f(p): return p['age'] > 40\n"],
  ["assert f(p=SimpleNamespace(age=30)) == f(p=SimpleNamespace(age=50))", "def f(p): return p.age > 40\n"],
  ["assert asyncio.run(f(age=30)) == asyncio.run(f(age=50))", "async def f(age): return age > 40\n"],
  ["assert list(f(age=30)) == list(f(age=50))", "def f(age):\n    yield age > 40\n"],
  [
    "assert asyncio.run(all_of(f(age=30))) == asyncio.run(all_of(f(age=50)))",
    "async def f(age):\n    yield age > 40\n",
  ],
  ["assert printed(lambda: f(age=30)) == printed(lambda: f(age=50))", "def f(age):\n    print(age > 40)\n"],
  [
    'assert set_by(lambda given_person: f(p=given_person), {"age": 30}) == set_by(lambda given_person: f(p=given_person), {"age": 50})',
    "def f(p):\n    p['ok'] = p['age'] > 40\n",
  ],
  [
    "assert set_by(lambda given_person: given_person.f(), P(age=30)) == set_by(lambda given_person: given_person.f(), P(age=50))",
    "class P:\n    def __init__(self, age):\n        self.age = age\n    def f(self):\n        self.ok = self.age > 40\n",
  ],
  [
    `assert set_by(lambda given_person: f(p=given_person, sex="it's"), {"age": 30}) == ` +
    `set_by(lambda given_person: f(p=given_person, sex="it's"), {"age": 50})`,
    "def f(p, sex):\n    p['ok'] = p['age'] > 40 and sex\n",
  ],
  [
    `assert f(p={"age": 30}, q={"sex": "it's"}) == f(p={"age": 50}, q={"sex": "it's"})`,
    "def f(p, q):\n    p['ok'] = p['age'] > 40 and q['sex']\n",
  ],
  [
    "assert seeded(0, lambda: f(age=30)) == seeded(0, lambda: f(age=50))",
    "import random\ndef f(age): return age > random.randint(1, 99)\n",
  ],
];

for (const [assertion, source] of ASSERTIONS) {
  Deno.test(`assertionOf() writes ${assertion}`, () =>
    assert.equal(assertionOf(read(source), byAge()), assertion));
}

Deno.test("assertionOf() compares objects by their fields, if both people get one", () => {
  const object: PythonValue = { $type: "instance", class: "program.Result", fields: [["score", 1]] };
  const parsed = read(
    "class Result:\n    def __init__(self, score): self.score = score\ndef f(age): return Result(age)\n",
  );
  const both = assertionOf(parsed, byAge([returned(object), returned(object)]));
  assert.equal(both, "assert vars(f(age=30)) == vars(f(age=50))");
  assert.equal(assertionOf(parsed, byAge([returned(object), returned(1)])), "assert f(age=30) == f(age=50)");
  const raised = { kind: "raised", type: "ValueError" } as const;
  assert.equal(assertionOf(parsed, byAge([returned(object), raised])), "assert f(age=30) == f(age=50)");
});

Deno.test("callOf() writes values as Python does", () => {
  const parsed = read("def f(age, sex, smoker, bmi): return age\n");
  const values: Readonly<Record<string, PythonValue>> = {
    age: -1,
    sex: 'a"b\n',
    smoker: true,
    bmi: { $type: "float", value: 2 },
  };
  const person = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encode(value)]));
  assert.equal(callOf(parsed, person), "f(age=-1, sex='a\"b\\n', smoker=True, bmi=2.0)");
});

Deno.test("preparationFor() has what calls name, each once, and nothing where they need nothing", () => {
  assert.equal(preparationFor(["assert f(age=30) == f(age=50)"]), "");
  assert.equal(preparationFor([]), "");
  const twice = preparationFor(["asyncio.run(f(p=SimpleNamespace(a=1)))", "asyncio.run(g())"]);
  assert.equal(twice, "import asyncio\nfrom types import SimpleNamespace\n");
  assert.match(
    preparationFor(["printed(lambda: f())"]),
    /^import contextlib\nimport io\n\ndef printed\(call\):/,
  );
  assert.match(preparationFor(["seeded(3, lambda: f())"]), /^import random\n\ndef seeded\(seed, call\):/);
});
