import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { parseHTML } from "linkedom";
import pl from "nodejs-polars";
import * as codebias from "codebias";
import { statusOf } from "codebias/app/command_line/command.ts";
import { quote } from "codebias/generation/requests/failures.ts";
import { numberedLines } from "codebias/review/page/code_view.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import { visible } from "codebias/core/visible.ts";
import { reviewItem } from "../review/review_items.ts";

/** All that must never be shown as it is, written down apart from the function: controls, bidirectional marks, halves. */
const HARMFUL = [
  ...[...Array(0x20).keys()].filter((code) => code !== 9 && code !== 10),
  ...[...Array(0x21).keys()].map((at) => 0x7f + at),
  ...[0x61c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
  ...[0xfeff, 0xfffe, 0xffff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe0041],
].map((code) => String.fromCodePoint(code));

const isHarmful = (text: string) => [...text].find((character) => HARMFUL.includes(character));

const harmful = fc.constantFrom(...HARMFUL, "\u001b[31m", "\u001b]0;title\u0007", "\u202e", "\r");
const harmless = fc.constantFrom(
  "a",
  "|",
  "<b>",
  "&",
  "$",
  "_",
  "中",
  "é",
  "\n",
  "\t",
  " ",
  "👍🏽",
  "=1",
  '"',
  "\\",
);

/** Texts as a model may write them, each with something that must not reach a person as it is. */
const said = fc.tuple(fc.array(fc.oneof(harmless, harmful), { maxLength: 8 }), harmful)
  .map(([parts, last]) => parts.join("") + last + "z");

/** What each place shows of a text. */
const SHOWN: Readonly<Record<string, (text: string) => string>> = {
  "a table in a terminal": (text) => `${tableOf(text)}`,
  "a table in a notebook": (text) => tableOf(text).toHTML(),
  "a table in Markdown": (text) => tableOf(text).toMarkdown(),
  "a table in LaTeX": (text) => tableOf(text).toLatex(),
  "Markdown in a notebook": (text) => codebias.markdown([text]).text,
  "a figure": (text) =>
    codebias.estimates([{ x: text, color: "c", value: 0.5, low: 0, high: 1 }], {
      x: "x",
      color: "color",
      title: text,
    })
      .svg,
  "a review page": (text) => textOfPage(text),
  "a sentence about data": (text) => new codebias.DataError(text, { place: { file: text } }).message,
  "a sentence about a model": (text) =>
    new codebias.ModelError(text, { failure: "garbage", retry: false }).message,
  "a sentence about the sandbox": (text) => new codebias.SandboxError(text).message,
  "what a server said": quote,
  "a name that is unknown": (text) =>
    thrownBy(() => codebias.summarize(pl.DataFrame({ [`${text}s`]: [1] }), { by: text })),
};

function tableOf(text: string) {
  return codebias.table([{ [`h${text}`]: text, n: 1 }], { title: text, note: text });
}

/** What the page holds to be shown; its own identifiers, values and file are not. */
function textOfPage(text: string): string {
  const answers = [{ value: "yes", label: text }, { value: "no", label: "No" }];
  const item = reviewItem(1, {
    question: text,
    code: `x = '${text}'`,
    context: text,
    hint: text,
    answers,
    highlights: [],
  });
  const { document } = parseHTML(reviewPage([item], { title: "t", note: text }));
  const queue = JSON.parse(document.querySelector("#queue")!.textContent!);
  const { question, context, hint, answers: shown, lines } = queue.items[0];
  return [
    question,
    context,
    hint,
    queue.note,
    shown.map((one: { label: string }) => one.label),
    numberedLines({ document }, lines, { python: true }).textContent,
  ].join("");
}

function thrownBy(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

for (const [place, show] of Object.entries(SHOWN)) {
  Deno.test(`${place} shows the code of what nobody would see, and nothing of it as it is`, () => {
    fc.assert(
      fc.property(said, (text) => {
        const shown = show(text);
        const bad = isHarmful(shown);
        assert.equal(bad, undefined, `U+${bad?.codePointAt(0)?.toString(16)} in ${JSON.stringify(shown)}`);
        const last = [...text].at(-2)!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
        // Of ANSI sequences the last character is an ordinary one; space in front of what a server said is left out.
        if (text.trim().length > 1 && isHarmful([...text].at(-2)!)) {
          assert.match(shown, new RegExp(`U\\\\?\\+${last}`));
        }
      }),
      { numRuns: 60 },
    );
  });
}

Deno.test("visible() changes nothing else, is the same twice, and keeps lines and tabs", () => {
  fc.assert(fc.property(fc.array(fc.oneof(harmless, harmful)), (parts) => {
    const text = parts.join("");
    const shown = visible(text);
    assert.equal(visible(shown), shown);
    assert(shown.isWellFormed());
    if (!isHarmful(text)) assert.equal(shown, text);
    const back = shown.replace(/<U\+([0-9A-F]+)>/g, (_, code) => String.fromCodePoint(parseInt(code, 16)));
    assert.equal(back, text.replaceAll("\r\n", "\n"));
  }));
});

Deno.test("files of data keep what was said: CSV, JSON and Parquet", () => {
  const wellFormed = said.filter((text) => text.isWellFormed());
  fc.assert(fc.property(fc.array(wellFormed, { minLength: 1, maxLength: 4 }), (texts) => {
    const made = codebias.table(texts.map((text, at) => ({ at, text })));
    const column = (frame: pl.DataFrame) => frame.getColumn("text").toArray();
    assert.deepEqual(column(pl.readParquet(Buffer.from(made.toParquet()))), texts);
    assert.deepEqual(column(pl.readCSV(made.toCSV(), { dtypes: { text: pl.Utf8 } } as never)), texts);
    assert.deepEqual(column(made.frame), texts);
    assert.deepEqual(made.rows.map(([, text]) => text), texts);
  }));
});

Deno.test("a command's last sentence is visible, whatever it quotes", async () => {
  const told: string[] = [];
  const before = console.error;
  console.error = (text: string) => void told.push(text);
  try {
    const status = await statusOf(
      () => Promise.reject(new RangeError("no such file: \u001b[2J\u202egpj.exe")),
      [],
    );
    assert.equal(status, 1);
  } finally {
    console.error = before;
  }
  assert.deepEqual(told, ["no such file: <U+001B>[2J<U+202E>gpj.exe"]);
});
