import { escapeHtml } from "../report/display.ts";
import { htmlPage } from "./html_page.ts";
import { pageQueue } from "./review_page.ts";
import type { ReviewItem } from "../core/types.ts";
import type { ShownRows } from "./samples_data.ts";
import { levelText } from "./view/view_data.ts";

/**
 * A page on which samples are looked at: one HTML file that needs no network and no server.
 *
 * @param rows The rows, whose label and notices stand at the top of the page.
 * @param packed The rows as `samplesData` gives them: JSON, gzip, base 64.
 * @param items The items to label on the same page. @default none
 * @throws {RangeError} If an item cannot be judged, or two share an id.
 */
export function viewPage(
  { title, label, notices }: Pick<ShownRows, "title" | "label" | "notices">,
  packed: string,
  items?: readonly ReviewItem[],
): string {
  const queue = items && pageQueue(items, { title });
  const count = queue && `${queue.items.length} items`;
  return htmlPage({ title, label, notices, packed, queue, count });
}

/** A style that JupyterLab keeps in notebooks it does not trust: it lets the table scroll within its box. */
const BOX = `style="max-height:32rem;overflow:auto;border:1px solid #888" tabindex="0"`;
const CELL = `style="text-align:left;vertical-align:top;padding:2px 10px"`;

/**
 * The rows as a plain table, for where no script may run: columns in which they differ, and how the answer begins.
 *
 * @param caption Says which rows these are.
 */
export function plainTable({ columns, samples, sampleOf, metric }: ShownRows, caption: string): string {
  const shown = columns.filter(({ name, values }) => name !== metric && new Set(values).size > 1);
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag} ${CELL}>${escapeHtml(text)}</${tag}>`).join("")}</tr>`;
  const rows = sampleOf.map((sample, row) =>
    cells("td", [
      ...shown.map(({ values }) => cut(levelText(values[row]), 60)),
      cut((samples[sample].text ?? samples[sample].failed ?? "").trim().replace(/\s+/g, " "), 100),
    ])
  );
  const heading = cells("th", [...shown.map(({ name }) => name), "answer"]);
  return `<div ${BOX}><table><caption ${CELL}>${escapeHtml(caption)}</caption>${heading}${
    rows.join("")
  }</table></div>`;
}

/** The beginning of a text; no character is cut in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}
