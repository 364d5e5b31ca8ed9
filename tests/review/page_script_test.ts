import assert from "node:assert/strict";
import { parseHTML } from "linkedom";
import { actionOf } from "codebias/review/page/keys.ts";
import type { Page } from "codebias/review/page/page.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import { reviewItems } from "./review_items.ts";

const LIB = new URL("../../lib/review/", import.meta.url);
const PAGE = [...Deno.readDirSync(new URL("page/", LIB))].map(({ name }) => `page/${name}`);
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

Deno.test("modules of the page's script use nothing but each other", () => {
  const known = new Set(MODULES.map(({ path }) => new URL(path, LIB).href));
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
  const keys = [...document.querySelectorAll("dt kbd")].map((kbd) => kbd.textContent!);
  assert(keys.length > 13);
  const arrows: Record<string, string> = { "→": "ArrowRight", "←": "ArrowLeft" };
  for (const key of keys) assert.equal(typeof actionOf({} as Page, arrows[key] ?? key), "function", key);
  for (const key of ["a", "0", "Enter", "Tab", " ", "Escape"]) {
    assert.equal(actionOf({} as Page, key), undefined);
  }
  const shortcuts = [...document.querySelectorAll("[aria-keyshortcuts]")].map((element) =>
    element.getAttribute("aria-keyshortcuts")!
  );
  assert.deepEqual(shortcuts.filter((key) => !keys.includes(key)), []);
});
