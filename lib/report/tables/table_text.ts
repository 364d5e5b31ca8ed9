import { visible } from "../../core/visible.ts";
import type { Layout } from "./layout.ts";
import { FIGURE_SPACE } from "./shown_column.ts";
import type { TableOptions } from "./table_options.ts";

/** A table as text for a terminal: one line a row, columns aligned. */
export function tableText({ columns, lines }: Layout, { title, note }: TableOptions<string>): string {
  const texts = [
    columns.map(({ heading }) => oneLine(heading)),
    ...lines.map(({ cells }) => cells.map(({ text }) => oneLine(text))),
  ];
  const rows = lines.length === 0 ? ["There are no rows."] : alignedLines(texts);
  return [title, ...rows, note].filter((part) => part !== undefined).map(visible).join("\n");
}

/** Rows with columns as wide as their widest cell, two spaces between them. */
export function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => rows.reduce((widest, row) => Math.max(widest, row[at].length), 0));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd());
}

function oneLine(text: string): string {
  return visible(text).replaceAll(FIGURE_SPACE, " ").replaceAll("\n", " ");
}
