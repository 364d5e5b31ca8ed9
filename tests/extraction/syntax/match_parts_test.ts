import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { matchedParts } from "codebias/extraction/syntax/match_parts.ts";
import { textOf, walk } from "codebias/extraction/syntax/nodes.ts";
import { parse } from "codebias/extraction/syntax/readable.ts";

/** What is matched with what, in a source with one match. */
function partsOf(source: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  walk(parse(source).topNode, (node) => {
    if (node.name !== "MatchStatement") return;
    for (const { part, patterns } of matchedParts(node, source)) {
      found[textOf(part, source)] = patterns.map((one) => textOf(one, source));
    }
  });
  return found;
}

const CASES: readonly (readonly [subject: string, cases: readonly string[], Record<string, string[]>])[] = [
  ["a", ["1", "x if x > 3", "_"], { a: ["1", "x", "_"] }],
  ["a, b", ["1, 2", "x, _ if x", "_"], { a: ["1", "x"], b: ["2", "_"] }],
  ["(a, b)", ["(1, 2)", "[x, y]"], { a: ["1", "x"], b: ["2", "y"] }],
  ["a, f(b, 'c, d'), e[1, 2]", ["1, 2, 3"], { a: ["1"], "f(b, 'c, d')": ["2"], "e[1, 2]": ["3"] }],
  ["a, b", ["int() as n, str() | None", "first, *rest"], { a: ["int() as n"], b: ["str() | None"] }],
  ["a | b", ["1"], { "a | b": ["1"] }],
  ["a, b", ["x, y, z", "1, *_, 2"], { a: [], b: [] }],
  ["p.get('x, y'), q  # both, of course:", ["1, 2"], { "p.get('x, y')": ["1"], q: ["2"] }],
];

for (const [subject, cases, parts] of CASES) {
  Deno.test(`matchedParts() finds what is held against what: match ${subject}`, () => {
    const [own, note = ""] = subject.split("  #");
    const head = note ? `match ${own}:  #${note}` : `match ${own}:`;
    const source = `def f():\n    ${head}\n${
      cases.map((one) => `        case ${one}:\n            g()\n`).join("")
    }`;
    assert.deepEqual(partsOf(source), parts);
  });
}

Deno.test("a class that only a pattern names is part of the program", () => {
  const source = "class Senior:\n    pass\n\nclass Other:\n    pass\n\n" +
    "def f(person):\n    match person:\n        case Senior() | None:\n            return 1\n    return 0\n";
  const program = extractProgram(`\`\`\`python\n${source}\`\`\``, {
    prompt: "",
    entryPoint: "f",
  });
  assert("source" in program && program.source.includes("class Senior") && !program.source.includes("Other"));
});
