import { refuseOther } from "../../core/kinds.ts";
import { JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { visible } from "../../core/visible.ts";

/** Text that a notebook shows as Markdown: the last expression of a cell. */
export interface Markdown {
  readonly text: string;
  [JUPYTER_DISPLAY](): MediaBundle;
}

/**
 * Text that a notebook shows as Markdown. Characters that nobody sees are shown as their code, and HTML is shown as text: models
 * write both.
 *
 * @param lines A text, or the items of a list, each a line; one that begins in bold stands above those that follow it.
 *
 * @example
 * ```ts
 * import { markdown } from "codebias/app/notebook/markdown.ts";
 * import assert from "node:assert/strict";
 * assert.equal(markdown(["**Answer to RQ1** (A)", "Yes.", "Both."]).text, "**Answer to RQ1** (A)\n\n- Yes.\n- Both.");
 * assert.equal(markdown("<b> in `<b>`").text, "\\<b> in `<b>`");
 * ```
 */
export function markdown(lines: string | readonly string[]): Markdown {
  if (typeof lines !== "string") refuseOther("show", lines, "a list of texts");
  const item = (line: string) => line.startsWith("**") ? `\n${line}\n` : `- ${line}`;
  const oneLine = (line: string) => line.trim().replace(/\s*\n\s*/g, " ");
  const whole = typeof lines === "string"
    ? lines
    : lines.map((line) => item(oneLine(line))).join("\n").trim();
  const text = withoutHtml(visible(whole));
  return { text, [JUPYTER_DISPLAY]: () => ({ "text/markdown": text, "text/plain": text }) };
}

/** The beginning of a block of code, which ends with the same. */
const FENCE = /^(?:~{3,}|`{3,}(?=[^`]*$))/;

/** In a line: a sign after a backslash, and code, where `<` is no HTML; then what begins HTML. */
const PARTS = /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|<(?!https?:[^\s<>]+>)(?=[a-z/!?])|&(?=#?\w+;)/gi;

/** Markdown in which `<b>` and `&lt;` outside of code mean these signs. */
function withoutHtml(text: string): string {
  let fence = "";
  return text.split("\n").map((line) => {
    const found = FENCE.exec(line)?.[0] ?? "";
    if (fence === "") {
      fence = found;
      if (fence === "") return line.replace(PARTS, (part) => /^[<&]/.test(part) ? `\\${part}` : part);
    } else if (found.startsWith(fence) && found === line.trimEnd()) {
      fence = "";
    }
    return line;
  }).join("\n");
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
