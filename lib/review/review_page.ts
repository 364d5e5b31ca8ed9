import { createHash } from "node:crypto";
import { escapeHtml } from "../report/display.ts";
import { plural } from "../report/words.ts";
import type { ReviewItem } from "../core/types.ts";
import { visible } from "../core/visible.ts";
import { codeTokens } from "./code_tokens.ts";
import * as actions from "./page/actions.ts";
import * as codeView from "./page/code_view.ts";
import * as exchange from "./page/exchange.ts";
import * as files from "./page/files.ts";
import * as itemView from "./page/item_view.ts";
import * as keys from "./page/keys.ts";
import * as main from "./page/main.ts";
import * as page from "./page/page.ts";
import * as progressView from "./page/progress_view.ts";
import * as session from "./page/session.ts";
import type { PageItem, PageQueue } from "./page/session.ts";
import * as start from "./page/start.ts";
import { checkItems, queueOf } from "./queue.ts";
import style from "./review.css" with { type: "text" };
import body from "./review.html" with { type: "text" };
import * as reviewFile from "./review_file.ts";

/** What reviewers read besides the items. */
export interface ReviewPageOptions {
  readonly title: string;
  /** What they should know before they begin, plain text. @default nothing */
  readonly note?: string;
}

/**
 * A page on which people label items: one HTML file that needs no network and no server.
 *
 * Nothing in the items is ever HTML or a script, whatever a model wrote: they are data in the page, and become text; a
 * content security policy forbids all other scripts and all requests besides.
 *
 * @throws {RangeError} If there are no items, one cannot be judged, or two share an id.
 *
 * @example
 * ```ts
 * import { reviewPage } from "codebias/review/review_page.ts";
 * import assert from "node:assert/strict";
 * const answers = [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }];
 * const item = { id: "1", question: "Does it go by age?", code: "return '</script>'", answers };
 * const html = reviewPage([item], { title: "Age & co." });
 * assert(html.includes("<title>Age &amp; co.</title>") && !html.includes("'</script>'"));
 * ```
 */
export function reviewPage(items: readonly ReviewItem[], { title, note }: ReviewPageOptions): string {
  checkItems(items);
  if (title.trim() === "") {
    throw new RangeError("Cannot write a review page without a title: say what is reviewed");
  }
  const queue: PageQueue = {
    ...queueOf(items, title),
    ...(note !== undefined && { note: visible(note) }),
    items: items.map(pageItem),
  };
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    note: note === undefined ? "" : `<p class="note">${escapeHtml(note)}</p>`,
    count: plural(items.length, "item"),
    queue: JSON.stringify(queue).replaceAll("<", "\\u003c"), // nothing in it can end the element around it
    style,
    script: SCRIPT,
    policy: POLICY,
  };
  return body.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]);
}

function pageItem(
  { id, question, code, highlights = [], language, answers, context, hint }: ReviewItem,
): PageItem {
  return {
    id,
    question: visible(question),
    answers: answers.map(({ value, label }) => ({ value, label: visible(label) })),
    ...(context !== undefined && { context: visible(context) }),
    ...(hint !== undefined && { hint: visible(hint) }),
    highlights,
    lines: codeTokens(code, language),
  };
}

/**
 * The script of the page: the text of all functions of its modules, in one scope, where they find each other by name. Hence
 * these modules hold only exported functions with unique names, which tests check. Browser objects are handed over at the
 * end, so that the functions themselves need nothing but their parameters.
 */
const SCRIPT = `"use strict";
(() => {
${
  [reviewFile, session, exchange, page, codeView, itemView, progressView, actions, start, files, keys, main]
    .flatMap((module) => Object.values<unknown>({ ...module })).join("\n\n")
}

startReview(JSON.parse(document.getElementById("queue").textContent), {
  document,
  storage: () => localStorage,
  now: () => Date.now(),
});
})();
`;

/** Only this style sheet and this script, and no requests at all. */
const POLICY = `default-src 'none'; style-src ${hashOf(style)}; script-src ${
  hashOf(SCRIPT)
}; base-uri 'none'; form-action 'none'`;

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
