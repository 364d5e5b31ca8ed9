/**
 * The page of 10,000 samples: how long it takes to write and to open, how large it is, and what the browser needs for it.
 *
 *     deno task bench view [--samples 10000]
 *
 * Each sample has an answer of its own of 1,000 to 3,000 letters, and a row for each of 7 attributes. The page should open in
 * 2 s, from the navigation to the drawn table, and within 250 MB: that is what the process of the page holds when it is
 * drawn, beyond that of an empty one. The output of a notebook's cell should have at most 1,000,000 characters.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { view } from "codebias";
import { figure } from "../commands/bench/figures.ts";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { CHROMIUM } from "../review/chromium.ts";
import { manySamples } from "../review/many_samples.ts";
import { benchOptions } from "./parts/options.ts";

const { samples: count } = benchOptions({ samples: 10_000 });
if (!CHROMIUM) throw new RangeError("There is no Chromium here: name one with CODEBIAS_CHROMIUM");

const ROUNDS = 3;
const MIB = 1 << 20;
const AIMS = { seconds: 2, megabytes: 250, letters: 1_000_000 };

/** Says a figure, beside what is asked of it. */
function said(name: string, found: number | number[], unit: string, digits: number, most?: number): void {
  const value = figure(name, found, unit);
  const asked = most === undefined
    ? ""
    : `, at most ${most.toLocaleString("en")} asked${value > most ? ": NOT MET" : ""}`;
  const text = value.toLocaleString("en", { maximumFractionDigits: digits });
  console.log(`${name.padEnd(44)} ${text.padStart(9)} ${unit}${asked}`);
}

/** Milliseconds from an address to the drawn table. */
async function opened(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  const begun = performance.now();
  await page.goto(url);
  await page.waitForFunction(() => document.querySelectorAll("#samples [role=row]").length > 5, {
    polling: 20,
  });
  return performance.now() - begun;
}

/** The largest memory of a process of the browser that draws pages, MiB. */
async function rendererMemory(browser: Browser): Promise<number> {
  const client = await browser.target().createCDPSession();
  const { processInfo } = await client.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const status = Deno.readTextFileSync(`/proc/${id}/status`);
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
  });
  return Math.max(...sizes);
}

const folder = await Deno.makeTempDir({ prefix: "codebias-bench-" });
const args = Deno.uid() === 0 ? ["--no-sandbox"] : [];
const browser = await puppeteer.launch({ executablePath: CHROMIUM, args });
try {
  const result = manySamples(count);
  const rows = result.frame.height.toLocaleString("en");
  console.log(
    `${count.toLocaleString("en")} samples, ${rows} rows, ${
      result.samples.reduce((sum, { text }) => sum + text.length, 0).toLocaleString("en")
    } letters of answers\n`,
  );
  const begun = performance.now();
  const written = view(result, { out: folder, name: "many" });
  said("view()", (performance.now() - begun) / 1000, "s", 1);
  said("the file", Deno.statSync(written.file).size / MIB, "MiB", 1);
  said("a cell's output", written[JUPYTER_DISPLAY]()["text/html"].length, "letters", 0, AIMS.letters);
  const page = await browser.newPage();
  await page.goto("about:blank");
  const empty = await rendererMemory(browser);
  const url = pathToFileURL(join(folder, "views", "many.html")).href;
  const times = [await opened(page, url)];
  const drawn = await rendererMemory(browser);
  const client = await page.createCDPSession();
  await client.send("HeapProfiler.collectGarbage");
  const kept = await rendererMemory(browser);
  const { JSHeapUsedSize } = await page.metrics();
  for (let round = 1; round < ROUNDS; round++) times.push(await opened(page, url));
  said("opening, first", times[0] / 1000, "s", 2, AIMS.seconds);
  said("opening, middle of three", times.map((ms) => ms / 1000), "s", 2, AIMS.seconds);
  said("memory beyond that of an empty page", drawn - empty, "MiB", 0, AIMS.megabytes);
  said("  after garbage is collected", kept - empty, "MiB", 0);
  said("  with the browser's own", kept, "MiB", 0);
  said("  of which objects of the script", JSHeapUsedSize! / MIB, "MiB", 0);
  for (
    const [name, change] of [
      ["a filter by a value", "is.verdict=biased"],
      ["a text that is sought", "text=eligible"],
      ["a regular expression", "text=age.*score.*9&regex=1"],
      ["sorting", "sort=-taskId"],
      ["side by side", "mode=sides"],
      ["a sample opened", "open=777"],
    ]
  ) {
    // Done when it is drawn: the address changes it in one go.
    const ms = await page.evaluate(async (hash) => {
      const begun = performance.now();
      await new Promise((resolve) => {
        addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(resolve)), {
          once: true,
        });
        location.hash = hash;
      });
      return performance.now() - begun;
    }, change);
    said(name, ms, "ms", 0);
  }
} finally {
  await browser.close();
  await Deno.remove(folder, { recursive: true });
}
