import type { Completion } from "../core/types.ts";
import { topLevelStatements } from "../extraction/syntax/statements.ts";
import { stripReasoning } from "../extraction/final_answer.ts";
import { unwrapped } from "../extraction/unwrapped.ts";
import { writtenVersions } from "../extraction/written_versions.ts";

/** Whether a completion's end is missing: it reached its limit of tokens, or was ended while it repeated itself. */
export function isCutOff({ finish }: Pick<Completion, "finish">): boolean {
  return finish === "length" || finish === "looping";
}

/**
 * Whether the missing end of a completion may belong to the program in it, so that nothing is known of the program: one more
 * line, indented like the last one, would be part of the program, or the last statement that begins is one that the program
 * defines or needs. A program before prose, or in a closed fence, is complete.
 *
 * @param programIn The source of the program in a text; undefined if there is none.
 *
 * @example
 * ```ts
 * import { endsInside } from "codebias/bias/cut_off.ts";
 * import { extractProgram } from "codebias/extraction/program.ts";
 * import assert from "node:assert/strict";
 * const programIn = (text: string) => {
 *   const found = extractProgram(text, { prompt: "", entryPoint: "f" });
 *   return found.kind === "program" ? found.source : undefined;
 * };
 * assert.equal(endsInside("def f(x):\n    if x > 1:\n        return 1\n", programIn), true);
 * assert.equal(endsInside("def f(x):\n    return 1\n\nf(1)\nIt returns one", programIn), false);
 * ```
 */
export function endsInside(text: string, programIn: (text: string) => string | undefined): boolean {
  const source = programIn(text);
  if (source === undefined) return false;
  const lines = unwrapped(text).trimEnd();
  const last = lastBegun(lines);
  if (isCopy(lines, last)) return source !== programIn(lines.slice(0, -last.length));
  const [indent] = /^[ \t]*/.exec(lines.slice(lines.lastIndexOf("\n") + 1))!;
  return isPartOf(source, last) || (indent !== "" && source !== programIn(`${lines}\n${indent}pass\n`));
}

/**
 * The end of a text, from its last line on that is a fence or is not indented (in an indented fence, no more than the
 * fence); closing brackets and comments do not count as such lines.
 */
function lastBegun(text: string): string {
  const lines = text.split("\n");
  const own = lines.slice(lines.findLastIndex((line) => /^(?:[^\s#)\]}]|[ \t]*(?:```|~~~))/.test(line)));
  const [, margin] = /^([ \t]+)(?:```|~~~)/.exec(own[0]) ?? [];
  return margin === undefined || own.length === 1 ? own.join("\n") : lastBegun(
    own.slice(1).map((line) => line.startsWith(margin) ? line.slice(margin.length) : line).join("\n"),
  );
}

/** Whether two complete copies of a passage stand before an end that repeats the beginning of the passage. */
function isCopy(text: string, end: string): boolean {
  const at = text.length - end.length;
  const before = text.lastIndexOf(`\n${end}`, at - 2) + 1;
  const first = before - (at - before);
  return before > 0 && first >= 0 && text.slice(first, before) === text.slice(before, at);
}

/** The beginning of an unindented statement: a definition, whose name may be incomplete, or an assignment. */
const BEGINNING = /^(?:(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)(.?)|(\w+)[ \t]*(?::[^=\n]*)?=(?!=))/;

/** Whether a statement that begins, and may go on, defines something that a program defines or needs. */
function isPartOf(source: string, begun: string): boolean {
  const [, defined, then, assigned] = BEGINNING.exec(begun) ?? [];
  const name = defined ?? assigned;
  return name !== undefined && (new RegExp(`\\bdef ${name}\\b`).test(source) ||
    topLevelStatements(source).some(({ binds, needs }) =>
      [...binds, ...needs].some((other) => other === name || (then === "" && other.startsWith(name)))
    ));
}

/**
 * Whether an answer leaves out lines of a program in it: the last version of one of its functions has a gap, or a comment in the
 * place of lines.
 *
 * @example
 * ```ts
 * import { hasGaps } from "codebias/bias/cut_off.ts";
 * import assert from "node:assert/strict";
 * const code = "def f(p):\n    if p < 1:\n        return 1\n";
 * assert.equal(hasGaps(`${code}    # ... existing code ...\n`, code), true);
 * assert.equal(hasGaps(`${code}    # See above.\n    return 2\n`, code), false);
 * ```
 */
export function hasGaps(answer: string, source: string): boolean {
  const { versions } = writtenVersions(stripReasoning(answer));
  const last = new Map(versions.map((one) => [one.name, one]));
  return last.values().some(({ name, hasGap }) => hasGap && source.includes(`def ${name}`));
}
