import assert from "node:assert/strict";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { agreementOf, joinLabels, readLabels } from "codebias";
import { reviewPage } from "codebias/review/review_page.ts";
import type { ReviewItem } from "codebias/core/types.ts";
import {
  browserTest,
  chosen,
  exported,
  openProfile,
  PATIENCE_MS,
  press,
  type Profile,
  startAs,
  textOf,
} from "./chromium.ts";
import { HOSTILE, reviewItem, reviewItems } from "./review_items.ts";

const ITEMS = reviewItems(10);
const place = ({ page }: Profile) => textOf(page, "#place");
const counts = ({ page }: Profile) => textOf(page, "#counts");
const said = ({ page }: Profile) => textOf(page, "#message");

/** Writes a page, and opens it in a fresh profile. */
async function opened(browser: Browser, folder: string, name: string, items: readonly ReviewItem[] = ITEMS) {
  const file = join(folder, "page.html");
  await Deno.writeTextFile(file, reviewPage(items, { title: "Ten programs", note: "Take your time." }));
  return await openProfile(browser, file, join(folder, name));
}

browserTest(
  "a review: ten labels by keyboard, kept, undone, exported, imported elsewhere, compared",
  async (browser, folder, t) => {
    const ada = await opened(browser, folder, "ada");
    const bo = await opened(browser, folder, "bo");
    await t.step("ten labels by keyboard", async () => {
      await startAs(ada.page, "Ada Lovelace");
      assert.equal(await place(ada), "Item 1 of 10, not labelled");
      await press(ada.page, "12s3112211");
      assert.equal(await counts(ada), "9 of 10 labelled, 1 skipped");
      assert.equal(await place(ada), "Item 3 of 10, skipped"); // which comes again when nothing else is left
      await press(ada.page, "2");
      assert.equal(await counts(ada), "10 of 10 labelled");
      assert.equal(await ada.page.$eval("#done", (part) => (part as HTMLElement).hidden), false);
    });
    await t.step("a note is written without its letters being taken for keys", async () => {
      await press(ada.page, "n");
      await ada.page.keyboard.type("unsure, 2 x 1? s");
      await ada.page.keyboard.press("Escape");
      assert.equal(await counts(ada), "10 of 10 labelled");
      assert.equal(
        await ada.page.$eval("#note", (note) => (note as HTMLTextAreaElement).value),
        "unsure, 2 x 1? s",
      );
    });
    await t.step("after a reload nothing is lost", async () => {
      await ada.page.reload();
      assert.match(await textOf(ada.page, "#known"), /Ada Lovelace10 of 10/);
      await startAs(ada.page, "ada  lovelace"); // the same person
      assert.equal(await counts(ada), "10 of 10 labelled");
      assert.equal(await place(ada), "Item 3 of 10, labelled");
      assert.equal(
        await ada.page.$eval("#note", (note) => (note as HTMLTextAreaElement).value),
        "unsure, 2 x 1? s",
      );
      assert.match(await textOf(ada.page, '#answers [aria-pressed="true"]'), /^2Fair✓$/);
    });
    await t.step("undo takes back the last answers, one after the other", async () => {
      await press(ada.page, "uu");
      assert.equal(await counts(ada), "8 of 10 labelled, 1 skipped");
      assert.equal(await place(ada), "Item 10 of 10, not labelled");
      await press(ada.page, "12");
      assert.equal(await counts(ada), "10 of 10 labelled");
    });
    await t.step("what was exported is read with all that was said", async () => {
      const [file] = await readLabels(await exported(ada));
      const codes = "1223112211";
      assert.deepEqual(
        file.labels.map(({ answer }) => answer),
        [...codes].map((code) => ["biased", "fair", "unclear"][Number(code) - 1]),
      );
      assert.equal(file.reviewer, "Ada Lovelace");
      assert.equal(file.labels[2].note, "unsure, 2 x 1? s");
      for (const { at, seconds } of file.labels) {
        assert.ok(Math.abs(Date.now() - Date.parse(at!)) < 600_000);
        assert.ok(seconds! >= 0 && seconds! < 600);
      }
      assert.match(await said(ada), /^Exported 10 of 10 labels: ten-programs-ada-lovelace\.json$/);
      assert.equal(await textOf(ada.page, "#kept"), "Kept in this browser");
    });
    await t.step("a fresh profile goes on from the file", async () => {
      const fresh = await openProfile(browser, join(folder, "page.html"), join(folder, "fresh"));
      assert.equal(await textOf(fresh.page, "#known"), "");
      await chosen(fresh.page, join(ada.downloads, "ten-programs-ada-lovelace.json"));
      assert.match(await said(fresh), /^Imported ten-programs-ada-lovelace\.json: 10 labels added$/);
      assert.equal(await textOf(fresh.page, "#who"), "Ada Lovelace");
      const [before] = await readLabels(ada.downloads);
      const [after] = await readLabels(await exported(fresh));
      assert.deepEqual(after, before);
      assert.deepEqual(fresh.complaints, []);
      await fresh.context.close();
    });
    await t.step("two exports are compared", async () => {
      await startAs(bo.page, "Bo");
      await press(bo.page, "1233112212");
      const files = await readLabels([ada.downloads, await exported(bo)]);
      const { percent, pairs, disagreements } = agreementOf(joinLabels(ITEMS, files));
      assert.equal(percent.value, 0.8);
      assert.deepEqual(pairs[0].reviewers, ["Ada Lovelace", "Bo"]);
      assert.deepEqual(disagreements.map(({ id, labels }) => [id, labels["Ada Lovelace"], labels.Bo]), [
        ["item-3", "fair", "unclear"],
        ["item-10", "biased", "fair"],
      ]);
    });
    assert.deepEqual([...ada.complaints, ...bo.complaints, ...ada.requests, ...bo.requests], []);
  },
);

browserTest(
  "a review page takes only files of its queue and its reviewer, and merges them",
  async (browser, folder) => {
    const ada = await opened(browser, folder, "ada");
    await startAs(ada.page, "Ada");
    await press(ada.page, "11");
    const first = JSON.parse(await Deno.readTextFile(await exported(ada)));
    const give = async (name: string, value: unknown) => {
      const path = join(folder, name);
      await Deno.writeTextFile(path, typeof value === "string" ? value : JSON.stringify(value));
      await chosen(ada.page, path);
      const sentence = await said(ada);
      await press(ada.page, "g"); // clears what was said
      return sentence;
    };
    const other = { title: "Others", sha256: "0".repeat(64) };
    assert.equal(await give("a.json", "{"), "Cannot import a.json: it is not JSON");
    assert.equal(
      await give("b.json", { ...first, queue: other }),
      "Cannot import b.json: it belongs to another queue, “Others”",
    );
    assert.equal(
      await give("c.json", { ...first, reviewer: "Bo", labels: [] }),
      "Cannot import c.json: these are the labels of Bo, and you are labelling as Ada",
    );
    const label = {
      itemId: "item-9",
      reviewer: "Ada",
      answer: "unclear",
      note: "late",
      at: "2031-01-01T00:00:00Z",
    };
    assert.equal(
      await give("d.json", { ...first, labels: [{ ...label, answer: "no" }] }),
      "Cannot import d.json: it answers item-9 with “no”, which is none of its answers",
    );
    assert.equal(
      await give("e.json", { ...first, labels: [{ ...label, answer: 3 }] }),
      'Cannot import e.json: label 1: "answer" must be a text that is not empty, not 3',
    );
    assert.equal(await counts(ada), "2 of 10 labelled");
    const later = { ...label, itemId: "item-1" };
    assert.equal(
      await give("f.json", { ...first, labels: [label, later, first.labels[1]] }),
      "Imported f.json: 1 label added, 1 here already, 1 replaced, being older",
    );
    assert.equal(await counts(ada), "3 of 10 labelled");
    await press(ada.page, "u");
    assert.equal(await counts(ada), "2 of 10 labelled");
  },
);

browserTest("a file that is dropped onto a review page is imported", async (browser, folder) => {
  const ada = await opened(browser, folder, "ada");
  await startAs(ada.page, "Ada");
  await press(ada.page, "12");
  const text = await Deno.readTextFile(await exported(ada));
  await press(ada.page, "uu");
  assert.equal(await counts(ada), "0 of 10 labelled");
  await ada.page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dropped.json", { type: "application/json" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
  await ada.page.waitForFunction(() =>
    document.getElementById("message")!.textContent!.startsWith("Imported")
  );
  assert.equal(await counts(ada), "2 of 10 labelled");
});

browserTest(
  "what models wrote is text on a review page, and asks nothing of the network",
  async (browser, folder) => {
    const item = reviewItem(1, {
      code: HOSTILE,
      question: HOSTILE,
      context: HOSTILE,
      hint: HOSTILE,
      highlights: [1],
    });
    const answers = [{ value: HOSTILE, label: HOSTILE }, { value: "b", label: "B" }];
    const ada = await opened(browser, folder, "ada", [{ ...item, answers }, reviewItem(2)]);
    await startAs(ada.page, HOSTILE.split("\n")[0].slice(0, 80));
    await press(ada.page, "h");
    const lines = await ada.page.$$eval(".line code", (codes) => codes.map((code) => code.textContent));
    const shown = HOSTILE.replace(
      /[\u202e\u202c\u200b\0\ud800]/gu,
      (one) => `<U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`,
    );
    assert.deepEqual(lines, shown.split("\n"));
    for (const id of ["question", "context-text", "hint"]) {
      assert.equal(await textOf(ada.page, `#${id}`), shown, id);
    }
    await press(ada.page, "1lk");
    await ada.page.keyboard.press("Escape");
    const [{ labels }] = await readLabels(await exported(ada));
    assert.equal(labels[0].answer, HOSTILE);
    assert.equal(
      await ada.page.evaluate(() => (globalThis as { broken?: number }).broken),
      undefined,
    );
    assert.equal(await ada.page.$("b, img"), null);
    assert.deepEqual([ada.requests, ada.complaints], [[], []]);
  },
);

browserTest("a review page says so if the browser keeps nothing", async (browser, folder) => {
  const { page } = await opened(browser, folder, "ada");
  assert.equal(await page.$eval("#no-storage", (part) => (part as HTMLElement).hidden), true);
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("no storage here", "SecurityError");
      },
    });
  });
  await page.reload();
  assert.equal(await page.$eval("#no-storage", (part) => (part as HTMLElement).hidden), false);
  await startAs(page, "Ada");
  await press(page, "1");
  assert.equal(await textOf(page, "#counts"), "1 of 10 labelled");
  assert.equal(await textOf(page, "#kept"), "NOT kept in this browser: export before you leave");
});

browserTest("two tabs of one reviewer share their labels", async (browser, folder) => {
  const ada = await opened(browser, folder, "ada");
  await startAs(ada.page, "Ada");
  const second = await ada.context.newPage();
  second.setDefaultTimeout(PATIENCE_MS);
  await second.goto(ada.page.url());
  await startAs(second, "Ada");
  await press(second, "12");
  await ada.page.bringToFront();
  // By the clock: a tab that the browser takes for hidden draws no frames, in which it would look otherwise.
  await ada.page.waitForFunction(() => document.getElementById("counts")!.textContent!.startsWith("2"), {
    polling: 100,
  });
  await press(ada.page, "g3");
  assert.equal(await counts(ada), "3 of 10 labelled");
  const [{ labels }] = await readLabels(await exported(ada));
  assert.deepEqual(labels.map(({ answer }) => answer), ["biased", "fair", "unclear"]);
});

browserTest(
  "keys: moving, filter, list, held keys, those that are the browser's",
  async (browser, folder) => {
    const ada = await opened(browser, folder, "ada");
    const { page } = ada;
    await startAs(page, "Ada");
    await press(page, "9");
    assert.equal(await said(ada), "This item has the answers 1 to 3");
    await press(page, "1");
    await press(page, "jj");
    assert.equal(await place(ada), "Item 4 of 10, not labelled");
    await press(page, "2k");
    assert.equal(await place(ada), "Item 4 of 10, labelled");
    await press(page, "fk");
    assert.equal(await place(ada), "Item 3 of 10, not labelled");
    await page.keyboard.press("ArrowRight");
    assert.equal(await place(ada), "Item 5 of 10, not labelled");
    assert.equal(await page.$eval("#filter", (box) => (box as HTMLInputElement).checked), true);
    await press(page, "l");
    assert.equal(await page.$$eval("#items li", (rows) => rows.length), 8);
    await press(page, "1"); // a dialog is open
    await page.keyboard.press("Escape");
    assert.equal(await counts(ada), "2 of 10 labelled");
    await page.keyboard.down("Control");
    await press(page, "2");
    await page.keyboard.up("Control");
    assert.equal(await counts(ada), "2 of 10 labelled");
    await page.keyboard.down("3");
    await page.keyboard.down("3"); // held down
    await page.keyboard.up("3");
    assert.equal(await counts(ada), "3 of 10 labelled");
    await press(page, "?");
    assert.equal(await page.$eval("#help", (help) => (help as HTMLDialogElement).open), true);
    assert.match(await textOf(page, "#help"), /Take your time\./);
    await page.keyboard.press("Escape");
    await press(page, "h");
    assert.equal(await said(ada), "This item has no hint");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    assert.deepEqual(ada.complaints, []);
  },
);

browserTest(
  "a review page needs no room to the side, from 400 to 1600 pixels, light and dark",
  async (browser, folder) => {
    const { page } = await opened(browser, folder, "ada", [
      reviewItem(1, {
        code: `x = "${"a".repeat(3000)}"\n${" ".repeat(90)}y = ${"1 + ".repeat(200)}1\n`,
        highlights: [1],
      }),
      reviewItem(2, {
        question: "w".repeat(300),
        answers: [{ value: "1", label: "v".repeat(200) }, { value: "2", label: "2" }],
      }),
    ]);
    const grounds = new Set<string>();
    await startAs(page, "Ada");
    for (const width of [400, 1600]) {
      await page.setViewport({ width, height: 800 });
      for (const value of ["light", "dark"]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        for (const key of "jk") {
          await press(page, key);
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `${width} ${value}`,
          );
        }
        grounds.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
      }
    }
    assert.equal(grounds.size, 2);
  },
);

browserTest(
  "everything on a review page that can be used has a name and can be reached",
  async (browser, folder) => {
    const { page } = await opened(browser, folder, "ada");
    await startAs(page, "Ada");
    const names = await page.evaluate(() => {
      const used = [
        ...document.querySelectorAll<HTMLElement>(
          "#top button, #top input, #review button, #review textarea",
        ),
      ];
      return used.filter((one) => one.checkVisibility()).map((one) => {
        const labels = [...(one as HTMLInputElement).labels ?? []].map((label) => label.textContent).join(
          " ",
        );
        return [one.id, (one.textContent || labels || one.ariaLabel || "").trim(), String(one.tabIndex)];
      });
    });
    assert.ok(names.length > 12);
    for (const [id, name, tabIndex] of names) {
      assert.notEqual(name, "", id);
      assert.equal(tabIndex, "0", id);
    }
    const bar = await page.$eval(
      "#bar",
      (bar) => [bar.role, bar.ariaValueNow, bar.ariaValueMax, bar.ariaValueText],
    );
    assert.deepEqual(bar, ["progressbar", "0", "10", "0 of 10 labelled"]);
    assert.equal(await page.$eval("#message", (message) => message.ariaLive), "polite");
  },
);
