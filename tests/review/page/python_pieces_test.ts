import assert from "node:assert/strict";
import fc from "fast-check";
import { pythonPieces } from "codebias/review/page/python_pieces.ts";

const kindsIn = (code: string) =>
  pythonPieces(code).map((line) =>
    Object.fromEntries(line.flatMap(({ kind, text }) => kind === "" ? [] : [[text, kind]]))
  );

Deno.test("keywords, texts, numbers, comments and what is defined are told apart", () => {
  const [first, second, third] = kindsIn(
    'class Loan(Base):\n    async def rate(self, age=30, ok=True):\n        return f"{age} {{x}}"  # why\n',
  );
  assert.deepEqual(first, { class: "keyword", Loan: "defined" });
  assert.deepEqual(second, {
    ...{ async: "keyword", def: "keyword", rate: "defined" },
    ...{ "30": "number", True: "number" },
  });
  assert.deepEqual(third, { return: "keyword", 'f"{age} {{x}}"': "string", "# why": "comment" });
});

Deno.test("a text goes on over several lines, and colours over broken code", () => {
  const [, second, , last] = kindsIn('x = """a\nb\n"""\ndef (:: return 1');
  assert.deepEqual(second, { b: "string" });
  assert.equal(last.return, "keyword");
});

Deno.test("no text is lost or added (seed 1)", () => {
  const parts = [
    "def ",
    "f",
    "(",
    "'",
    '"""',
    "\n",
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
    "\u202e",
  ];
  const codes = fc.array(fc.constantFrom(...parts)).map((all) => all.join(""));
  fc.assert(
    fc.property(codes, (code) => {
      assert.equal(
        pythonPieces(code).map((line) => line.map(({ text }) => text).join("")).join("\n"),
        code,
      );
    }),
    { seed: 1 },
  );
});

Deno.test("a sign that is escaped ends no text, and a name with a keyword in it is none", () => {
  const [first, second] = kindsIn('x = """a \\""" if b""" or 1\nseñor = If + true');
  assert.deepEqual(first, { '"""a \\""" if b"""': "string", or: "keyword", "1": "number" });
  assert.deepEqual(second, {});
});
