/**
 * Draws the pictures of docs/viewing.md anew, from this project's recordings: `deno run -A tests/docs/view_pictures.ts`.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { run, solar, view } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { CHROMIUM } from "../review/chromium.ts";

/** What each picture shows: the address, the width, the colours, and the keys that are pressed. */
const PICTURES = [
  {
    name: "view_sample",
    hash: "is.attribute=gender&is.verdict=biased",
    width: 1280,
    scheme: "light",
    keys: ["Enter"],
  },
  {
    name: "view_sides",
    hash: "mode=sides&by=temperature&show=different",
    width: 1280,
    scheme: "dark",
    keys: ["Enter"],
  },
  { name: "view_narrow", hash: "is.verdict=biased&sort=-temperature", width: 800, scheme: "light", keys: [] },
] as const;

const folder = await Deno.makeTempDir();
const result = await run(solar, { source: "recorded", limit: 60 });
const { file } = view(result, { out: folder, name: "solar" });
const args = Deno.uid() === 0 ? ["--no-sandbox"] : [];
const browser = await puppeteer.launch({ executablePath: CHROMIUM, args });
for (const { name, hash, width, scheme, keys } of PICTURES) {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 720 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`${pathToFileURL(file)}#${hash}`);
  await page.waitForSelector("#loading[hidden]");
  for (const key of keys) await page.keyboard.press(key);
  await page.screenshot({ path: join(paths.root, `docs/${name}.png`) });
}
await browser.close();
await Deno.remove(folder, { recursive: true });
