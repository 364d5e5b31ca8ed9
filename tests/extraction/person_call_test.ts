import assert from "node:assert/strict";
import {
  callText,
  classesIn,
  type Given,
  type Handed,
  isName,
  type PersonCall,
} from "codebias/extraction/person_call.ts";

const input = (name: string): Handed => ({ kind: "input", name });
const given = (named: readonly (readonly [string, Handed])[], positional: readonly Handed[] = []): Given => ({
  positional,
  named,
});
const call = (rest: Partial<PersonCall>): PersonCall => ({
  ...{ name: "f", as: "function", given: given([]), isAsync: false },
  ...rest,
});

const PERSON: Handed = { kind: "instance", of: "Person", given: given([["age", input("age")]]) };

const TEXTS: readonly (readonly [text: string, call: PersonCall])[] = [
  ["f()", call({})],
  ["f(AGE, sex=SEX)", call({ given: given([["sex", input("sex")]], [input("age")]) })],
  ["f((AGE,))", call({ given: given([], [{ kind: "tuple", items: [input("age")] }]) })],
  ["f((AGE, SEX,))", call({ given: given([], [{ kind: "tuple", items: [input("age"), input("sex")] }]) })],
  [
    'f({"a \\"b\\"": AGE})',
    call({ given: given([], [{ kind: "dict", entries: [['a "b"', input("age")]] }]) }),
  ],
  [
    "f(p=SimpleNamespace(age=AGE))",
    call({
      given: given([["p", { kind: "object", entries: [["age", input("age")]] }]]),
    }),
  ],
  ["f(sex=Sex[SEX])", call({ given: given([["sex", { kind: "member", name: "sex", of: "Sex" }]]) })],
  [
    'f(age=AGE, **{"Joining Year": YEAR, "class": SEX})',
    call({
      given: given([["Joining Year", input("year")], ["age", input("age")], ["class", input("sex")]]),
    }),
  ],
  ["Person(age=AGE).f(sex=SEX)", call({ owner: PERSON, given: given([["sex", input("sex")]]) })],
  ["Person(age=AGE).f", call({ owner: PERSON, as: "property" })],
  ["Person(age=AGE)(SEX)", call({ owner: PERSON, as: "instance", given: given([], [input("sex")]) })],
  ["Rules.f(AGE)", call({ owner: "Rules", given: given([], [input("age")]) })],
];

for (const [text, one] of TEXTS) {
  Deno.test(`callText() writes ${text}`, () =>
    assert.equal(callText(one, (name) => name.toUpperCase()), text));
}

Deno.test("classesIn() has all classes and enumerations that a call names, each once", () => {
  const nested = given([
    ["a", {
      kind: "dict",
      entries: [["b", { kind: "tuple", items: [{ kind: "member", name: "s", of: "Sex" }] }]],
    }],
    ["c", { kind: "object", entries: [["d", PERSON], ["e", { kind: "member", name: "s", of: "Sex" }]] }],
  ]);
  assert.deepEqual(classesIn(call({ owner: "Rules", given: nested })), ["Rules", "Sex", "Person"]);
  assert.deepEqual(classesIn(call({ owner: PERSON })), ["Person"]);
  assert.deepEqual(classesIn(call({ given: given([["a", input("a")]]) })), []);
});

Deno.test("isName() knows names from keywords and other texts", () => {
  assert.deepEqual(["age", "_x1", "größe", "class", "None", "1a", "a b", "a-b", ""].map(isName), [
    ...[true, true, true],
    ...[false, false, false, false, false, false],
  ]);
});
