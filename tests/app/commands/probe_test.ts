import assert from "node:assert/strict";
import { contained } from "../../execution/containment.ts";
import { task } from "./task.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** Sends lines through `deno task probe`. */
async function probe(lines: readonly (string | Json)[], args: readonly string[] = []) {
  const stdin = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join("");
  const { code, stdout, stderr } = await task("probe", args, { stdin });
  const answers: Json[] = stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  return { code, stdout, stderr, answers };
}

const PEOPLE = {
  age: { type: "int", values: [20, 40] },
  sex: { type: "str", values: ["f", "m"], protected: true },
  race: { type: "str", values: ["a", "b"], protected: true },
};

const CLASS =
  "from dataclasses import dataclass\n\n@dataclass\nclass Person:\n    age: int\n    sex: str\n    race: str\n\n";

/**
 * Programs that refuse women above 30 and nobody else: how each takes a person, its style, its code, and the line that
 * tells women from men, which is also the one that tells the young from the old.
 */
const SHAPES = [
  ["a function", "function", "def f(age, sex, race):\n    return not (age > 30 and sex == 'f')", 2],
  ["a bare method", "method", "def f(self) -> bool:\n    return not (self.age > 30 and self.sex == 'f')", 2],
  [
    "a method of a dataclass",
    "dataclass",
    CLASS + "    def f(self):\n        return not (self.age > 30 and self.sex == 'f')",
    10,
  ],
  [
    "a function of an instance",
    "dataclass",
    CLASS + "def f(person: Person):\n    return not (person.age > 30 and person.sex == 'f')",
    10,
  ],
  [
    "a function of a dict",
    "dict",
    "def f(person):\n    return not (person['age'] > 30 and person['sex'] == 'f')",
    2,
  ],
  [
    "a method with parameters",
    "method",
    "class Desk:\n    def f(self, age, sex, race):\n        return not (age > 30 and sex == 'f')",
    3,
  ],
  [
    "keyword-only parameters",
    "function",
    "def f(*, sex, race, age):\n    return not (age > 30 and sex == 'f')",
    2,
  ],
  [
    "positional-only parameters",
    "function",
    "def f(race, age, sex, /):\n    return not (age > 30 and sex == 'f')",
    2,
  ],
  [
    "any keywords",
    "function",
    "def f(**person):\n    return not (person['age'] > 30 and person['sex'] == 'f')",
    2,
  ],
  ["a coroutine", "function", "async def f(age, sex, race):\n    return not (age > 30 and sex == 'f')", 2],
] as const;

for (const [asked, says] of [[true, "as its style says"], [false, "found from the code"]] as const) {
  Deno.test({
    name: `deno task probe calls programs of all forms, ${says}, and shows what they decide by`,
    ...contained,
    async fn() {
      const { code, stderr, answers } = await probe(SHAPES.map(([id, style, code]) => ({
        ...{ id, code, functionName: "f", ...(asked && { style }), attributes: PEOPLE },
      })));
      assert.equal(code, 0, stderr);
      assert.deepEqual(answers.map(({ id }) => id), SHAPES.map(([id]) => id));
      for (const [at, [what, , source, line]] of SHAPES.entries()) {
        const { attributes: { age, sex, race }, calls, cpuMs } = answers[at];
        assert.deepEqual([age.verdict, sex.verdict, race.verdict], ["biased", "biased", "unbiased"], what);
        const [text] = source.split("\n").slice(line - 1);
        for (const { witness } of [age, sex]) {
          assert.deepEqual([witness.line, witness.text], [line, text.trim()], what);
        }
        const outcomeOf = ({ age, sex }: Json) => ({ returned: !(age > 30 && sex === "f") });
        for (const [name, { witness }] of [["age", age], ["sex", sex]] as const) {
          const [one, other] = witness.people;
          assert.deepEqual(Object.keys(one), ["age", "sex", "race"], what);
          assert.deepEqual({ ...one, [name]: other[name] }, other, `${what} differ in ${name} alone`);
          assert.deepEqual(witness.outcomes, witness.people.map(outcomeOf), what);
          assert.notDeepEqual(witness.outcomes[0], witness.outcomes[1], what);
        }
        assert(!("witness" in race), what);
        assert(calls >= 4 && calls < 100, `${what}: ${calls} calls`);
        assert(cpuMs > 0 && cpuMs < 1_000, `${what}: ${cpuMs} ms`);
      }
    },
  });
}

const F = { functionName: "f", attributes: { sex: PEOPLE.sex } };
const biased = (id: Json) => ({ id, code: "def f(sex):\n    return sex == 'f'", ...F });

Deno.test({
  name: "deno task probe answers bad lines with their number and an error, goes on, and ends with status 1",
  ...contained,
  async fn() {
    const { code, answers } = await probe([
      "not JSON",
      biased(1),
      "[1]",
      { code: "", ...F },
      { ...biased(2), style: "class" },
      { ...biased(2), attributes: {} },
      { ...biased(2), attributes: { sex: { values: [] } } },
      { ...biased(2), attributes: { sex: { type: "int", values: ["f"] } } },
      biased("last"),
    ]);
    assert.equal(code, 1);
    assert.deepEqual(answers.map(({ line }) => line), [1, undefined, 3, 4, 5, 6, 7, 8, undefined]);
    const errors = [
      /JSON/,
      undefined,
      /must be an object/,
      /"id" is missing/,
      /"style" must be one of function, method, dataclass, dict/,
      /"attributes"/,
      /attribute sex needs "values"/,
      /attribute sex: "f" is no value of type int/,
    ];
    for (const [at, error] of errors.entries()) if (error) assert.match(answers[at].error, error);
    assert.deepEqual([answers[1].id, answers[1].attributes.sex.verdict], [1, "biased"]);
    assert.deepEqual([answers[8].id, answers[8].attributes.sex.verdict], ["last", "biased"]);
  },
});

Deno.test({
  name: "deno task probe answers in the order of the lines, with their ids as they were written",
  ...contained,
  async fn() {
    const slow = {
      ...biased("slow"),
      code: "def f(sex):\n    while sex == 'f':\n        pass\n    return 1",
    };
    const exact = JSON.stringify(biased("ID")).replace('"ID"', '{"b":1.0,"1":[1e2]}');
    const { code, stdout, answers } = await probe([slow, exact, biased(3), biased(null)]);
    assert.equal(code, 0);
    assert.deepEqual(answers.map(({ id }) => id), ["slow", { b: 1, 1: [100] }, 3, null]);
    assert.match(stdout.split("\n")[1], /^\{"id":\{"b":1\.0,"1":\[1e2\]\},"attributes":/);
    assert.deepEqual(answers.map((one) => one.attributes.sex.verdict), [
      "unjudged",
      ...["biased", "biased", "biased"],
    ]);
    assert.match(answers[0].attributes.sex.reason, /too long/);
  },
});

/** Programs of which nothing can be said, and why. */
const UNJUDGED: readonly (readonly [what: string, code: string, reason: RegExp])[] = [
  ["is no Python", "def f(sex, age) return 1", /does not load.*SyntaxError/],
  ["is empty", "", /no function f/],
  ["fails while it is loaded", "import nowhere\ndef f(sex, age):\n    return 1", /ModuleNotFoundError/],
  ["never finishes loading", "while True:\n    pass", /too long/],
  ["has another function", "def g(sex, age):\n    return 1", /defines no function f/],
  ["has a class of that name", "class f:\n    pass", /is a class/],
  [
    "takes a parameter that is no attribute",
    "def f(sex, age, income):\n    return 1",
    /f takes income, which is none of the attributes/,
  ],
  [
    "is made of what is no attribute",
    CLASS.replace("race", "income") + "    def f(self):\n        return self.income",
    /Person is made of income, which is none of the attributes/,
  ],
  ["raises for everybody", "def f(sex, age):\n    return sex + age", /^not executable: it raises TypeError/],
  [
    "raises for everybody, but not the same",
    "def f(sex, age):\n    return int(sex) if age > 30 else sex[9]",
    /^not executable: it raises (ValueError|IndexError), (ValueError|IndexError)/,
  ],
];

Deno.test({
  name: "deno task probe leaves all attributes of a program unjudged that cannot be called, and says why",
  ...contained,
  async fn() {
    const attributes = { sex: PEOPLE.sex, age: PEOPLE.age };
    const { code, answers } = await probe(
      UNJUDGED.map(([id, code]) => ({ id, code, functionName: "f", attributes })),
    );
    assert.equal(code, 0);
    assert.deepEqual(answers.map(({ id }) => id), UNJUDGED.map(([id]) => id));
    for (const [at, [what, , reason]] of UNJUDGED.entries()) {
      const found: Json[] = Object.values(answers[at].attributes);
      assert.deepEqual(found.map(({ verdict }) => verdict), ["unjudged", "unjudged"], what);
      for (const one of found) assert.match(one.reason, reason, what);
      assert(Number.isInteger(answers[at].calls) && answers[at].cpuMs >= 0, what);
    }
  },
});

Deno.test({
  name:
    "deno task probe writes values as Python has them, exceptions, what added values show, and whom it favours",
  ...contained,
  async fn() {
    const { code, stdout } = await probe([
      {
        id: 1,
        code: "def f(rate):\n    return rate * 2",
        functionName: "f",
        attributes: { rate: { type: "float", values: [1, 2] } },
      },
      {
        ...biased(2),
        code: "def f(sex):\n    if sex == 'f':\n        raise KeyError(sex)\n    return (1, None)",
      },
      {
        id: 3,
        code: "def f(age):\n    return age >= 65",
        functionName: "f",
        attributes: { age: PEOPLE.age },
      },
      { ...biased(4), code: "def f(sex):\n    return sex == 'f'\n\nprint(f())" },
    ]);
    assert.equal(code, 0);
    const [float, raising, beyond, remark] = stdout.split("\n");
    assert.match(
      float,
      /"people":\[\{"rate":1\.0\},\{"rate":2\.0\}\],"outcomes":\[\{"returned":2\.0\},\{"returned":4\.0\}\]/,
    );
    assert.match(
      raising,
      /"outcomes":\[\{"raised":"KeyError"\},\{"returned":\{"\$type":"tuple","items":\[1,null\]\}\}\]/,
    );
    const { verdict, witness, beyond: added } = JSON.parse(beyond).attributes.age;
    assert.deepEqual([verdict, witness], ["unbiased", undefined]);
    assert.deepEqual([added.line, added.text], [2, "return age >= 65"]);
    const { remark: said, attributes: { sex } } = JSON.parse(remark);
    assert.match(said, /TypeError in line 4/);
    assert.deepEqual([sex.verdict, sex.direction], ["biased", {
      differing: 1,
      values: [{ value: "f", better: 1, worse: 0, other: 0 }, { value: "m", better: 0, worse: 1, other: 0 }],
    }]);
  },
});

Deno.test("deno task probe --help says what a line is and what is answered", async () => {
  const { code, stdout, stderr } = await task("probe", ["--help"]);
  assert.equal(code, 0, stderr);
  for (const text of ["deno task probe", "functionName", "attributes", "verdict", "witness"]) {
    assert(stdout.includes(text), text);
  }
});

Deno.test("deno task probe refuses an option that it does not know", async () => {
  const { code, stderr } = await task("probe", ["--style", "dict"]);
  assert.equal(code, 1);
  assert.match(stderr, /--style/);
});
