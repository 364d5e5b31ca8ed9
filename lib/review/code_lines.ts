/**
 * The lines of a source, as editors number them: an end of line at the very end begins no further one.
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
