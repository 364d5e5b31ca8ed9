import assert from "node:assert/strict";
import { join } from "node:path";
import { indexPage } from "codebias/app/commands/reproduce/index_page.ts";
import { browserTest, openProfile } from "../../review/chromium.ts";
import { reproduced } from "./reproduced.ts";
import { filesBelow, withFolder } from "./task.ts";

/** Above the first step of how it was done a reader has the answers: title, contents and these, in CSS pixels. */
const MOST_BEFORE = 8_000;

/** What a reader meets in a page. */
function looked() {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const contents = all("#contents a").map((link) => link.getAttribute("href")!);
  return {
    contents,
    leadNowhere: contents.filter((href) => !document.querySelector(href)),
    answers: document.querySelector("#answers")?.textContent?.trim() ?? "",
    before: document.querySelector("#how-it-was-done")?.getBoundingClientRect().top ?? NaN,
    unfolded: all("details[open], .highlight.hl-typescript").filter((part) => part.checkVisibility()).length,
    codeCells: all("details.code").length,
    emptyTables: all("table").filter((table) => !table.querySelector("td")).map((table) => table.innerText),
    unnamed: all("img").filter((image) => !image.getAttribute("alt")).length,
    fileLists: all("pre").filter((pre) => /\.parquet"?,\n/.test(pre.innerText)).length,
    isWider: document.documentElement.scrollWidth > innerWidth,
    ground: getComputedStyle(document.documentElement).backgroundColor,
  };
}

browserTest(
  "reports have answers first, code folded, tables in the page, and ask for nothing",
  async (browser, tmp, t) => {
    const { folder } = await reproduced();
    const reports = (await filesBelow(folder)).filter((file) => /^notebooks\/.*\.html$/.test(file));
    assert.ok(reports.length > 0);
    for (const report of reports) {
      await t.step(report, async () => {
        const { page, requests, complaints } = await openProfile(browser, join(folder, report), tmp);
        assert.deepEqual(requests.filter((url) => !url.startsWith("data:")), []);
        assert.deepEqual(complaints, []);
        for (const width of [1400, 420]) {
          await page.setViewport({ width, height: 900 });
          const seen = await page.evaluate(looked);
          assert.ok(
            seen.before <= MOST_BEFORE,
            `${width} px wide: how it was done begins at ${seen.before} px`,
          );
          assert.equal(seen.isWider, false, `${width} px wide: something is wider than the page`);
        }
        const seen = await page.evaluate(looked);
        assert.deepEqual(seen.contents.slice(0, 2), ["#in-short", "#how-it-was-done"]);
        assert.deepEqual(seen.leadNowhere, []);
        assert.ok(seen.answers.length > 20, `answers: ${seen.answers}`);
        assert.ok(seen.codeCells > 0);
        assert.deepEqual([seen.unfolded, seen.unnamed, seen.fileLists], [0, 0, 0]);
        assert.deepEqual(seen.emptyTables, []);
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
        assert.notEqual((await page.evaluate(looked)).ground, seen.ground);
        await page.close();
      });
    }
  },
);

browserTest(
  "the index page of a run says whose answers it has, and leads to all files",
  async (browser, tmp) => {
    const { folder, manifest } = await reproduced();
    const { page, requests, complaints } = await openProfile(browser, join(folder, "index.html"), tmp);
    assert.deepEqual([requests, complaints], [[], []]);
    const linked = await page.$$eval(
      "a[href]",
      (links) =>
        links.map((link) => decodeURI(link.getAttribute("href")!)).filter((href) => !href.startsWith("#")),
    );
    const files = (await filesBelow(folder)).filter((file) => !/^samples\/|^index\.html$/.test(file));
    assert.deepEqual([...new Set(linked)].sort(), files.sort());
    assert.match(await page.$eval("main", (main) => main.innerText), /^From the demonstration data/m);
    const answers = await page.$$eval(
      "section",
      (sections) => sections.map((section) => section.innerText.length),
    );
    assert.equal(answers.length, Object.keys(manifest.notebooks).length);
    assert.ok(answers.every((length) => length > 20));
  },
);

Deno.test("the index page of a run links pages of samples and of questions, and names a file whose ending it does not know", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "notebooks"));
    await Deno.writeTextFile(join(folder, "notebooks/one.html"), "<title>One</title>");
    const outputs = {
      ...{ "tables/rates.ods": "", "figures/<b>.webp": "", "figures/none": "" },
      "views/one.html": "",
    };
    const pages = {
      "notebooks/one.html": "",
      "views/one.html": "",
      "views/one-more.html": "",
      "reviews/one.html": "",
    };
    const record = { status: "complete", pages, outputs } as const;
    const command = { studies: ["one"] };
    const manifest = {
      runId: "r",
      status: "complete",
      command,
      environment: {},
      notebooks: { one: record },
    } as const;
    const html = await indexPage(folder, manifest, "no data");
    assert.doesNotMatch(html, /undefined/);
    for (const file of ["rates.ods", "&lt;b&gt;.webp", "none"]) {
      assert.ok(html.includes(`>${file}</a>`), file);
    }
    const [told] = /<p>.*The report.*<\/p>/.exec(html)!;
    assert.deepEqual([...told.matchAll(/href="([^"]*)">([^<]*)/g)].map(([, href, words]) => [href, words]), [
      ["notebooks/one.html", "The report"],
      ["notebooks/one.ipynb", "its notebook"],
      ["views/one.html", "its samples"],
      ["views/one-more.html", "more samples (2)"],
      ["reviews/one.html", "a page to review what it judged"],
    ]);
  });
});
