import { JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { visible } from "../../core/visible.ts";

/** Text that a notebook shows as Markdown: the last expression of a cell. */
export interface Markdown {
  readonly text: string;
  [JUPYTER_DISPLAY](): MediaBundle;
}

/**
 * Text that a notebook shows as Markdown; invisible characters in it are shown as their code.
 *
 * @param lines A text, or the items of a list; one that begins in bold stands above those that follow it.
 *
 * @example
 * ```ts
 * import { markdown } from "codebias/app/notebook/markdown.ts";
 * import assert from "node:assert/strict";
 * assert.equal(markdown(["**Answer to RQ1** (A)", "Yes.", "Both."]).text, "**Answer to RQ1** (A)\n\n- Yes.\n- Both.");
 * ```
 */
export function markdown(lines: string | readonly string[]): Markdown {
  const item = (line: string) => line.startsWith("**") ? `\n${line}\n` : `- ${line}`;
  const text = visible(typeof lines === "string" ? lines : lines.map(item).join("\n").trim());
  return { text, [JUPYTER_DISPLAY]: () => ({ "text/markdown": text, "text/plain": text }) };
}

/**
 * A table or figure or, where a result has nothing that it would show, a sentence.
 *
 * @param sentence Says what there is not, or why.
 *
 * @example
 * ```ts
 * import { orSay } from "codebias/app/notebook/markdown.ts";
 * import assert from "node:assert/strict";
 * assert.equal(orSay("a table", "There is none."), "a table");
 * assert.deepEqual(Object.keys(orSay(undefined, "There is none.") ?? {}), ["text"]);
 * ```
 */
export function orSay<T>(shown: T | undefined, sentence: string): T | Markdown {
  return shown ?? markdown(sentence);
}
