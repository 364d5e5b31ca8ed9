import type { Completion } from "../../core/types.ts";

/** Whether a completion's end is missing: it met its limit of tokens, or was ended while it repeated itself. */
export function isCutOff({ finish }: Pick<Completion, "finish">): boolean {
  return finish === "length" || finish === "looping";
}

/**
 * Whether what is missing of a completion may belong to the program in it, so that nothing is known of that: one more line, as
 * deep as the last one, would be part of it. A program before prose, or in a fence that is closed, is whole.
 *
 * @param programIn The source of the program in a text; undefined if there is none.
 *
 * @example
 * ```ts
 * import { endsInside } from "codebias/run/probing/cut_off.ts";
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
  const lines = text.trimEnd();
  const [indent] = /^[ \t]*/.exec(lines.slice(lines.lastIndexOf("\n") + 1))!;
  return indent !== "" && programIn(text) !== programIn(`${lines}\n${indent}pass\n`);
}
