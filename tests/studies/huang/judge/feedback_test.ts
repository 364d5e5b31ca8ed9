import assert from "node:assert/strict";
import { openProber } from "codebias";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { HANDS, type Hands } from "codebias/bias/rounds.ts";
import { feedback } from "codebias/studies/huang/judge/feedback.ts";
import { probeSubjectOf } from "codebias/studies/huang/judge/probe_subject.ts";
import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import wording from "../../../../data/huang/prompts.json" with { type: "json" };
import type { AttributeFinding, ProbeReport } from "codebias/core/types.ts";
import { contained } from "../../../execution/containment.ts";
import { biasedBy, taskOf } from "../made_up.ts";

const TASK = taskOf("0");
const TEXT =
  "```python\ndef rise(sex, city, experience):\n    return experience > 3 and sex == 'm' and city != 'Ulm'\n```\n";
const FAIR: AttributeFinding = { verdict: "unbiased" };
const BY_SEX = biasedBy("sex", { values: ["m", "f"], others: { city: "Bonn", experience: 9 } });
const BY_CITY = biasedBy("city", { values: ["Ulm", "Bonn"], others: { sex: "m", experience: 9 } });

function told(
  attributes: Readonly<Record<string, AttributeFinding>>,
  { hands = "witness", prompt = "original", text = TEXT }: {
    readonly hands?: Hands;
    readonly prompt?: string;
    readonly text?: string;
  } = {},
): string | undefined {
  const report: ProbeReport = {
    attributes: { ...{ sex: FAIR, city: FAIR, experience: FAIR }, ...attributes },
    ...{ calls: 1, cpuMs: 1 },
  };
  return feedback(TASK, report, { hands, completion: { text, settings: { prompt } } });
}

Deno.test("there is no feedback where no protected attribute is biased, or there is no program", () => {
  assert.equal(told({}), undefined);
  assert.equal(told({ experience: biasedBy("experience", { values: [1, 9] }) }), undefined);
  assert.equal(told({ sex: { verdict: "unjudged", reason: "it takes too long" } }), undefined);
  assert.equal(told({ sex: BY_SEX }, { text: "I'm sorry." }), undefined);
});

Deno.test("feedback names attributes by their own names, and has assertions with the program's names if witnesses are handed", () => {
  const text = told({ sex: BY_SEX, city: BY_CITY })!;
  assert.match(text, /`rise` was tested: its result changes when nothing but region and gender changes\./);
  assert.match(text, /so that region and gender do not change the result/);
  const [code] = /```python\n([^`]*)```/.exec(text)!.slice(1);
  assert.deepEqual(code.trimEnd().split("\n"), [
    "assert rise(sex='m', city='Ulm', experience=9) == rise(sex='m', city='Bonn', experience=9)  # Case 1: region",
    "assert rise(sex='m', city='Bonn', experience=9) == rise(sex='f', city='Bonn', experience=9)  # Case 2: gender",
  ]);
  assert.match(told({ sex: BY_SEX })!, /so that gender does not change the result/);
});

Deno.test("feedback has no assertions if only attributes are handed", () => {
  const text = told({ sex: BY_SEX }, { hands: "attributes" })!;
  assert.match(text, /nothing but gender changes/);
  assert(!text.includes("```") && !text.includes("assert"));
});

Deno.test("feedback is worded for every prompt strategy, and says what belongs to it", () => {
  const texts = Object.keys(wording).map((prompt) => told({ sex: BY_SEX }, { prompt })!);
  assert.equal(new Set(texts.map((text) => text.trim())).size >= 4, true);
  for (const text of texts) {
    assert.match(text, /nothing but gender changes/);
    assert(!text.includes("{feedback}"));
  }
});

Deno.test("feedback leaves what looks like a pattern of replacement in values alone", () => {
  const odd = biasedBy("sex", { values: ["$&", "$1"], others: { city: "Bonn", experience: 9 } });
  assert.match(told({ sex: odd })!, /sex='\$&'.*sex='\$1'/);
});

Deno.test("feedback refuses what it does not know, and says what that could have been", () => {
  assert.throws(() => told({ sex: BY_SEX }, { hands: "witnesses" as Hands }), {
    name: "RangeError",
    message: /^Unknown kind of feedback "witnesses": did you mean witness\?/,
  });
  assert.throws(() => told({ sex: BY_SEX }, { prompt: "CoT3" }), {
    name: "RangeError",
    message: /^Unknown prompt strategy "CoT3"/,
  });
  assert.deepEqual([...HANDS], ["attributes", "witness"]);
});

/** Pairs of programs that are called alike, of which the first one is biased by gender and the second one is not. */
const SHAPES: readonly (readonly [biased: string, fair: string])[] = [
  [
    "def f(sex, experience): return experience + (sex == 'm')\n",
    "def f(sex, experience): return experience\n",
  ],
  ["f = lambda sex, experience: experience + (sex == 'm')\n", "f = lambda sex, experience: experience\n"],
  [
    "def f(sex, /, *, experience): return experience + (sex == 'm')\n",
    "def f(sex, /, *, experience): return experience\n",
  ],
  ["def f(p): return p['experience'] + (p['sex'] == 'm')\n", "def f(p): return p['experience']\n"],
  ["def f(p): return p.experience + (p.sex == 'm')\n", "def f(p): return p.experience\n"],
  ["def f(**p): return p['experience'] + (p['sex'] == 'm')\n", "def f(**p): return p['experience']\n"],
  [
    "def f(*p):\n    sex, years = p\n    return years + (sex == 'm')\n",
    "def f(*p):\n    sex, years = p\n    return years\n",
  ],
  [
    "def f(p):\n    sex, years = p\n    return years + (sex == 'm')\n",
    "def f(p):\n    sex, years = p\n    return years\n",
  ],
  [
    "async def f(sex, experience): return experience + (sex == 'm')\n",
    "async def f(sex, experience): return experience\n",
  ],
  [
    "def f(sex, experience):\n    yield experience + (sex == 'm')\n",
    "def f(sex, experience):\n    yield experience\n",
  ],
  [
    "def f(sex, experience):\n    print(experience + (sex == 'm'))\n",
    "def f(sex, experience):\n    print(experience)\n",
  ],
  [
    "import random\ndef f(sex, experience): return experience + random.random() + (sex == 'm')\n",
    "import random\ndef f(sex, experience): return experience + random.random()\n",
  ],
  [
    "def f(sex, experience):\n    if sex == 'm': raise ValueError\n    return experience\n",
    "def f(sex, experience): return experience\n",
  ],
  ...([
    "class P:\n    def __init__(self, sex, experience):\n        self.sex = sex\n        self.experience = experience\n    def f(self): return X\n",
    "class P:\n    def __init__(self, sex):\n        self.sex = sex\n    def f(self, experience): return Y\n",
    "@dataclass\nclass P:\n    sex: str\n    experience: int\n    @property\n    def f(self): return X\n",
    "class P(NamedTuple):\n    sex: str\n    experience: int\ndef f(self: P): return X\n",
    "class P:\n    def __call__(self, sex, experience): return Z\n",
    "class P:\n    @staticmethod\n    def f(sex, experience): return Z\n",
    "class P:\n    @classmethod\n    def f(cls, sex, experience): return Z\n",
    "class P:\n    def f(self, p): return W\n",
    "class Sex(Enum):\n    m = 1\n    f = 2\ndef f(sex: Sex, experience): return experience + (sex is Sex.m) * V\n",
    "class R:\n    def __init__(self, score): self.score = score\ndef f(sex, experience): return R(Z)\n",
  ].map((source): readonly [string, string] => {
    const of = (by: string) =>
      "from dataclasses import dataclass\nfrom enum import Enum\nfrom typing import NamedTuple\n" +
      source.replace("X", `self.experience + (self.sex == 'm') * ${by}`).replace(
        "Y",
        `experience + (self.sex == 'm') * ${by}`,
      )
        .replace("Z", `experience + (sex == 'm') * ${by}`).replace(
          "W",
          `p['experience'] + (p['sex'] == 'm') * ${by}`,
        )
        .replace("V", by);
    return [of("1"), of("0")];
  })),
];

Deno.test({
  name:
    "what feedback asserts fails behind the biased program, and holds behind a fair one, for every call shape",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    await using sandbox = await openSandbox(projectSandbox());
    /** The first word of what comes of all assertions of a text behind a program. */
    const outcome = async (source: string, text: string) => {
      const [code] = /```python\n([^`]*)```/.exec(text)!.slice(1);
      const check = `def everything_holds():\n    exec(${
        JSON.stringify(code)
      }, globals())\n    return True\n`;
      const { program, outcomes: [one] } = await sandbox.execute({
        program: {
          kind: "program",
          source: `${source}\n\n${check}`,
          entryPoint: "everything_holds",
          namespace: "one",
        },
        calls: [{}],
        limits: { cpuMs: 5_000, wallMs: 30_000, memoryMiB: 512, outputMiB: 4 },
      });
      return one === undefined ? program.kind : one.kind === "raised" ? one.type : one.kind;
    };
    const found = await Promise.all(SHAPES.map(async ([biased, fair]) => {
      const parsed = parsedCompletion(TASK, biased);
      assert(!("kind" in parsed), biased);
      const report = await prober.probe(probeSubjectOf(parsed));
      const text = feedback(TASK, report, {
        hands: "witness",
        completion: { text: biased, settings: { prompt: "original" } },
      });
      assert(text !== undefined, biased);
      return {
        biased,
        text,
        outcomes: await Promise.all([outcome(parsed.source, text), outcome(fair, text)]),
      };
    }));
    for (const { biased, text, outcomes: [failing, holding] } of found) {
      await t.step(JSON.stringify(biased), () => {
        assert(["AssertionError", "ValueError"].includes(failing), `${failing}\n${text}`);
        assert.equal(holding, "returned", text);
      });
    }
  },
});
