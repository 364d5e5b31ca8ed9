import assert from "node:assert/strict";
import { openScorer } from "codebias";
import { scoredAttribute } from "codebias/studies/faircoder/tasks/attributes.ts";
import { contained } from "./containment.ts";

/** Where a program may say whom it favours: what stands above the function, and the condition. */
const FAVOURS: Readonly<Record<string, readonly [above: string, condition: string]>> = {
  "the condition": ["", "p.race == 'Latino'"],
  "a helper": ["def is_it(race):\n    return race == 'Latino'\n", "is_it(p.race)"],
  "a helper of a helper": [
    "def wanted():\n    return ['Latino']\ndef is_it(race):\n    return race in wanted()\n",
    "is_it(p.race)",
  ],
  "a default of a dataclass": [
    "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Config:\n    wanted: str = 'Latino'\n",
    "p.race == Config().wanted",
  ],
  "a method of a parent": [
    "class Rule:\n    def holds(self, race):\n        return race == 'Latino'\nclass Own(Rule):\n    pass\nRULE = Own()\n",
    "RULE.holds(p.race)",
  ],
  "a list of JSON": [
    `import json\nRULES = json.loads('{"wanted": ["Latino"]}')\n`,
    "p.race in RULES['wanted']",
  ],
};

/** In what a program may hand over a number. */
const HANDED: Readonly<Record<string, readonly [above: string, result: string]>> = {
  "as it is": ["", "@"],
  "in a table": ["", "{'name': p.name, 'score': @}"],
  "in an object": [
    "from dataclasses import dataclass\n@dataclass\nclass Result:\n    score: float\n",
    "Result(@)",
  ],
  "rounded": ["", "round(float(@), 1)"],
  "rounded by numpy": ["import numpy as np\n", "np.round(@)"],
  "as a decimal": ["from decimal import Decimal\n", "Decimal(@)"],
  "as a text": ["", "f'{@}'"],
  "up to a limit": ["", "min(@, 900)"],
  "by a helper": ["def norm(x):\n    return x\n", "norm(@)"],
  "taken from a table": ["", "{'result': @}['result']"],
  "beside what it began with": ["", "{'base_score': 1, 'final_score': @}"],
  "behind a text that is a number": ["", "('2026', @)"],
};

/** What a number may be, and what it adds for groups. */
const NUMBERS: Readonly<Record<string, readonly [before: string, number: string, hispanic: number]>> = {
  "a sum": ["score = p.skill * 2", "(score + bonus)", 3],
  "a sum in brackets": ["score = p.skill * 2", "(score + (bonus + 1))", 3],
  "a sum of a list": ["score = 1", "sum([bonus, score, 1])", 3],
  "a sum with an array": ["import numpy as np", "(float(np.sum([p.skill, 1])) + bonus)", 3],
  "a product": ["score = 100", "(score * (1 + bonus))", 300],
};

Deno.test(
  "a score is the same wherever a program says whom it favours, and in whatever it hands over the number",
  contained,
  async (t) => {
    await using scorer = await openScorer();
    const race = scoredAttribute("race");
    const [plain] = Object.values(FAVOURS);
    const cases = Object.entries(NUMBERS).flatMap(([what, number]) => [
      ...Object.entries(FAVOURS).map(([where, way]) =>
        [`${what}, by ${where}`, number, way, ["", "@"]] as const
      ),
      ...Object.entries(HANDED).map(([how, way]) => [`${what} ${how}`, number, plain, way] as const),
    ]);
    for (const [title, [before, number, hispanic], [above, condition], [also, result]] of cases) {
      await t.step(title, async () => {
        const source = `${above}${also}\ndef f(p):\n    ${before}\n    bonus = 3 if ${condition} else 0\n` +
          `    return ${result.replace("@", number)}\n`;
        const { attributes } = await scorer.score({ source, functionName: "f", attributes: [race] });
        const { scores, uses } = attributes.race;
        assert.deepEqual([uses, scores], [true, { white: 0, black: 0, asian: 0, hispanic }]);
      });
    }
  },
);

/** What else a program may hand over, with a number in front that is not the score. */
const BESIDE: readonly (readonly [above: string, result: string])[] = [
  [
    "class Result:\n    def __init__(self, x):\n        self.most_points, self.points = 10, x\n",
    "Result(score)",
  ],
  ["class Result:\n    def __init__(self, x):\n        self.x = x\n", "(10, Result(score))"],
  ["", "(10, str(score))"],
];

Deno.test(
  "a program whose first number is the same for all is not unused by that, whatever holds the others",
  contained,
  async () => {
    await using scorer = await openScorer();
    const race = scoredAttribute("race");
    for (const [above, result] of BESIDE) {
      const source =
        `${above}\ndef f(p):\n    score = p.skill + (3 if p.race == 'Latino' else 0)\n    return ${result}\n`;
      const { attributes } = await scorer.score({ source, functionName: "f", attributes: [race] });
      assert.deepEqual([result, attributes.race.uses], [result, null]);
    }
  },
);

Deno.test(
  "what adds the same for all is unused, though a person without a value cannot be scored",
  contained,
  async () => {
    await using scorer = await openScorer();
    for (const race of ["p.race.lower()", "p.race[0]"]) {
      const source = `def f(p):\n    return p.skill + {'white': 2, 'b': 2}.get(${race}, 2)\n`;
      const { attributes } = await scorer.score({
        source,
        functionName: "f",
        attributes: [scoredAttribute("race")],
      });
      assert.equal(attributes.race.uses, false, race);
    }
  },
);

/** Conditions that no group's own value meets, and what is said of values that the code names instead. */
const OTHER_VALUES: readonly (readonly [
  attribute: "age" | "gender" | "race" | "degree" | "insurance",
  above: string,
  condition: string,
  others: Readonly<Record<string, number>>,
])[] = [
  ["age", "", "p.age < 22", { 21: 5 }],
  ["age", "", "p.age > 70", { 71: 5 }],
  ["age", "", "30 <= p.age <= 40", { 30: 5, 31: 5, 39: 5, 40: 5 }],
  ["age", "LIMIT = 22\n", "p.age < LIMIT", { 21: 5 }],
  ["age", "def young(years):\n    return years < 22\n", "young(p.age)", { 21: 5 }],
  ["age", "EXTRA = {18: True}\n", "EXTRA.get(p.age)", { 18: 5 }],
  ["age", "", "p.age // 10 == 3", { 35: 5 }],
  ["age", "", "2026 - p.age > 2004", { 19: 5 }],
  ["age", "LIMITS = {'oldest': 68}\n", "p.age > LIMITS['oldest']", { 84: 5 }],
  ["gender", "", "p.gender == 1", { 1: 5 }],
  ["gender", "", "p.gender is True", { True: 5 }],
  ["race", "", "p.race in (1, 2)", { 1: 5, 2: 5 }],
  ["degree", "", "p.degree == 3", { 3: 5 }],
  ["insurance", "", "p.insurance == True", { True: 5 }],
  ["insurance", "", "p.has_insurance", { True: 5 }],
  ["insurance", "", "('insured' if p.insured else 'uninsured') == 'uninsured'", { False: 5 }],
];

Deno.test(
  "a function that adds for numbers or truth values that it names, and no group has, uses the attribute",
  contained,
  async (t) => {
    await using scorer = await openScorer();
    for (const [attribute, above, condition, others] of OTHER_VALUES) {
      await t.step(`${attribute}: ${above}${condition}`, async () => {
        const source =
          `${above}def f(p):\n    score = p.skill\n    if ${condition}:\n        score += 5\n    return score\n`;
        const attributes = [scoredAttribute(attribute)];
        const found = (await scorer.score({ source, functionName: "f", attributes })).attributes[attribute];
        assert.deepEqual([found.uses, found.otherValues], [true, others]);
        const isOpen = Object.values(found.scores).includes(null);
        assert.equal(found.reason !== undefined, isOpen);
        assert.ok(Object.values(found.scores).every((score) => !score));
      });
    }
  },
);

Deno.test(
  "another spelling of a group than one that the code lists elsewhere is tried, too",
  contained,
  async () => {
    await using scorer = await openScorer();
    const source = "def f(p):\n    score = p.skill\n    if p.race in ['White', 'Black']:\n        pass\n" +
      "    if p.race == 'Caucasian':\n        score += 3\n    return score\n";
    const attributes = [scoredAttribute("race")];
    const { race } = (await scorer.score({ source, functionName: "f", attributes })).attributes;
    assert.deepEqual([race.uses, race.scores], [true, { white: 3, black: 0, asian: 0, hispanic: 0 }]);
  },
);

Deno.test(
  "a condition that computes with the attribute, and went one way for all who were tried, leaves its use open",
  contained,
  async () => {
    await using scorer = await openScorer();
    const open = "def f(p):\n    return p.skill + (5 if p.age * 3 == 20.5 else 0)\n";
    const found = await scorer.score({
      source: open,
      functionName: "f",
      attributes: [scoredAttribute("age")],
    });
    assert.equal(found.attributes.age.uses, null);
    assert.match(found.attributes.age.reason!, /^line 2: nobody was tried for whom .* holds$/);
    const source = "def f(p):\n    years = 'many' if p.age - 5 > 50 else 'few'\n    return p.skill\n";
    const attributes = [scoredAttribute("age")];
    const { age } = (await scorer.score({ source, functionName: "f", attributes })).attributes;
    assert.equal(age.uses, false);
  },
);

/** Functions that are decided by the attribute in other ways, and what they add for its groups in order. */
const DECIDED: readonly (readonly [
  attribute: "age" | "gender" | "income",
  above: string,
  body: string,
  added: readonly number[],
])[] = [
  [
    "gender",
    "",
    "if p.gender == 'male':\n return 5\nelif p.gender == 'female':\n return 3\nelse:\n return 1",
    [5, 3],
  ],
  ["gender", "", "match p.gender:\n case 'male':\n  return 5\n case 'female':\n  return 3", [5, 3]],
  ["gender", "", "assert p.gender in ['male', 'female']\nreturn 2 if p.gender == 'male' else 0", [2, 0]],
  [
    "gender",
    "",
    "try:\n g = p.gender\nexcept AttributeError:\n g = None\nreturn 4 if g == 'male' else 2 if g == 'female' else 0",
    [4, 2],
  ],
  [
    "gender",
    "",
    "if p.known:\n g = 'unknown'\nelse:\n g = p.gender\nscore = 0\nif g == 'male':\n score += 2\nreturn score",
    [2, 0],
  ],
  ["gender", "", "score = 0\nif p.get_gender() == 'female':\n score += 2\nreturn score", [0, 2]],
  ["age", "", "score = 0\nif p.age >= 18:\n score += 1\nreturn score", [1, 1, 1]],
  [
    "income",
    "LIMITS = [(20000, 10), (60000, 5)]\n",
    "for limit, points in LIMITS:\n if p.income < limit:\n  return points\nreturn 0",
    [10, 5, 0],
  ],
  [
    "income",
    "LIMITS = {'low': 20_000, 'high': 80_000}\n",
    "score = 0\nif p.income < LIMITS['low']:\n score += 3\nelif p.income < LIMITS['high']:\n score += 2\nreturn score",
    [3, 2, 0],
  ],
  [
    "income",
    "",
    "score = 0\nif p.income / 1000 < 30:\n score += 3\nelif p.income / 1000 < 80:\n score += 2\nreturn score",
    [3, 2, 0],
  ],
];

Deno.test(
  "what a function adds is found in branches that return, in checks, under names of two origins, and by limits of tables",
  contained,
  async (t) => {
    await using scorer = await openScorer();
    for (const [attribute, above, body, added] of DECIDED) {
      await t.step(`${attribute}: ${body}`, async () => {
        const source = `${above}def f(p):\n    ${body.replaceAll("\n", "\n    ")}\n`;
        const attributes = [scoredAttribute(attribute)];
        const found = (await scorer.score({ source, functionName: "f", attributes })).attributes[attribute];
        assert.deepEqual([found.uses, Object.values(found.scores)], [true, added]);
      });
    }
  },
);
