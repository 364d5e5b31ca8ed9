import { refuseOther } from "../../core/kinds.ts";
import { JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { visible } from "../../core/visible.ts";

/** Text that a notebook shows as Markdown if it is the value of a cell's last expression. */
export interface Markdown {
  readonly text: string;
  [JUPYTER_DISPLAY](): MediaBundle;
}

/**
 * Text that a notebook shows as Markdown. Invisible characters are shown as their code, and HTML is shown as text, since
 * models write both.
 *
 * @param lines A text, or a list of items, one a line; an item that begins in bold is a heading above the following items.
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

/** The fence that begins a block of code; the same fence ends it. */
const FENCE = /^(?:~{3,}|`{3,}(?=[^`]*$))/;

/** Parts of a line: an escaped character; code, in which `<` is not HTML; and the characters that begin HTML. */
const PARTS = /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|<(?!https?:[^\s<>]+>)(?=[a-z/!?])|&(?=#?\w+;)/gi;

/** Markdown that shows `<b>` and `&lt;` outside of code as these characters. */
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
 * A table or figure or, if there is nothing to show, a sentence.
 *
 * @param sentence The sentence on what is missing, or why.
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
