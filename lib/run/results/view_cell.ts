import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { escapeHtml, type MediaBundle } from "../../report/display.ts";
import { plural } from "../../report/words.ts";
import { rowsAtPlaces, samplesData, type ShownRows } from "../../review/samples_data.ts";
import { levelText, type ViewLevel } from "../../review/view/view_data.ts";
import { plainTable, viewPage } from "../../review/view_page.ts";
import { shortPath } from "../../store/paths.ts";

/** The largest output of a notebook's cell, in bytes as in the notebook's file. */
const LARGEST_OUTPUT = 1_000_000;

/** The most rows in a cell if not all fit, and in a plain table. */
const FIRST_ROWS = 200;

/** Rows in the form in which a page holds them. */
export function packedRows(rows: ShownRows): string {
  return gzipSync(JSON.stringify(samplesData(rows))).toString("base64");
}

/** The place of a page: its file, the link from the notebook to it, and the rows that it shows first. */
interface Placed {
  readonly file: string;
  readonly link: string;
  readonly where: Readonly<Record<string, ViewLevel>>;
}

/**
 * The output of a notebook's cell: the page, in a frame that a script creates, so that without scripts the
 * first rows appear as a plain table instead. If the page is too large for a cell, the output has the first rows.
 */
export function cellOf(rows: ShownRows, page: string, { file, link, where }: Placed): MediaBundle {
  // The initial state is part of the address, because save() may replace this page by a page of all rows.
  const address = link.split("/").map(encodeURIComponent).join("/") + (rows.start && `#${rows.start}`);
  const href = escapeHtml(address);
  const place = shortPath(file);
  const number = (count: number) => count.toLocaleString("en");
  const counted = (count: number, noun: string) => plural(count, noun).replace(/\d+/, number(count));
  const many = `${counted(rows.sampleOf.length, "row")} of ${counted(rows.samples.length, "sample")}`;
  const { shown, others } = firstPlaces(rows, where);
  const wanted = Object.entries(where).map(([name, value]) => `${name} ${levelText(value)}`).join(", ");
  const plain = (count: number, note: string) => {
    const first = shown.slice(0, count).sort((one, other) => one - other);
    const begun = first.length < shown.length ? `The first ${number(first.length)} of ` : "";
    const caption = `${begun}${number(shown.length)} rows${wanted && `, ${wanted}`}`;
    const table = plainTable(rowsAtPlaces(rows, first), caption);
    const said = `<p>${escapeHtml(rows.label)}: ${many}${note}; <a href="${href}" target="_blank">${
      escapeHtml(place)
    }</a></p>`;
    return `${said}<div>${table}</div>`;
  };
  const written = (count: number, html: string, note: string) => {
    const id = `view-${hash("sha256", html).slice(0, 12)}`;
    return `<div id="${id}">${plain(count, note)}</div>${frameScript(id, html)}`;
  };
  const isTooLarge = (html: string) => Buffer.byteLength(JSON.stringify(html)) > LARGEST_OUTPUT;
  let html = written(FIRST_ROWS, page, "");
  for (let count = FIRST_ROWS; isTooLarge(html) && count > 0; count = Math.floor(count / 2)) {
    const first = [...shown, ...others].slice(0, count).sort((one, other) => one - other);
    const note = `, of which the first ${count} stand here`;
    const notices = [`These are the first ${count} of ${many}: the file has all`, ...rows.notices];
    html = written(count, viewPage({ ...rows, notices }, packedRows(rowsAtPlaces(rows, first))), note);
  }
  if (isTooLarge(html)) html = `<div>${plain(FIRST_ROWS, "")}</div>`; // a single answer can be that long
  return { "text/plain": `${rows.label}: ${many}: open ${place} in a browser`, "text/html": html };
}

/** The positions of the rows that are shown first, and of the others, task by task so that a few can be compared. */
function firstPlaces(
  { columns, sampleOf }: ShownRows,
  where: Placed["where"],
): Record<"shown" | "others", readonly number[]> {
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values;
  const byTask = [...Map.groupBy(sampleOf.keys(), (row) => valuesOf("taskId")?.[row]).values()].flat();
  const wanted = Object.entries(where).map(([name, value]) => ({
    level: levelText(value),
    values: valuesOf(name)!,
  }));
  const isShown = (row: number) => wanted.every(({ level, values }) => levelText(values[row]) === level);
  return { shown: byTask.filter(isShown), others: byTask.filter((row) => !isShown(row)) };
}

/**
 * A script that replaces the plain table by a page. The frame may only run scripts, copy, and save labels. In
 * JupyterLab it is light or dark like the theme; a dark theme sets the color scheme itself.
 */
function frameScript(id: string, page: string): string {
  const text = JSON.stringify(page).replaceAll("<", "\\u003c");
  return `<script>for (const place of document.querySelectorAll("#${id} > div:not(:has(> iframe))")) {
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-modals");
frame.style.cssText = "width:100%;height:42rem;border:1px solid #d0d7de;border-radius:6px";
frame.title = "Samples";
frame.srcdoc = ${text};
const theme = document.createElement("style");
theme.textContent = "[data-jp-theme-light=true] #${id} iframe { color-scheme: light }";
place.replaceChildren(theme, frame);
}</script>`;
}
