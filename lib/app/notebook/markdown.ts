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
 * @param lines A text, or the items of a list.
 */
export function markdown(lines: string | readonly string[]): Markdown {
  const text = visible(typeof lines === "string" ? lines : lines.map((line) => `- ${line}`).join("\n"));
  return { text, [JUPYTER_DISPLAY]: () => ({ "text/markdown": text, "text/plain": text }) };
}
