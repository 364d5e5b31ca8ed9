import assert from "node:assert/strict";
import fc from "fast-check";
import { table } from "codebias";
import { escapeMarkdown } from "codebias/report/tables/markdown_table.ts";
import { visible } from "codebias/core/visible.ts";

/** The text that GitHub would show; fails at any character that could mean something. */
function rendered(source: string): string {
  const token = /\\[\\`*_[\]<>&|~$:]|<br>|[^\\`*_[\]<>&|~$]/guy;
  let [text, end] = ["", 0];
  for (let match; (match = token.exec(source)); end = token.lastIndex) {
    const [piece] = match;
    text += piece === "<br>" ? "\n" : piece.startsWith("\\") ? piece.slice(1) : piece;
  }
  assert.equal(end, source.length, `cannot go on at ${source.slice(end, end + 20)}`);
  return text;
}

/** The cells of a line: what stands between pipes that no backslash precedes. */
function cellsOf(line: string): string[] {
  const parts: string[] = line.match(/(?:\\[^]|[^\\|])+|\|/g)!;
  assert.deepEqual([parts.at(0), parts.at(-1)], ["|", "|"]);
  return parts.filter((part) => part !== "|").map((cell) => cell.replace(/^ | $/g, ""));
}

const evil = [..."\\`*_[]<>&|~$:#!-+1.)\n\r a中🙂"];
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...evil), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
});

Deno.test("escapeMarkdown() escapes pipes, newlines and whatever means something", () => {
  assert.equal(escapeMarkdown("a|b\nc\r\nd"), "a\\|b<br>c<br>d");
  assert.equal(
    escapeMarkdown("*a* _b_ `c` [d](e) <f> &amp; ~g~ $h$ \\"),
    [
      ...["\\*a\\*", "\\_b\\_", "\\`c\\`", "\\[d\\](e)", "\\<f\\>", "\\&amp;", "\\~g\\~", "\\$h\\$", "\\\\"],
    ].join(" "),
  );
  assert.equal(escapeMarkdown(":smile: 1:2"), "\\:smile: 1:2");
});

Deno.test("escapeMarkdown() loses no character of any text, and lets none through as markup", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const source = escapeMarkdown(text);
      assert.equal(rendered(source), visible(text));
      assert.doesNotMatch(source, /[\r\n]/);
      assert.doesNotMatch(source, /(?<!\\):[\w+-]+:/);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("toMarkdown() writes GitHub's table, numbers to the right", () => {
  const rows = [{ model: "a|b", value: 1 / 3, n: 52, ok: true }, {
    model: "c",
    value: -1,
    n: null,
    ok: false,
  }];
  assert.equal(
    table(rows, { title: "Rates_1", note: "1. see\n# below" }).toMarkdown(),
    "**Rates\\_1**\n\n" +
      "| model | value | n | ok |\n" +
      "| :--- | ---: | ---: | :--- |\n" +
      "| a\\|b | 0.333 | 52 | true |\n" +
      "| c | -1.000 | – | false |\n" +
      "\n1\\. see<br># below\n",
  );
  assert.equal(
    table([{ a: 1 }], { note: "# no heading" }).toMarkdown(),
    "| a |\n| ---: |\n| 1 |\n\n\\# no heading\n",
  );
});

Deno.test("toMarkdown() joins estimates, shows p-values and names groups once", () => {
  const rows = [
    { group: "x", value: 0.61, low: 0.55, high: 0.67, n: 52, p: 0.0001 },
    { group: "x", value: 0.5, low: 0.01, high: 0.99, n: 7, p: 0.5 },
  ];
  assert.equal(
    table(rows, { intervals: true, p: ["p"], groupBy: "group" }).toMarkdown(),
    "| group | value | p |\n" +
      "| :--- | ---: | ---: |\n" +
      "| x | 0.61 [0.55, 0.67], n = 52 | < 0.001 |\n" +
      "|  | 0.50 [0.01, 0.99], n =  7 | 0.500 |\n",
  );
});

Deno.test("toMarkdown() has a line a row and the right number of cells, whatever the texts", () => {
  const row = fc.record({ a: anyText, b: fc.option(anyText), n: fc.option(fc.double({ noNaN: true })) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), anyText, (rows, name) => {
      const lines = table(rows, { headings: { b: name } }).toMarkdown().split("\n");
      assert.equal(lines.length, rows.length + 3);
      const cells = lines.slice(0, -1).map(cellsOf);
      assert(cells.every(({ length }) => length === 3));
      const [head, , ...body] = cells;
      assert.equal(rendered(head[1]), visible(name));
      assert.deepEqual(body.map(([a]) => rendered(a)), rows.map(({ a }) => visible(a)));
      assert.deepEqual(
        body.map(([, b]) => rendered(b)),
        rows.map(({ b }) => b === null ? "–" : visible(b)),
      );
    }),
    { numRuns: 500 },
  );
});

Deno.test("toMarkdown() of a table without columns is empty", () => {
  assert.equal(table([], { title: "T" }).toMarkdown(), "");
  assert.equal(table([], { columns: ["a"] as never[] }).toMarkdown(), "| a |\n| :--- |\n");
});
