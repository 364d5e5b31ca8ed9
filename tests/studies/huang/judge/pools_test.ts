import assert from "node:assert/strict";
import fc from "fast-check";
import { callInputsOf } from "codebias/extraction/call_inputs.ts";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { attributeOf } from "codebias/studies/huang/judge/aliases.ts";
import { type Pool, poolOf, type PoolOptions, POOLS } from "codebias/studies/huang/judge/pools.ts";
import { type AttributeDefinition, vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
import { float, isA, type PythonValue } from "codebias/values/mod.ts";

/** The pool of the first parameter of the last function of a source. */
function pool(
  source: string,
  options: PoolOptions = { pools: "original" },
  definition?: AttributeDefinition,
): Pool {
  const module = moduleOf(source);
  const [input] = callInputsOf(module, module.sites.at(-1)!).inputs;
  const known = attributeOf(input.name, [...vocabulary.attributes.keys()]);
  return poolOf(input, definition ?? known, options);
}

const BOUNDARY = { pools: "boundary" } as const;

/** All whole numbers that the attribute below can be. */
const WHOLE = Array.from({ length: 73 }, (_, at) => 18 + at);
const own: AttributeDefinition = {
  ...{ name: "own", protected: true, usual: 30, range: [18, 90], aliases: [], flags: [], hints: [] },
  values: new Map<"int" | "str", PythonValue[]>([["int", [20, 40]], ["str", ["high school", "PhD", "none"]]]),
  enriched: new Map<"int" | "str", PythonValue[]>([["int", [20, 30, 40]], ["str", [
    "high school",
    "PhD",
    "none",
    "Master",
  ]]]),
};
const of = (body: string, options: PoolOptions = { pools: "original" }, parameter = "x") =>
  pool(`def f(${parameter}): return ${body}\n`, options, own);

Deno.test("an attribute has the values of its pool, and those that the program compares it with", () => {
  assert.deepEqual(of("x > 50").values, [20, 40, 50]);
  assert.deepEqual(of("x > 50", { pools: "enriched" }).values, [20, 30, 40, 50]);
  assert.deepEqual(of("x > 20.5").values, [20, 40, 21]);
  assert.equal(of("x > 50").range, undefined);
  assert.deepEqual(of("x > 50", BOUNDARY).range, [18, 90]);
  assert.deepEqual(of("x > 50").from, "vocabulary");
});

Deno.test("values that the attribute cannot have are not tried", () => {
  assert.deepEqual(of("0 < x < 120").values, [20, 40]);
});

Deno.test("texts are handed over as the program spells them", () => {
  const { kind, values, named } = of("x in ('High-School', 'Ph.D.', 'Diplom')");
  assert.deepEqual([kind, values], ["str", ["none", "High-School", "Ph.D.", "Diplom"]]);
  assert.deepEqual(named, ["High-School", "Ph.D.", "Diplom"]);
});

Deno.test("texts that the program has elsewhere are tried if they are values but for their spelling", () => {
  const texts = ["HIGH SCHOOL", "unrelated", "master"];
  assert.deepEqual(of("x.lower()", { pools: "original", texts }).values, [
    ...["high school", "PhD", "none"],
    ...["HIGH SCHOOL", "master"],
  ]);
});

Deno.test("texts that say nothing of anybody are not tried", () => {
  assert.deepEqual(of("x in ('', ' ', 'unknown', 'N/A', 'Diplom')").values, [
    "high school",
    "PhD",
    "none",
    "Diplom",
  ]);
});

const KINDS_FOUND: readonly (readonly [kind: string, body: string, parameter?: string])[] = [
  ["str", "x == 'a'"],
  ["str", "x in ('a', 1)"],
  ["int", "x in ('a', 1, 2)"],
  ["int", "x > 3", "x: str"],
  ["str", "x.upper()"],
  ["str", "x", "x: str"],
  ["str", "x", "x: Optional[str] = None"],
  ["str", "int(x) > 3 and x.isdigit()"],
  ["int", "x + 1"],
  ["int", "x % 2 == y"],
  ["int", "x", "x: float"],
  ["bool", "x is True"],
  ["bool", "x", "x: bool"],
  ["int", "1 if x else 2"],
  ["int", "x"],
];

for (const [kind, body, parameter = "x"] of KINDS_FOUND) {
  Deno.test(`a program with ${parameter} and ${body} wants ${kind}`, () => {
    assert.equal(of(body, undefined, parameter).kind, kind);
  });
}

Deno.test("a truth of which nothing is asked is handed over as the program spells truths, if it does", () => {
  const truth = new Map<"bool" | "str", PythonValue[]>([["bool", [true, false]], ["str", ["yes", "no"]]]);
  const kindWith = (texts: readonly string[]) =>
    pool("def f(x): return g(x)\n", { pools: "original", texts }, {
      ...own,
      range: undefined,
      values: truth,
      enriched: truth,
    }).kind;
  assert.deepEqual([["YES"], ["other"], []].map(kindWith), ["str", "bool", "bool"]);
});

Deno.test("numbers that are treated as texts first are handed over as texts", () => {
  const { kind, values, range } = of("int(x) > 50 and x.isdigit()", BOUNDARY);
  assert.deepEqual([kind, range], ["str", undefined]);
  const numbers = values.map(Number);
  assert.deepEqual(numbers.toSorted((a, b) => a - b), WHOLE);
});

Deno.test("all remainders are tried of a number of which they are taken", () => {
  const { values } = of("x % 7 == 3", BOUNDARY);
  const remainders = new Set(values.map((value) => Number(value) % 7));
  assert.equal(remainders.size, 7);
  const gender = pool("def f(gender): return gender % 3\n", BOUNDARY);
  assert.deepEqual([gender.kind, gender.values], ["int", [0, 1, 2]]);
  assert.equal(of("x % 1000 == 3", { ...BOUNDARY, pools: "original" }).values.length, 2);
});

Deno.test("all whole numbers of a range are tried, or its ends where these are many", () => {
  const numbers = (range: readonly [number, number], kind: "int" | "float" = "int") => {
    const values = new Map([[kind, [kind === "int" ? 20 : float(20)]]]);
    return pool("def f(x): return x\n", BOUNDARY, { ...own, range, values, enriched: values })
      .values.map((value) => isA(value, "float") ? value.value : Number(value)).toSorted((a, b) => a - b);
  };
  assert.deepEqual(numbers([18, 90]), WHOLE);
  assert.deepEqual(numbers([19.5, 22.5], "float"), [20, 21, 22]);
  assert.deepEqual(numbers([1, 100]).length, 100);
  assert.deepEqual(numbers([1, 101]), [1, 20, 101]);
});

Deno.test("codes without a range are tried beside those that the program names", () => {
  const education = pool("def f(education): return education >= 3\n", BOUNDARY);
  for (const value of [2, 3, 4]) assert(education.values.includes(value), `${value}`);
  assert.equal(education.range, undefined);
});

Deno.test("a flag is true or false, unless it is compared with texts", () => {
  for (
    const [name, body] of [["is_female", "x and y"], ["region_northwest", "x * 350"], [
      "has_degree",
      "x == 1",
    ]]
  ) {
    const { kind, values } = pool(`def f(${name}): return ${body.replace("x", name)}\n`, BOUNDARY);
    assert.deepEqual([kind, values], ["bool", [false, true]], name);
  }
  const asText = pool("def f(is_female): return is_female == 'yes'\n", BOUNDARY);
  assert(asText.kind === "str" && asText.values.includes("yes"));
});

Deno.test("of a type for which an attribute lists no values, more is tried than the value with which it is compared", () => {
  const valuesOf = (name: string, value: string) =>
    pool(`def f(${name}): return ${name} == ${value}\n`).values;
  assert.deepEqual(valuesOf("race", "True"), [false, true]);
  assert.deepEqual(valuesOf("education", "True"), [false, true]);
  assert.deepEqual(valuesOf("experience", "'senior'"), ["senior", "other"]);
});

Deno.test("members of an enumeration are what is tried of it, by name", () => {
  const source = "class Sex(Enum):\n    M = 'male'\n    F = 'female'\ndef f(sex): return sex is Sex.M\n";
  assert.deepEqual(pool(source), {
    ...{ kind: "str", values: ["M", "F"], from: "comparisons" },
    ...{ own: ["M", "F"], named: ["M", "F"] },
  });
});

Deno.test("of what no vocabulary knows, what the program compares it with is tried, and what is beside it", () => {
  const text = pool("def f(rating): return rating in ('good', 'bad')\n");
  assert.deepEqual([text.values, text.from], [["good", "bad", "other"], "comparisons"]);
  const number = pool("def f(minutes): return minutes > 90\n");
  for (const value of [89, 90, 91]) assert(number.values.includes(value), `${value}`);
  assert.equal(number.from, "comparisons");
  const float9 = pool("def f(ratio): return ratio > 0.9\n");
  assert(float9.kind === "float" && float9.values.some((value) => isA(value, "float") && value.value > 0.9));
});

Deno.test("of what the program says nothing, something of every type is tried, and that is said", () => {
  const guessed = ["x", "x + 1", "x.upper()", "1 if x else 2", "[y for y in x]"].map((body) =>
    pool(`def f(unheard_of): return ${body.replaceAll("x", "unheard_of")}\n`)
  );
  assert.deepEqual(guessed.map(({ kind, from }) => [kind, from]), [
    ["int", "guess"],
    ["int", "guess"],
    ["str", "guess"],
    ["bool", "guess"],
    ["str", "guess"],
  ]);
  for (const { values } of guessed) assert(values.length >= 2);
});

Deno.test("every pool has values of its type, none of them twice", () => {
  const literal = fc.oneof(
    fc.integer({ min: -5, max: 200 }).map(String),
    fc.double({ min: -5, max: 200, noNaN: true }).map((value) => value.toFixed(2)),
    fc.constantFrom("'a'", "'Male'", "'PhD'", "''", "True", "1e300", "99999999999999999999", "-0.0"),
  );
  const types = { int: "number", str: "string", bool: "boolean" } as const;
  fc.assert(fc.property(
    fc.constantFrom(...vocabulary.attributes.keys(), "unheard_of"),
    fc.array(literal, { maxLength: 4 }),
    fc.constantFrom(...POOLS),
    fc.constantFrom("", ": str", ": int", ": bool", ": float"),
    (name, literals, pools, annotation) => {
      const source = `def f(${name}${annotation}): return ${name} in [${literals.join(", ")}]\n`;
      const { kind, values } = pool(source, { pools });
      assert(values.length > 0);
      for (const value of values) {
        if (kind === "float") assert(isA(value, "float"));
        else assert.equal(typeof value, types[kind]);
        if (kind === "int") assert(Number.isSafeInteger(value));
      }
      const keys = values.map((value) => isA(value, "float") ? value.value + 0 : value);
      assert.equal(new Set(keys).size, keys.length);
    },
  ));
  assert.deepEqual(pool("def f(bmi): return bmi > 30\n").values.at(-1), float(30));
});
