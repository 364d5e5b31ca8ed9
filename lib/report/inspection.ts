import { visible } from "../core/visible.ts";
import { CONSOLE_TEXT, escapeHtml, JUPYTER_DISPLAY, type MediaBundle } from "./display.ts";
import type { Table } from "./tables/table.ts";

/** A part of the display: a text as it is, or a table. */
export type InspectionPart =
  & { readonly title: string }
  & ({ readonly text: string } | { readonly table: Table });

/** Something looked at from all sides: shows itself in a notebook, and is a text elsewhere. */
export type Inspection = ReturnType<typeof inspection>;

/**
 * Puts parts under a title, each in full. Characters that would steer a terminal or change the direction of the text
 * are shown as their code.
 *
 * @example
 * ```ts
 * import { inspection } from "codebias/report/inspection.ts";
 * import assert from "node:assert/strict";
 * const { text } = inspection("Sample 1", [{ title: "Completion", text: "x = 1\u001b[2J" }]);
 * assert.equal(text, "Sample 1\n========\n\nCompletion\n----------\nx = 1<U+001B>[2J\n");
 * ```
 */
export function inspection(title: string, parts: readonly InspectionPart[]) {
  const text = [
    underlined(visible(title), "="),
    ...parts.map((part) =>
      underlined(part.title, "-") + ("table" in part ? `${part.table}\n` : ended(visible(part.text)))
    ),
  ].join("\n");
  const html = `<div><h4>${escapeHtml(visible(title))}</h4>${parts.map(partHtml).join("")}</div>`;
  return {
    ...{ title, text },
    /** As they were given. */
    parts,
    toString: () => text,
    [CONSOLE_TEXT]: () => text,
    [JUPYTER_DISPLAY]: (): MediaBundle => ({ "text/html": html, "text/plain": text }),
  };
}

function underlined(title: string, line: string): string {
  return `${title}\n${line.repeat(title.length)}\n`;
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

const PRE =
  `style="white-space:pre-wrap;margin:0 0 12px;padding:6px 10px;border-left:3px solid #bbb;text-align:left"`;

function partHtml(part: InspectionPart): string {
  const content = "table" in part
    ? part.table.toHTML()
    : `<pre ${PRE}>${escapeHtml(visible(part.text))}</pre>`;
  return `<div><b>${escapeHtml(part.title)}</b></div>${content}`;
}
