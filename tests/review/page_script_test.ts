import assert from "node:assert/strict";
import { parseHTML } from "linkedom";
import { actionOf } from "codebias/review/page/keys.ts";
import type { Page } from "codebias/review/page/page.ts";
import type { View } from "codebias/review/view/view.ts";
import { viewActionOf } from "codebias/review/view/view_keys.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import { reviewItems } from "./review_items.ts";

const LIB = new URL("../../lib/review/", import.meta.url);
const PAGE = ["page", "view"].flatMap((folder) =>
  [...Deno.readDirSync(new URL(`${folder}/`, LIB))].map(({ name }) => name)
    .filter((name) => name !== "script.ts").map((name) => `${folder}/${name}`)
);
const MODULES = await Promise.all([...PAGE, "review_file.ts"].map(async (path) => ({
  path,
  source: await Deno.readTextFile(new URL(path, LIB)),
  exports: Object.entries(await import(new URL(path, LIB).href) as Record<string, unknown>),
})));
const html = reviewPage(reviewItems(2), { title: "T" });
const { document } = parseHTML(html);
const [, script] = /<script>([^]*?)<\/script>/.exec(html)!;

Deno.test("modules of the page's script hold exported functions only, which do not wait", () => {
  for (const { path, source, exports } of MODULES) {
    const statements = source.split("\n").filter((line) => /^[A-Za-z]/.test(line));
    const others = statements.filter((line) =>
      !/^(?:import |export (?:function|interface|type) )/.test(line)
    );
    assert.deepEqual(
      others.filter((line) => !/^(?:draw|filter|goTo\w*|move|openList|skip)/.test(line)),
      [],
      path,
    );
    for (const [name, value] of exports) {
      assert(typeof value === "function" && value.name === name, `${path}: ${name}`);
      assert.match(String(value), /^function /, `${path}: ${name}`);
    }
  }
});

Deno.test("modules of the page's script have no name in common, and each is in the script once", () => {
  const names = MODULES.flatMap(({ exports }) => exports.map(([name]) => name));
  assert(names.length > 50);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
  for (const name of names) {
    assert.equal(script.split(new RegExp(`^function ${name}\\(`, "m")).length, 2, name);
  }
});

/** What the page's script has of other rooms; see html_page.ts. */
const BORROWED = [
  "core/visible.ts",
  "review/queue.ts",
  "statistics/intervals/design_effect.ts",
  "statistics/intervals/wilson.ts",
];

Deno.test("modules of the page's script use nothing but each other, and what it borrows", () => {
  const borrowed = BORROWED.map((path) => `../${path}`);
  const known = new Set(
    [...MODULES.map(({ path }) => path), ...borrowed].map((path) => new URL(path, LIB).href),
  );
  for (const { path, source } of MODULES) {
    for (const [, what, from] of source.matchAll(/^import ([^;]*?) from "([^"]+)";/gm)) {
      if (what.startsWith("type ")) continue;
      assert(known.has(new URL(from, new URL(path, LIB)).href), `${path} imports ${from}`);
      assert.doesNotMatch(what, /\bas\b/, path); // a name of its own would not be there
    }
  }
});

Deno.test("the page's script is one, in strict mode, and cannot end its element", () => {
  assert.match(script, /^"use strict";\n/);
  new Function(script); // a SyntaxError otherwise
  assert.doesNotMatch(script, /<\/|<!--/);
});

Deno.test("the page's script finds every element that it looks for", () => {
  const sought = [...script.matchAll(/byId(?:<[^>]*>)?\([^,()]*, "([\w-]+)"\)/g)].map(([, id]) => id);
  assert(new Set(sought).size > 25);
  for (const id of sought) assert(document.getElementById(id), id);
});

Deno.test("every key that the page's help names does something", () => {
  const named = (where: string) =>
    [...document.querySelectorAll(`${where} dt kbd`)].map((kbd) => kbd.textContent!);
  const keys = named("#help");
  assert(keys.length > 13);
  const viewKeys = named("#view-help");
  assert(viewKeys.length > 12);
  const way: Record<string, string> = { "↓": "ArrowDown", "↑": "ArrowUp" };
  for (const key of viewKeys) assert.equal(typeof viewActionOf({} as View, way[key] ?? key), "function", key);
  const arrows: Record<string, string> = { "→": "ArrowRight", "←": "ArrowLeft" };
  for (const key of keys) assert.equal(typeof actionOf({} as Page, arrows[key] ?? key), "function", key);
  for (const key of ["a", "0", "Enter", "Tab", " ", "Escape"]) {
    assert.equal(actionOf({} as Page, key), undefined);
  }
  for (const [where, known] of [["#review-mode", keys], ["#view-mode", viewKeys]] as const) {
    const shortcuts = [...document.querySelectorAll(`${where} [aria-keyshortcuts]`)].map((element) =>
      element.getAttribute("aria-keyshortcuts")!
    );
    assert.deepEqual(shortcuts.filter((key) => !known.includes(key)), []);
  }
});
