import { parseReviewFile } from "../review_file.ts";
import type { ReviewFile } from "../../core/types.ts";
import { draw } from "./actions.ts";
import { fileName, fileOf, refusalOf, withFile } from "./exchange.ts";
import { byId, element, keep, openSession, type Page, say } from "./page.ts";
import { begin } from "./start.ts";

/** Gives the labels to the browser as a file to download. */
export function exportFile(page: Page): void {
  const { session, queue } = page;
  if (!session) return;
  const file = fileOf(session, queue);
  const name = fileName(session, queue);
  const blob = new Blob([JSON.stringify(file, null, 1) + "\n"], { type: "application/json" });
  element(page, "a", { href: URL.createObjectURL(blob), download: name }).click();
  keep(page, { ...session, exported: true });
  draw(page);
  const notes = file.notes ? `, and notes on ${file.notes.length} without` : "";
  say(page, `Exported ${file.labels.length} of ${queue.items.length} labels${notes}: ${name}`);
}

/** Takes over the labels of files that were exported before. */
export function importFiles(page: Page, files: readonly File[]): void {
  const [first, ...rest] = files;
  if (!first) return;
  first.text().then((text) => {
    importText(page, text, first.name);
    importFiles(page, rest);
  }, () => refuse(page, first.name, "it cannot be read"));
}

/** Takes over the labels of one file; where nobody has said who is labelling, the file's reviewer is. */
export function importText(page: Page, text: string, name: string): void {
  const file = readFile(text);
  if (typeof file === "string") return refuse(page, name, file);
  const refusal = refusalOf(file, page.queue, page.session?.reviewer);
  if (refusal !== undefined) return refuse(page, name, refusal);
  const { session, sentence } = withFile(page.session ?? openSession(page, file.reviewer), file);
  if (page.session) {
    keep(page, session);
    page.drawn = null; // its note may be another one
    draw(page);
  } else begin(page, session);
  say(page, `Imported ${name}: ${sentence}`);
}

/** The file in a text, or what is wrong with it. */
export function readFile(text: string): ReviewFile | string {
  try {
    return parseReviewFile(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return "it is not JSON";
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Shows why a file was not imported, where the reviewer looks. */
export function refuse(page: Page, name: string, why: string): void {
  const sentence = `Cannot import ${name}: ${why}`;
  if (page.session) say(page, sentence, "trouble");
  else byId(page, "start-trouble").textContent = sentence;
}
