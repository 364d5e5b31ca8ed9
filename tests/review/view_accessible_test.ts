import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { browserTest, press, startAs } from "./chromium.ts";
import { reviewItems } from "./review_items.ts";
import { drawn, openView, realResult } from "./view_pages.ts";

/** What axe finds serious or critical on a page, with the elements; of all rules, or of some. */
async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  return await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical").flatMap((one) =>
      one.nodes.slice(0, 3).map(({ html, failureSummary }) =>
        `${one.id}: ${html.slice(0, 200)}: ${failureSummary}`
      )
    );
  }, rules);
}

const COLOURS = ["color-contrast"];

browserTest("axe finds nothing serious in a view", async (browser, folder, t) => {
  const items = reviewItems(2);
  const { page } = await openView(browser, folder, await realResult(), { items });
  const states: readonly (readonly [name: string, hash: string])[] = [
    ["samples", ""],
    ["one open", "is.verdict=biased&open=1"],
    ["an unjudged one", "is.verdict=unjudged"],
    ["side by side", "mode=sides"],
    ["two compared", "mode=sides&open=0&beside=9"],
    ["review", "mode=review"],
  ];
  const wanted = async (width: number, colours: "light" | "dark") => {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: colours },
      { name: "prefers-reduced-motion", value: "reduce" }, // no colours on their way to others
    ]);
  };
  for (const [name, hash] of states) {
    await t.step(name, async () => {
      await page.goto("about:blank");
      await page.goto(`file://${folder}/views/page.html#${hash}`);
      await drawn(page);
      if (name === "review") await startAs(page, "Ada");
      await wanted(1280, "light");
      assert.deepEqual(await findings(page), []);
      await wanted(1280, "dark");
      assert.deepEqual(await findings(page, COLOURS), []);
      await wanted(800, "light");
      assert.deepEqual(await findings(page), []);
    });
  }
  await t.step("the help, and a field with a filter", async () => {
    await page.goto("about:blank");
    await page.goto(`file://${folder}/views/page.html#is.verdict=biased&text=a`);
    await drawn(page);
    await wanted(1280, "dark");
    assert.deepEqual(await findings(page, COLOURS), []);
    await press(page, "?");
    assert.deepEqual(await findings(page), []);
  });
});

browserTest(
  "everything in a view that can be used has a name and can be reached",
  async (browser, folder) => {
    const { page } = await openView(browser, folder, await realResult(), { hash: "open=0" });
    await page.setViewport({ width: 1280, height: 800 }); // wide enough for all parts at once
    const names = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, input, select, [role=grid], summary")]
        .filter((one) => one.checkVisibility()).map((one) => {
          const labels = [...(one as HTMLInputElement).labels ?? []].map((label) => label.textContent).join(
            " ",
          );
          return [
            one.outerHTML.slice(0, 90),
            (one.ariaLabel || labels || one.textContent || "").trim(),
            one.tabIndex,
          ];
        })
    );
    assert.ok(names.length > 20);
    assert.deepEqual(names.filter(([, name, tab]) => name === "" || tab !== 0), []);
  },
);
