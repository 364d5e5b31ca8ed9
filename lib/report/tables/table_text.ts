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
  const widths = columns.map((_, at) => texts.reduce((widest, row) => Math.max(widest, row[at].length), 0));
  const aligned = texts.map((row) => row.map((text, at) => text.padEnd(widths[at])).join("  ").trimEnd());
  return [title, ...aligned, note].filter((part) => part !== undefined).map(visible).join("\n");
}

function oneLine(text: string): string {
  return visible(text).replaceAll(FIGURE_SPACE, " ").replaceAll("\n", " ");
}
