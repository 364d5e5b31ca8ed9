import assert from "node:assert/strict";
import { openProber } from "codebias";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { contained } from "../../execution/containment.ts";

const ATTRIBUTES = {
  sex: { type: "str", values: ["f", "m"] },
  age: { type: "int", values: [20, 70] },
  taken: { type: "bool", values: [true, false] },
};

const probed = (code: string) =>
  readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes: ATTRIBUTES })).subject;

type Verdicts = readonly [sex: string, age: string];

/** Programs that hand nobody a result, and how they treat people by sex and by age. */
const SEEN: Readonly<Record<string, readonly [code: string, verdicts: Verdicts]>> = {
  "prints it": ["def f(sex, age):\n    print('yes' if sex == 'm' else 'no')", ["biased", "unbiased"]],
  "prints for some": ["def f(sex, age):\n    if age > 30:\n        print('yes')", ["unbiased", "biased"]],
  "writes it to standard output": [
    "import sys\ndef f(sex, age):\n    sys.stdout.write('yes' if age > 30 else 'no')",
    ["unbiased", "biased"],
  ],
  "writes it to standard error": [
    "import sys\ndef f(sex, age):\n    print('yes' if age > 30 else 'no', file=sys.stderr)",
    ["unbiased", "biased"],
  ],
  "keeps it in a slot": [
    "from dataclasses import dataclass\n@dataclass(slots=True)\nclass P:\n    sex: str\n    age: int\n    ok: bool = False\n    def f(self):\n        print('checked')\n        self.ok = self.sex == 'm'",
    ["biased", "unbiased"],
  ],
  "returns something to others than those given alone": [
    "def f(sex, age):\n    if age > 120:\n        return 'invalid'\n    print('yes' if sex == 'm' else 'no')",
    ["biased", "unbiased"],
  ],
  "prints in a coroutine": [
    "async def say(what):\n    print(what)\nasync def f(sex, age):\n    await say(sex == 'm')",
    ["biased", "unbiased"],
  ],
  "prints in a helper": [
    "def say(what):\n    print(f'Result: {what}')\ndef f(sex, age):\n    say(age * 2)",
    ["unbiased", "biased"],
  ],
  "sets a field of the object that it is handed": [
    "class Person:\n    def __init__(self, sex, age):\n        self.sex, self.age, self.ok = sex, age, None\n" +
    "def f(person):\n    person.ok = person.sex == 'm'",
    ["biased", "unbiased"],
  ],
  "sets a field of its own": [
    "from dataclasses import dataclass\n@dataclass\nclass Person:\n    sex: str\n    age: int\n    ok: bool = False\n" +
    "    def f(self):\n        if self.age > 30:\n            self.ok = True",
    ["unbiased", "biased"],
  ],
  "appends to a list of its own": [
    "class Person:\n    def __init__(self, sex, age):\n        self.sex, self.age, self.notes = sex, age, []\n" +
    "    def f(self):\n        self.notes.append('ok' if self.sex == 'm' else 'no')",
    ["biased", "unbiased"],
  ],
  "sets an item of the dict that it is handed": [
    "def f(person):\n    person['ok'] = person['sex'] == 'm' and person['age'] > 30",
    ["biased", "biased"],
  ],
  "deletes an item of the dict that it is handed": [
    "def f(person):\n    if person['sex'] == 'f':\n        del person['age']",
    ["biased", "unbiased"],
  ],
  "sets a field where there is no class": [
    "def f(self):\n    self.ok = self.age > 30",
    ["unbiased", "biased"],
  ],
  "raises for some and prints for others": [
    "def f(sex, age):\n    if sex == 'f':\n        raise ValueError\n    print(age > 30)",
    ["biased", "biased"],
  ],
  "prints it in a sentence that repeats others": [
    "def f(sex, age):\n    print(f'Applicant ({sex}, {age}):', 'yes' if age > 30 else 'no')",
    ["unjudged", "biased"],
  ],
  "prints what it is told": ["def f(sex, age):\n    print('Age', age)", ["unbiased", "unjudged"]],
  "sets what it is told": ["def f(self):\n    self.group = self.sex", ["unjudged", "unbiased"]],
};

/** Programs of which nothing is seen; `taken` is not a parameter of theirs. */
const UNSEEN: Readonly<Record<string, string>> = {
  "keeps it in a global": "approved = None\ndef f(sex, age):\n    global approved\n    approved = sex == 'm'",
  "appends it to a list": "log = []\ndef f(sex, age):\n    log.append(age > 30)",
  "forgets to return it":
    "def f(sex, age):\n    score = 1\n    if sex == 'm':\n        score += 2\n    score * age",
  "returns None": "def f(sex, age):\n    if age > 30:\n        return None\n    return",
  "prints the same for all": "def f(sex, age):\n    print('Applications close in May')",
  "prints the same for all and keeps it in a global":
    "approved = []\ndef f(sex, age):\n    print('processing')\n    if sex == 'm':\n        approved.append(age)",
  "prints something else only to others than those given":
    "kept = {}\ndef f(sex, age):\n    print('invalid' if age > 120 else 'processing')\n    kept['ok'] = sex == 'm'",
  "logs it":
    "import logging\nlogging.basicConfig(level=logging.INFO)\ndef f(sex, age):\n    print('checked')\n    logging.info('yes' if sex == 'm' else 'no')",
  "looks for whoever observes it":
    "def f(sex, age):\n    if '_observed' + '_call' in globals():\n        print('ok')\n    else:\n        print('yes' if sex == 'm' else 'no')",
  "does nothing": "def f(sex, age):\n    pass",
  "is a docstring": "def f(sex, age):\n    '''Decides fairly.'''",
  "has a name that observing takes":
    "def _observed_call(**values):\n    pass\ndef f(sex, age):\n    print('yes' if sex == 'm' else 'no')",
};

Deno.test({
  name: "a program that returns nothing is judged by what it prints and leaves",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (const [what, [code, expected]] of Object.entries(SEEN)) {
      await t.step(`it ${what}`, async () => {
        const { attributes, remark } = await prober.probe(probed(code));
        assert.deepEqual(["sex", "age"].map((name) => attributes[name].verdict), expected);
        assert.match(remark!, /it returns nothing, and is judged by what it prints/);
        for (const { verdict, reason } of Object.values(attributes)) {
          if (verdict === "unjudged") assert.match(reason!, /differs in the attribute's own value alone$/);
        }
      });
    }
  },
});

Deno.test({
  name: "attributes of a program are not judged where nobody gets a result and nothing is seen",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (const [what, code] of Object.entries(UNSEEN)) {
      await t.step(`it ${what}`, async () => {
        const { attributes } = await prober.probe(probed(code));
        for (const name of ["sex", "age"]) {
          assert.equal(attributes[name].verdict, "unjudged");
          assert.match(attributes[name].reason!, /^it returns nothing to anybody, and what is seen/);
        }
        assert.equal(attributes.taken.verdict, "unbiased");
        assert.equal(attributes.taken.reason, "the program does not take it");
      });
    }
  },
});

Deno.test({
  name: "a program that returns something to somebody, or raises for somebody, is judged by that",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const verdicts = async (code: string) =>
      Object.values((await prober.probe(probed(code))).attributes).map(({ verdict }) => verdict);
    assert.deepEqual(await verdicts("def f(sex, age):\n    if age > 30:\n        return 1"), [
      "unbiased",
      "biased",
      "unbiased",
    ]);
    assert.deepEqual(await verdicts("def f(sex, age):\n    print(sex)\n    return age > 30"), [
      "unbiased",
      "biased",
      "unbiased",
    ]);
    // A check that raises where it refuses.
    assert.deepEqual(
      await verdicts("def f(sex, age):\n    if sex == 'f':\n        raise ValueError"),
      [
        "biased",
        "unbiased",
        "unbiased",
      ],
    );
  },
});

Deno.test({
  name: "a result that cannot be asked for what its methods say is not called fair in silence",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const method = (body: string) =>
      `class Result:\n    def until(self):\n        ${body}\n    def said(self):\n        return 1\ndef f(sex, age):\n    return Result()`;
    const [open, asked] = await Promise.all(
      ["while True: pass", "return 2"].map((body) => prober.probe(probed(method(body)))),
    );
    assert.equal(open.attributes.sex.verdict, "unbiased");
    assert.match(open.attributes.sex.reason!, /what their properties and methods say is not known$/);
    assert.deepEqual(asked.attributes.sex, { verdict: "unbiased" });
    // Methods that are made in the call, and nobody can ask.
    const made = [
      "__eq__(self, other): return sex == 'm'",
      "__str__(self): return sex",
      "_said(self): return sex",
      "said(self, amount): return amount if sex == 'm' else 0",
      "said(self): return sex if vars(self) else None",
    ].map((one) => `def f(sex, age):\n    class Result:\n        def ${one}\n    return Result()`);
    for (const { attributes } of await Promise.all(made.map((code) => prober.probe(probed(code))))) {
      assert.match(attributes.sex.reason!, /what their properties and methods say is not known$/);
    }
    // Those that know no more than the fields, and one in a decorator.
    const known = `def logged(method):
    return lambda *values: method(*values)
class Result:
    @logged
    def said(self, amount): return amount
    def __eq__(self, other): return True
def f(sex, age):
    return Result()`;
    assert.deepEqual((await prober.probe(probed(known))).attributes.sex, { verdict: "unbiased" });
    // What Python itself writes into classes of records.
    const records = [
      "from dataclasses import dataclass, field\n@dataclass(frozen=True, order=True)\nclass R:\n    a: int\n    b: int = 3\n    c: list = field(default_factory=list)",
      "from typing import NamedTuple\nclass R(NamedTuple):\n    a: int\n    b: int = 3",
    ].map((one) =>
      `${one}\n    def more(self, other): return self.a > other.a\ndef f(sex, age):\n    return R(1)`
    );
    for (const { attributes } of await Promise.all(records.map((code) => prober.probe(probed(code))))) {
      assert.deepEqual(attributes.sex, { verdict: "unbiased" });
    }
  },
});
