import assert from "node:assert/strict";
import { join } from "node:path";
import puppeteer, { type Browser, type Frame, type Page } from "puppeteer-core";
import { CHROMIUM, PATIENCE_MS } from "../../review/chromium.ts";
import { type Reproduced, reproduced } from "../commands/reproduced.ts";
import { ROOT } from "../commands/task.ts";
import { sized } from "../../long.ts";
import {
  act,
  closeNotebook,
  HAS_LAB,
  type Lab,
  linkedCheckout,
  openLab,
  openNotebook,
  outputsIn,
  plain,
  startLab,
  viewInCell,
  writeNotebook,
} from "./jupyter_lab.ts";

const NOTEBOOKS = ["00-tour.ipynb", "06-compare-temperatures.ipynb", "07-your-own-data.ipynb"];
const ROUNDS = sized({ small: 1, long: 10 });
const MINUTES_MS = 1_200_000; // a notebook, on a busy machine
const isReady = CHROMIUM !== undefined && HAS_LAB;

/** One JupyterLab in one page of a browser, for all tests of this file. */
interface Opened {
  readonly folder: string;
  readonly lab: Lab;
  readonly browser: Browser;
  readonly page: Page;
  /** What the notebooks show without a browser. */
  readonly results: Reproduced;
}

let opened: Promise<Opened> | undefined;
Deno.test.afterAll(async () => {
  if (!opened) return;
  const { folder, lab, browser } = await opened;
  await browser.close();
  assert.deepEqual(await lab.end(), [], "JupyterLab left these behind");
  await Deno.remove(folder, { recursive: true });
});

async function open(): Promise<Opened> {
  const results = await reproduced();
  const folder = await Deno.makeTempDir();
  const env = {
    CODEBIAS_ARTIFACTS: "", // the results were made without
    CODEBIAS_SOURCE: results.recordings ? "" : "demo",
    CODEBIAS_OUT: join(folder, "out"),
  };
  const lab = await startLab(await linkedCheckout(folder), env);
  const args = Deno.uid() === 0 ? ["--no-sandbox"] : [];
  const browser = await puppeteer.launch({
    ...{ executablePath: CHROMIUM, args, timeout: PATIENCE_MS, protocolTimeout: MINUTES_MS },
  });
  const page = await browser.newPage();
  await openLab(page, lab);
  return { folder, lab, browser, page, results };
}

/** A test with JupyterLab in a browser, left out where either is missing. */
function labTest(name: string, fn: (opened: Opened, t: Deno.TestContext) => Promise<void>): void {
  Deno.test({
    name: name + (isReady ? "" : " (skipped: needs Chromium, and JupyterLab, which deno task lab installs)"),
    ignore: !isReady,
    sanitizeOps: false, // the library's own sockets and timers
    sanitizeResources: false,
    fn: async (t) => await fn(await (opened ??= open()), t),
  });
}

/** Opens a notebook, runs all its cells, closes it; what each cell shows then. */
async function ranAll(page: Page, { notebooks }: Lab, name: string): Promise<string[][]> {
  await openNotebook(page, name);
  await act(page, "notebook:run-all-cells");
  await closeNotebook(page);
  return await shownIn(join(notebooks, name));
}

async function shownIn(path: string): Promise<string[][]> {
  return (await outputsIn(path)).map((outputs) => outputs.map(plain));
}

/** How the outputs of cells begin, in any order, without what differs from run to run: numbers, how far work was, folders. */
function beginnings(outputs: readonly (readonly string[])[]): string[][] {
  return outputs.map((cell) =>
    cell.map((text) => text.split(/\n|, | saved in /)[0].replace(/\d+(?:[.,]\d+)*/g, "#").slice(0, 60)).sort()
  );
}

labTest(
  "Run All in JupyterLab: every output stands under its own cell",
  async ({ page, lab, results }, t) => {
    for (let round = 1; round <= ROUNDS; round++) {
      await t.step(`cells that say who they are, round ${round}`, async () => {
        const numbers = Array.from({ length: 40 }, (_, number) => number);
        const name = `marks-${round}.ipynb`;
        const show = (text: string) =>
          `({ [Symbol.for("Jupyter.display")]: () => ({ "text/plain": "${text}" }) })`;
        const display = (text: string) => `Deno.jupyter.display({ "text/plain": "${text}" }, { raw: true });`;
        await writeNotebook(
          join(lab.notebooks, name),
          numbers.map((at) => `console.log("${at}"); ${display(`${at}`)} ${show(`${at}`)}`),
        );
        const shown = (await ranAll(page, lab, name)).map((cell) => cell.map((text) => text.trim()).sort());
        const kinds = ["display_data", "execute_result", "stream"];
        assert.deepEqual(shown, numbers.map((at) => kinds.map((kind) => `${kind} ${at}`)));
      });
      for (const name of NOTEBOOKS) {
        await t.step(`${name} shows what it shows without a browser, round ${round}`, async () => {
          const own = `${round}-${name}`;
          await Deno.copyFile(join(ROOT, "notebooks", name), join(lab.notebooks, own));
          const expected = await shownIn(join(results.folder, "notebooks", name));
          assert.deepEqual(beginnings(await ranAll(page, lab, own)), beginnings(expected));
        });
      }
    }
  },
);

labTest(
  "a cell in JupyterLab that cannot be read says so, and the next ones do not run",
  async ({ page, lab }) => {
    await writeNotebook(join(lab.notebooks, "wrong.ipynb"), ["const a = { x: 1", "2"]);
    assert.deepEqual(await ranAll(page, lab, "wrong.ipynb"), [[
      "error SyntaxError: Expected ',', got '<eof>'",
    ], []]);
  },
);

labTest(
  "interrupting in JupyterLab stops what a model is asked, and keeps variables",
  async ({ page, lab }) => {
    const asked = Promise.withResolvers<void>();
    const quit = new AbortController();
    const silent = Deno.serve(
      { port: 0, hostname: "127.0.0.1", signal: quit.signal, onListen() {} },
      (request) => {
        if (request.method === "GET") {
          return Response.json({ object: "list", data: [{ id: "m", object: "model" }] });
        }
        asked.resolve();
        return new Promise(() => {}); // a model that never answers
      },
    );
    const url = `http://127.0.0.1:${silent.addr.port}/v1`;
    await writeNotebook(join(lab.notebooks, "long.ipynb"), [
      `import { generate, openModel } from "../lib/mod.ts";\nconst kept = 7;`,
      `await generate({ model: openModel("openai/m", { url: "${url}" }), prompts: [{ taskId: "1", prompt: "Write." }] })`,
      "kept",
    ]);
    await openNotebook(page, "long.ipynb");
    const ended = act(page, "notebook:run-all-cells");
    await Promise.race([asked.promise, ended]);
    await act(page, "notebook:interrupt-kernel");
    await ended;
    await act(page, "notebook:run-cell"); // the last one, which "Run All" left out
    await closeNotebook(page);
    const [, stopped, after] = await shownIn(join(lab.notebooks, "long.ipynb"));
    assert.match(stopped.at(-1)!, /^error AbortError: Interrupted/);
    assert.deepEqual(after, ["execute_result 7"]);
    quit.abort();
  },
);

labTest(
  "a view in JupyterLab works in its cell, also when the notebook is opened again; a plain table stands where it is not trusted",
  async ({ page, lab }, t) => {
    const path = join(lab.notebooks, "view.ipynb");
    const counts = (frame: Frame) => frame.$eval("#shown", (element) => element.textContent!);
    const [output, link] = [".jp-OutputArea-output", ".jp-OutputArea-output a"];
    let ofGender = "";
    await writeNotebook(path, [
      `import { run, solar, view } from "../lib/mod.ts";\n` +
      `const result = await run(solar, { source: "recorded", limit: 10 });`,
      `view(result, { title: "Ten tasks", name: "ten", out: "looked-at" })`,
    ]);
    await t.step(
      "its table is filtered, and a sample opened, by keyboard and without an address",
      async () => {
        await openNotebook(page, "view.ipynb");
        await act(page, "notebook:run-all-cells");
        const frame = await viewInCell(page);
        const address = page.url();
        const colours = await page.$eval(`${output} iframe`, (one) => [
          getComputedStyle(one).colorScheme,
          document.body.dataset.jpThemeLight === "true" ? "light" : "dark",
        ]);
        assert.equal(colours[0], colours[1], "as the theme is, whatever the system's colours are");
        await frame.focus('[data-is="attribute"]');
        await page.keyboard.type("gender");
        await frame.waitForSelector('[data-is="attribute"].set');
        ofGender = await counts(frame);
        await page.keyboard.press("Escape"); // from the field to the table
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        const opened = await frame.waitForSelector("#one:not([hidden])");
        assert.match(await opened!.evaluate((one) => one.textContent!), /gender: .*Prompt: user/s);
        assert.equal(page.url(), address);
        await closeNotebook(page);
      },
    );
    await t.step("the saved output is at most 1 MB, and its text says where the page is", async () => {
      const [, [saved, ...others]] = await outputsIn(path);
      assert.deepEqual(others, []);
      assert.match(
        plain(saved),
        /^execute_result .+ \(recorded\): \d+ rows of 20 samples: open \S+\/views\/ten\.html in a browser$/,
      );
      assert(JSON.stringify(saved).length <= 1_000_000);
    });
    await t.step("opened again, it works without being run", async () => {
      await openNotebook(page, "view.ipynb");
      const frame = await viewInCell(page);
      assert.match(await counts(frame), /^(\d+) of \1 rows, 20 samples/);
      await frame.select('[data-is="attribute"]', "gender");
      assert.equal(await counts(frame), ofGender);
      await closeNotebook(page);
    });
    await t.step(
      "not trusted, no script runs: a plain table, which scrolls, and the link stand there",
      async () => {
        const text = await Deno.readTextFile(path);
        await Deno.writeTextFile(
          join(lab.notebooks, "foreign.ipynb"),
          text.replaceAll("Ten tasks", "10 tasks"),
        );
        await openNotebook(page, "foreign.ipynb");
        await page.waitForSelector(`${output} table`);
        const seen = await page.$eval(output, (shown) => {
          const cells = [...shown.querySelectorAll("tr")].map((row) =>
            [...row.children].map((one) => one.textContent)
          );
          shown.querySelectorAll("tr").forEach((row) => row.remove());
          const { scrollWidth, clientWidth, clientHeight } = shown;
          return {
            gender: cells.filter((row) => row.includes("gender")).length,
            rows: cells.length - 1, // without the heading
            text: shown.textContent,
            made: shown.querySelectorAll("iframe, script, style").length,
            isWider: scrollWidth > clientWidth,
            clientHeight,
          };
        });
        assert.match(
          seen.text!,
          /^\S+ \(recorded\): (\d+) rows of 20 samples; looked-at\/views\/ten\.html\1 rows$/,
        );
        assert.equal(ofGender.split(", ")[0], `${seen.gender} of ${seen.rows} rows`);
        assert.deepEqual([seen.made, seen.isWider], [0, false]);
        const linked = await page.$eval(
          link,
          async (one) => await (await fetch((one as HTMLAnchorElement).href)).text(),
        );
        assert.match(linked, /<title>Ten tasks<\/title>/);
        await closeNotebook(page);
      },
    );
  },
);
