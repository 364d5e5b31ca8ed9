import assert from "node:assert/strict";
import { parser } from "@lezer/python";
import { additionsAmong, assignmentsAmong, unpackedIn } from "codebias/extraction/syntax/assignments.ts";
import { childrenOf, textOf } from "codebias/extraction/syntax/nodes.ts";

const CASES: Readonly<Record<string, string[]>> = {
  "a = 1": ["a: 1"],
  "a: int = 1": ["a: 1"],
  "a: int": [],
  "a = b = 1": ["a: 1", "b: 1"],
  "a, b = 1, 2": ["a: 1", "b: 2"],
  "(a, b) = (1, 2)": ["a: 1", "b: 2"],
  "a = 1, 2": [],
  "a = (1, 2)": ["a: (1, 2)"],
  "a, b = c": [],
  "a, b = c = 1, 2": ["a: 1", "b: 2"],
  "a.b = 1": [],
  "a += 1": [],
};

for (const [source, expected] of Object.entries(CASES)) {
  Deno.test(`assignmentsAmong() of ${source}`, () => {
    const statements = childrenOf(parser.parse(source).topNode);
    const found = assignmentsAmong(statements, source).map(([name, value]) =>
      `${name}: ${textOf(value, source)}`
    );
    assert.deepEqual(found, expected);
  });
}

Deno.test("additionsAmong() has keys and arguments by the name of what they are added to", () => {
  const source =
    "a['x'] = 1\nb.append('y')\nb.update({'z': 1}, w=2)\na.b = 1\nc = []\nd.pop('v')\nprint(1)\ne['u'] += 1\n";
  const added = additionsAmong(childrenOf(parser.parse(source).topNode), source);
  assert.deepEqual(added.map(([name, node]) => `${name}: ${textOf(node, source)}`), [
    "a: 'x'",
    "b: 'y'",
    "b: {'z': 1}",
    "b: 2",
  ]);
});

Deno.test("unpackedIn() has the targets of what is taken apart, and nothing of what is written out", () => {
  const unpacked = (source: string) => {
    const [targets, value] = unpackedIn(parser.parse(source).topNode.firstChild!) ?? [[]];
    return [...targets, ...(value ? [value] : [])].map((node) => textOf(node, source));
  };
  assert.deepEqual(unpacked("a, b = c"), ["a", "b", "c"]);
  assert.deepEqual(unpacked("(a, b) = f(c)"), ["a", "b", "f(c)"]);
  assert.deepEqual(unpacked("a, b = 1, 2"), []);
  assert.deepEqual(unpacked("a, b = (1, 2)"), []);
  assert.deepEqual(unpacked("a = c"), []);
});
