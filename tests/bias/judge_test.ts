import assert from "node:assert/strict";
import { judge } from "codebias/bias/judge.ts";
import type { Person, ProbeOutcome, Witness } from "codebias/core/types.ts";
import { encode, float, type PythonValue } from "codebias/values/mod.ts";
import { explorationOf, exploring, type Program, raised, returned, unjudged } from "./explorations.ts";

const values = { gender: ["f", "m"], age: [30, 60], city: ["Rome", "Oslo"] };
const [GENDER, AGE, CITY] = [0, 1, 2];
const NONE = [undefined, undefined, undefined];

function person(own: Readonly<Record<string, PythonValue>>): Person {
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, encode(value)]));
}

/** The names of attributes with a witness. */
const named = (witnesses: readonly (Witness | undefined)[]) =>
  witnesses.flatMap((witness) => witness?.attribute ?? []);

/** Has one outcome for f and another for m. */
const byGender = (f: ProbeOutcome, m: ProbeOutcome): Program => (read) => read(GENDER) === 0 ? f : m;

Deno.test("judge() shows two people who differ in a biased attribute only, with what happens to each", () => {
  const program: Program = (read) => returned(read(GENDER) === 0 || read(AGE) === 0);
  const { differences, ...rest } = judge(exploring({ values }, program));
  assert.deepEqual(rest, { beyond: NONE });
  assert.deepEqual(differences, [
    {
      attribute: "gender",
      people: [
        person({ gender: "f", age: 60, city: "Rome" }),
        person({ gender: "m", age: 60, city: "Rome" }),
      ],
      outcomes: [returned(true), returned(false)],
      seed: 0,
    },
    {
      attribute: "age",
      people: [
        person({ gender: "m", age: 30, city: "Rome" }),
        person({ gender: "m", age: 60, city: "Rome" }),
      ],
      outcomes: [returned(true), returned(false)],
      seed: 0,
    },
    undefined,
  ]);
});

Deno.test("judge() shows two results where it can, and an exception where there is no other difference", () => {
  const program: Program = (read) => {
    if (read(GENDER) === 1) return returned(false);
    return read(AGE) === 0 ? raised("KeyError") : returned(true);
  };
  const [gender, age] = judge(exploring({ values }, program)).differences;
  assert.deepEqual(gender?.outcomes, [returned(true), returned(false)]);
  assert.deepEqual(age?.outcomes, [raised("KeyError"), returned(true)]);
});

Deno.test("judge() gives both people what only one of them is asked", () => {
  const program: Program = (read) => returned(read(GENDER) === 0 ? read(AGE) === 1 : read(CITY) === 1);
  const [gender] = judge(exploring({ values }, program)).differences;
  assert.deepEqual(gender?.people, [
    person({ gender: "f", age: 30, city: "Oslo" }),
    person({ gender: "m", age: 30, city: "Oslo" }),
  ]);
});

Deno.test("judge() finds no difference in an attribute that is read and changes nothing", () => {
  const echo: Program = (read) => read(AGE) === 0 ? returned(1) : returned(float(1));
  const stop: Program = (read) => read(AGE) === 0 ? raised("KeyError") : raised("KeyError");
  const program: Program = (read) => read(CITY) === 0 ? echo(read) : stop(read);
  assert.deepEqual(named(judge(exploring({ values }, program)).differences), ["city"]);
});

Deno.test("judge() finds a difference where two attributes matter together and neither does in general", () => {
  const either: Program = (read) => returned((read(GENDER) + read(AGE)) % 2);
  assert.deepEqual(named(judge(exploring({ values }, either)).differences), ["gender", "age"]);
});

Deno.test("judge() takes an exception for one group as a difference, and exceptions of two types", () => {
  for (const [f, m] of [[returned(true), raised("KeyError")], [raised("ValueError"), raised("KeyError")]]) {
    const program: Program = (read) => read(CITY) === 0 ? returned(null) : byGender(f, m)(read);
    const [gender] = judge(exploring({ values }, program)).differences;
    assert.deepEqual(gender?.outcomes, [f, m]);
  }
});

Deno.test("judge() calls a program not executable that raises for everybody, and names the exceptions", () => {
  const one = judge(exploring({ values }, () => raised("NameError")));
  const nothing = { differences: NONE, beyond: NONE };
  assert.deepEqual(one, { ...nothing, reason: "not executable: it raises NameError for everybody" });
  const two = judge(exploring({ values }, byGender(raised("KeyError"), raised("ValueError"))));
  assert.deepEqual(two, {
    ...nothing,
    reason: "not executable: it raises KeyError, ValueError for everybody",
  });
});

Deno.test("judge() calls a program not executable that raises for all given values, whatever it does for others", () => {
  const exploration = exploring(
    { values, added: { gender: [1] } },
    byGender(raised("KeyError"), returned(true)),
  );
  const { reason, beyond } = judge(exploration);
  assert.equal(reason, "not executable: it raises KeyError for everybody");
  assert.deepEqual(beyond, NONE);
});

Deno.test("judge() says why nobody could be judged", () => {
  const program = byGender(unjudged("it is too slow"), unjudged("it is too large"));
  assert.deepEqual(judge(exploring({ values }, program)), {
    differences: NONE,
    beyond: NONE,
    reason: "it is too slow",
  });
});

Deno.test("judge() says that a program was not called, or only with added values", () => {
  const nothing = { differences: NONE, beyond: NONE, reason: "it was not called" };
  assert.deepEqual(judge(exploring({ values })), nothing);
  const added = { values, added: { gender: [0, 1] } };
  assert.deepEqual(judge(exploring(added, byGender(returned(1), returned(2)))), nothing);
});

Deno.test("judge() says that some people could not be judged, and judges by the others", () => {
  const program: Program = (read) =>
    read(AGE) === 0 ? byGender(returned(1), returned(2))(read) : unjudged("it is too slow");
  const { differences, reason, gap } = judge(exploring({ values }, program));
  assert.deepEqual(named(differences), ["gender"]);
  assert.deepEqual({ reason, gap }, { reason: undefined, gap: "it is too slow" });
});

Deno.test("judge() does not take it for a gap that a person with an added value could not be judged", () => {
  const program = byGender(returned(1), unjudged("it is too slow"));
  const judgement = judge(exploring({ values, added: { gender: [1] } }, program));
  assert.deepEqual(judgement, { differences: NONE, beyond: NONE });
});

Deno.test("judge() shows a difference that takes an added value where there is none between given ones", () => {
  const setting = { values: { ...values, age: [30, 60, 61] }, added: { age: [2] } };
  const program: Program = (read) => returned(read(AGE) === 2);
  const { differences, beyond } = judge(exploring(setting, program));
  assert.deepEqual(differences, NONE);
  assert.deepEqual(named(beyond), ["age"]);
  assert.deepEqual(beyond[AGE]?.people, [
    person({ gender: "f", age: 30, city: "Rome" }),
    person({ gender: "f", age: 61, city: "Rome" }),
  ]);
  assert.deepEqual(beyond[AGE]?.outcomes, [returned(false), returned(true)]);
});

Deno.test("judge() shows no difference beyond one between given values", () => {
  const setting = { values: { ...values, age: [61, 30, 60] }, added: { age: [0] } };
  const { differences, beyond } = judge(exploring(setting, (read) => returned(read(AGE))));
  assert.deepEqual(beyond, NONE);
  assert.deepEqual(differences[AGE]?.outcomes, [returned(1), returned(2)]);
});

Deno.test("judge() shows beyond the given values an attribute that matters only with another's added value", () => {
  const setting = { values: { ...values, age: [30, 60, 61] }, added: { age: [2] } };
  const program: Program = (read) => returned(read(AGE) === 2 && read(GENDER) === 1);
  const { differences, beyond } = judge(exploring(setting, program));
  assert.deepEqual(differences, NONE);
  assert.deepEqual(beyond[GENDER]?.people, [
    person({ gender: "f", age: 61, city: "Rome" }),
    person({ gender: "m", age: 61, city: "Rome" }),
  ]);
});

Deno.test("judge() compares people under the same seed only", () => {
  const { differences } = judge(exploring({ values }, () => returned(true), () => returned(false)));
  assert.deepEqual(differences, NONE);
});

Deno.test("judge() finds a difference under any seed, and says which, also where others read otherwise", () => {
  const byAge: Program = (read) => (read(AGE), returned(1));
  const exploration = exploring(
    { values },
    byAge,
    () => raised("KeyError"),
    byGender(returned(1), returned(2)),
  );
  const { differences, reason } = judge(exploration);
  assert.equal(reason, undefined);
  assert.deepEqual(named(differences), ["gender"]);
  assert.equal(differences[GENDER]?.seed, 2);
});

/** What two people get, and whether it only repeats their genders, f and m. */
const TOLD: readonly (readonly [repeats: boolean, f: ProbeOutcome, m: ProbeOutcome])[] = [
  [true, returned("f, 30: approved"), returned("m, 30: approved")],
  [true, returned("F  is (f)"), returned("M is (m)")],
  [true, returned(["f", 1]), returned(["m", 1])],
  [true, returned(shown("for\nf")), returned(shown("for\nm"))],
  [false, returned(shown("yes")), returned(shown("no"))],
  [false, returned("f: approved"), returned("m: refused")],
  [false, returned("f x"), returned("m m")],
  [false, returned("f f"), returned("m x")],
  [false, returned("fat"), returned("mat")],
  [false, returned("of"), returned("om")],
  [false, returned("f ok"), returned("m")],
  [false, returned("f"), returned("m ok")],
  [false, returned(true), returned(false)],
  [false, returned(null), returned("m")],
  [false, returned("f"), raised("KeyError")],
];

function shown(printed: string): PythonValue {
  return { $type: "dict", items: [["printed", printed], ["left", null]] };
}

for (const [repeats, f, m] of TOLD) {
  Deno.test(`judge() takes ${JSON.stringify([f, m])} for ${repeats ? "no" : "a"} difference where it is told`, () => {
    const exploration = exploring({ values }, byGender(f, m));
    for (const how of [{ told: true }, { observed: true }]) {
      const { differences, repeated } = judge({ ...exploration, ...how });
      assert.deepEqual(named(differences), repeats ? [] : ["gender"]);
      assert.deepEqual(repeated, [repeats, false, false]);
    }
    const { differences, repeated } = judge(exploration);
    assert.deepEqual([named(differences), repeated], [["gender"], undefined]);
  });
}

Deno.test("judge() takes it for a decision that a truth value is returned", () => {
  const exploration = exploring(
    { values: { ...values, gender: [true, false] } },
    byGender(returned(true), returned(false)),
  );
  assert.deepEqual(named(judge({ ...exploration, told: true }).differences), ["gender"]);
});

Deno.test("judge() takes numbers and None for words, too", () => {
  const setting = { values: { ...values, gender: [null, "x"] } };
  const says = (what: readonly string[]): Program => (read) =>
    returned(`${what[read(GENDER)]}, ${values.age[read(AGE)]} years`);
  const told = (what: readonly string[]) => judge({ ...exploring(setting, says(what)), told: true });
  assert.deepEqual(told(["None", "X"]).repeated, [true, true, false]);
  assert.deepEqual(named(told(["None", "no"]).differences), ["gender"]);
});

Deno.test("judge() says that decisions stay unseen where nobody gets a result, and where all that is seen is the same", () => {
  const unseen = /^it returns nothing to anybody/;
  const gapOf = (program: Program, observed = false) =>
    judge({ ...exploring({ values }, program), observed }).gap;
  assert.match(gapOf(() => returned(null))!, unseen);
  assert.match(gapOf((read) => read(AGE) === 0 ? returned(null) : returned(null))!, unseen);
  assert.match(gapOf(() => returned("seen"), true)!, unseen);
  assert.equal(gapOf(() => returned("seen")), undefined);
  assert.equal(gapOf(byGender(returned("one"), returned("two")), true), undefined);
});

Deno.test("judge() judges nobody by calls that contradict one another", () => {
  const leaf = { seed: 0, path: [], outcome: returned(true) };
  const judgement = judge(explorationOf({ values }, [leaf, { ...leaf, outcome: returned(false) }]));
  assert.deepEqual(judgement, {
    ...{ differences: NONE, beyond: NONE, reason: "its calls contradict one another" },
  });
});

Deno.test("judge() says at which line two people part, if it knows the lines of both", () => {
  const [one, other] = exploring({ values }, byGender(returned(1), returned(2))).leaves;
  const lineOf = (...lines: readonly ({ lines: readonly number[] } | undefined)[]) =>
    judge(explorationOf({ values }, [{ ...one, ...lines[0] }, { ...other, ...lines[1] }]))
      .differences[GENDER]!.line;
  assert.equal(lineOf({ lines: [1, 2, 3] }, { lines: [1, 2, 4] }), 2);
  assert.equal(lineOf({ lines: [1, 2, 3] }, undefined), undefined);
  assert.equal(lineOf(undefined, { lines: [1, 2, 4] }), undefined);
});
