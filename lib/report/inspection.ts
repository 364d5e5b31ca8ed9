import { visible } from "../core/visible.ts";
import { CONSOLE_TEXT, escapeHtml, JUPYTER_DISPLAY, type MediaBundle } from "./display.ts";
import { alignedLines } from "./tables/table_text.ts";

/** A part of the display: a text as it is, or rows of a table. */
export type InspectionPart =
  | { readonly title: string; readonly text: string }
  | { readonly title: string; readonly rows: readonly Readonly<Record<string, string>>[] };

/** Something looked at from all sides: shows itself in a notebook, and is a text elsewhere. */
export interface Inspection {
  readonly title: string;
  readonly parts: readonly InspectionPart[];
  readonly text: string;
  toString(): string;
  [CONSOLE_TEXT](): string;
  [JUPYTER_DISPLAY](): MediaBundle;
}

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
export function inspection(title: string, parts: readonly InspectionPart[]): Inspection {
  const safe = parts.map((part): InspectionPart =>
    "rows" in part ? { ...part, rows: part.rows.map(safeRow) } : { ...part, text: visible(part.text) }
  );
  const text = [
    underlined(visible(title), "="),
    ...safe.map((part) =>
      underlined(part.title, "-") + ("rows" in part ? alignedRows(part.rows) : ended(part.text))
    ),
  ].join("\n");
  const html = `<div><h4>${escapeHtml(visible(title))}</h4>${safe.map(partHtml).join("")}</div>`;
  return {
    title,
    parts: safe,
    text,
    toString: () => text,
    [CONSOLE_TEXT]: () => text,
    [JUPYTER_DISPLAY]: () => ({ "text/html": html, "text/plain": text }),
  };
}

function safeRow(row: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, visible(value)]));
}

function underlined(title: string, line: string): string {
  return `${title}\n${line.repeat(title.length)}\n`;
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function alignedRows(rows: readonly Readonly<Record<string, string>>[]): string {
  if (rows.length === 0) return "none\n";
  const names = Object.keys(rows[0]);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name].replaceAll("\n", " ")))];
  return alignedLines(lines).join("\n") + "\n";
}

const PRE =
  `style="white-space:pre-wrap;margin:0 0 12px;padding:6px 10px;border-left:3px solid #bbb;text-align:left"`;
const CELL = `style="text-align:left;padding:2px 10px;vertical-align:top;white-space:pre-wrap"`;

function partHtml(part: InspectionPart): string {
  const title = `<div><b>${escapeHtml(part.title)}</b></div>`;
  if ("text" in part) return `${title}<pre ${PRE}>${escapeHtml(part.text)}</pre>`;
  if (part.rows.length === 0) return `${title}<pre ${PRE}>none</pre>`;
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag} ${CELL}>${escapeHtml(text)}</${tag}>`).join("")}</tr>`;
  const head = cells("th", Object.keys(part.rows[0]));
  return `${title}<table>${head}${part.rows.map((row) => cells("td", Object.values(row))).join("")}</table>`;
}
