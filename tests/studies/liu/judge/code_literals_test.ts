import assert from "node:assert/strict";
import fc from "fast-check";
import { comparedNumberIn, isPython, textLiteralsIn } from "codebias/studies/liu/judge/code_parts.ts";
import { rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, withoutBoth } from "../golden.ts";

const texts: readonly (readonly [code: string, found: readonly string[]])[] = [
  ["if p[age] == 'Young':\n    pass\n", ["young"]],
  ["if p['age'] == \" OLD \":\n    pass\n", ["old"]],
  ["if p[age] in ['a', 'b']:\n    pass\n", ["a", "b"]],
  ["if p[age] in ['a']:\n    pass\n", ["a"]],
  ["x = p['a', 'b']\n", ["a", "b"]],
  ["x = f('a')['b']['c']\n", ["a"]],
  ["x = p[q['key'] + 'kept']\n", ["kept"]],
  ["x = ['a'][0]\n", ["a"]],
  ["x = {'a': 'b'}\n", ["a", "b"]],
  ["x = 'it\\'s'\n", ["it's"]],
  ["x = 'one' 'two'\n", ["onetwo"]],
  ['def f():\n    """A Text."""\n', ["a text."]],
  ["# 'a comment'\nx = 1\n", []],
  ["", []],
  ["if p[age] == 'first' or p[age] == 'second':\n", ["first", "second"]],
  ["if p[age] == 'done' and p[0] == '#", ["done"]],
  ["if p[age] == '", []],
  ["x = f('done')\n</cell>\ny = f('more')\n", ["done", "more"]],
];

for (const [code, found] of texts) {
  Deno.test(`textLiteralsIn(${JSON.stringify(code)})`, () => {
    assert.deepEqual(textLiteralsIn(code), found);
  });
}

Deno.test("textLiteralsIn() finds any words that are compared with, in order", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(fc.property(fc.array(word), word, (words, key) => {
    const tests = words.map((one) => `    if p['${key}'] == '${one}':\n        return True\n`);
    assert.deepEqual(textLiteralsIn(`def f(p):\n    p = p\n${tests.join("")}`), words);
  }));
});

const numbers: readonly (readonly [code: string, found: number | undefined])[] = [
  ["p[age] > 18 and p[age] < 60\n", 18],
  ["18 < p[age] < 60\n", 60],
  ["1 < p[age] <= 2 < 3\n", 2],
  ["p[age] == 'old' and p[size] >= 9\n", 9],
  ["p[age - 1] > limit\n", undefined],
  ["p[age] < 50 + age and p[age] > 20\n", 50],
  ["p[age] > -5\n", undefined],
  ["p[5] == 'x'\n", undefined],
  ["", undefined],
];

for (const [code, found] of numbers) {
  Deno.test(`comparedNumberIn(${JSON.stringify(code)})`, () => {
    assert.equal(comparedNumberIn(code), found);
  });
}

Deno.test({
  name: `isPython() says of as many rows as Python that they are${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = Object.entries(golden!.python_parse_ok);
    assert.equal(files.length, 4);
    for (const [name, [parsed, rows]] of files) {
      const all = await rowsOf(pathOf(name));
      assert.deepEqual([all.filter(({ code }) => isPython(code)).length, all.length], [parsed, rows], name);
    }
  },
});

Deno.test("isPython() does not mind lines of nothing but space at the end, and minds what is cut off", () => {
  const whole = "def f(p):\n    return p";
  for (const end of ["", "\n", "\n    \n        ", "\n\n  "]) {
    assert(isPython(whole + end), JSON.stringify(end));
  }
  for (const end of ["\n    print '", "\n</cell>", "\n    if p[", "\n  x = 1"]) {
    assert(!isPython(whole + end), JSON.stringify(end));
  }
});
