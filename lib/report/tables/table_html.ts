import { escapeHtml } from "../display.ts";
import type { Layout, Line } from "./layout.ts";
import type { TableOptions } from "./table_options.ts";

/**
 * A table as HTML for a notebook: its first rows, with a remark on the number of others. A text of several lines,
 * such as code, keeps its lines. A table without rows becomes a sentence.
 */
export function tableHtml(
  { columns, lines }: Layout,
  { title, note, shown = 60 }: TableOptions<string>,
): string {
  const remark = note && `<p style="max-width:60em">${escapeHtml(note)}</p>`;
  if (lines.length === 0) {
    const nothing = title ? `<b>${escapeHtml(title)}:</b> none` : "No rows";
    return [`<p>${nothing}</p>`, remark].filter((part) => part).join("\n");
  }
  const cell = (tag: string, text: string, at: number) =>
    `<${tag} style="${styleOf(columns[at].numeric, text)}">${escapeHtml(text)}</${tag}>`;
  const row = ({ cells, startsGroup }: Line) =>
    `<tr${startsGroup ? ' style="border-top:1px solid #d0d7de"' : ""}>${
      cells.map(({ text }, at) => cell("td", text, at)).join("")
    }</tr>`;
  const left = lines.length - shown;
  return [
    '<table style="border-collapse:collapse">',
    title &&
    `<caption style="text-align:left;font-weight:bold;padding:4px 0">${escapeHtml(title)}</caption>`,
    `<thead><tr>${columns.map(({ heading }, at) => cell("th", heading, at)).join("")}</tr></thead>`,
    `<tbody>${lines.slice(0, shown).map(row).join("\n")}</tbody>`,
    "</table>",
    left > 0 && `<p>… and ${left} more rows</p>`,
    remark,
  ].filter((part) => part).join("\n");
}

/** The style of a cell: numbers are aligned; a text with several lines or spaces is code, which keeps them. */
function styleOf(numeric: boolean, text: string): string {
  if (/\n| {2}/.test(text)) {
    return "text-align:left;vertical-align:top;padding:2px 10px;white-space:pre-wrap;font-family:monospace";
  }
  return numeric
    ? "text-align:right;padding:2px 10px;white-space:nowrap;font-variant-numeric:tabular-nums"
    : "text-align:left;padding:2px 10px";
}
