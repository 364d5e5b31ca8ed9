import assert from "node:assert/strict";
import { extractProgram } from "codebias/extraction/program.ts";

const PROMPT =
  "from dataclasses import dataclass\n\n\n@dataclass\nclass Guest:\n    age: int\n    nights: int\n\n" +
  '    def may_stay(self) -> bool:\n        """\n        Whether there is room.\n        """\n';
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

Deno.test("extractProgram() takes no class for a function, unless it is told a class", () => {
  const { className: _, ...question } = QUESTION;
  assert.equal(
    extractProgram(fenced("class Guest:\n" + indented), { ...question, prompt: "" }).kind,
    "no-program",
  );
});
