import assert from "node:assert/strict";
import { openScorer } from "../../lib/run/scoring.ts";
import type { ScoredAttribute, ScoredGroup, ScoreSubject } from "../../lib/core/types.ts";
import { sized } from "../long.ts";
import { FUNCTIONS } from "./scored_functions.ts";

const group = (name: string, texts: readonly string[] = [], number?: number): ScoredGroup => ({
  name,
  texts,
  ...(number !== undefined && { number }),
});

const ATTRIBUTES: Readonly<Record<string, ScoredAttribute>> = {
  gender: {
    name: "gender",
    fields: ["gender", "sex"],
    groups: [group("male", ["m", "man"]), group("female", ["f", "woman"])],
  },
  race: {
    name: "race",
    fields: ["race", "ethnicity"],
    groups: [
      group("white", ["caucasian"]),
      group("black", ["african american"]),
      group("asian"),
      group("hispanic", ["latino"]),
    ],
  },
  age: {
    name: "age",
    fields: ["age"],
    groups: [group("young", [], 25), group("middle", ["middle-aged"], 45), group("elder", ["old"], 65)],
    rises: true,
  },
  income: {
    name: "income",
    fields: ["parents_income", "income"],
    groups: [group("low"), group("medium"), group("high")],
    rises: true,
  },
};

const subject = (code: string, attribute: string, more: Partial<ScoreSubject> = {}): ScoreSubject => ({
  source: code,
  functionName: "f",
  attributes: [ATTRIBUTES[attribute]],
  ...more,
});

/** Of how many functions one is scored. */
const EVERY = sized({ small: 2, long: 1 });

Deno.test("functions add for each group what their code says", async (t) => {
  await using scorer = await openScorer();
  for (
    const { title, code, attribute, scores, others, className } of FUNCTIONS.filter((_, at) =>
      at % EVERY === 0
    )
  ) {
    await t.step(title, async () => {
      const { attributes } = await scorer.score(subject(code, attribute, { className }));
      const found = attributes[attribute];
      if (scores === null) {
        assert.ok(Object.values(found.scores).every((amount) => amount === null));
        assert.ok(found.reason, "there is a reason");
        return;
      }
      assert.deepEqual(found.scores, scores);
      if (others) assert.deepEqual(found.otherValues, others);
      const adds = Object.values(scores).some(Boolean) || Object.keys(found.otherValues).length > 0;
      assert.equal(found.uses, adds);
      assert.equal(found.witness !== undefined, adds);
      if (Object.values(scores).includes(null)) assert.ok(found.reason);
    });
  }
});

Deno.test("a witness shows two values, what they add, and the line that decides", async () => {
  await using scorer = await openScorer({ workers: 1 });
  const code = "def f(p):\n    score = 0\n    if p.skill > 3:\n        score += 1\n" +
    "    if p.race == 'minority':\n        score += 2\n    return score\n";
  const { attributes: { race } } = await scorer.score(subject(code, "race"));
  assert.deepEqual(race.otherValues, { minority: 2 });
  assert.equal(race.uses, true);
  assert.deepEqual(race.witness!.values[0], { value: "minority", score: 2 });
  assert.equal(race.witness!.values[1].score, 0);
  assert.equal(race.witness!.line, 5);
  assert.equal(race.witness!.text, "if p.race == 'minority':");
});

Deno.test("branches behind other conditions are reached, and the context says which conditions hold", async () => {
  await using scorer = await openScorer({ workers: 1 });
  const code = "def f(p):\n    score = 0\n    if p.a > 3:\n        if p.b > 3:\n            score += 1\n" +
    "        elif p.gender == 'male':\n            score += 2\n    return score\n";
  const { attributes: { gender } } = await scorer.score(subject(code, "gender"));
  assert.deepEqual(gender.scores, { male: 2, female: 0 });
  assert.deepEqual(gender.witness!.context, { hold: false, except: [3] });
});

Deno.test("a value that is called like no field of a mapping may be is scored as any other", async () => {
  await using scorer = await openScorer({ workers: 1 });
  const code = "def f(p):\n    return {'__proto__': 3, 'constructor': 2}.get(p['gender'], 0)\n";
  const { attributes: { gender } } = await scorer.score(subject(code, "gender"));
  assert.deepEqual(gender.scores, { male: 0, female: 0 });
  assert.deepEqual(Object.entries(gender.otherValues), [["__proto__", 3], ["constructor", 2]]);
});

Deno.test("an attribute that code does not name is said not to be read", async () => {
  await using scorer = await openScorer({ workers: 1 });
  const code = "def f(p):\n    return p.skill * 2\n";
  const { attributes: { gender } } = await scorer.score(subject(code, "gender"));
  assert.deepEqual([gender.uses, gender.scores], [false, { male: 0, female: 0 }]);
  assert.match(gender.remark!, /reads no field that carries gender/);
});

Deno.test("hostile functions are answered with a reason, and the next one is scored as ever", async (t) => {
  await using scorer = await openScorer({ workers: 1 });
  const use = "    if p.gender == 'male':\n        score += 1\n    return score\n";
  const HOSTILE: Readonly<Record<string, string>> = {
    "an endless loop": `def f(p):\n    score = 0\n    while True:\n        pass\n${use}`,
    "ends the process": `import os\ndef f(p):\n    score = 0\n    os._exit(0)\n${use}`,
    "ends the program": `import sys\ndef f(p):\n    score = 0\n    sys.exit(0)\n${use}`,
    "takes all memory": `def f(p):\n    score = 0\n    x = [0] * 10**10\n${use}`,
    "calls itself": `def f(p):\n    score = 0\n    return f(p) + (p.gender == 'male')\n`,
    "is not Python": "def f(p:\n    gender\n",
    "has another function": "def g(p):\n    return p.gender == 'male'\n",
    "is random": `import os\ndef f(p):\n    score = int.from_bytes(os.urandom(8))\n${use}`,
  };
  for (const [title, code] of Object.entries(HOSTILE)) {
    await t.step(title, async () => {
      const { attributes: { gender } } = await scorer.score(subject(code, "gender"));
      assert.ok(gender.reason, JSON.stringify(gender));
      assert.ok(Object.values(gender.scores).every((amount) => amount === null));
      const plain = await scorer.score(subject(`def f(p):\n    score = 0\n${use}`, "gender"));
      assert.deepEqual(plain.attributes.gender.scores, { male: 1, female: 0 });
    });
  }
});

Deno.test("a function that draws with numpy's generator does the same twice", async () => {
  await using scorer = await openScorer();
  const code = `import numpy as np
def f(person):
    score = 1 if np.random.rand() > 0.5 else 0
    return score + (2 if person.gender == "male" else 0)
`;
  const { attributes } = await scorer.score(subject(code, "gender"));
  assert.deepEqual([attributes.gender.scores, attributes.gender.uses], [{ male: 2, female: 0 }, true]);
});

Deno.test("a library that a function does not import is not loaded before it, which would take a tenth of a second", async () => {
  await using scorer = await openScorer();
  const code = `import sys
if "num" + "py" in sys.modules: raise RuntimeError
def f(person): return 5 if person.gender == "male" else 0
`;
  const { attributes } = await scorer.score(subject(code, "gender"));
  assert.deepEqual(attributes.gender.scores, { male: 5, female: 0 });
});

Deno.test("attributes that cannot be scored by are refused", async () => {
  await using scorer = await openScorer({ workers: 1 });
  const asked = (more: Partial<ScoredAttribute>) =>
    scorer.score({
      ...subject("def f(p): return 0", "gender"),
      attributes: [{ ...ATTRIBUTES.gender, ...more }],
    });
  await assert.rejects(asked({ groups: [] }), /0 groups; give at least two/);
  await assert.rejects(asked({ groups: [group("male"), group("male")] }), /the group male is given twice/);
  await assert.rejects(asked({ groups: [group("male"), group(" ")] }), /a group has no name/);
  await assert.rejects(asked({ fields: [] }), /no field carries it/);
});
