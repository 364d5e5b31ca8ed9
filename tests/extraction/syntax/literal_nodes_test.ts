import assert from "node:assert/strict";
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import fc from "fast-check";
import { entriesIn, literalOf, literalsIn } from "codebias/extraction/syntax/literal_nodes.ts";

/** The expression that a source consists of. */
function expression(source: string): SyntaxNode {
  return parser.parse(source).topNode.firstChild!.firstChild!;
}

const LITERALS: readonly (readonly [source: string, type: string, value: unknown])[] = [
  ["'a'", "str", "a"],
  ['"it\'s"', "str", "it's"],
  ["'''a\nb'''", "str", "a\nb"],
  ["'a' \"b\"", "str", "ab"],
  ["'a\\tb\\\\'", "str", "a\tb\\"],
  ["'\\x41\\u00e9'", "str", "Aé"],
  ["r'\\d'", "str", "\\d"],
  ["u'a'", "str", "a"],
  ["('a')", "str", "a"],
  ["12", "int", 12],
  ["1_000", "int", 1000],
  ["0x1f", "int", 31],
  ["-3", "int", -3],
  ["+3", "int", 3],
  ["1.0", "float", 1],
  ["2e3", "float", 2000],
  ["-.5", "float", -0.5],
  ["True", "bool", true],
  ["False", "bool", false],
];

for (const [source, type, value] of LITERALS) {
  Deno.test(`literalOf() of ${JSON.stringify(source)}`, () => {
    assert.deepEqual(literalOf(expression(source), source), { type, value });
  });
}

for (
  const source of ["b'a'", "f'{a}'", "'a' f'{b}'", "3j", "1e400", "None", "a", "not 3", "-'a'", "a + 1", "()"]
) {
  Deno.test(`literalOf() has no value for ${source}`, () => {
    assert.equal(literalOf(expression(source), source), undefined);
  });
}

const DISPLAYS: readonly (readonly [source: string, values: unknown[]])[] = [
  ["3", [3]],
  ["['a', 'b']", ["a", "b"]],
  ["('a', ('b', 3))", ["a", "b", 3]],
  ["{'a', x, -1}", ["a", -1]],
  ["{'a': 1, 2: 'b', **c}", ["a", 2]],
  ["range(18, 65)", [18, 65]],
  ["set(['a', 'b'])", ["a", "b"]],
  ["dict(male=1, female=2)", []],
  ["[]", []],
  ["f('a')", []],
  ["x", []],
  ["[a + 'b']", []],
];

for (const [source, values] of DISPLAYS) {
  Deno.test(`literalsIn() of ${source}`, () => {
    assert.deepEqual(literalsIn(expression(source), source).map(({ value }) => value), values);
  });
}

Deno.test("literalsIn() takes what it is told to of items that are none", () => {
  const source = "['a', OTHER]";
  const found = literalsIn(expression(source), source, () => [{ type: "int", value: 7 }]);
  assert.deepEqual(found.map(({ value }) => value), ["a", 7]);
});

Deno.test("entriesIn() has the keys of a dict with their values, and nothing of other dicts in it", () => {
  const source = "{'a': {'b': 1}, 2: 3, **c}";
  const texts = entriesIn(expression(source)).map((pair) =>
    pair.map(({ from, to }) => source.slice(from, to))
  );
  assert.deepEqual(texts, [["'a'", "{'b': 1}"], ["2", "3"]]);
});

Deno.test("literalOf() undoes how JSON writes texts and numbers", () => {
  const written = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "é", "'", "\\", "\n", "\t", '"', "女", " ") }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0.001, max: 1e9 }),
  );
  fc.assert(fc.property(written, (value) => {
    const source = JSON.stringify(value);
    const expected = Object.is(value, -0) ? 0 : value;
    assert.equal(literalOf(expression(source), source)?.value, expected);
  }));
});
