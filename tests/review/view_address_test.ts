import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { samplesData } from "codebias/review/samples_data.ts";
import { hashOfState, stateOfHash } from "codebias/review/view/view_state.ts";
import { rowsOfFrame, withTexts } from "codebias/run/results/shown_rows.ts";
import fc, { SEED } from "../property.ts";
import { browserTest, press, textOf } from "./chromium.ts";
import { choose, fill, madeResult, openFile, openView, realResult } from "./view_pages.ts";

/** All that the address says, as it stands on the page. */
function shownState(page: Page) {
  return page.evaluate(() => {
    const text = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((one) => one.checkVisibility()).map((one) => one.textContent).join("|");
    const fields = [...document.querySelectorAll<HTMLInputElement>("#browse input, #browse select")];
    return {
      fields: fields.map((field) => field.type === "checkbox" ? String(field.checked) : field.value),
      counts: text("#shown"),
      table: text("#samples [role=row]"),
      sides: text("#sides [role=row]"),
      sorted: text("[aria-sort=ascending], [aria-sort=descending]"),
      mode: text(".modes [aria-pressed=true]"),
      open: text("#one-title"),
      parts: text("#one-parts"),
      chosen: document.querySelectorAll("[aria-selected=true], #sides button.open").length,
    };
  });
}

browserTest("the address of a view restores it in a fresh page", async (browser, folder, t) => {
  const result = await realResult();
  const { page, view } = await openView(browser, folder, result);
  await t.step("the keys are where the sample is that an address opens", async () => {
    const rows = result.frame.height;
    for (const hash of [`#open=${rows - 2}`, `#sort=-attribute&open=${rows - 2}`]) {
      const { page } = await openFile(browser, view.file, folder, hash);
      const chosen = () => page.$eval("#samples [aria-selected=true]", (line) => line.id);
      assert.equal(
        await chosen(),
        await page.$eval("#samples", (list) => list.getAttribute("aria-activedescendant")),
      );
      const before = Number((await chosen()).split("-")[1]);
      await page.focus("#samples");
      await press(page, "k");
      assert.equal(await chosen(), `samples-${before - 1}`, hash);
    }
  });
  const states: readonly (readonly [name: string, act: () => Promise<void>, hash: RegExp])[] = [
    ["nothing", async () => {}, /^$/],
    ["filters and an open sample", async () => {
      await choose(page, "verdict", "biased");
      await fill(page, "#text", "a|ge & 100 % #1 é");
      await page.click("#regex");
      await page.focus("#samples");
      await press(page, "jj");
      await page.keyboard.press("Enter");
    }, /is\.verdict=biased&text=.*&regex=1&open=\d+$/],
    ["sorted", async () => {
      await page.keyboard.press("Escape");
      await page.click("#clear");
      await page.click("#samples [role=columnheader]:nth-child(3) button");
      await page.click("#samples [role=columnheader]:nth-child(3) button");
    }, /^#sort=-attribute$/],
    ["side by side, those that differ", async () => {
      await page.click("#mode-sides");
      await page.select("#show", "different");
    }, /^#mode=sides&sort=-attribute&show=different$/],
    ["two compared", async () => {
      await page.focus("#sides");
      await page.keyboard.press("Enter");
    }, /&open=\d+&beside=\d+$/],
  ];
  for (const [name, act, hash] of states) {
    await t.step(name, async () => {
      await act();
      const address = new URL(page.url()).hash;
      assert.match(address, hash);
      const fresh = await openFile(browser, view.file, folder, address.slice(1));
      assert.equal(new URL(fresh.page.url()).hash, address);
      assert.deepEqual(await shownState(fresh.page), await shownState(page));
      assert.equal(await textOf(fresh.page, "#message"), "");
      assert.deepEqual([fresh.requests, fresh.complaints], [[], []]);
      await fresh.context.close();
    });
  }
  await t.step("another address in the same page", async () => {
    await page.evaluate(() => void (location.hash = "#is.verdict=unjudged"));
    await page.waitForFunction(() => /nothing judged/.test(document.getElementById("shown")!.textContent!));
    assert.equal(await page.$eval("#one", (part) => (part as HTMLElement).hidden), true);
  });
  await t.step("parts of an address that the page does not have are named", async () => {
    const hash = "mode=foo&is.nowhere=1&is.verdict=biassed&sort=-nix&open=9999&beside=x&show=y&colour=red";
    const fresh = await openFile(browser, view.file, folder, hash);
    const said = await textOf(fresh.page, "#message");
    assert.match(said, /^The address asks for what this page does not have: /);
    assert.deepEqual(
      said.split(": ")[1].split(", ").toSorted(),
      ["beside x", "colour", "mode foo", "nowhere 1", "open 9999", "show y", "sort -nix", "verdict biassed"],
    );
    assert.deepEqual(fresh.complaints, []);
    await fresh.context.close();
  });
  await t.step("what view() was asked to show first holds until the address says otherwise", async () => {
    const asked = { by: "temperature", where: { verdict: "biased" } };
    const first = await openView(browser, folder, result, { ...asked, name: "first" });
    assert.equal(await first.page.$eval("#by", (one) => (one as HTMLSelectElement).value), "temperature");
    assert.match(await textOf(first.page, "#shown"), /biased 100\.0 %/);
    const other = await openFile(browser, first.view.file, folder, "is.verdict=unbiased");
    assert.match(await textOf(other.page, "#shown"), /biased 0\.0 %/);
  });
  await t.step("all rows have an address, too, where others are shown first", async () => {
    const first = await openView(browser, folder, result, { where: { verdict: "biased" }, name: "all" });
    await first.page.click("#clear");
    const shown = await textOf(first.page, "#shown");
    assert.match(shown, new RegExp(`^${result.frame.height} of`));
    const again = await openFile(browser, first.view.file, folder, new URL(first.page.url()).hash.slice(1));
    assert.equal(await textOf(again.page, "#shown"), shown);
  });
  await t.step("any column that view() takes as by can stand side by side", async () => {
    const { page } = await openView(browser, folder, result, { by: "attribute", name: "attributes" });
    assert.equal(await textOf(page, "#message"), "");
    assert.equal(await page.$eval("#by", (one) => (one as HTMLSelectElement).value), "attribute");
    const headings = await page.$$eval(
      "#sides [role=columnheader]",
      (all) => all.map((one) => one.textContent),
    );
    assert.equal(headings.length, 1 + new Set(result.frame.getColumn("attribute")).size);
  });
});

Deno.test(`a state is read from its address as it was written (seed ${SEED})`, () => {
  const levels = ["", "—", "a b", "=x", "&is.text=1", "%41", "中文", "\u202e", "__proto__"];
  const made = levels.flatMap((attribute) =>
    [0.2, 1].map((temperature) => ({
      ...{ taskId: `${attribute} task`, text: "pass", temperature },
      biased: { [`${attribute} of`]: true, other: null },
    }))
  );
  const { samples, frame } = madeResult(made);
  const rows = rowsOfFrame(frame, samples);
  const data = samplesData(withTexts({ ...rows, title: "T", label: "", notices: [], start: "" }));
  const names = data.columns.map(({ name }) => name);
  const words = fc.string({ unit: "binary", minLength: 1 });
  const level = fc.constantFrom(...data.columns).chain(({ name, levels }) =>
    fc.tuple(fc.constant(name), fc.constantFrom(...levels.map((one) => one === null ? "—" : String(one))))
  );
  const filters = (one: fc.Arbitrary<[string, string]>) =>
    fc.array(one, { maxLength: 3 }).map((all) => Object.fromEntries(all));
  const row = fc.option(fc.nat(data.height - 1));
  const states = fc.record<ReturnType<typeof stateOfHash>["state"]>({
    mode: fc.constantFrom("samples", "sides", "review"),
    is: filters(level),
    has: filters(fc.tuple(fc.constantFrom(...names), words)),
    text: fc.oneof(fc.constant(""), words),
    regex: fc.boolean(),
    sort: fc.constantFrom("", ...names, ...names.map((name) => `-${name}`)),
    by: fc.constantFrom("temperature"),
    show: fc.constantFrom("all", "biased", "unjudged", "different"),
    ...{ open: row, beside: row },
  }, { noNullPrototype: true });
  fc.assert(fc.property(states, (state) => {
    assert.deepEqual(stateOfHash(`#${hashOfState(state, data)}`, data), { state, unknown: [] });
  }));
});
