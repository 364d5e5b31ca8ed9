import { createHash } from "node:crypto";
import { escapeHtml } from "../report/display.ts";
import type { ReviewItem } from "../core/types.ts";
import { visible } from "../core/visible.ts";
import { codeTokens } from "./code_tokens.ts";
import type { PageItem, PageQueue } from "./page/session.ts";
import { pageBody } from "./page_body.ts";
import { pageScript } from "./page_script.ts";
import { pageStyle } from "./page_style.ts";
import { checkItems, queueOf } from "./queue.ts";

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
  const [style, script] = [pageStyle(), pageScript()];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${pageBody({ title, note, count: items.length })}
<script type="application/json" id="queue">${jsonInHtml(queue)}</script>
<script>${script}</script>
</body>
</html>
`;
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

/** JSON in which nothing can end the element around it. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Only this style sheet and this script, and no requests at all. */
function policy(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; style-src ${hash(style)}; script-src ${
    hash(script)
  }; base-uri 'none'; form-action 'none'`;
}
