import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { printed } from "./python.ts";

const PROMPT =
  "from dataclasses import dataclass\n\n\n@dataclass\nclass Guest:\n    age: int\n    nights: int\n\n" +
  '    def may_stay(self) -> bool:\n        """\n        Whether there is room.\n        """\n';
/** The prompt's class without the method. */
const FIELDS = PROMPT.slice(0, PROMPT.indexOf("    def"));
const QUESTION = { prompt: PROMPT, entryPoint: "may_stay", className: "Guest" };
const BODY = "        return self.nights < 3\n";
const METHOD = "def may_stay(self) -> bool:\n    return self.nights < 3\n";
const indented = METHOD.replaceAll(/^/gm, "    ").trimEnd() + "\n";
const fenced = (code: string) => "Here it is:\n```python\n" + code + "```\nIt counts nights.\n";

const sourceIn = (text: string, question = QUESTION) => {
  const found = extractProgram(text, question);
  return found.kind === "program" ? found.source : found.reason;
};

/** A text without empty lines, which do not matter here. */
const dense = (text: string) => text.replaceAll(/\n+/g, "\n");

const WHOLE = dense(PROMPT + BODY);

for (
  const [what, text, source] of [
    ["a body that goes on from the prompt", BODY, WHOLE],
    ["the method alone", METHOD, METHOD],
    ["the method alone in a block", fenced(METHOD), METHOD],
    ["the method, indented as in its class", indented, METHOD],
    [
      "the method, indented in a block, with blank lines in it",
      fenced(indented.replace("\n", "\n\n")),
      METHOD,
    ],
    ["the method below a field of YAML", `language: python\ncode: |\n${indented}`, METHOD],
    ["the method between quotes", `'''python\n${METHOD}'''\nIt counts nights.\n`, METHOD],
    ["the method with other spaces", fenced(METHOD.replace("    ", "\u00a0\u00a0 \u00a0")), METHOD],
    ["the method with other ends of lines", METHOD.replaceAll("\n", "\r"), METHOD],
    ["the whole class", PROMPT + BODY, WHOLE],
    ["the whole class in a block", fenced(PROMPT + BODY), WHOLE],
    [
      "a class without the import that the prompt has",
      fenced((PROMPT + BODY).replace(/^from.*\n+/, "")),
      WHOLE,
    ],
    [
      "the method with a helper and a test",
      fenced(
        "LIMIT = 3\n\ndef few(n):\n    return n < LIMIT\n\ndef may_stay(self):\n    return few(self.nights)\n\nprint(1)\n",
      ),
      "LIMIT = 3\ndef few(n):\n    return n < LIMIT\ndef may_stay(self):\n    return few(self.nights)\n",
    ],
    [
      "a class with another method that it calls",
      fenced(
        "class Guest:\n    def few(self):\n        return self.nights < 3\n    def may_stay(self):\n        return self.few()\n",
      ),
      "class Guest:\n    def few(self):\n        return self.nights < 3\n" +
      "    def may_stay(self):\n        return self.few()\n",
    ],
  ] as const
) {
  Deno.test(`extractProgram() takes for a method ${what}`, () => assert.equal(dense(sourceIn(text)), source));
}

for (
  const [what, text, reason] of [
    ["the prompt given back", PROMPT, "no-code"],
    ["the prompt given back in a block", fenced(PROMPT), "no-code"],
    ["a class without the method", fenced("class Guest:\n    age: int\n"), "no-code"],
    ["a method of pass", fenced("def may_stay(self):\n    'Says so.'\n    pass\n"), "no-code"],
    ["a body of dots", "        ...\n", "no-code"],
    ["prose", "Guests who stay for less than three nights may stay.", "no-code"],
    ["a refusal", "I'm sorry, but I can't help with that.", "refusal"],
    ["nothing", "\n", "empty"],
  ] as const
) {
  Deno.test(`extractProgram() finds no method in ${what}`, () => assert.equal(sourceIn(text), reason));
}

Deno.test("extractProgram() takes the last of two methods with one name, as Python does", () => {
  const again = PROMPT + indented;
  assert.equal(dense(sourceIn(fenced(again))), dense(again));
});

const SOLUTION = "class Solution:\n    def most(self, xs, of=None):\n        return max(xs)\n";
const WITH_HELPERS = `@final\n${
  SOLUTION.replace("max(xs)", "self._most(xs)")
}\n    def _most(self, xs):\n        return max(xs)\n`;
const STATIC = SOLUTION.replace("    def most(self, ", "    @staticmethod\n    def most(");
const WITH_DEFAULT = `${SOLUTION}\n    def __init__(self, few=1):\n        self.few = few\n`;
const methodsInPlaceOfFunctions: readonly (readonly [what: string, text: string, kind: string])[] = [
  ["a class in a fence", fenced(SOLUTION), "program"],
  ["a class amid chat", `Of course!\n\n${SOLUTION}\nIt takes the largest.`, "program"],
  ["a decorator and helpers", fenced(`from typing import final\n\n${WITH_HELPERS}`), "program"],
  [
    "an instance made of a default with a type",
    fenced(WITH_DEFAULT.replace("few=1", "few: int = 1")),
    "program",
  ],
  ["a static method", fenced(STATIC), "program"],
  ["an instance made of defaults", fenced(WITH_DEFAULT), "program"],
  ["an instance made of more", fenced(WITH_DEFAULT.replace("few=1", "few: int")), "no-program"],
  ["another method alone", fenced(SOLUTION.replace("most", "least")), "no-program"],
];

for (const [what, text, kind] of methodsInPlaceOfFunctions) {
  Deno.test(`extractProgram() calls a method in place of a function, if it can: ${what}`, async () => {
    const prompt = "def most(xs):\n    '''The largest.'''\n";
    const [found, ofOpenPrompt] = [prompt, prompt.trimEnd()].map((one) =>
      extractProgram(text, { prompt: one, entryPoint: "most" })
    );
    assert.equal(found.kind, kind);
    if (found.kind === "program") {
      assert.deepEqual(ofOpenPrompt, found);
      assert.equal(await printed(`${found.source}print(most([1, 3, 2]))\n`), "3\n");
    }
  });
}

Deno.test("extractProgram() puts a bare method into its class with the functions that it calls as methods", () => {
  const helper = "def _few(self):\n    return self.nights < 3\n";
  const method = "def may_stay(self) -> bool:\n    return self._few()\n";
  const whole = dense(`${FIELDS}${(helper + method).replaceAll(/^(?=.)/gm, "    ")}`);
  assert.equal(dense(sourceIn(fenced(`${helper}\n\n${method}`))), whole);
  const other = "def far(self):\n    return 1\n";
  assert.equal(dense(sourceIn(fenced(`${helper}${other}${method}print(may_stay)\n`))), whole);
});

Deno.test("extractProgram() puts what a bare method looks up in its class there, if it stands beside it", () => {
  const uses = (member: string) => `def may_stay(self) -> bool:\n    return self.nights < ${member}\n`;
  const cases: readonly (readonly [constant: string, member: string])[] = [
    ["MOST = 3\n", "self.MOST"],
    ["MOST: int = 3\n", "Guest.MOST"],
    ["MOST = {\n    30: 3,\n    60: 5,\n}\n", "self.MOST.get(self.age, 2)"],
    ["most = max(2, 3)\n", "self.most"],
    ["few, many = 3, 5\nMOST = 3\n", "self.MOST"],
  ];
  for (const [constant, member] of cases) {
    const own = constant.split(/^few.*\n/m).at(-1)!;
    const whole = dense(`${FIELDS}${(own + uses(member)).replaceAll(/^(?=.)/gm, "    ")}`);
    assert.equal(dense(sourceIn(fenced(`${constant}\n${uses(member)}`))), whole);
    assert.equal(
      dense(sourceIn(fenced(`${constant}\n${uses(member)}`.replaceAll(/^(?=.)/gm, "    ")))),
      whole,
    );
  }
  assert.equal(dense(sourceIn(fenced(`${METHOD}\n\nage = 65\nnights = 2\n`))), dense(METHOD));
  assert.equal(dense(sourceIn(fenced(`MOST = 3\n${uses("MOST")}`))), dense(`MOST = 3\n${uses("MOST")}`));
});

Deno.test("extractProgram() provides the prompt's class where a method needs it", () => {
  const heir = "class Late(Guest):\n    def may_stay(self):\n        return True\n";
  assert.equal(dense(sourceIn(fenced(heir))), dense(FIELDS + heir));
});

Deno.test("extractProgram() prefers the class of the given name", () => {
  const base = "class Base:\n    def may_stay(self):\n        return False\n";
  const own = "class Guest(Base):\n    def may_stay(self):\n        return True\n";
  assert.equal(dense(sourceIn(fenced(base + own))), base + own);
  const heir = "class Guest(Base):\n    nights = 3\n";
  assert.equal(dense(sourceIn(fenced(base + heir))), base + heir);
  assert.equal(dense(sourceIn(fenced(base))), base);
});

Deno.test("extractProgram() skips a method that does nothing", () => {
  const stub = PROMPT + "        pass\n";
  assert.equal(dense(sourceIn(fenced(stub) + fenced(PROMPT + BODY))), WHOLE);
  assert.equal(sourceIn(fenced(`${stub}\n\n${METHOD}`)), METHOD);
});

Deno.test("extractProgram() moves a body into its method", () => {
  const body = "if self.nights < 3:\n    return True\nreturn False\n";
  const moved = body.replaceAll(/^(?=.)/gm, "        ");
  assert.equal(dense(sourceIn(fenced(body))), dense(PROMPT + moved));
  assert.equal(dense(sourceIn(moved.trimStart())), dense(PROMPT + moved));
  assert.equal(sourceIn(fenced("print(Guest(1, 2).may_stay())\n")), "no-code");
});
