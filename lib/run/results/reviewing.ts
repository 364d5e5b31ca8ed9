/**
 * Human review: writes pages for reviewers, and reads their exports.
 *
 * @module
 */

import { join, relative } from "node:path";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { escapeHtml, JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { plural } from "../../report/words.ts";
import { queueOf } from "../../review/queue.ts";
import { parseReviewFile } from "../../review/review_file.ts";
import { reviewPage, type ReviewPageOptions } from "../../review/review_page.ts";
import { checkFileName, fileError, writeWhole } from "../../store/files/files.ts";
import { readText, unreadable } from "../../store/files/json_lines.ts";
import { parsed, parsedJson } from "../../store/files/parsed.ts";
import { paths, shortPath, typedPath } from "../../store/paths.ts";
import type { ReviewFile, ReviewItem } from "../../core/types.ts";

/** The options of {@linkcode review}. */
export interface ReviewOptions extends ReviewPageOptions {
  /** File name without ending. @default "review" */
  readonly name?: string;
  /** The folder; the page is written to `reviews` in it. @default outputs */
  readonly out?: string;
}

/**
 * Writes a page on which people label items: one HTML file that works without a network and without a server, and exports
 * labels as JSON, for {@linkcode readLabels}.
 *
 * @param items Questions about pieces of code, e.g. from `huang.review`; `reviewQueue` draws a sample.
 * @throws {RangeError} If there are no items, an item is invalid, two share an id, or the name is not valid for
 * a file.
 * @throws {DataError} If the page cannot be written.
 *
 * @example
 * ```ts ignore
 * const items = reviewQueue(huang.review(result), { sample: 100 });
 * await review(items, { title: "Programs that do not run" });
 * agreementOf(joinLabels(items, await readLabels(["ada.json", "grace.json"])));
 * ```
 */
export async function review(items: readonly ReviewItem[], options: ReviewOptions) {
  refuseUnknownOptions(options, ["title", "note", "name", "out"]);
  const { title, note, name = "review", out } = options;
  checkFileName(name, "write a review page named");
  const html = reviewPage(items, { title, ...(note !== undefined && { note }) });
  const file = join(out ?? paths.outputs, "reviews", `${name}.html`);
  await writeWhole(file, html);
  // The notebook is in notebooks/, or its copy is in the output folder, which has the page in `reviews`.
  const link = out === undefined ? relative(paths.notebooks, file) : `../reviews/${name}.html`;
  const many = `${plural(items.length, "item")} to review: open `;
  const then = " in a browser, and read its exports with readLabels";
  const href = escapeHtml(link.split("/").map(encodeURIComponent).join("/"));
  const shown = {
    "text/plain": many + shortPath(file) + then,
    "text/html": `<p>${many}<a href="${href}" target="_blank">${escapeHtml(shortPath(file))}</a>${then}</p>`,
  };
  return {
    ...{ file, queue: queueOf(items, title) },
    /** Number of items. */
    items: items.length,
    [JUPYTER_DISPLAY]: (): MediaBundle => shown,
  };
}

/**
 * Reads the exports of review pages.
 *
 * @param where A file, a folder of such files (`.json`), or several of either.
 * @throws {DataError} If there is no file, or one cannot be read or is of another kind; names the file and the fault.
 * @throws {RangeError} If nothing is named, or a name is empty.
 */
export async function readLabels(where: string | readonly string[]): Promise<ReviewFile[]> {
  if (typeof where !== "string") refuseOther("read labels of", where, "a list of texts");
  const named = [where].flat();
  if (named.some((path) => path.trim() === "")) {
    throw new RangeError("Cannot read labels of a file without a name: name a file or a folder");
  }
  const files = (await Promise.all(named.map((path) => filesIn(typedPath(path))))).flat();
  if (files.length === 0) throw new RangeError("Cannot read labels of 0 files: name a file or a folder");
  return await Promise.all(files.map(async (path) => {
    const file = shortPath(path);
    const { text } = await readText(path);
    const value = parsedJson(text, { file }, "export it again");
    return parsed(() => parseReviewFile(value), { file });
  }));
}

async function filesIn(path: string): Promise<string[]> {
  let names: string[];
  try {
    if (!(await Deno.stat(path)).isDirectory) return [path];
    names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
  } catch (cause) {
    throw unreadable(path, cause, "file or folder");
  }
  const found = names.filter((name) => name.toLowerCase().endsWith(".json")).sort();
  if (found.length === 0) {
    throw fileError(path, "there are no exported labels (.json) in this folder");
  }
  return found.map((name) => join(path, name));
}
