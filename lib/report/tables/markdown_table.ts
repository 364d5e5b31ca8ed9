import { visible } from "../../core/visible.ts";
import type { Layout } from "./layout.ts";
import { FIGURE_SPACE, type ShownCell } from "./shown_column.ts";
import type { TableOptions } from "./table_options.ts";

/**
 * A table in GitHub's Markdown, with right-aligned numbers; empty if there are no columns.
 *
 * Source: GitHub Flavored Markdown Spec 0.29, section 4.10 (tables).
 */
export function markdownTable({ columns, lines }: Layout, { title, note }: TableOptions<string>): string {
  if (columns.length === 0) return "";
  const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |\n`;
  return [
    title ? `**${escapeMarkdown(title.trim())}**\n\n` : "",
    row(columns.map(({ heading }) => escapeMarkdown(heading))),
    row(columns.map(({ numeric }) => (numeric ? "---:" : ":---"))),
    ...lines.map(({ cells }) => row(cells.map(cellText))),
    note ? `\n${escapeStart(escapeMarkdown(note.trim()))}\n` : "",
  ].join("");
}

/**
 * A text that Markdown shows literally, on one line: newlines become `<br>`, and invisible characters their
 * code.
 *
 * @example
 * ```ts
 * import { escapeMarkdown } from "codebias/report/tables/markdown_table.ts";
 * import assert from "node:assert/strict";
 * assert.equal(escapeMarkdown("a|b *c*\n<d>"), "a\\|b \\*c\\*<br>\\<d\\>");
 * ```
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<>&|~$]/g, "\\$&")
    .replace(/:(?=[\w+-]+:)/g, "\\:") // GitHub would make a picture of :smile:
    .replaceAll("\n", "<br>");
}

function cellText({ text, number }: ShownCell): string {
  return number ? text.trimStart().replaceAll(FIGURE_SPACE, " ") : escapeMarkdown(text);
}

/** A text, escaped if it would start a heading or a list at the start of a paragraph. */
function escapeStart(text: string): string {
  return text.replace(/^[-+#=]/, "\\$&").replace(/^(\d+)([.)])/, "$1\\$2");
}
