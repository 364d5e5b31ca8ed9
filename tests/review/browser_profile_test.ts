import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Page } from "puppeteer-core";
import { agreementOf, joinLabels, readLabels, review } from "codebias";
import { queueOf } from "codebias/review/queue.ts";
import { near } from "../statistics/agrees.ts";
import { withFiles } from "../store/repository.ts";
import { chosen, CHROMIUM, exported, NO_CHROMIUM, PATIENCE_MS, press, startAs, textOf } from "./chromium.ts";
import { filesOf } from "./review_files.ts";
import { HOSTILE, reviewItem, reviewItems } from "./review_items.ts";

const ITEMS = reviewItems(12).with(2, reviewItem(3, { code: HOSTILE }));

/** A reviewer's page, and where it exports to. */
interface Desk {
  readonly page: Page;
  readonly downloads: string;
}

/** Starts a browser with a profile of its own in a folder, does something with a page, and ends it. */
async function withDesk(file: string, profile: string, use: (desk: Desk) => Promise<void>): Promise<void> {
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
    userDataDir: profile,
    timeout: PATIENCE_MS,
    downloadBehavior: { policy: "allow", downloadPath: `${profile}-labels` },
  });
  const complaints: string[] = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const url = pathToFileURL(file).href;
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (request.url() !== url && !request.url().startsWith("blob:")) complaints.push(request.url());
    });
    await page.goto(url);
    await use({ page, downloads: `${profile}-labels` });
    assert.equal(await page.evaluate(() => (globalThis as { broken?: number }).broken), undefined);
  } finally {
    await browser.close();
  }
  assert.deepEqual(complaints, []);
}

const counts = ({ page }: Desk) => textOf(page, "#counts");
const noteOf = ({ page }: Desk) => page.$eval("#note", (note) => (note as HTMLTextAreaElement).value);

Deno.test({
  name: `labels outlast the browser, go on in another, and are compared in the end${NO_CHROMIUM}`,
  ignore: !CHROMIUM,
  sanitizeOps: false, // the library's own sockets and timers
  sanitizeResources: false,
  fn: () =>
    withFiles({}, async (out) => {
      const { file } = await review(ITEMS, { title: "Ages", note: "Look twice.", out });
      const labels = join(out, "ada-labels", "ages-ada.json");
      await withDesk(file, join(out, "ada"), async (desk) => {
        await startAs(desk.page, "Ada");
        await press(desk.page, "12s3"); // and the third is left for later
        await press(desk.page, "u11112222"); // the fourth was meant otherwise
        assert.equal(await counts(desk), "10 of 12 labelled, 1 skipped");
        await press(desk.page, "n");
        await desk.page.keyboard.type("why 1 and not 2?");
      });
      await withDesk(file, join(out, "ada"), async (desk) => {
        await desk.page.click("#known button");
        assert.equal(await counts(desk), "10 of 12 labelled, 1 skipped");
        assert.equal(await textOf(desk.page, "#place"), "Item 12 of 12, not labelled");
        assert.equal(await noteOf(desk), "why 1 and not 2?");
        assert.equal(await exported(desk), labels);
      });
      const [ada] = await readLabels(labels);
      assert.equal(ada.labels.length, 10);
      assert.deepEqual(ada.notes, [{ itemId: "item-12", note: "why 1 and not 2?" }]);

      const other = join(out, "other.json");
      const items = reviewItems(2);
      await Deno.writeTextFile(other, JSON.stringify(filesOf(items, [["fair", null]], "Others")[0]));
      assert.notEqual(queueOf(items, "").sha256, ada.queue.sha256);
      await withDesk(file, join(out, "bo"), async (desk) => {
        await chosen(desk.page, other); // before anybody has said who they are
        assert.equal(
          await textOf(desk.page, "#start-trouble"),
          "Cannot import other.json: it belongs to another queue, “Others”",
        );
        await chosen(desk.page, labels);
        assert.equal(await textOf(desk.page, "#who"), "Ada");
        assert.equal(await counts(desk), "10 of 12 labelled");
        await press(desk.page, "g");
        assert.equal(await textOf(desk.page, "#place"), "Item 3 of 12, not labelled");
        await press(desk.page, "g");
        assert.equal(await noteOf(desk), "why 1 and not 2?");
        await desk.page.click("#who");
        await startAs(desk.page, "Bo");
        await press(desk.page, "123111222212");
        assert.equal(await counts(desk), "12 of 12 labelled");
        const { percent, pairs: [{ value, n }], alpha, disagreements } = agreementOf(
          joinLabels(ITEMS, await readLabels([labels, await exported(desk)])),
        );
        // of the ten that both labelled, each found five biased and five fair; they disagree on two
        assert.deepEqual([percent.value, n], [0.8, 10]);
        near(value!, 0.6, 1e-12); // (0.8 - 0.5) / (1 - 0.5)
        near(alpha.value!, 0.62, 1e-12); // 1 - 0.2 * 19 / 10
        assert.deepEqual(disagreements.map(({ id }) => id), ["item-7", "item-11"]);
      });
    }),
});

Deno.test({
  name: `no part of a review page needs room to the side at 400 pixels${NO_CHROMIUM}`,
  ignore: !CHROMIUM,
  sanitizeOps: false, // the library's own sockets and timers
  sanitizeResources: false,
  fn: () =>
    withFiles({}, async (out) => {
      const long = { question: "w".repeat(300), context: "c".repeat(300), hint: "h".repeat(300) };
      const answers = [{ value: "y", label: "v".repeat(200) }, { value: "n", label: "N" }];
      const items = [reviewItem(1, { ...long, answers }), reviewItem(2, { code: HOSTILE })];
      const { file } = await review(items, { title: "T".repeat(200), note: "n".repeat(200), out });
      await withDesk(file, join(out, "ada"), async ({ page }) => {
        await page.setViewport({ width: 400, height: 800 });
        const check = async (what: string) => {
          const wider = await page.evaluate(() =>
            [document.documentElement, ...document.querySelectorAll("dialog[open]")].some((part) =>
              part.scrollWidth > part.clientWidth
            )
          );
          assert(!wider, `${what} needs more room`);
        };
        await check("the start");
        await startAs(page, "A".repeat(80));
        await press(page, "h");
        await check("an item");
        for (const key of "l?") {
          await press(page, key);
          await check(`the dialog of ${key}`);
          await page.keyboard.press("Escape");
        }
        await press(page, "1");
        await check("hostile code, and a message");
        await press(page, "1");
        await check("the end");
        await page.click("#who");
        await check("the start with reviewers to choose from");
      });
    }),
});
