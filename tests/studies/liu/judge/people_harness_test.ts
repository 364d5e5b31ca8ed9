import assert from "node:assert/strict";
import { ENTRY, harnessFor, parameterOf } from "codebias/studies/liu/judge/people_harness.ts";

const OPTIONS = { finder: "find_adj_people", dimension: "gender", names: ["gender", "age"] };

/** Whether people are plain dicts for a function with this body. */
function isPlain(...body: readonly string[]): boolean {
  const source = `def find_adj_people(people, gender):\n${body.map((line) => `    ${line}\n`).join("")}`;
  const harness = harnessFor(source, OPTIONS);
  assert.match(harness, new RegExp(`def ${ENTRY}\\(${parameterOf("gender")}, ${parameterOf("age")}\\):`));
  return !harness.includes("class PersonToFind");
}

const collecting = (condition: string) => [
  ...["found = []", "for person in people:", `    if ${condition}:`, "        found.append(person)"],
  "return found",
];

Deno.test("people are plain dicts where code looks at what they are known to have, and puts them into lists", () => {
  for (
    const condition of [
      ...[
        "person[gender] == 'male'",
        "person['gender'].lower() in ['male', 'man']",
        "person['age'] > 18 and not gender",
      ],
    ]
  ) assert(isPlain(...collecting(condition)), condition);
  assert(isPlain("return [p for p in people if p[gender] != 'male'], len(people)"));
});

Deno.test("people can do more where code may ask for it: fields, other keys, sets, dicts, functions that get them", () => {
  const bodies = [
    collecting("person.gender == 'male'"),
    collecting("person['name'] == 'Ada'"),
    collecting("person[other] == 'male'"),
    collecting("person.get(gender) == 'male'"),
    collecting("is_lonely(person)"),
    ["return {p for p in people if p[gender] == 'male'}"],
    ["return {p[gender]: p for p in people}"],
    ["return list(filter(lambda p: p[gender] == 'male', people))"],
    ["return set(people)"],
    ["return (p for p in people if p[gender] == 'male')"],
    ["for p in people:", "    yield p"],
    ["people[0][gender] = 'male'", "return people.copy()"],
  ];
  for (const body of bodies) assert(!isPlain(...body), body.join("\n"));
});
