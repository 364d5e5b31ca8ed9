import assert from "node:assert/strict";
import { probeSubjectOf } from "codebias/studies/huang/judge/probe_subject.ts";
import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import type { ProbeSubject } from "codebias/core/types.ts";
import { decode } from "codebias/values/mod.ts";
import { taskOf } from "../made_up.ts";

function subjectOf(text: string): ProbeSubject {
  const parsed = parsedCompletion(taskOf("0"), text);
  assert(!("kind" in parsed), JSON.stringify(parsed));
  return probeSubjectOf(parsed);
}

const CLASS = "class P:\n    def __init__(self, age): self.age = age\n";

/** What probing calls, without the attributes, where it can call the function itself. */
const DIRECT: readonly (readonly [called: Omit<ProbeSubject, "attributes" | "source">, source: string])[] = [
  [{ functionName: "f", style: "function" }, "def f(age, sex): return age\n"],
  [{ functionName: "f", style: "function" }, "def f(**data): return data['age']\n"],
  [{ functionName: "f", style: "dict" }, "def f(p): return p['age']\n"],
  [{ functionName: "f", style: "method" }, "def f(p): return p.age\n"],
  [{ functionName: "f", style: "dataclass", className: "P" }, `${CLASS}def f(p: P): return p.age\n`],
  [{ functionName: "f", style: "dataclass", className: "P" }, `${CLASS}    def f(self): return self.age\n`],
  [{ functionName: "f", style: "method", className: "M" }, "class M:\n    def f(self, age): return age\n"],
  [{ functionName: "f", className: "M" }, "class M:\n    @staticmethod\n    def f(age): return age\n"],
];

for (const [called, source] of DIRECT) {
  Deno.test(`probing calls the function itself in ${JSON.stringify(source)}`, () => {
    const { attributes, source: whole, ...rest } = subjectOf(source);
    assert.deepEqual(rest, called);
    assert(!whole.includes("decision_for"));
    assert(attributes.some(({ name, protected: shielded }) => name === "age" && shielded));
  });
}

/** How a function around calls the program's own, where probing could not. */
const WRAPPED: readonly (readonly [last: string, source: string])[] = [
  ['return f(p={"age": age}, limit=limit)', "def f(p, limit): return p['age'] > limit\n"],
  ['return f(p={"age": age})', "def f(*, p): return p['age']\n"],
  ['return f(p={"a": {"age": age}})', "def f(p): return p['a']['age']\n"],
  ["return f(p=(age, sex,))", "def f(p):\n    age, sex = p\n    return age\n"],
  ["return P(age=age).f(sex=sex)", `${CLASS}    def f(self, sex): return self.age\n`],
  ["return P(age=age).f", `${CLASS}    @property\n    def f(self): return self.age\n`],
  ["return P(age=age)()", `${CLASS}    def __call__(self): return self.age\n`],
  [
    "return f(sex=Sex[sex])",
    "class Sex(Enum):\n    M = 1\n    F = 2\ndef f(sex: Sex): return sex is Sex.M\n",
  ],
  ["return f(p=SimpleNamespace(age=age), limit=limit)", "def f(p, limit): return p.age > limit\n"],
  [
    `return M().f(p={"Age": given_person['Age'], "Joining Year": given_person['Joining Year']})`,
    "class M:\n    def f(self, p): return p['Age'] + p['Joining Year']\n",
  ],
];

for (const [last, source] of WRAPPED) {
  Deno.test(`probing calls a function around ${JSON.stringify(source)}`, () => {
    const { source: whole, functionName, style } = subjectOf(source);
    assert.deepEqual([functionName, style], ["decision_for", "function"]);
    assert.equal(whole.trimEnd().split("\n").at(-1)!.trim(), last);
    assert(!last.includes("SimpleNamespace") || whole.includes("import SimpleNamespace"));
  });
}

Deno.test("the function around hides nothing that it calls", () => {
  const { source } = subjectOf("def limit(p, limit): return p['age'] > limit\n");
  assert.match(
    source,
    /\(\*\*given_person\):\n {4}return limit\(p={"age": given_person\['age'\]}, limit=given_person\['limit'\]\)\n$/,
  );
});

Deno.test("the function around has a name that the program does not have", () => {
  const { functionName, source } = subjectOf("def decision_for(p, limit): return p['age'] > limit\n");
  assert.equal(functionName, "decision_for_");
  assert(source.includes("def decision_for_("));
});

Deno.test("attributes have their values, range, and whether they are protected", () => {
  const { attributes } = subjectOf(
    "def f(age, city, rating): return age > 40 and city == 'Ulm' and rating == 'A'\n",
  );
  const [age, city, rating] = attributes;
  assert.deepEqual([age.type, age.range, age.protected], ["int", [18, 90], true]);
  assert(age.values.some((value) => decode(value) === 40));
  assert.deepEqual([city.type, city.range, city.protected], ["str", undefined, true]);
  assert.deepEqual([rating.values.map(decode), rating.protected], [["A", "other"], false]);
});
