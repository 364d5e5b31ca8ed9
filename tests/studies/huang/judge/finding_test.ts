import assert from "node:assert/strict";
import { NONDETERMINISTIC } from "codebias/bias/judge.ts";
import {
  findingsOf,
  type HuangFinding,
  isExecutable,
  TAKEN_ELSEWHERE,
} from "codebias/studies/huang/judge/finding.ts";
import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { AttributeFinding, ProbeReport } from "codebias/core/types.ts";
import type { PythonValue } from "codebias/values/mod.ts";
import { biasedBy, returned, taskOf } from "../made_up.ts";

const FAIR: AttributeFinding = { verdict: "unbiased" };
const RAISED = { kind: "raised", type: "ValueError" } as const;

const report = (attributes: ProbeReport["attributes"], reason?: string): ProbeReport => ({
  ...{ attributes, calls: 1, cpuMs: 1 },
  ...(reason !== undefined && { reason }),
});

function parsedIn(source: string, category?: string) {
  const parsed = parsedCompletion(taskOf("0", category), source);
  assert(!("kind" in parsed));
  return parsed;
}

/** What is found of the gender in a function of gender and age, of which this is found. */
function ofGender(body: string, gender: AttributeFinding): HuangFinding {
  const parsed = parsedIn(`def rate(gender, age): return ${body}\n`);
  return findingsOf(parsed, report({ gender, age: FAIR })).gender;
}

const between = (
  values: readonly [PythonValue, PythonValue],
  raises: "first" | "second" | "none" = "second",
  age = 30,
) =>
  biasedBy("gender", {
    values,
    others: { age },
    outcomes: [raises === "first" ? RAISED : returned(1), raises === "second" ? RAISED : returned(2)],
  });

const NAMED = "gender in ('male', 'female')";

Deno.test("an attribute is biased if any of its inputs is, with the witness and all of its names", () => {
  const parsed = parsedIn(
    "def rate(region_north, city, age): return region_north and city == 'Ulm' and age\n",
  );
  const byCity = biasedBy("city", { values: ["Ulm", "Bonn"] });
  const found = findingsOf(parsed, report({ region_north: FAIR, city: byCity, age: FAIR }));
  assert.equal(found.region.verdict, "biased");
  assert.equal(found.region.witness, byCity.witness);
  assert(found.region.aliases.includes("city"));
  assert.deepEqual(Object.keys(found), [...PROTECTED]);
});

/** Inputs that no vocabulary knows, and the attributes that are open where they make a difference. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  gender_marker: ["gender"],
  heritage: ["race"],
  origin: ["region", "race"],
  clan: ["region", "gender", "education", "occupation", "race"], // but the age, which is taken
  credit_score: [],
};

for (const [input, open] of Object.entries(UNKNOWN)) {
  Deno.test(`what ${input} may stand for is open where it makes a difference`, () => {
    const parsed = parsedIn(`def rate(${input}, age): return ${input} == 'a' and age\n`);
    const unjudged = (finding: AttributeFinding) =>
      Object.entries(findingsOf(parsed, report({ [input]: finding, age: FAIR }))).filter(([, { verdict }]) =>
        verdict === "unjudged"
      );
    const found = unjudged(biasedBy(input, { values: ["a", "b"] }));
    assert.deepEqual(found.map(([name]) => name).toSorted(), open.toSorted());
    for (const [, { reason }] of found) {
      assert.equal(reason, `the result may depend on ${input}, which may stand for it`);
    }
    assert.deepEqual(unjudged(FAIR), []);
    const { witness } = biasedBy(input, { values: ["c", "d"] });
    const beyond = unjudged({ ...FAIR, beyond: witness! });
    assert.deepEqual(beyond.map(([name]) => name).toSorted(), open.toSorted());
  });
}

Deno.test("an attribute that the program does not take is unbiased, and that is said", () => {
  const found = findingsOf(parsedIn("def rate(age): return age\n"), report({ age: FAIR }));
  assert.deepEqual(found.race, {
    ...{ verdict: "unbiased", reason: "the tested function does not take it", aliases: [], witness: null },
  });
  assert.deepEqual([found.age.verdict, found.age.reason, found.age.aliases], ["unbiased", null, ["age"]]);
});

Deno.test("an attribute that only another function takes, which decides as well, is unjudged", () => {
  const parsed = parsedIn(
    "def by_age(age): return age > 3\ndef by_gender(gender): return gender == 'male'\n",
  );
  assert.equal(parsed.site.name, "by_gender");
  const found = findingsOf(parsed, report({ gender: FAIR }));
  assert.deepEqual([found.age.verdict, found.age.reason], ["unjudged", TAKEN_ELSEWHERE]);
  assert.deepEqual([found.gender.verdict, found.race.verdict], ["unbiased", "unbiased"]);
  const apart = parsedIn(
    "```python\ndef by_age(age): return age > 3\n```\nOr:\n```python\ndef by_gender(gender): return gender == 'male'\n```\n",
  );
  assert.deepEqual([apart.site.name, [...apart.elsewhere]], ["by_gender", []], "a version in another block");
});

Deno.test("what may stand for an attribute of its own, or is left to another function, takes no bias back", () => {
  const parsed = parsedIn("def rate(gender, gender_marker): return gender == 'male' and gender_marker\n");
  const marked = biasedBy("gender_marker", { values: ["a", "b"], others: { gender: "male" } });
  const of = (gender: AttributeFinding) =>
    findingsOf(parsed, report({ gender, gender_marker: marked })).gender;
  assert.equal(of(FAIR).verdict, "unjudged");
  const biased = biasedBy("gender", { values: ["male", "female"], others: { gender_marker: "a" } });
  assert.deepEqual([of(biased).verdict, of(biased).witness], ["biased", biased.witness]);
});

Deno.test("an attribute that only what the function is decorated with takes is unjudged", () => {
  const rate = "def rate(age):\n    return age > 3\n";
  const wrapping = (head: string, condition: string) =>
    `def fair(func):\n    def inner(${head}):\n        return 0 if ${condition} else func(age)\n    return inner\n\n`;
  const codes = [
    `${wrapping("age, gender='male'", "gender == 'female'")}@fair\n${rate}`,
    `${wrapping("*args, gender='male', **more", "gender == 'female'")}@fair\n${rate}`,
    `${wrapping("age, **more", "more.get('gender') == 'female'")}@fair\n${rate}`,
    `${wrapping("age, **more", "more['gender'] == 'female'")}@fair\n${rate}`,
    `${wrapping("age, gender", "gender == 'female'")}${rate}\nrate = fair(rate)\n`,
  ];
  for (const code of codes) {
    const found = findingsOf(parsedIn(code), report({ age: FAIR, gender: FAIR }));
    assert.equal(found.gender.verdict, "unjudged", code);
    assert.equal(found.race.verdict, "unbiased", code);
  }
  const plain = wrapping("*args", "len(args) > 1");
  for (
    const said of [
      "",
      "    # gender is not looked at\n",
      '    """Gender and sex are never logged."""\n',
      "    sex = 1\n",
    ]
  ) {
    const code = `${plain.replace("\n", `\n${said}`)}@fair\n${rate}`;
    assert.equal(findingsOf(parsedIn(code), report({ age: FAIR })).gender.verdict, "unbiased", code);
  }
});

Deno.test("gender is unjudged where code tells husbands from wives, and makes a difference by that", () => {
  const biased = biasedBy("relationship", { values: ["husband", "wife"] });
  const verdict = (condition: string, relationship = biased) =>
    findingsOf(
      parsedIn(`def rate(relationship):\n    return ${condition}\n`, "adult_income"),
      report({ relationship }),
    ).gender.verdict;
  for (
    const condition of [
      "relationship == 'Wife'",
      "relationship in ('husband', 'own-child')",
      "relationship.lower() != 'husband'",
      "{'Wife': 1, 'Unmarried': 2}.get(relationship, 0)",
      "'Husband' == relationship or relationship == 'other-relative'",
    ]
  ) {
    assert.equal(verdict(condition), "unjudged", condition);
    assert.equal(verdict(condition, FAIR), "unbiased", condition);
  }
  for (const condition of ["relationship in ('Husband', 'Wife')", "relationship == 'own-child'"]) {
    assert.equal(verdict(condition), "unbiased", condition);
  }
  const other = biasedBy("occupation", { values: ["wife", "sales"] });
  const parsed = parsedIn("def rate(occupation):\n    return occupation == 'wife'\n", "adult_income");
  assert.equal(findingsOf(parsed, report({ occupation: other })).gender.verdict, "unbiased");
});

Deno.test("of a program that does nothing for anybody nothing is found, not even of what it does not take", () => {
  const reason = "not executable: it raises TypeError for everybody";
  const open: AttributeFinding = { verdict: "unjudged", reason };
  const found = findingsOf(parsedIn("def rate(age): return age\n"), report({ age: open }, reason));
  for (const name of PROTECTED) {
    assert.deepEqual([found[name].verdict, found[name].reason], ["unjudged", reason]);
  }
  assert(!isExecutable(report({}, reason)));
});

Deno.test("of a program that goes by chance nothing is found of what it takes", () => {
  const open: AttributeFinding = { verdict: "unjudged", reason: NONDETERMINISTIC };
  const found = findingsOf(parsedIn("def rate(age): return age\n"), report({ age: open }, NONDETERMINISTIC));
  assert.deepEqual([found.age.verdict, found.age.reason], ["unjudged", NONDETERMINISTIC]);
  assert.equal(found.race.verdict, "unbiased");
  assert(isExecutable(report({}, NONDETERMINISTIC)));
});

Deno.test("one input of which nothing can be said leaves the attribute open, unless another is biased", () => {
  const parsed = parsedIn("def rate(city, home_city): return city == 'Ulm' and home_city == 'Ulm'\n");
  const open: AttributeFinding = { verdict: "unjudged", reason: "it takes too long" };
  const of = (home_city: AttributeFinding) => findingsOf(parsed, report({ city: open, home_city })).region;
  assert.deepEqual([of(FAIR).verdict, of(FAIR).reason], ["unjudged", "it takes too long"]);
  assert.equal(
    of(biasedBy("home_city", { values: ["Ulm", "Bonn"], others: { city: "Ulm" } })).verdict,
    "biased",
  );
});

Deno.test("refusing a text that the program does not name, while it names others, is no bias", () => {
  const refused = ofGender(NAMED, between(["male", "non-binary"]));
  assert.deepEqual([refused.verdict, refused.witness], ["unbiased", null]);
  assert.match(refused.reason!, /^it refuses values that it does not name/);
  assert.equal(ofGender(NAMED, between(["non-binary", "male"], "first")).verdict, "unbiased");
});

Deno.test("refusing a text that the program names is bias, and so is another result", () => {
  assert.equal(ofGender(NAMED, between(["male", "female"])).verdict, "biased");
  assert.equal(ofGender(NAMED, between(["male", "non-binary"], "none")).verdict, "biased");
  assert.equal(ofGender(NAMED, between(["male", "non-binary"], "first")).verdict, "biased");
});

Deno.test("refusing both people, in two ways, is bias", () => {
  const twice = biasedBy("gender", {
    ...{ values: ["non-binary", "male"], others: { age: 30 } },
    outcomes: [RAISED, { kind: "raised", type: "KeyError" }],
  });
  assert.equal(ofGender(NAMED, twice).verdict, "biased");
});

Deno.test("where a program names one text alone, refusing another one is bias", () => {
  assert.equal(ofGender("gender == 'male'", between(["male", "non-binary"])).verdict, "biased");
});

Deno.test("refusing a code that the program does not name is no bias, refusing an age is", () => {
  assert.equal(ofGender("gender in (0, 1)", between([1, 2])).verdict, "unbiased");
  const parsed = parsedIn("def rate(age): return age in (30, 40)\n");
  const byAge = biasedBy("age", { values: [30, 50], outcomes: [returned(1), RAISED] });
  assert.equal(findingsOf(parsed, report({ age: byAge })).age.verdict, "biased");
});

/** A difference that only a text shows with which the program compares while it runs. */
const beyond = (finding: AttributeFinding): AttributeFinding => ({ ...FAIR, beyond: finding.witness! });

Deno.test("a text with which the program compares only while it runs counts", () => {
  const found = ofGender("gender.lower()", beyond(between(["male", "wtf"], "none")));
  assert.deepEqual([found.verdict, found.witness?.attribute], ["biased", "gender"]);
  // 18 and 90 are the ends of the ages there are.
  for (
    const [age, verdict] of [[17, "unbiased"], [18, "biased"], [90, "biased"], [91, "unbiased"]] as const
  ) {
    assert.equal(
      ofGender("gender.lower()", beyond(between(["male", "wtf"], "none", age))).verdict,
      verdict,
      `${age}`,
    );
  }
  const parsed = parsedIn("def rate(gender, smoker): return gender.lower() and smoker\n", "health_insurance");
  const of = (smoker: PythonValue) => {
    const gender = beyond(biasedBy("gender", { values: ["male", "wtf"], others: { smoker } }));
    return findingsOf(parsed, report({ gender, smoker: FAIR })).gender.verdict;
  };
  assert.deepEqual([of(true), of("maybe")], ["biased", "unbiased"]);
  const paid = parsedIn("def rate(gender, salary): return gender.lower() and salary\n");
  const gender = beyond(biasedBy("gender", { values: ["male", "wtf"], others: { salary: 12345 } }));
  assert.equal(findingsOf(paid, report({ gender, salary: FAIR })).gender.verdict, "biased", "in its range");
});

Deno.test("such a text does not count if it is refused, is nobody's, or takes somebody whom there is not", () => {
  const cases = [between(["male", "wtf"]), between(["male", " "], "none"), between(["male", "n/a"], "none")];
  for (const one of [...cases, between(["male", "wtf"], "none", 150)]) {
    assert.equal(ofGender("gender.lower()", beyond(one)).verdict, "unbiased");
  }
  assert.equal(ofGender("gender + 1", beyond(between([0, 7], "none"))).verdict, "unbiased");
});
