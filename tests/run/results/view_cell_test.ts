import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { view } from "codebias";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import type { ViewData } from "codebias/review/view/view_data.ts";
import { withFolder } from "../../app/commands/task.ts";

const SETTINGS = [0.2, 1].flatMap((temperature) =>
  ["en", "zh"].map((language) => ({ temperature, language }))
);

/** Answers to tasks, as they come when all tasks are asked at one setting after the other. */
function answersTo(tasks: number, text: (task: number) => string) {
  return SETTINGS.flatMap((settings) =>
    Array.from({ length: tasks }, (_, task) => ({
      ...{ taskId: `task ${task}`, model: "A", epoch: 1, text: text(task) },
      settings: { prompt: "default", ...settings },
      judgement: { kind: "judged", finding: {} } as const,
    }))
  );
}

/** A test with a folder for pages. */
function cellTest(name: string, fn: (out: string) => void): void {
  Deno.test(name, () => withFolder((out) => Promise.resolve(fn(out))));
}

/** The page that a cell's script makes. */
function framed(html: string): { readonly page: string; readonly data: ViewData } {
  const page = JSON.parse(/frame\.srcdoc = (".*");\n/.exec(html)![1]);
  const [, packed] = /<script type="text\/plain" id="data">(.*?)<\/script>/s.exec(page)!;
  return { page, data: JSON.parse(`${gunzipSync(Uint8Array.fromBase64(packed))}`) };
}

/** The lines of the plain table, the heading first. */
function linesOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells]) =>
    [...cells.matchAll(/<t[dh] [^>]*>(.*?)<\/t[dh]>/gs)].map(([, text]) => text)
  );
}

const captionOf = (html: string) => /<caption [^>]*>(.*?)<\/caption>/.exec(html)?.[1];

cellTest("of answers too long for one page together, the page has a part and says so", (out) => {
  // As models give them that repeat themselves until they are stopped: no text can hold them all.
  const samples = answersTo(600, (task) => `answer ${task} `.repeat(80_000));
  const { file, samples: shown } = view(samples, { out, title: "Long" });
  const page = Deno.readTextFileSync(file);
  assert(shown > 50 && shown < 2400, `${shown} samples`);
  assert.match(page, new RegExp(`a sample of the samples: .*${shown} of 2,400 others`));
  assert(page.length < 20_000_000);
});

cellTest(
  "of a page too large for a cell, the rows shown first stand there, whole tasks of them, in at most 1 MB",
  (out) => {
    const samples = answersTo(300, () => randomBytes(2400).toString("base64"));
    const shown = view(samples, { by: "temperature", where: { language: "zh" }, out, title: "Large" });
    const { "text/html": html, "text/plain": plain } = shown[JUPYTER_DISPLAY]();
    assert.equal(plain, `A: 1,200 rows of 1,200 samples: open ${shown.file} in a browser`);
    assert(new TextEncoder().encode(JSON.stringify(html)).length <= 1_000_000);
    assert.match(html, /1,200 samples, of which the first 200 stand here; <a /);
    assert.equal(captionOf(html), "The first 200 of 600 rows, language zh");
    const [heading, ...lines] = linesOf(html);
    assert.deepEqual(heading, ["taskId", "temperature", "answer"]);
    const expected = ["0.2", "1"].flatMap((one) =>
      Array.from({ length: 100 }, (_, task) => `task ${task} ${one}`)
    );
    assert.deepEqual(lines.map((cells) => `${cells[0]} ${cells[1]}`), expected);
    const { page, data } = framed(html);
    assert.match(page, /These are the first 200 of 1,200 rows of 1,200 samples: the file has all/);
    assert.equal(data.height, 200);
    const levels = Object.fromEntries(data.columns.map((column) => [column.name, column.levels]));
    assert.deepEqual([levels.temperature, levels.language], [[0.2, 1], ["zh"]]);
  },
);

cellTest("a cell's table says which rows it has, and cuts no character in two", (out) => {
  const samples = answersTo(2, (task) => task === 0 ? `${"x".repeat(99)}😀😀` : "\u202ey<b>");
  const html =
    view(samples, { where: { temperature: 1, language: "en" }, out })[JUPYTER_DISPLAY]()["text/html"];
  assert.equal(captionOf(html), "2 rows, temperature 1, language en");
  assert.deepEqual(linesOf(html), [
    ["taskId", "answer"],
    ["task 0", `${"x".repeat(99)}…`],
    ["task 1", "&lt;U+202E&gt;y&lt;b&gt;"],
  ]);
  assert.equal(framed(html).data.height, 8);
  const typed =
    view(samples, { where: { temperature: "1", language: "en" }, out })[JUPYTER_DISPLAY]()["text/html"];
  assert.deepEqual(linesOf(typed), linesOf(html), "a number is found as the page writes it, too");
  const all = view(samples, { out })[JUPYTER_DISPLAY]()["text/html"];
  assert.equal(captionOf(all), "8 rows");
});

cellTest(
  "a cell's link leads from the notebook's folder to the page, also in what reproduce leaves",
  (out) => {
    const linkOf = (folder: string) => {
      const html =
        view(answersTo(1, String), { out: folder, name: "a page" })[JUPYTER_DISPLAY]()["text/html"];
      return decodeURIComponent(/<a href="([^"]*)"/.exec(html)![1]);
    };
    assert.equal(resolve(linkOf(out)), join(out, "views", "a page.html"));
    const before = Deno.env.get("CODEBIAS_OUT");
    Deno.env.set("CODEBIAS_OUT", out);
    try {
      assert.equal(linkOf(out), "../views/a page.html");
    } finally {
      if (before === undefined) Deno.env.delete("CODEBIAS_OUT");
      else Deno.env.set("CODEBIAS_OUT", before);
    }
  },
);
