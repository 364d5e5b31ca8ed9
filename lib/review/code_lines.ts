/**
 * The lines of a source as editors number them: a line end at the very end does not begin another line.
 *
 * @example
 * ```ts
 * import { codeLines } from "codebias/review/code_lines.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(codeLines("a = 1\r\n\nb = 2\n"), ["a = 1", "", "b = 2"]);
 * ```
 */
export function codeLines(code: string): string[] {
  return code.replace(/(?:\r\n?|\n)$/, "").split(/\r\n?|\n/);
}
