/**
 * A source as the parser can read it, every character at its place: patterns that ask for a type alone, as in `case str():`,
 * are names to it.
 *
 * @example
 * ```ts
 * import { readable } from "codebias/extraction/readable.ts";
 * import assert from "node:assert/strict";
 * assert.equal(readable("match x:\n    case int() | str():\n        f()\n"), "match x:\n    case int__ | str__:\n        f()\n");
 * ```
 */
export function readable(source: string): string {
  return source.replaceAll(/^[ \t]*case\b.*:/gm, (line) => line.replaceAll(/(?<=\w)\(\)/g, "__"));
}
