import assert from "node:assert/strict";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { entryOf } from "codebias/studies/huang/judge/entry.ts";

const OFFERED = ["age", "gender", "region", "education", "experience"];

const nameOf = (source: string) => {
  const site = entryOf(moduleOf(source), OFFERED)?.site;
  return site && [site.className, site.name].filter((name) => name !== undefined).join(".");
};

const FOUND: readonly (readonly [why: string, entry: string | undefined, source: string])[] = [
  ["the only one", "f", "def f(age): return age\n"],
  ["one that calls the other", "g", "def f(age): return age\ndef g(age): return f(age)\n"],
  [
    "one that calls the other, though it stands first",
    "g",
    "def g(age): return f(age)\ndef f(age): return age\n",
  ],
  [
    "one that hands the other on",
    "g",
    "def f(age): return age\ndef g(age, experience): return map(f, [age, experience])\n",
  ],
  ["that with the most attributes", "f", "def f(age, gender): return age\ndef g(age, x, y): return age\n"],
  ["the last of several", "g", "def f(age): return age\ndef g(age): return age\n"],
  [
    "one with attributes rather than its caller without",
    "f",
    "def f(age): return age\ndef g(path): return f(open(path))\n",
  ],
  [
    "one for a person rather than one for people",
    "f",
    "def f(p): return p['age'] > 3\ndef g(people): return [f(p) for p in people if p['gender']]\n",
  ],
  ["one for people if there is no other", "g", "def g(people): return [p['age'] for p in people]\n"],
  [
    "one that returns rather than one that prints what that returns",
    "f",
    "def f(age): return age\ndef g(age):\n    print(f(age))\n",
  ],
  [
    "one that prints more than another one returns",
    "g",
    "def f(age): return age\ndef g(age, gender):\n    print(f(age), gender)\n",
  ],
  [
    "one that returns rather than one that sets a field",
    "f",
    "def f(p): return p['age'] > 3\ndef g(p):\n    p['ok'] = f(p) and p['gender']\n",
  ],
  ["one that sets a field if there is no other", "g", "def g(p):\n    p['ok'] = p['age'] > 3\n"],
  [
    "one that decides rather than one that checks",
    "f",
    "def f(age): return age\ndef validate_input(age, gender): return True\n",
  ],
  [
    "one that decides rather than one that shows",
    "P.f",
    "class P:\n    def __init__(self, age): self.age = age\n    def f(self): return self.age > 3\n    def to_dict(self): return {'age': self.age}\n",
  ],
  [
    "one that decides rather than a getter",
    "P.f",
    "class P:\n    def __init__(self, age, gender):\n        self.age = age\n        self.gender = gender\n    def f(self): return self.age > 3\n    def get_gender(self): return self.gender\n",
  ],
  [
    "one whose name gets something else than an attribute",
    "get_level",
    "def f(age): return age\ndef get_level(age, gender): return age\n",
  ],
  ["one that checks if there is no other", "validate", "def validate(age): return age > 17\n"],
  [
    "no test",
    "f",
    "def f(age): return age\ndef test_f(age, gender): return f(age)\n@pytest.mark.parametrize('age', [1])\ndef check_more(age, gender): return f(age)\n",
  ],
  [
    "no special method",
    "P.f",
    "class P:\n    def __init__(self, age): self.age = age\n    def f(self): return 1\n    def __eq__(self, other): return self.age == other.age\n",
  ],
  ["what a call of an instance does", "P.__call__", "class P:\n    def __call__(self, age): return age\n"],
  [
    "a property",
    "P.f",
    "class P:\n    def __init__(self, age): self.age = age\n    @property\n    def f(self): return self.age > 3\n",
  ],
  [
    "no property that a function asks",
    "f",
    "class P:\n    def __init__(self, age): self.age = age\n    @property\n    def old(self): return self.age > 3\ndef f(p: P): return p.old\n",
  ],
  ["no function whose end is missing", undefined, "def f(age):\n    if age > 3:\n        age\n"],
  ["no sketch", undefined, "def f(age):\n    pass\n"],
  ["none that is handed nothing", undefined, "def f(): return 1\n"],
  ["none of nothing", undefined, ""],
  ["functions that call one another", "g", "def f(age): return g(age)\ndef g(age): return f(age - 1)\n"],
];

for (const [why, entry, source] of FOUND) {
  Deno.test(`entryOf() takes ${why}`, () => assert.equal(nameOf(source), entry));
}

Deno.test("entryOf() takes the one that has the name asked for", () => {
  const module = moduleOf("def f(age): return age\ndef f_old(age, gender): return gender\n");
  const named = ["f", "other", undefined].map((asked) => entryOf(module, OFFERED, "", asked)?.site.name);
  assert.deepEqual(named, ["f", "f_old", "f_old"]);
});

Deno.test("entryOf() tells how to call the function", () => {
  const source = "def f(p): return p['age'] > 3\n";
  const found = entryOf(moduleOf(source), OFFERED)!;
  assert.deepEqual(found.inputs.map(({ name }) => name), ["age"]);
  assert.deepEqual(found.call.given.named.map(([name, { kind }]) => [name, kind]), [["p", "dict"]]);
});

Deno.test("attributes that only other functions take are told, unless these check, read or are called", () => {
  const otherDeciders = (source: string) =>
    entryOf(moduleOf(source), OFFERED)!.otherDeciders.map(({ attribute, site }) => [attribute, site.name]);
  const three =
    "def a(age): return age\ndef g(gender): return gender\ndef e(experience): return experience\n";
  assert.deepEqual(otherDeciders(three), [["age", "a"], ["gender", "g"]]);
  assert.deepEqual(otherDeciders("def a(age): return age\ndef f(age, gender): return gender\n"), []);
  assert.deepEqual(otherDeciders("def h(region): return region\ndef f(age, gender): return h(age)\n"), []);
  assert.deepEqual(
    otherDeciders("def is_valid(region): return region\ndef f(age, gender): return age\n"),
    [],
  );
  const methods =
    "class P:\n    def __init__(self, age, gender):\n        self.age, self.gender = age, gender\n" +
    "    def junior(self): return self.age < 3\n    def bonus(self): return self.gender\n";
  assert.deepEqual(otherDeciders(methods), [["age", "junior"]]);
});
