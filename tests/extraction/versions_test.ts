import assert from "node:assert/strict";
import { versionsOffered } from "codebias";

const fence = (code: string) => "```python\n" + code + "```\n";
const [A, B] = ["def f(p):\n    return p['age'] > 60\n", "def f(p):\n    return p['rent'] > 900\n"];

/** What each version has, and has not. */
const OFFERS: Readonly<
  Record<string, readonly [answer: string, ...versions: readonly (readonly [has: RegExp, not: RegExp])[]]>
> = {
  "two fences": [
    `**Option 1**\n${fence(A)}**Option 2**\n${fence(B)}`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "one fence, with comments": [
    fence(`# Version A: strict\n${A}\n# Version B: lenient\n${B}`),
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "no fence": [`Option A:\n\n${A}\nOption B:\n\n${B}`, [/age/, /rent/], [/rent/, /age/]],
  "helpers of the same names": [
    `Option 1:\n${fence("def limit(p):\n    return 60\n\n\ndef f(p):\n    return p['age'] > limit(p)\n")}` +
    `Alternatively:\n${
      fence("def limit(p):\n    return 900\n\n\ndef f(p):\n    return p['rent'] > limit(p)\n")
    }`,
    [/60[^]*age/, /900|rent/],
    [/900[^]*rent/, /60|age/],
  ],
  "a helper that both use": [
    `First, a helper:\n${fence("def years(p):\n    return p['age']\n")}Option 1:\n${
      fence("def f(p):\n    return years(p) > 60\n")
    }Option 2:\n${fence("def f(p):\n    return years(p) > 70\n")}`,
    [/years\(p\):[^]*60/, /70/],
    [/years\(p\):[^]*70/, /60/],
  ],
  "three classes": [
    [1, 2, 3].map((at) =>
      `Approach ${at}:\n${fence(`class Guest:\n    def f(self):\n        return self.stars > ${at}\n`)}`
    )
      .join("\n"),
    [/> 1/, /> [23]/],
    [/> 2/, /> [13]/],
    [/> 3/, /> [12]/],
  ],
  "one that begins as the other": [
    `Option 1:\n${fence("def f(p):\n    return p['rent'] > 9 and p['age'] > 60\n")}Option 2:\n${
      fence("def f(p):\n    return p['rent'] > 9\n")
    }`,
    [/rent.*age/, /no/],
    [/rent/, /age/],
  ],
  "one that is repeated": [
    `Option 1:\n${fence(A)}Option 2:\n${fence(B)}To use option 2:\n${fence(B)}`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "code in the prose": [
    `Option 1 is \`def f(p): return p['age'] > 60\`, option 2 \`def f(p): return p['rent'] > 900\`. In full:\n${
      fence(A)
    }\n${fence(B)}`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "a helper of one alone": [
    `Option 1:\n${fence("def f(p):\n    return True\n")}Option 2:\n${
      fence("def fits(p):\n    return p['age'] > 60\ndef f(p):\n    return fits(p)\n")
    }Option 3:\n${
      fence("def fits(p):\n    return p['rent'] > 900\ndef f(p):\n    return fits(p) or False\n")
    }`,
    [/return True/, /fits/],
    [/age[^]*return fits\(p\)\n/, /rent/],
    [/rent[^]*or False/, /age/],
  ],
  "a constant of each": [
    fence(`# Version A\nLIMIT = 60\n${A}\n# Version B\nLIMIT = 70\n${A}`),
    [/LIMIT = 60/, /70/],
    [/LIMIT = 70[^]*def f/, /no/],
  ],
  "fences that are indented": [
    `1. Option 1:\n\n   ${fence(A).replaceAll("\n", "\n   ")}\n2. Option 2:\n\n   ${
      fence(B).replaceAll("\n", "\n   ")
    }`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "indented methods": [
    `Option 1:\n${fence("    def f(self):\n        return self.age\n")}Option 2:\n${
      fence("    def f(self):\n        return self.rent\n")
    }`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
  "thoughts before it": [
    `<think>Option 3: def f(p): return 3</think>Option 1:\n${fence(A)}Option 2:\n${fence(B)}`,
    [/age/, /rent/],
    [/rent/, /age/],
  ],
};

for (const [what, [answer, ...expected]] of Object.entries(OFFERS)) {
  Deno.test(`versionsOffered() has each version alone: ${what}`, () => {
    const versions = versionsOffered(answer);
    assert.equal(versions.length, expected.length);
    for (const [at, [has, not]] of expected.entries()) {
      const code = versions[at].replaceAll(/^(?:\*\*|#|Option|Approach|Alternatively).*/gm, "");
      assert.match(code, has);
      assert.doesNotMatch(code, not);
    }
  });
}

Deno.test("versionsOffered() is the answer itself where there is no choice", () => {
  for (
    const answer of [
      fence(A),
      `${fence(A)}That goes by age. Corrected version:\n${fence(B)}`,
      `Option 1:\n${fence(A)}Option 2:\n${fence(A)}`,
      `Option 1:\n${fence(A)}Option 2: the same with a helper:\n${fence("def g(p):\n    return f(p)\n")}`,
      `Option 1 is strict, option 2 lenient; I take the first:\n${fence(A)}`,
      "Option 1: ask for the age. Option 2: do not.",
      "",
    ]
  ) assert.deepEqual(versionsOffered(answer), [answer]);
});
