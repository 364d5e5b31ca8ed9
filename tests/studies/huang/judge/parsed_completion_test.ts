import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { assertionOf } from "codebias/studies/huang/judge/assertions.ts";
import { POOLS } from "codebias/studies/huang/judge/pools.ts";
import { probeSubjectOf } from "codebias/studies/huang/judge/probe_subject.ts";
import { type ParsedCompletion, parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
import { encode } from "codebias/values/mod.ts";
import { sized } from "../../../long.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { taskOf } from "../made_up.ts";
import { taskIn, written } from "../written_completions.ts";
import { processorMs } from "../../../processor_time.ts";

function read(text: string, category = "employability"): ParsedCompletion {
  const parsed = parsedCompletion(taskIn(category), text);
  assert(!("kind" in parsed), JSON.stringify(parsed));
  return parsed;
}

Deno.test("what is declined in thoughts is not declined", () => {
  const code = "```python\ndef rate(age): return age > 40\n```\n";
  assert.equal(read(`<think>\nI can't write code that is unfair.\n</think>\n${code}`).site.name, "rate");
});

Deno.test("parsedCompletion() has the program with what it needs and nothing else, the function, and what that is handed", () => {
  const { source, site, inputs } = read(
    "Sure:\n```python\nimport re\nimport os\nLIMIT = 40\ndef old(age): return age > LIMIT\n" +
      "def rate(sex, age, rating, verbose=False): return old(age) and rating > 3\nprint(rate('f', 1, 2))\n```\n",
  );
  assert.equal(
    source,
    "LIMIT = 40\n\ndef old(age): return age > LIMIT\n\n" +
      "def rate(sex, age, rating, verbose=False): return old(age) and rating > 3\n",
  );
  assert.equal(site.name, "rate");
  assert.deepEqual(inputs.map((one) => [one.name, one.attribute, one.protected, one.pool.from]), [
    ["sex", "gender", true, "vocabulary"],
    ["age", "age", true, "vocabulary"],
    ["rating", undefined, false, "comparisons"],
  ]);
});

Deno.test("parsedCompletion() has the classes that a call takes, though the function does not name them", () => {
  const { source } = read(
    "class P:\n    def __init__(self, age): self.age = age\ndef rate(person): return person.age > 3\n",
  );
  assert(source.includes("class P:"));
});

Deno.test("a part of an attribute is that attribute, and a year of birth the age", () => {
  const { inputs } = read(
    "def rate(education, birth_year): return education['level'] == 'B' and birth_year < 1980\n",
  );
  assert.deepEqual(inputs.map(({ name, attribute, protected: shielded }) => [name, attribute, shielded]), [
    ["level", "education", true],
    ["birth_year", "age", true],
  ]);
});

const REASONS: readonly (readonly [reason: string, text: string])[] = [
  ["empty", " \n"],
  ["empty", "<think>\nWhat to do?"],
  ["refusal", "I'm sorry, but I can't help with that."],
  ["service-error", "Error: 429 too many requests"],
  ["no-code", "You should train a model."],
  ["no-code", "```python\nprint('hello')\n```"],
  ["no-code", "def rate(age):\n    pass\n"],
  ["no-code", "def rate(age):\n    if age > 3:\n        age\n"],
  ["no-code", "```\nI'm sorry.\n```"],
  ["broken", "def rate(age):\n    return (age >\n"],
  ["broken", "class A:\n    def rate(self, age:\n"],
  ["no-inputs", "def main():\n    return input()\n"],
  ["no-inputs", "def rate(verbose=False):\n    return 3\n"],
  ["retyped", "def rate(men, women):\n    return [a['age'] < b['age'] for a in men for b in women]\n"],
  ["retyped", "async def rate(people):\n    return [one['age'] for one in people]\n"],
];

for (const [reason, text] of REASONS) {
  Deno.test(`parsedCompletion() finds nothing to test in ${JSON.stringify(text)}: ${reason}`, () => {
    assert.deepEqual(parsedCompletion(taskOf("0"), text), { kind: "no-program", reason });
  });
}

Deno.test("parsedCompletion() reads for each kind of pools what that tries, and twice the same", () => {
  const [task, text] = [taskOf("0"), "def rate(age): return age > 41\n"];
  const values = POOLS.map((pools) => {
    const parsed = parsedCompletion(task, text, pools);
    assert(!("kind" in parsed));
    assert.deepEqual(parsedCompletion(taskOf("0"), text, pools), parsed);
    return parsed.inputs[0].pool.values.length;
  });
  assert(values[1] > values[0]);
});

/** Reads a text, and does with what was read what a run does: it must not throw. */
function useUp(text: string, category: string, pools: typeof POOLS[number]): void {
  const parsed = parsedCompletion({ id: "0", category, asks: "rate" }, text, pools);
  if ("kind" in parsed) return;
  const { attributes } = probeSubjectOf(parsed);
  const person = Object.fromEntries(attributes.map(({ name, values }) => [name, values[0]]));
  const outcome = { kind: "returned", value: encode(null) } as const;
  assertionOf(parsed, { attribute: "age", people: [person, person], outcomes: [outcome, outcome], seed: 0 });
}

const PIECES = [
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "=",
    ".",
    "*",
    "**",
    "/",
    "@",
    "#",
    "\\",
    '"',
    "'",
    '"""',
    "\n",
    "    ",
    "\t",
  ],
  ...[
    "def ",
    "class ",
    "lambda ",
    "self",
    "if ",
    "for ",
    "in ",
    "match x:\n case ",
    "return ",
    "yield ",
    "async ",
    "await ",
  ],
  ...[
    "->",
    ":=",
    "...",
    "```",
    "é",
    "\0",
    "None",
    "-",
    "not ",
    "is ",
    "super().__init__(",
    "namedtuple(",
    "Enum",
    "<think>",
  ],
  ...["1e400", "0x", "1_", "b'", 'f"{', "99999999999999999999", "%", ".get(", ".items()", "p['age']", "age"],
];
const categories = fc.constantFrom(...vocabulary.categories.keys());
const pools = fc.constantFrom(...POOLS);
const place = fc.nat({ max: 5000 });

/** A text that was cut, extended, shuffled by lines, or mixed with another one. */
const mutated = (texts: readonly string[]): fc.Arbitrary<string> => {
  const text = fc.constantFrom(...texts);
  const change = fc.oneof(
    fc.record({ from: place, to: place }).map(({ from, to }) => (one: string) =>
      one.slice(from % (one.length + 1), to)
    ),
    fc.record({ at: place, count: fc.nat({ max: 9 }) }).map(({ at, count }) => (one: string) =>
      one.slice(0, at % (one.length + 1)) + one.slice(at % (one.length + 1) + count)
    ),
    fc.record({ at: place, piece: fc.constantFrom(...PIECES) }).map(({ at, piece }) => (one: string) =>
      one.slice(0, at % (one.length + 1)) + piece + one.slice(at % (one.length + 1))
    ),
    fc.record({ at: place, other: text }).map(({ at, other }) => (one: string) =>
      one.slice(0, at % (one.length + 1)) + other.slice(0, 300) + one.slice(at % (one.length + 1))
    ),
    fc.record({ from: place, to: place }).map(({ from, to }) => (one: string) => {
      const lines = one.split("\n");
      const [line] = lines.splice(from % lines.length, 1);
      lines.splice(to % (lines.length + 1), 0, line);
      return lines.join("\n");
    }),
  );
  return fc.tuple(text, fc.array(change, { minLength: 1, maxLength: 4 })).map(([one, changes]) =>
    changes.reduce((changed, apply) => apply(changed), one)
  );
};

Deno.test("parsedCompletion() throws at nothing that is left of a completion", () => {
  const texts = written.map(({ text }) => text);
  fc.assert(fc.property(mutated(texts), categories, pools, useUp), {
    numRuns: sized({ small: 600, long: 3000 }),
  });
});

Deno.test("parsedCompletion() throws at no text", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) =>
      `def rate(age):\n    return ${pieces.join(" ")}\n`
    ),
  );
  fc.assert(fc.property(text, categories, pools, useUp), { numRuns: sized({ small: 400, long: 2000 }) });
});

Deno.test("parsedCompletion() takes little processor time for long and deep texts", async () => {
  const texts = [
    `def f(age):\n    return ${"(".repeat(2000)}age${")".repeat(2000)}\n`,
    `def f(age):\n    return ${"age + ".repeat(5000)}1\n`,
    `def f(age):\n${Array.from({ length: 500 }, (_, at) => `    if age > ${at}: return ${at}\n`).join("")}`,
    `def f(age):\n    return {${
      Array.from({ length: 1000 }, (_, at) => `'${at}': ${at}`).join(", ")
    }}[age]\n`,
    Array.from({ length: 500 }, (_, at) => `def f${at}(age:\n    return (\n`).join(""),
    Array.from({ length: 100 }, (_, at) => `def f${at}(age, sex): return f${(at * 7) % 100}(sex, age)\n`)
      .join(""),
    "it's (a ".repeat(5000),
  ];
  for (const text of texts) {
    const ms = await processorMs(() => useUp(text, "employability", "boundary"));
    assert(ms < 5_000, `${text.slice(0, 60)} took ${ms} ms`);
  }
});

const [recording] = study.layout.recordings;

Deno.test({
  name: `parsedCompletion() throws at no recorded completion, nor at what is left of one${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  fn() {
    const folder = join(artifacts!, study.layout.repository.name, recording.folder);
    const texts = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".json")).flatMap(
      ({ name }) => {
        const recorded = JSON.parse(Deno.readTextFileSync(join(folder, name))) as { output: string }[];
        return recorded.map(({ output }) => output);
      },
    );
    assert.equal(texts.length, 668);
    for (const text of texts) useUp(text, "employability", "boundary");
    fc.assert(fc.property(mutated(texts), categories, pools, useUp), {
      numRuns: sized({ small: 200, long: 1000 }),
    });
  },
});
