import assert from "node:assert/strict";
import fc from "fast-check";
import { table } from "codebias";
import { escapeLatex } from "codebias/report/tables/latex.ts";
import { visible } from "codebias/core/visible.ts";

/** What LaTeX makes of a command or symbol. */
const MEANINGS: Readonly<Record<string, string>> = {
  "\\textbackslash{}": "\\",
  "\\textasciitilde{}": "~",
  "\\textasciicircum{}": "^",
  "\\textless{}": "<",
  "\\textgreater{}": ">",
  "\\textbar{}": "|",
  "\\textendash{}": "–",
  "\\textemdash{}": "—",
  "\\ldots{}": "…",
  "$-$": "−",
  "$\\times$": "×",
  "$\\pm$": "±",
  "$\\leq$": "≤",
  "$\\geq$": "≥",
  "$\\neq$": "≠",
  "{[}": "[",
  "{*}": "*",
  "{}": "",
};

/** The text that LaTeX would set; fails at any character that LaTeX would take for a command. */
function typeset(source: string): string {
  const token = /\\[a-z]+\{\}|\$[^$]*\$|\{[[*]?\}|\\[&%#_{}$]|[^\\~^&%#_{}$]/guy;
  let [text, end] = ["", 0];
  for (let match; (match = token.exec(source)); end = token.lastIndex) {
    const [piece] = match;
    text += MEANINGS[piece] ?? (piece.startsWith("\\") ? piece.slice(1) : piece);
    assert(piece.length < 3 || piece in MEANINGS, `unknown command ${piece}`);
  }
  assert.equal(end, source.length, `cannot go on at ${source.slice(end, end + 20)}`);
  return text;
}

/** What escapeLatex() says that it makes of newlines and of what nobody can see. */
const onOneLine = (text: string) => visible(text).replace(/[\n\t]/g, " ");

/** The lines of a table's head and body, without the rules, as cells. */
function cellsOf(latex: string): string[][] {
  const body = /\\toprule\n([^]*)\\bottomrule\n/.exec(latex)![1];
  const lines = body.split("\n").filter((line) => line && !/^\\(midrule|addlinespace)$/.test(line));
  return lines.map((line) => {
    assert.match(line, / \\\\$/);
    return line.slice(0, -3).split(/(?<!\\)&/).map((cell) => cell.replace(/^ | $/g, ""));
  });
}

const evil = [..."\\~^%&#_{}$<>|-–—'`,?![]*\n\r\t\0\u001b…−×≤ a1é中🙂"];
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...evil), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
});

Deno.test("escapeLatex() escapes every special character", () => {
  assert.equal(escapeLatex("& % $ # _ { }"), "\\& \\% \\$ \\# \\_ \\{ \\}");
  assert.equal(escapeLatex("\\~^"), "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}");
  assert.equal(escapeLatex("<|>"), "\\textless{}\\textbar{}\\textgreater{}");
  assert.equal(escapeLatex("\\textbf{x}"), "\\textbackslash{}textbf\\{x\\}");
  assert.equal(escapeLatex("中文 é"), "中文 é");
  assert.equal(escapeLatex("a\r\nb\u001b"), "a b\\textless{}U+001B\\textgreater{}");
  assert.equal(escapeLatex("a--b ---"), "a-{}-b -{}-{}-");
});

Deno.test("escapeLatex() loses no character of any text, and lets none through as a command", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const source = escapeLatex(text);
      assert.equal(typeset(source), onOneLine(text));
      assert.doesNotMatch(source, /--|''|``|,,|[?!]`/);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("toLatex() writes a table by the rules of booktabs", () => {
  const rows = [{ model: "a_b", value: 0.25, n: 52 }, { model: "c", value: -1, n: null }];
  assert.equal(
    table(rows, { title: "Rates & more", note: "n: tasks" }).toLatex({ label: "tab:rates" }),
    [
      "% Needs \\usepackage{booktabs}.",
      "\\begin{table}[htbp]",
      "\\centering",
      "\\caption{Rates \\& more}",
      "\\label{tab:rates}",
      "\\begin{tabular}{lrr}",
      "\\toprule",
      "model & value & n \\\\",
      "\\midrule",
      "a\\_b & 0.25 & 52 \\\\",
      "c & $-$1.00 & -- \\\\",
      "\\bottomrule",
      "\\end{tabular}",
      "",
      "\\smallskip",
      "{\\footnotesize n: tasks\\par}",
      "\\end{table}",
      "",
    ].join("\n"),
  );
});

Deno.test("toLatex() takes another caption and note than those of the table, or none", () => {
  const shown = table([{ a: 1 }], { title: "T", note: "N" });
  const other = shown.toLatex({ caption: "50 %", note: "M" });
  assert(other.includes("\\caption{50 \\%}") && other.includes("{\\footnotesize M\\par}"));
  assert(!other.includes("{T}"));
  const none = shown.toLatex({ caption: "", note: "" });
  assert.doesNotMatch(none, /caption|footnotesize|label/);
});

Deno.test("toLatex() sets estimates, p-values and groups", () => {
  const rows = [
    { group: "x", value: 0.612, low: 0.55, high: 0.67, n: 52, p: 0.0001 },
    { group: "y", value: -0.05, low: -Infinity, high: 0.1, n: 7, p: 0.5 },
  ];
  const intervals = [{ value: "value", low: "low", high: "high", n: "n", percent: true }] as const;
  const latex = table(rows, { intervals, p: ["p"], groupBy: "group" }).toLatex();
  assert.deepEqual(cellsOf(latex), [
    ["group", "value", "p"],
    [
      "x",
      "61.2\\,\\% [\\phantom{0}\\phantom{0}\\phantom{0}\\phantom{0}\\phantom{0}55.0, 67.0], $n$ = 52",
      "$<$ 0.001",
    ],
    ["y", "$-$5.0\\,\\% [$-$$\\infty$, 10.0], $n$ = \\phantom{0}7", "0.500"],
  ]);
  assert.match(latex, /\\\\\n\\addlinespace\ny &/);
});

Deno.test("toLatex() has the right number of cells and balanced braces, whatever the texts", () => {
  const row = fc.record({ a: anyText, b: fc.option(anyText), n: fc.option(fc.double({ noNaN: true })) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), anyText, anyText, (rows, name, caption) => {
      const latex = table(rows, { headings: { a: name }, note: caption }).toLatex({ caption });
      const bare = latex.replace(/\\\\|\\[{}&%]/g, "");
      let depth = 0;
      for (const brace of bare.match(/[{}]/g)!) {
        depth += brace === "{" ? 1 : -1;
        assert(depth >= 0);
      }
      assert.equal(depth, 0);
      const [head, ...body] = cellsOf(latex);
      assert.equal(body.length, rows.length);
      for (const cells of [head, ...body]) {
        assert.equal(cells.length, 3);
        assert.doesNotMatch(cells[0], /^\s*[[*]/, "would be an argument of the line break before");
      }
      // Spaces at the ends are not kept by LaTeX either.
      assert.deepEqual(body.map(([a]) => typeset(a).trim()), rows.map(({ a }) => onOneLine(a).trim()));
      assert.equal(typeset(head[0]).trim(), onOneLine(name).trim());
    }),
    { numRuns: 500 },
  );
});

Deno.test("toLatex() says what it needs besides booktabs", () => {
  const needs = (text: string) =>
    table([{ text }]).toLatex().split("\n").filter((line) => line.startsWith("%"));
  assert.equal(needs("plain é – ≤ “x” 5 €").length, 1);
  const asian = "% Contains Chinese, Japanese or Korean: needs XeLaTeX and \\usepackage{xeCJK}.";
  for (const text of ["中文", "，", "かな", "한국"]) {
    assert.deepEqual(needs(text).slice(1), [asian], text);
    assert(table([{ text }]).toLatex().includes(`\n${text} \\\\\n`));
  }
  const other = "% Contains other scripts or symbols: needs XeLaTeX and a typeface that has them.";
  for (const text of ["🙂", "→", "при", "α"]) assert.deepEqual(needs(text).slice(1), [other], text);
  assert.deepEqual(needs("中🙂").slice(1), [asian, other]);
  assert.deepEqual(needs("\n% \\input{x}").length, 1);
});

Deno.test("toLatex() breaks long texts into lines, which share the page", () => {
  const [short, long] = ["a".repeat(50), "word ".repeat(11)];
  const types = (row: Record<string, string | number>) =>
    /\\begin\{tabular\}\{(.*)\}/.exec(table([row]).toLatex())![1];
  assert.equal(types({ short, n: 1 }), "lr");
  assert.equal(types({ short, long, n: 1 }), "lp{0.4\\linewidth}r");
  assert.equal(
    types({ a: long, b: long, c: long }),
    "p{0.267\\linewidth}p{0.267\\linewidth}p{0.267\\linewidth}",
  );
});

Deno.test("toLatex() of a table without columns is a remark", () => {
  assert.equal(table([]).toLatex(), "% This table has no columns.\n");
  assert.match(
    table([], { columns: ["a"] as never[] }).toLatex(),
    /\\toprule\na \\\\\n\\midrule\n\\bottomrule/,
  );
});

Deno.test("toLatex() refuses a label that is none, or that refers to nothing", () => {
  for (const label of ["a b", "", "x}", "a%", "表"]) {
    assert.throws(() => table([{ a: 1 }], { title: "T" }).toLatex({ label }), {
      name: "RangeError",
      message: `Cannot use label "${label}": it must be of letters, digits and : . _ -`,
    });
  }
  assert.throws(() => table([{ a: 1 }]).toLatex({ label: "tab:a" }), {
    name: "RangeError",
    message: 'Cannot label a table "tab:a" without a caption: give one',
  });
});
