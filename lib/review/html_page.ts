/**
 * The page on which samples are looked at and labelled: one HTML file that needs no network and no server.
 *
 * Nothing in it that a model wrote is ever HTML or a script: it is data in the page, and becomes text; a content security
 * policy forbids all other scripts and all requests besides.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { UNSEEN, visible } from "../core/visible.ts";
import { escapeHtml } from "../report/display.ts";
import { squaredSums } from "../statistics/intervals/clusters.ts";
import { steadyDesignEffect } from "../statistics/intervals/design_effect.ts";
import { scoreBounds } from "../statistics/intervals/wilson.ts";
import type { PageQueue } from "./page/session.ts";
import * as pageScript from "./page/script.ts";
import { codeLines } from "./queue.ts";
import body from "./page.html" with { type: "text" };
import reviewStyle from "./review.css" with { type: "text" };
import * as reviewFile from "./review_file.ts";
import viewStyle from "./view.css" with { type: "text" };
import * as viewScript from "./view/script.ts";

/** What a page shows; samples, items to label, or both. */
export interface PageContent {
  /** What is reviewed, or looked at, above the page. */
  readonly title: string;
  /** What reviewers should know before they begin, plain text. @default nothing */
  readonly note?: string;
  /** The items to label, and how many they are, in words. @default none */
  readonly queue?: PageQueue;
  readonly count?: string;
  /** The samples, packed: JSON of `ViewData`, gzip, base 64. @default none */
  readonly packed?: string;
  /** The label of the answers: which models gave them, or that they are synthetic. */
  readonly label?: string;
  /** What the reader should know of them. */
  readonly notices?: readonly string[];
}

/** The page as HTML. */
export function htmlPage(
  { title, note, queue, count = "", packed = "", label = "", notices = [] }: PageContent,
): string {
  const listed = notices.map((notice) => `<li>${escapeHtml(notice)}</li>`).join("");
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    note: note === undefined ? "" : `<p class="note">${escapeHtml(note)}</p>`,
    count,
    label: escapeHtml(label),
    notices: listed === "" ? "" : `<details><summary>What to know</summary><ul>${listed}</ul></details>`,
    queue: JSON.stringify(queue ?? null).replaceAll("<", "\\u003c"), // nothing in it can end the element around it
    data: packed,
    style: STYLE,
    script: SCRIPT,
    policy: POLICY,
  };
  return body.replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]);
}

/** Functions of other rooms that are part of the script. */
const BORROWED = { visible, codeLines, squaredSums, steadyDesignEffect, scoreBounds };

/**
 * The script of the page: the text of all functions of its modules, in one scope, where they find each other by name. Hence
 * these modules hold only exported functions with unique names, which tests check. Browser objects are handed over at the
 * end, so that the functions themselves need nothing but their parameters.
 */
const SCRIPT = `"use strict";
(() => {
const UNSEEN = ${UNSEEN};
${Object.values<unknown>({ ...reviewFile, ...pageScript, ...viewScript, ...BORROWED }).join("\n\n")}

startPage({
  document,
  storage: () => localStorage,
  now: () => Date.now(),
  unpack(packed, done, failed) { // base 64, gzip, JSON
    const characters = atob(packed);
    const bytes = new Uint8Array(characters.length); // filled one by one: made from a text, it would need a list of all first
    for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
    new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json().then(done, failed);
  },
});
})();
`;

const STYLE = reviewStyle + viewStyle;

/** Only this style sheet and this script, and no requests at all. */
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${
  hashOf(SCRIPT)
}; base-uri 'none'; form-action 'none'`;

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
