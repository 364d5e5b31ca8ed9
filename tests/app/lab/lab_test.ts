import assert from "node:assert/strict";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
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
