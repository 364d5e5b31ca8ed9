import assert from "node:assert/strict";
import * as fc from "fast-check";
import { marked } from "marked";
import { markdown } from "codebias/app/notebook/markdown.ts";
import { inCode } from "codebias/report/words.ts";
import { sized } from "../../long.ts";

const RUNS = sized({ small: 2_000, long: 200_000 });

/** The HTML in a text as Markdown is read: what a browser would obey. */
function htmlIn(text: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "html") found.push(token.raw);
  });
  return found;
}

/** What the text says, without its form. */
function said(text: string): string {
  const entities: Record<string, string> = {
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
    "&quot;": '"',
    "&#39;": "'",
  };
  return (marked.parse(text) as string).replace(/<[^>]*>/g, "").replace(/&#?\w+;/g, (sign) => entities[sign])
    .trim();
}

const HOSTILE = [
  "<script>alert(1)</script>",
  '<img src="x" onerror="alert(1)">',
  "<!-- gone -->",
  "&lt;b&gt;",
  "\\<b>",
];

Deno.test("markdown() shows HTML of a model as text, in a text, a list, and code", () => {
  for (const text of HOSTILE) {
    const plain = text.replace("\\", ""); // which Markdown takes for itself
    for (const one of [markdown(`It wrote ${text} here`), markdown([`It wrote ${text} here`])]) {
      assert.deepEqual(htmlIn(one.text), []);
      assert.equal(said(one.text), `It wrote ${plain} here`);
    }
    for (const block of ["~~~python", "````text"]) {
      const end = block.replace(/\w+/, "");
      const shown = markdown(`${block}\n${text}\n${end}\n\n${text}`).text;
      assert.deepEqual(htmlIn(shown), []);
      assert.equal(said(shown), `${text}\n\n${plain}`.trim());
    }
    const code = markdown([`Line 1: ${inCode(`x = "\`${text}\`" # \`\``)}`]).text;
    assert.deepEqual(htmlIn(code), []);
    assert.equal(said(code), `Line 1: x = "\`${text}\`" # \`\``);
  }
});

Deno.test("markdown() has no HTML, whatever stands in its lines", () => {
  const sign = fc.constantFrom(
    "<b>",
    "</i>",
    "<!--",
    "`",
    "``",
    "~~~",
    "```",
    "\\",
    "\n",
    " ",
    "a",
    "- ",
    "**",
    "&lt;",
    "1. ",
    "# ",
  );
  const line = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      assert.deepEqual(htmlIn(markdown(lines).text), []);
    }),
    { numRuns: RUNS },
  );
});

Deno.test("markdown() keeps addresses in angle brackets", () => {
  assert.equal(markdown("see <https://example.org/a>, <b>").text, "see <https://example.org/a>, \\<b>");
});
