import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { browserTest, press, textOf } from "./chromium.ts";
import { focused, openView, realResult } from "./view_pages.ts";

/** Presses Tab until something has the keys that is looked for. */
async function tabTo(page: Page, wanted: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let pressed = 0; pressed < 60; pressed++) {
    if (key === "Shift+Tab") await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    if (key === "Shift+Tab") await page.keyboard.up("Shift");
    const now = await focused(page);
    if (wanted.test(now)) return;
    seen.push(now);
  }
  assert.fail(`Tab does not come to ${wanted}, but to ${seen.join(", ")}`);
}

browserTest("a view can be used with the keyboard alone", async (browser, folder, t) => {
  const { page, complaints } = await openView(browser, folder, await realResult());
  const shown = () => textOf(page, "#shown");
  const isOpen = () => page.$eval("#one", (part) => !(part as HTMLElement).hidden);
  const has = async (name: string) => assert.equal(await focused(page), name);
  await t.step("another list is gone through from its first line, wherever the last one was", async () => {
    await page.keyboard.press("End");
    await press(page, "b");
    const first = await page.$eval("#sides", (list) => list.getAttribute("aria-activedescendant"));
    assert.equal(first, "sides-0");
    await page.keyboard.press("Enter");
    assert.equal(await isOpen(), true);
    await page.keyboard.press("Escape");
    await press(page, "t");
  });
  await t.step("a text is sought, and the keys go back to the table", async () => {
    await press(page, "/");
    await has("input text");
    await page.keyboard.type("return self.age");
    assert.match(await shown(), /^\d{1,2} of 218 rows/);
    await page.keyboard.press("Escape");
    await has("div samples");
    assert.equal(await page.$eval("#text", (field) => (field as HTMLInputElement).value), "return self.age");
  });
  await t.step("a filter is set, and all are taken back", async () => {
    await tabTo(page, /^input text$/);
    await tabTo(page, /^select .*unjudged/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.match(await shown(), /biased (?:100|0)\.0 %/);
    assert.match(await focused(page), /^select .*unjudged/);
    await tabTo(page, /^button clear$/);
    await page.keyboard.press("Enter");
    await has("button clear");
    assert.match(await shown(), /^218 of 218 rows/);
  });
  await t.step("a heading sorts, and keeps the keys", async () => {
    await tabTo(page, /^button attribute$/);
    await page.keyboard.press("Enter");
    await has("button attribute ▲");
    assert.equal(await textOf(page, "[aria-sort=ascending]"), "attribute ▲");
    await page.keyboard.press("Space");
    await has("button attribute ▼");
    await page.keyboard.press("Space");
    await has("button attribute");
    await tabTo(page, /^div samples$/, "Shift+Tab");
  });
  await t.step("a sample is opened, then the next, and closed", async () => {
    await press(page, "jjk");
    await page.keyboard.press("Enter");
    assert.match(await focused(page), /^h2 one-title$/);
    const first = await textOf(page, "#one");
    await page.keyboard.press("End");
    assert.match(await focused(page), /^h2 one-title$/);
    assert.notEqual(await textOf(page, "#one"), first);
    await page.keyboard.press("Escape");
    assert.equal(await isOpen(), false);
    await has("div samples");
    await page.keyboard.press("Home");
  });
  await t.step("in an open sample another verdict of it is chosen, which keeps the keys", async () => {
    await page.keyboard.press("Enter");
    await tabTo(page, /^button [●○?] .*: (?:un)?biased$/);
    await tabTo(page, /^button [●○?] .*: (?:un)?biased$/);
    const verdict = await focused(page);
    await page.keyboard.press("Enter");
    assert.equal(await page.$eval("[aria-current]", (one) => `button ${one.textContent}`), verdict);
    assert.notEqual(await focused(page), "nothing");
    await press(page, "j");
    assert.notEqual(await focused(page), "nothing");
    await page.keyboard.press("Escape");
    await has("div samples");
  });
  await t.step("side by side, two compared, one of them alone, and back", async () => {
    await press(page, "b");
    await has("div sides");
    await page.keyboard.press("Enter");
    assert.match(await focused(page), /^h2 one-title$/);
    assert.match(await textOf(page, "#one-parts"), /line by line/);
    await press(page, "j");
    assert.match(await focused(page), /^h2 one-title$/);
    await tabTo(page, /^button Open this one alone$/);
    await page.keyboard.press("Enter");
    assert.doesNotMatch(await textOf(page, "#one-parts"), /line by line/);
    assert.notEqual(await focused(page), "nothing");
    await page.keyboard.press("Escape");
    await has("div sides");
    await tabTo(page, /^button (?:\d+ × )?[●○?] /);
    await page.keyboard.press("Enter");
    assert.match(await textOf(page, "#one-parts"), /line by line/);
    assert.notEqual(await focused(page), "nothing");
    await page.keyboard.press("Escape");
    await press(page, "t");
    await has("div samples");
  });
  await t.step("the help opens, says the keys, and gives them back", async () => {
    await press(page, "?");
    assert.match(await focused(page), /^button Close/);
    assert.equal(await page.$eval("#view-help", (help) => (help as HTMLDialogElement).open), true);
    await press(page, "b"); // is not for what lies below
    await page.keyboard.press("Escape");
    await has("div samples");
    assert.equal(await page.$eval("#mode-samples", (one) => one.ariaPressed), "true");
  });
  await t.step("the line that keys move is named to screen readers, and is in view", async () => {
    for (const key of ["End", "PageUp", "PageDown", "ArrowUp", "Home", "ArrowDown"] as const) {
      await page.keyboard.press(key);
      const [index, isSeen] = await page.evaluate(() => {
        const list = document.getElementById("samples")!;
        const line = document.getElementById(list.getAttribute("aria-activedescendant")!)!;
        const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
        const isSeen = inner.top >= outer.top && inner.bottom <= outer.bottom + 1 && list.contains(line);
        return [Number(line.getAttribute("aria-rowindex")), isSeen] as const;
      });
      assert.ok(isSeen, key);
      assert.equal(index, { End: 219, PageUp: 204, PageDown: 219, ArrowUp: 218, Home: 2, ArrowDown: 3 }[key]);
    }
  });
  assert.deepEqual(complaints, []);
});
