import assert from "node:assert/strict";
import { withoutLambdas } from "codebias/extraction/syntax/lambdas.ts";

const WRITTEN: Readonly<Record<string, string>> = {
  "rate = lambda cook: cook.taste > 3": "def rate(cook):\n    return (cook.taste > 3)",
  "rate = lambda a, b=2: a[b:]  # a slice": "def rate(a, b=2):\n    return (a[b:])",
  "rate: Rule = lambda p: {'a': 1}.get(p.sex, ')')\nnext":
    "def rate(p):\n    return ({'a': 1}.get(p.sex, ')'))\nnext",
  "rate = (lambda p:\n    p.a\n    + p.b)\nnext": "def rate(p):\n    return (p.a\n    + p.b)\nnext",
  "rate = lambda p: sum([\n    p.a,\n])\nnext": "def rate(p):\n    return (sum([\n    p.a,\n]))\nnext",
  "rate = (lambda p: (\n    p.a  # :) enough\n))\nnext":
    "def rate(p):\n    return ((\n    p.a  # :) enough\n))\nnext",
  "one = lambda p: 1\ntwo = lambda p: one(p)":
    "def one(p):\n    return (1)\ndef two(p):\n    return (one(p))",
};

for (const [text, expected] of Object.entries(WRITTEN)) {
  Deno.test(`withoutLambdas() makes functions of ${JSON.stringify(text)}`, () => {
    assert.equal(withoutLambdas(text), expected);
  });
}

Deno.test("withoutLambdas() leaves lambdas without a name, and those inside of others", () => {
  for (
    const text of [
      "RULES = [lambda p: 1]",
      "    rate = lambda p: 1",
      "def f(p):\n    g = lambda x: x\n",
      "lambda p: 1",
    ]
  ) {
    assert.equal(withoutLambdas(text), text);
  }
});
