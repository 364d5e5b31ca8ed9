import { refuseOther } from "../core/kinds.ts";
import { plural } from "../report/words.ts";
import type { ReviewItem } from "../core/types.ts";
import { visible } from "../core/visible.ts";
import { htmlPage, type PageContent } from "./html_page.ts";
import type { PageItem, PageQueue } from "./page/session.ts";
import { checkItems, codeLines, queueOf } from "./queue.ts";

/** What reviewers read besides the items. */
export type ReviewPageOptions = Pick<PageContent, "title" | "note">;

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
  refuseOther("write a review page with the title", title, "a text");
  if (title.trim() === "") {
    throw new RangeError("Cannot write a review page without a title: say what is reviewed");
  }
  const queue = pageQueue(items, { title, note });
  return htmlPage({ title, note, queue, count: plural(items.length, "item") });
}

/** The items as the page's script reads them. @throws {RangeError} As {@linkcode reviewPage}. */
export function pageQueue(items: readonly ReviewItem[], { title, note }: ReviewPageOptions): PageQueue {
  checkItems(items);
  return {
    ...queueOf(items, title),
    ...(note !== undefined && { note: visible(note) }),
    items: items.map(pageItem),
  };
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
    ...(language && { language }),
    lines: codeLines(code),
  };
}
