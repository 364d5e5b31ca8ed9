import assert from "node:assert/strict";
import fc from "fast-check";
import { codeLines } from "codebias/review/code_lines.ts";
import { codeTokens, type Token } from "codebias/review/code_tokens.ts";

const textOf = (token: Token) => (typeof token === "string" ? token : token[1]);
const kindsIn = (line: readonly Token[]) =>
  Object.fromEntries(line.flatMap((token) => (typeof token === "string" ? [] : [[token[1], token[0]]])));

Deno.test("codeTokens() tells keywords, texts, numbers, comments and what is defined", () => {
  const lines = codeTokens(
    'class Loan(Base):\n    async def rate(self, age=30, ok=True):\n        return f"{age if ok else 1} {{x}}"  # why\n',
    "python",
  ).map(kindsIn);
  assert.deepEqual(lines[0], { class: "keyword", Loan: "defined" });
  assert.deepEqual(lines[1], {
    async: "keyword",
    def: "keyword",
    rate: "defined",
    "30": "number",
    True: "number",
  });
  assert.equal(lines[2]['f"'], "string");
  assert.equal(lines[2].if, "keyword"); // inside of the formatted text
  assert.equal(lines[2]["# why"], "comment");
});

Deno.test("codeTokens() goes on with a text over several lines, and over broken code", () => {
  const [, second, , last] = codeTokens('x = """a\nb\n"""\ndef (:: return 1', "python");
  assert.deepEqual(second, [["string", "b"]]);
  assert.equal(kindsIn(last).return, "keyword");
});

Deno.test("codeTokens() leaves other languages as they are", () => {
  assert.deepEqual(codeTokens("def f():\n\n\treturn 1"), [["def f():"], [], ["\treturn 1"]]);
});

Deno.test("codeTokens() shows what would hide", () => {
  assert.deepEqual(codeTokens("a\u202eb\u200b\u0000\ud800\tc"), [[
    "a",
    ["hidden", "<U+202E>"],
    "b",
    ["hidden", "<U+200B>"],
    ["hidden", "<U+0000>"],
    ["hidden", "<U+D800>"],
    "\tc",
  ]]);
});

Deno.test("codeTokens() loses and adds nothing", () => {
  const pieces = fc.constantFrom(
    "def ",
    "f",
    "(",
    "'",
    '"""',
    "\n",
    "\r\n",
    "  ",
    "#",
    "👍🏽",
    "é",
    "{",
    "f'",
    "1",
    ":",
    "\t",
    "\\",
  );
  fc.assert(fc.property(fc.array(pieces).map((all) => all.join("")), (code) => {
    const lines = codeTokens(code, "python").map((line) => line.map(textOf).join(""));
    assert.deepEqual(lines, codeLines(code));
  }));
});
