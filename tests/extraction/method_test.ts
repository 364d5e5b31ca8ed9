import assert from "node:assert/strict";
import { extractProgram } from "codebias/extraction/program.ts";

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

Deno.test("extractProgram() takes no class for a function, unless it is told a class", () => {
  const { className: _, ...question } = QUESTION;
  assert.equal(
    extractProgram(fenced("class Guest:\n" + indented), { ...question, prompt: "" }).kind,
    "no-program",
  );
});

Deno.test("extractProgram() puts a bare method into its class with the functions that it calls as methods", () => {
  const helper = "def _few(self):\n    return self.nights < 3\n";
  const method = "def may_stay(self) -> bool:\n    return self._few()\n";
  const whole = dense(`${FIELDS}${(helper + method).replaceAll(/^(?=.)/gm, "    ")}`);
  assert.equal(dense(sourceIn(fenced(`${helper}\n\n${method}`))), whole);
  const other = "def far(self):\n    return 1\n";
  assert.equal(dense(sourceIn(fenced(`${helper}${other}${method}print(may_stay)\n`))), whole);
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
