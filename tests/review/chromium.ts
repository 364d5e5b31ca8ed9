import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser, type BrowserContext, type Page } from "puppeteer-core";

/** The system's Chromium: that of CODEBIAS_CHROMIUM, or the first of its usual names; undefined if there is none. */
export const CHROMIUM: string | undefined = Deno.env.get("CODEBIAS_CHROMIUM") || inPath();

/** What a test that needs it says in its name where there is none. */
export const NO_CHROMIUM = CHROMIUM
  ? ""
  : " (skipped: there is no Chromium; CODEBIAS_CHROMIUM would name one)";

/** Nothing on a page takes long, but a busy machine may stop the browser for seconds. Milliseconds. */
export const PATIENCE_MS = 120_000;

function inPath(): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** A test in a browser of its own, left out where there is no Chromium. */
export function browserTest(
  name: string,
  fn: (browser: Browser, folder: string, t: Deno.TestContext) => Promise<void>,
): void {
  Deno.test({
    name: name + NO_CHROMIUM,
    ignore: !CHROMIUM,
    sanitizeOps: false, // the library's own sockets and timers
    sanitizeResources: false,
    async fn(t) {
      const folder = await Deno.makeTempDir();
      const args = Deno.uid() === 0 ? ["--no-sandbox"] : [];
      const browser = await puppeteer.launch({ executablePath: CHROMIUM, args, timeout: PATIENCE_MS });
      try {
        await fn(browser, folder, t);
      } finally {
        await browser.close();
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

/** A page as one reviewer has it: with storage and downloads of its own. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page asked of the world, besides itself. */
  readonly requests: readonly string[];
  /** Errors, refusals of the content security policy, and what was written to the console. */
  readonly complaints: readonly string[];
  /** Where files are exported to. */
  readonly downloads: string;
}

/** Opens a file in a fresh profile, at a part of it if one is named. */
export async function openProfile(
  browser: Browser,
  file: string,
  downloads: string,
  hash = "",
): Promise<Profile> {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: "allow", downloadPath: downloads },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const url = pathToFileURL(file).href;
  const [requests, complaints]: string[][] = [[], []];
  page.on("request", (request) => {
    const [asked] = request.url().split("#");
    if (asked !== url && !asked.startsWith("blob:")) requests.push(request.url());
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(hash === "" ? url : `${url}#${hash}`);
  return { context, page, requests, complaints, downloads };
}

/** Says who is labelling. */
export async function startAs(page: Page, name: string): Promise<void> {
  await page.type("#name", name);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#review:not([hidden])");
}

/** Presses keys, one after the other; a text is one key a character. */
export async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys) await page.keyboard.press(key as never);
}

/** The text of an element. */
export function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? "");
}

/** Exports, and waits for the file, which has its name before it has its content. */
export async function exported({ page, downloads }: Pick<Profile, "page" | "downloads">): Promise<string> {
  const before = new Set(await namesIn(downloads));
  await press(page, "x");
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const name = (await namesIn(downloads)).find((one) => !before.has(one) && one.endsWith(".json"));
    if (name && /\}\s*$/.test(await Deno.readTextFile(join(downloads, name)))) return join(downloads, name);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Nothing was exported");
}

async function namesIn(folder: string): Promise<string[]> {
  await Deno.mkdir(folder, { recursive: true });
  return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
}

/**
 * Hands files to the page as the chooser of files does, and waits until it has said something of the last one; what it said
 * of others may still stand there.
 */
export async function chosen(page: Page, ...files: string[]): Promise<void> {
  const input = await page.$("#import-file") as unknown as { uploadFile(...files: string[]): Promise<void> };
  await input.uploadFile(...files);
  const hasSaid = (name: string) => {
    const said = ["message", "start-trouble"].map((id) => document.getElementById(id)?.textContent ?? "");
    return ["Imported", "Cannot import"].some((what) =>
      said.some((text) => text.includes(`${what} ${name}:`))
    );
  };
  await page.waitForFunction(hasSaid, { timeout: PATIENCE_MS }, basename(files.at(-1)!));
}
