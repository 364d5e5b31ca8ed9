import assert from "node:assert/strict";
import fc from "fast-check";
import { codeIn, isLeftOpen, programFor, statementsIn } from "codebias/extraction/code_in.ts";
import { answered, prose } from "./arbitrary_program.ts";

const F = "def f(x):\n    return x\n";

const FOUND: readonly (readonly [name: string, completion: string, code: string])[] = [
  ["a fence", `Sure:\n\`\`\`python\n${F}\`\`\`\nDone.`, F],
  ["an unclosed fence", `\`\`\`\n${F}`, F],
  ["an indented fence", `1. So:\n\n   ~~~\n${F.replace(/^/gm, "   ")}   ~~~\n`, F],
  ["no fence", `Here you are:\n${F}I hope that it helps.\n`, F],
  ["an indented function", `    def f(x):\n        return x\n`, F],
  ["lines of Windows", F.replaceAll("\n", "\r\n"), F],
  ["lines of an old Macintosh", F.replaceAll("\n", "\r"), F],
  ["thoughts first", `<think>\ndef g(y):\n    return y\n</think>\n${F}`, F],
  ["an open bracket and an apostrophe first", `Here's one (of many:\n\n${F}`, F],
  ["an open text first", `I'd write """this:\n\n${F}`, F],
  ["a broken function first", `def g(:\n    (\n${F}`, F],
  ["output, tests and prose around", `print(1)\n${F}assert f(1) == 1\nf(2)\n`, F],
  ["imports and constants", `import re\nLIMIT = 3\n${F}`, `import re\n\nLIMIT = 3\n\n${F}`],
  ["two fences", `~~~\nimport re\n~~~\nand\n~~~\n${F}~~~\n`, `import re\n\n${F}`],
  ["a shell's fence", "```bash\npip install x\n```\n", ""],
  ["nothing", "", ""],
  ["prose", "I cannot help with that.", ""],
  ["a later version", `~~~\ndef f(x):\n    return 1\n~~~\nBetter:\n~~~\n${F}~~~\n`, F],
  ["a later sketch", `~~~\n${F}~~~\nAs:\n~~~\ndef f(x):\n    ...\n~~~\n`, F],
  ["a later version with gaps", `~~~\n${F}~~~\nAs:\n~~~\ndef f(x):\n    y = ...\n    return y\n~~~\n`, F],
  [
    "a call that fills a table",
    `T = {}\ndef put(x):\n    T[x] = 1\nput(2)\nprint(T)\n`,
    "T = {}\n\ndef put(x):\n    T[x] = 1\n\nput(2)\n",
  ],
  ["a decorated function behind prose", `It's (so:\n\n@a\n@b\n${F}`, `@a\n@b\n${F}`],
];

for (const [name, completion, code] of FOUND) {
  Deno.test(`codeIn() of ${name}`, () => assert.equal(codeIn(completion), code));
}

Deno.test("programFor() has a function with what it needs, in order, and what else is wanted", () => {
  const statements = statementsIn(
    "import re\nimport os\nA = 1\nclass P: pass\ndef g(): return A\ndef h(): return 2\ndef f(x): return g(), re\n",
  );
  const lines = (source: string) => source.split("\n").filter((line) => line !== "");
  assert.deepEqual(lines(programFor("f", statements)), [
    "import re",
    "A = 1",
    "def g(): return A",
    "def f(x): return g(), re",
  ]);
  assert.deepEqual(lines(programFor("h", statements, ["P"])), ["class P: pass", "def h(): return 2"]);
  assert.equal(programFor("unknown", statements), "");
});

Deno.test("codeIn() finds a function and what it needs, whatever prose is around the fence", () => {
  fc.assert(fc.property(answered, prose, prose, (answer, before, after) => {
    const source = [...answer.needed, answer.entry].join("\n");
    const found = statementsIn(`${before}\n~~~~\n${source}~~~~\n${after}`);
    assert.equal(programFor(answer.question.entryPoint, found), source);
  }));
});

Deno.test("isLeftOpen() tells versions that are offered as a choice from a draft and its correction", () => {
  const other = "def f(x):\n    return -x\n";
  const fence = (code: string) => `~~~\n${code}~~~\n`;
  for (
    const text of [
      `Option 1\n${fence(F)}Option 2\n${fence(other)}`,
      `${fence(F)}Alternatively:\n${fence(other)}`,
      fence(`# Variant A\n${F}# Variant B\n${other}`),
      `Here is one.\n${fence(F)}Another approach:\n${fence(other)}`,
      `Opción 1:\n${fence(F)}Opción 2:\n${fence(other)}`,
    ]
  ) {
    assert.equal(isLeftOpen(text, { name: "f", source: "def f(x): pass" }), true, text);
    assert.equal(isLeftOpen(text, { name: "g", source: "def g(x): pass" }), false, text);
  }
  for (
    const text of [
      `Draft:\n${fence(F)}Corrected version 2:\n${fence(other)}`,
      `Option 1:\n${fence(F)}Option 2:\n${fence(F)}`,
      `Option 1:\n${fence(F)}Option 2:\n${fence("def f(x):\n    ...\n")}`,
      `${fence(F)}And then:\n${fence(other)}`,
      "",
    ]
  ) {
    assert.equal(isLeftOpen(text, { name: "f", source: "def f(x): pass" }), false, text);
  }
});
