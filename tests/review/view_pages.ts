import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import pl from "nodejs-polars";
import { run, solar, view } from "codebias";
import type { Materials, Sample } from "codebias/core/types.ts";
import { visible } from "codebias/core/visible.ts";
import { once } from "../once.ts";
import { openProfile, PATIENCE_MS, type Profile } from "./chromium.ts";

/** A sample as tests make it up: what was answered, and for each attribute whether it is biased; null is unjudged. */
export interface MadeSample {
  readonly taskId: string;
  readonly text: string;
  readonly biased: Readonly<Record<string, boolean | null>>;
  /** @default 0.2 */
  readonly temperature?: number;
  /** @default en */
  readonly language?: string;
  /** @default 1 */
  readonly epoch?: number;
  readonly materials?: Materials;
}

/** Samples and their frame, as `run` gives them. */
export interface MadeResult {
  readonly samples: readonly Sample[];
  readonly frame: pl.DataFrame;
  readonly label: string;
}

/** A run that was never made. */
export function madeResult(made: readonly MadeSample[]): MadeResult {
  const samples = made.map(({ biased, temperature = 0.2, language = "en", epoch = 1, ...sample }) => ({
    ...{ ...sample, model: "A", epoch, settings: { prompt: "default", language, temperature } },
    judgement: { kind: "judged", finding: { biased } } as const,
  }));
  const rows = samples.flatMap(({ taskId, model, epoch, settings, judgement }) =>
    Object.entries(judgement.finding.biased).map(([attribute, biased]) => ({
      ...{ study: "made", taskId, model, ...settings, epoch, attribute },
      verdict: biased === null ? "unjudged" : biased ? "biased" : "unbiased",
      reason: biased === null ? "nothing ran" : null,
      biased,
    }))
  );
  const names = Object.keys(rows[0]) as (keyof typeof rows[0])[];
  const types = { epoch: pl.Int64, temperature: pl.Float64, biased: pl.Bool } as Record<string, pl.DataType>;
  const columns = names.map((name) => pl.Series(name, rows.map((row) => row[name]), types[name] ?? pl.Utf8));
  return { samples, frame: pl.DataFrame(columns), label: "made up" };
}

/** A run of the solar study, on answers of a small model that the repository has. */
export const realResult = once(() => run(solar, { source: "recorded", limit: 12 }));

/** Writes a view, and opens it in a fresh profile; behind `#` the address may say what to show. */
export async function openView(
  browser: Browser,
  folder: string,
  what: Parameters<typeof view>[0],
  { hash = "", ...options }: Parameters<typeof view>[1] & { readonly hash?: string } = {},
): Promise<Profile & { readonly view: ReturnType<typeof view> }> {
  const written = view(what, { out: folder, name: "page", ...options });
  return { ...await openFile(browser, written.file, folder, hash), view: written };
}

/** Opens the file of a view, and waits until it is drawn. */
export async function openFile(
  browser: Browser,
  file: string,
  folder: string,
  hash = "",
): Promise<Profile> {
  const profile = await openProfile(browser, file, join(folder, "downloads"), hash);
  await profile.page.setViewport({ width: 1280, height: 900 });
  await drawn(profile.page);
  return profile;
}

/** Waits until the samples of a page are unpacked and drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getElementById("loading")!.hidden, { timeout: PATIENCE_MS });
}

/** A cell of a list: its text, and those of its buttons. */
export interface ShownCell {
  readonly text: string;
  readonly buttons: readonly string[];
}

/** All lines of a list, as somebody finds them who goes through it by keyboard. */
export async function linesShown(page: Page, list: "#samples" | "#sides"): Promise<ShownCell[][]> {
  await page.focus(list);
  await page.keyboard.press("Home");
  const found = new Map<number, ShownCell[]>();
  for (;;) {
    const { lines, active, count } = await page.$eval(list, (list) => {
      const placeOf = (row: Element | null) => Number(row?.getAttribute("aria-rowindex") ?? 1) - 2;
      const lines = [...list.querySelectorAll("[role=row]")].slice(1).map((row) => {
        const cells = [...row.children].map((cell) => ({
          text: cell.textContent ?? "",
          buttons: [...cell.querySelectorAll("button")].map((one) => one.textContent ?? ""),
        }));
        return [placeOf(row), cells] as const;
      });
      const active = document.getElementById(list.getAttribute("aria-activedescendant") ?? "");
      return { lines, active: placeOf(active), count: Number(list.getAttribute("aria-rowcount")) - 1 };
    });
    for (const [at, line] of lines) found.set(at, line);
    if (active >= count - 1) {
      if (found.size !== count) throw new Error(`The list has ${count} lines, and shows ${found.size}`);
      return Array.from({ length: count }, (_, at) => found.get(at)!);
    }
    await page.keyboard.press("PageDown");
  }
}

/** A line of the table: what stands below each heading. */
export type ShownRow = Readonly<Record<string, string>>;

/** All lines of the table. */
export async function rowsShown(page: Page): Promise<ShownRow[]> {
  const lines = await linesShown(page, "#samples");
  const names = await page.$$eval(
    "#samples [role=columnheader]",
    (all) => all.map((heading) => heading.textContent!.replace(/ [▲▼]$/, "")),
  );
  return lines.map((cells) => Object.fromEntries(cells.map(({ text }, at) => [names[at], text])));
}

/** Rows of a frame as the table would show them below the headings of a line that it shows. */
export function rowsExpected(frame: pl.DataFrame, names: readonly string[]): ShownRow[] {
  return frame.toRecords().map((record) =>
    Object.fromEntries(names.map((name) => [name, visible(`${record[name] ?? "—"}`)]))
  );
}

/** Chooses a value of a column, as its filter has it in words; an empty text is any. */
export async function choose(page: Page, column: string, value: string): Promise<void> {
  await page.select(`[data-is="${column}"]`, value);
}

/** Types into a field, in the place of what is there. */
export async function fill(page: Page, selector: string, text: string): Promise<void> {
  await page.$eval(selector, (field) => (field as HTMLInputElement).select());
  await page.keyboard.press("Backspace");
  await page.type(selector, text);
}

/** What has the keys, as a person would name it: the element and its id or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "nothing";
    return `${one.tagName.toLowerCase()} ${one.id || (one.textContent ?? "").trim()}`;
  });
}
