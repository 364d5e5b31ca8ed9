import type { Tree } from "@lezer/common";
import { parser } from "@lezer/python";

/** The syntax tree of a source, also with syntax that the parser does not know; see {@linkcode readable}. */
export function parse(source: string): Tree {
  return parser.parse(readable(source));
}

/**
 * A source rewritten so that the parser can read it, with every offset unchanged: patterns that only check a type, as in
 * `case str():`, become names (guards do not), and several matched values, as in `match a, b:`, become one.
 *
 * @example
 * ```ts
 * import { readable } from "codebias/extraction/syntax/readable.ts";
 * import assert from "node:assert/strict";
 * assert.equal(readable("match x:\n    case int() | str():\n        f()\n"), "match x:\n    case int._ | str._:\n        f()\n");
 * assert.equal(readable("    case str() if f():\n"), "    case str._ if f():\n");
 * assert.equal(readable("match x, f(1, ','):\n"), "match x| f(1, ','):\n");
 * ```
 */
export function readable(source: string): string {
  return source
    .replaceAll(
      /^[ \t]*case\b(?:(?!\bif\b).)*(?:(?=\bif\b)|(?<=:))/gm,
      (line) => line.replaceAll(/(?<=\w)\(\)/g, "._"),
    )
    .replaceAll(/^[ \t]*match\b.*,.*:[ \t]*(#.*)?$/gm, joined);
}

/** A string, a bracket, a comma or a comment; commas inside of strings and brackets do not count. */
const PIECE = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[([{]|[)\]}]|,(?=\s*[^\s:])|#.*$/g;

function joined(line: string): string {
  let depth = 0;
  return line.replaceAll(PIECE, (piece) => {
    if ("([{".includes(piece)) depth++;
    if (")]}".includes(piece)) depth--;
    return piece === "," && depth === 0 ? "|" : piece;
  });
}
