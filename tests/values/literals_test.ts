import assert from "node:assert/strict";
import { dict, float, literal, parseLiterals } from "codebias/values/mod.ts";

Deno.test("literal() writes as Python's repr does, and parseLiterals() reads it again", () => {
  for (
    const [values, text] of [
      [[], "[]"],
      [[24000, -5, 0], "[24000, -5, 0]"],
      [[float(7), float(0.25), float(-1.5), float(-0)], "[7.0, 0.25, -1.5, -0.0]"],
      [["a", "two words", ""], "['a', 'two words', '']"],
      [["it's", 'say "x"', "both ' and \""], `["it's", 'say "x"', 'both \\' and "']`],
      [["a\nb", "a\\b", "tab\t"], "['a\\nb', 'a\\\\b', 'tab\\t']"],
      [["é, ü", "[x]"], "['é, ü', '[x]']"],
      [[true, false, null], "[True, False, None]"],
      [[12345678901234567890n], "[12345678901234567890]"],
    ] as const
  ) {
    assert.equal(literal(values), text);
    assert.deepEqual(parseLiterals(text), values);
  }
  assert.equal(literal("\x01"), "'\\x01'");
  assert.throws(() => literal(float(NaN)), /^TypeError: Cannot write a float as a Python literal$/);
  assert.throws(() => literal(dict({})), /Cannot write a dict/);
});

Deno.test("parseLiterals() reads lists however they are spaced, and refuses anything else", () => {
  assert.deepEqual(parseLiterals(` ["a" ,'b',1e3 , ] `), ["a", "b", float(1000)]);
  for (
    const text of [
      "",
      "1, 2",
      "[a]",
      "[1 2]",
      "['a' 'b']",
      "['a]",
      "[1..2]",
      "[,]",
      "[f(1)]",
      "['\\q']",
      "[--1]",
    ]
  ) {
    assert.throws(
      () => parseLiterals(text),
      { name: "TypeError", message: /is not a Python list of strings/ },
      text,
    );
  }
});
