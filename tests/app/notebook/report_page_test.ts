import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lines, table } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { browserTest, openProfile } from "../../review/chromium.ts";
import { withFolder } from "../commands/task.ts";

const PAGE = fileURLToPath(new URL("../../../lib/app/notebook/report_page.py", import.meta.url));
const python = join(paths.environment, "bin", "python");
const withoutJupyter = !(await Deno.stat(join(paths.environment, "bin", "jupyter-nbconvert")).then(
  () => true,
  () => false,
));

const text = (source: string) => ({ cell_type: "markdown", metadata: {}, source });

/** A code cell that showed something as Markdown, or nothing. */
function code(source: string, shown?: string, tags: readonly string[] = []) {
  const data = { "text/markdown": shown, "text/plain": shown };
  const output = { output_type: "execute_result", execution_count: 1, metadata: {}, data };
  const outputs = shown === undefined ? [] : [output];
  return { cell_type: "code", metadata: { tags }, source, outputs, execution_count: 1 };
}

/** The page of an executed notebook, and where it is. */
async function pageOf(folder: string, cells: readonly object[]): Promise<{ file: string; html: string }> {
  const notebook = join(folder, "n.ipynb");
  const withIds = cells.map((cell, at) => ({ id: `c${at}`, ...cell }));
  const metadata = { language_info: { name: "typescript" } };
  await Deno.writeTextFile(
    notebook,
    JSON.stringify({ cells: withIds, metadata, nbformat: 4, nbformat_minor: 5 }),
  );
  const { success, stderr } = await new Deno.Command(python, { args: ["-I", PAGE, notebook] }).output();
  assert(success, new TextDecoder().decode(stderr));
  const file = join(folder, "n.html");
  return { file, html: await Deno.readTextFile(file) };
}

function pageTest(name: string, fn: (folder: string) => Promise<void>): void {
  Deno.test({
    name: `${name} (needs Jupyter in .venv)`,
    ignore: withoutJupyter,
    fn: () => withFolder(fn),
  });
}

/** Asserts that a page has each of some texts once, in this order. */
function assertOrder(html: string, parts: readonly string[]): void {
  const body = html.slice(html.indexOf("<main>"));
  const places = parts.map((part) => {
    assert.equal(body.split(part).length, 2, `${part} must be there once`);
    return body.indexOf(part);
  });
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
}

pageTest("a report runs nothing that cells show, and has what they show without it", async (folder) => {
  const output = { output_type: "execute_result", execution_count: 1, metadata: {} };
  const shown = '<p>first rows</p><script>const page = "\\u003c/script>";\nalert(page)</script><p>a link</p>';
  const cell = { ...code("view(result)"), outputs: [{ ...output, data: { "text/html": shown } }] };
  const { html } = await pageOf(folder, [text("# A"), cell]);
  assertOrder(html, ["<p>first rows</p><p>a link</p>"]);
  assert.doesNotMatch(html, /alert/);
});

pageTest("a report has what cells tagged answers show first, and all else in its order", async (folder) => {
  const { html } = await pageOf(folder, [
    text("# Questions & answers\n\nDoes it?"),
    code("const first = 1;"),
    text("## A first part"),
    code("const second = 2;", "It does.", ["answers"]),
    text("### A part of it"),
    code("const third = 3;", "It was measured."),
    code("const fourth = 4;", "A little.", ["answers"]),
  ]);
  assert.match(html, /<title>Questions &amp; answers<\/title>/);
  assertOrder(html, [
    ...["Does it?", 'level-2"><a href="#in-short"', 'href="#how-it-was-done"', 'href="#a-first-part"'],
    ...['id="in-short"', '<section id="answers">', "It does.", "A little.", "</section>"],
    ...['id="how-it-was-done"', ">first<", 'id="a-first-part"', ">second<", 'id="a-part-of-it"'],
    ...[">third<", "It was measured.", ">fourth<"],
  ]);
});

pageTest("a notebook's own headings of these parts are used, and no other is added", async (folder) => {
  const { html } = await pageOf(folder, [
    text("# Title"),
    code("const first = 1;"),
    text("## In short\n\nAs the data say."),
    code("const second = 2;", "It does.", ["answers"]),
    text("## How it was done\n\nIn steps."),
    code("const third = 3;"),
  ]);
  assertOrder(html, [
    ...['id="in-short"', "As the data say.", "It does.", 'id="how-it-was-done"', "In steps."],
    ...[">first<", ">second<", ">third<"],
  ]);
});

pageTest("a notebook without answers keeps its order", async (folder) => {
  const { html } = await pageOf(folder, [
    text("# Title"),
    code("const first = 1;", "One."),
    text("## Part"),
    text("## Part"),
    text("## !?"),
    text("## Contents"),
  ]);
  assertOrder(html, [
    'href="#part"',
    'href="#part-again"',
    'href="#part-again-again"',
    'href="#contents-again"',
    ">first<",
    "One.",
    'id="part"',
    'id="part-again"',
  ]);
  assert.doesNotMatch(html, /In short|How it was done/);
});

pageTest("a picture's alternative text is its title and the gist of its numbers", async (folder) => {
  const { svg } = lines([{ t: 0.2, share: 0.5 }, { t: 1, share: 0.25 }], {
    x: "t",
    y: "share",
    title: "A & B",
  });
  const picture = code("drawn;", "");
  const outputs = picture.outputs.map((one) => ({ ...one, data: { "image/svg+xml": svg } }));
  const { html } = await pageOf(folder, [text("# Title"), { ...picture, outputs }]);
  assert.equal(
    /<img alt="([^"]*)"/.exec(html)?.[1],
    "A &amp; B. Highest for t 0.2 with 0.50, lowest for t 1 with 0.25; 2 values of t",
  );
});

if (!withoutJupyter) {
  browserTest(
    "a report asks for nothing, whatever a model wrote, and shows code on a click",
    async (browser, folder) => {
      const asked: string[] = [];
      await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
        asked.push(url);
        return new Response("here");
      });
      const address = `http://127.0.0.1:${server.addr.port}`;
      const hostile = `<img src="${address}/a.png"><script>document.title = "changed"</script>` +
        `<link rel="stylesheet" href="${address}/a.css"><iframe src="${address}/"></iframe>`;
      const cells = [text("# Title"), code("const first = 1;", hostile), code("second();")];
      const { file } = await pageOf(folder, cells);
      const { page } = await openProfile(browser, file, folder);
      await page.waitForNetworkIdle();
      assert.deepEqual(asked, []);
      assert.equal(await page.title(), "Title");
      const open = () =>
        page.$$eval("details.code", (cells) => cells.map((cell) => (cell as HTMLDetailsElement).open));
      assert.deepEqual(await open(), [false, false]);
      await page.click("#all-code");
      assert.deepEqual(await open(), [true, true]);
      await page.click("#all-code");
      await page.click("details.code > summary");
      assert.deepEqual(await open(), [true, false]);
    },
  );

  browserTest(
    "a table wider than the page is scrolled to its last column in a box of its own, which shows that there is more",
    async (browser, folder) => {
      const rows = [Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`column_${at}`, at]))];
      const shown = { "text/html": table(rows).toHTML(), "text/plain": "" };
      const output = { output_type: "execute_result", execution_count: 1, metadata: {}, data: shown };
      const { file } = await pageOf(folder, [text("# Title"), { ...code("table(rows)"), outputs: [output] }]);
      const { page } = await openProfile(browser, file, folder);
      const seen = await page.evaluate(() => {
        const box = document.querySelector("table")!.parentElement!;
        const right = () => document.querySelector("th:last-child")!.getBoundingClientRect().right;
        const hidden = right() > innerWidth;
        box.scrollLeft = box.scrollWidth;
        const isWider = document.documentElement.scrollWidth > innerWidth;
        return [
          hidden,
          right() <= innerWidth,
          isWider,
          getComputedStyle(box).backgroundImage.includes("gradient"),
        ];
      });
      assert.deepEqual(seen, [true, true, false, true]);
    },
  );
}
