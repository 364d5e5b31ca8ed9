import assert from "node:assert/strict";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import type { Section } from "../commands/docs/rendered.ts";
import { exists } from "codebias/store/files/files.ts";
import { task, withFolder } from "../app/commands/task.ts";
import { browserTest, openProfile, textOf } from "../review/chromium.ts";
import { documents } from "./documents.ts";

/** Has the command make the site. */
async function made(folder: string): Promise<string> {
  const site = join(folder, "site");
  const { code, stdout, stderr } = await task("docs", ["--out", site]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^\d+ pages and the reference: .*site\/index\.html\n$/);
  return site;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const found = await Promise.all(entries.map(({ name, isDirectory }) => {
    return isDirectory ? filesBelow(join(folder, name)) : [join(folder, name)];
  }));
  return found.flat();
}

/** The files and places to which elements of a page lead. */
function leads(document: Document, selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((element) =>
    (element.getAttribute("href") ?? element.getAttribute("src"))!
  );
}

Deno.test("deno task docs makes a site with all pages, whose links lead to places in it, and which asks for nothing else", async () => {
  await withFolder(async (folder) => {
    const site = await made(folder);
    const pages = new Map<string, Document>();
    for await (const { name } of Deno.readDir(site)) {
      if (!name.endsWith(".html")) continue;
      pages.set(name, parseHTML(await Deno.readTextFile(join(site, name))).document as unknown as Document);
    }
    const titles = [...pages.values()].map((page) =>
      page.querySelector("h1")!.textContent!.replace(" #", "")
    );
    for (const { text } of await documents()) {
      assert(titles.includes(/^# (.*)/.exec(text)![1]), text.slice(0, 40));
    }
    const broken = [...pages].flatMap(([name, page]) =>
      leads(page, "a").filter((href) => !/^https?:/.test(href)).filter((href) => {
        const [file, anchor] = href.split("#");
        const to = pages.get(file || name);
        return to ? anchor !== undefined && !to.getElementById(anchor) : !exists(join(site, file));
      }).map((href) => `${name}: ${href}`)
    );
    assert.deepEqual(broken, []);
    assert(pages.get("huang.html")!.querySelector("main table"), "Markdown is shown as HTML");
    const sections: Section[] = JSON.parse(
      (await Deno.readTextFile(join(site, "sections.js"))).replace(/^globalThis\.sections = |;\n$/g, ""),
    );
    const found = (heading: string) => sections.filter((section) => section.heading === heading);
    assert.equal(found("Comparing any table")[0].url, "statistics.html#comparing-any-table");
    assert.match(found("Glossary")[0].text, /witness two people who differ in one attribute/);
    assert(found("compare").some(({ url }) => exists(join(site, url))), "names of lib/mod.ts are found");
    assert.deepEqual(sections.filter(({ url }) => !exists(join(site, url.split("#")[0]))), []);
    const files = (await filesBelow(site)).filter((file) => file.endsWith(".html"));
    assert(files.length > 150, `${files.length} files`);
    for (const file of files) {
      const { document } = parseHTML(await Deno.readTextFile(file));
      const asked = leads(document as unknown as Document, "link[href], [src]");
      const missing = asked.filter((path) => /^[a-z]+:/.test(path) || !exists(join(file, "..", path)));
      assert.deepEqual(missing, [], file);
      const home = document.querySelector("body a")!.getAttribute("href")!;
      assert(home.startsWith("#") || exists(join(file, "..", home)), `${file} leads back`);
    }
  });
});

Deno.test("deno task docs writes over nobody's files", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "thesis.txt"), "mine");
    const { code, stderr } = await task("docs", ["--out", folder]);
    assert.equal(code, 1);
    assert.match(stderr, /^Cannot write the site to .*: it has other files, e\.g\. thesis\.txt\n$/);
    assert.equal(await Deno.readTextFile(join(folder, "thesis.txt")), "mine");
  });
});

browserTest(
  "the site in a browser: search by keyboard, from a file, without a request",
  async (browser, folder) => {
    const site = await made(folder);
    const { page, requests, complaints } = await openProfile(browser, join(site, "index.html"), folder);
    const ours = (url: string) => url.startsWith(`file://${site}/`);
    assert.equal(await page.$eval("img", (image) => (image as HTMLImageElement).naturalWidth > 100), true);
    await page.keyboard.press("/");
    await page.keyboard.type("comparing any TABLE");
    assert.match(await textOf(page, "#found li"), /^Comparing any table What a number means/);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assert.equal(page.url(), `file://${site}/statistics.html#comparing-any-table`);
    const top = await page.$eval("#comparing-any-table", (heading) => heading.getBoundingClientRect().top);
    assert(top >= 0 && top < 100, `the heading is ${top} pixels from the top`);
    await page.keyboard.press("/");
    await page.keyboard.type("no page says xyzzy");
    assert.equal(await textOf(page, "#found"), "Nothing has all of these words.");
    await page.keyboard.press("Escape");
    assert.equal(await page.$eval("#found", (list) => (list as HTMLElement).hidden), true);
    await page.goto(`file://${site}/api/~/compare.html`);
    await page.setViewport({ width: 400, height: 800 });
    for (const name of ["results", "SECURITY", "linguistic"]) {
      await page.goto(`file://${site}/${name}.html`);
      const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert(wide <= screen, `${name} is ${wide} pixels wide on a screen of ${screen}`);
    }
    assert.deepEqual([requests.filter((url) => !ours(url)), complaints], [[], []]);
  },
);
