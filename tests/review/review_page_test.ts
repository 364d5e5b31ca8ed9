import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parseHTML } from "linkedom";
import { queueOf } from "codebias/review/queue.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import { visible } from "codebias/core/visible.ts";
import { globalNames } from "../lint/names.ts";
import { HOSTILE, reviewItem, reviewItems } from "./review_items.ts";

const html = reviewPage(reviewItems(3), { title: "Three", note: "Take your time." });
const [, script] = html.match(/<script>([^]*?)<\/script>/)!;

Deno.test("reviewPage() needs nothing from elsewhere", () => {
  const page = html.replace(/<meta http-equiv[^>]*>/, ""); // hashes may have any letters
  assert.doesNotMatch(page, /https?:|\/\/[a-z]|<link|\bsrc=/i);
  assert.doesNotMatch(page, /@import|\burl\(|\bfetch\b|XMLHttpRequest|WebSocket|\bimport\(/);
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
});

Deno.test("reviewPage() is the same for the same items", () => {
  assert.equal(reviewPage(reviewItems(3), { title: "Three", note: "Take your time." }), html);
});

Deno.test("reviewPage() holds its items, as they are", () => {
  const { document } = parseHTML(html);
  const queue = JSON.parse(document.getElementById("queue")!.textContent!);
  assert.equal(queue.sha256, queueOf(reviewItems(3), "Three").sha256);
  assert.deepEqual(queue.items.map(({ id }: { id: string }) => id), ["item-1", "item-2", "item-3"]);
  assert.equal(queue.items[0].question, reviewItem(1).question);
  assert.deepEqual(queue.items[0].highlights, [4]);
});

Deno.test("reviewPage() takes nothing of an item for HTML or a script", () => {
  const item = reviewItem(1, {
    id: HOSTILE,
    code: HOSTILE,
    question: HOSTILE,
    context: HOSTILE,
    hint: HOSTILE,
  });
  const answers = [{ value: HOSTILE, label: HOSTILE }, { value: "b", label: "B" }];
  const hostile = reviewPage([{ ...item, answers }], { title: HOSTILE, note: HOSTILE });
  const tags = (text: string) => text.match(/<(?:\/?[a-z]|!)/gi)!.length;
  assert.equal(tags(hostile), tags(reviewPage([reviewItem(1)], { title: "Title", note: "Note" })));
  const { document } = parseHTML(hostile);
  const queue = JSON.parse(document.getElementById("queue")!.textContent!);
  assert.equal(queue.items[0].question, visible(HOSTILE));
  assert.equal(document.querySelectorAll("script").length, 3);
  assert.equal(document.querySelector("b, img"), null);
});

Deno.test("reviewPage() allows its own script and style, and no others", () => {
  const { document } = parseHTML(html);
  const policy = document.querySelector("meta[http-equiv]")!.getAttribute("content")!;
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const [, style] = html.match(/<style>([^]*?)<\/style>/)!;
  assert.match(script, /^"use strict";\n/);
  assert.equal(
    policy,
    `default-src 'none'; style-src ${hash(style)}; script-src ${
      hash(script)
    }; base-uri 'none'; form-action 'none'`,
  );
  assert.equal(document.querySelector("[style], [onclick], [onload]"), null);
});

Deno.test("reviewPage() refuses an empty queue, an empty title, an item that cannot be judged", () => {
  assert.throws(() => reviewPage([], { title: "T" }), {
    name: "RangeError",
    message: /Cannot review 0 items/,
  });
  assert.throws(() => reviewPage(reviewItems(1), { title: " " }), {
    name: "RangeError",
    message: /without a title/,
  });
  const twice = [reviewItem(1), reviewItem(1)];
  assert.throws(() => reviewPage(twice, { title: "T" }), {
    name: "RangeError",
    message: /ids must be unique/,
  });
});

Deno.test("every label on a review page is that of something, and no id is there twice", () => {
  const { document } = parseHTML(html);
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const references = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];
  const named = references.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)!)
  );
  assert.ok(named.length > 6);
  for (const id of named) assert.ok(ids.includes(id), id);
});

/** What a browser has that the script of a page may use; document, localStorage and the clock are handed to it. */
const OF_THE_BROWSER = [
  "Array",
  "Blob",
  "CSS",
  "DOMException",
  "Date",
  "DecompressionStream",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "RegExp",
  "Response",
  "Set",
  "String",
  "Uint32Array",
  "Uint8Array",
];
const MORE = [
  "SyntaxError",
  "TypeError",
  "URL",
  "URLSearchParams",
  "atob",
  "Float64Array",
  "document",
  "isNaN",
  "localStorage",
  "undefined",
  "Infinity",
];

Deno.test("the script of a review page uses nothing of the browser that would reach out of it", () => {
  const globals = new Set<string>();
  const rule: Deno.lint.Rule = { create: () => globalNames((name) => void globals.add(name)) };
  Deno.lint.runPlugin({ name: "page", rules: { globals: rule } }, "page.js", script);
  for (const name of globals) assert.ok([...OF_THE_BROWSER, ...MORE].includes(name), name);
  assert.ok(globals.has("localStorage"), "the rule looks at all of the script");
});
