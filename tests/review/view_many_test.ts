import assert from "node:assert/strict";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { drawnSamples } from "codebias/review/samples_data.ts";
import { integers } from "codebias/statistics/random.ts";
import { rowsOfFrame } from "codebias/run/results/shown_rows.ts";
import { parseHTML } from "linkedom";
import { view } from "codebias";
import { withFiles } from "../store/repository.ts";
import { browserTest, textOf } from "./chromium.ts";
import { manySamples } from "./many_samples.ts";
import { choose, fill, madeResult, type MadeSample, openFile, openView } from "./view_pages.ts";

/** So many samples with a row unjudged, others with one biased, and others with neither. */
function threeKinds(
  unjudged: number,
  biased: number,
  others: number,
  attributes: readonly string[] = ["age", "gender"],
): MadeSample[] {
  return Array.from({ length: unjudged + biased + others }, (_, at) => {
    const isOpen = at < unjudged;
    const rows = { age: isOpen ? null : at < unjudged + biased, gender: isOpen && at % 2 === 0 };
    return {
      ...{ taskId: `task-${at}`, text: `pass # ${at}`, temperature: at % 2 },
      biased: Object.fromEntries(Object.entries(rows).filter(([name]) => attributes.includes(name))),
    };
  });
}

Deno.test("of too many samples a page draws shares of those unjudged, those biased, and the others", () => {
  const cases: readonly (readonly [have: [number, number, number], drawn: [number, number, number]])[] = [
    [[60, 60, 80], [20, 40, 40]],
    [[60, 10, 130], [20, 10, 70]], // a kind that has too few leaves its room
    [[0, 100, 100], [0, 40, 60]],
    [[90, 90, 20], [30, 50, 20]],
    [[60, 20, 20], [60, 20, 20]], // as many as fit
  ];
  for (const [have, expected] of cases) {
    const { samples, frame } = madeResult(threeKinds(...have));
    const rows = rowsOfFrame(frame, samples);
    const given = { ...rows, title: "T", label: "", notices: ["known"], start: "" };
    const drawn = drawnSamples(given, 100);
    const taskOf = drawn.columns.find(({ name }) => name === "taskId")!.values;
    const tasks = new Set(taskOf.map((task) => Number(String(task).slice(5))));
    const [unjudged, biased] = have;
    const kinds = [0, 0, 0];
    for (const task of tasks) kinds[task < unjudged ? 0 : task < unjudged + biased ? 1 : 2]++;
    assert.deepEqual(drawn.sampleOf.length, 2 * tasks.size);
    if (have.reduce((sum, one) => sum + one) <= 100) {
      assert.equal(drawn, given);
      continue;
    }
    assert.equal(tasks.size, 100);
    if (have[2] > 20) assert.deepEqual(kinds, expected);
    else assert.ok(kinds[0] >= 20 && kinds[1] >= 40 && kinds[2] === 20, String(kinds));
    assert.deepEqual(drawn.metric, null);
    assert.equal(
      drawn.notices[0],
      `This page has a sample of the samples: ${kinds[0]} of ${have[0]} unjudged, ${kinds[1]} of ${
        have[1]
      } biased, ${kinds[2]} of ${have[2]} others. It gives no shares, as these are not those of all`,
    );
    assert.equal(drawn.notices[1], "known");
    assert.deepEqual(drawnSamples(given, 100), drawn);
  }
});

browserTest(
  "above 50,000 samples the page says that it has some, and gives no share",
  async (browser, folder) => {
    const result = madeResult(threeKinds(12_000, 25_000, 13_010, ["age"]));
    const { page, view, complaints } = await openView(browser, folder, result);
    assert.equal(view.samples, 50_000);
    assert.match(
      await textOf(page, "header"),
      /a sample of the samples: 1\d,\d{3} of 12,000 unjudged, 2\d,\d{3} of 25,000 biased, 13,010 of 13,010 others\. It gives no shares/,
    );
    assert.equal(await textOf(page, "#shown"), "50,000 of 50,000 rows, 50,000 samples");
    assert.doesNotMatch(await textOf(page, "#shown"), /%/);
    await choose(page, "verdict", "biased");
    assert.match(await textOf(page, "#shown"), /^2\d,\d{3} of 50,000 rows, [\d,]+ samples$/);
    assert.deepEqual(complaints, []);
  },
);

browserTest("a page of 10,000 samples opens, and a cell has its first rows", async (browser, folder, t) => {
  const result = manySamples(10_000, { letters: [200, 400] });
  const written = view(result, { out: folder, name: "many" });
  const output = written[JUPYTER_DISPLAY]();
  const html = output["text/html"];
  await t.step("all are in the file", async () => {
    const { page, requests, complaints } = await openFile(browser, written.file, folder);
    assert.match(await textOf(page, "#shown"), /^70,000 of 70,000 rows, 10,000 samples · biased 2\d\.\d %/);
    await fill(page, "#text", "decide_7777(");
    assert.match(await textOf(page, "#shown"), /^7 of 70,000 rows, 1 sample /);
    await page.focus("#samples");
    await page.keyboard.press("Enter");
    assert.match(await textOf(page, "#one"), /def decide_7777\(self\):/);
    assert.deepEqual([requests, complaints], [[], []]);
  });
  await t.step("the output of a cell is small, and names the file", () => {
    assert.ok(html.length <= 1_000_000, `${html.length} characters`);
    assert.ok(html.length > 10_000);
    const [, first] = /of which the first (\d+) stand here/.exec(html)!;
    const { document } = parseHTML(
      `<html><body>${html.replace(/<script>[^]*<\/script>$/, "")}</body></html>`,
    );
    const rows = [...document.querySelectorAll("tr")].slice(1);
    assert.equal(rows.length, Number(first));
    assert.ok(rows.length <= 200 && rows.length > 0);
    assert.match(document.querySelector("a")!.getAttribute("href")!, /\/views\/many\.html$/);
    const numbers = rows.map((row) =>
      /def decide_(\d+)\(/.exec(row.querySelector("td:last-child")!.textContent)![1]
    );
    assert.deepEqual(numbers.filter((number) => Number(number) % 250 !== 0), [], "of the first task");
    assert.equal(new Set(numbers).size, Math.ceil(rows.length / 7));
    assert.match(output["text/plain"], /70,000 rows of 10,000 samples: open .*many\.html in a browser$/);
  });
  await t.step("where scripts may run the same rows are a page in the cell", async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><body>${html}</body>`);
    const frame = await (await page.waitForSelector("iframe"))!.contentFrame();
    await frame.waitForFunction(() => document.getElementById("loading")?.hidden);
    const [, first] = /of which the first (\d+) stand here/.exec(html)!;
    const shown = await frame.$eval("#shown", (part) => part.textContent!);
    assert.match(shown, new RegExp(`^${first} of ${first} rows`));
    assert.match(
      await frame.$eval("header", (part) => part.textContent!),
      /These are the first \d+ of 70,000 rows/,
    );
    assert.equal(await page.$("table"), null);
    await page.close();
  });
});

Deno.test("a cell has as many rows as it has room for, and a table where a single answer is too long", async () => {
  const next = integers("long answers");
  const answers = (count: number, letters: number) =>
    madeResult(Array.from({ length: count }, (_, at): MadeSample => ({
      ...{ taskId: `task-${at}`, biased: { age: true } },
      text: Array.from({ length: letters }, () => String.fromCharCode(next(33, 126))).join(""),
    })));
  const [long, single] = [answers(40, 30_000), answers(1, 1_000_000)];
  await withFiles({}, (out) => {
    for (
      const [result, wanted] of [
        [long, /of which the first (?:12|25) stand here/],
        [single, /1 row of 1 sample; <a/],
      ] as const
    ) {
      const { "text/html": html } = view(result, { out, name: "long" })[JUPYTER_DISPLAY]();
      assert.ok(html.length <= 1_000_000, `${html.length} characters`);
      assert.match(html, wanted);
      assert.match(html, /<table>.*<th[^>]*>answer<\/th><\/tr><tr><td/);
      assert.equal(html.includes("<script>"), result === long);
    }
    return Promise.resolve();
  });
});
