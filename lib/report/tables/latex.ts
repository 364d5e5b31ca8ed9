import { mustBe } from "../../core/kinds.ts";
import { visible } from "../../core/visible.ts";
import type { Layout, Line } from "./layout.ts";
import { FIGURE_SPACE, type ShownCell } from "./shown_column.ts";

/** The texts of a LaTeX table besides its cells. */
export interface LatexOptions {
  /** The caption above the table. Defaults to the title of the table. */
  readonly caption?: string;
  /** A name for `\ref`, e.g. `tab:rates`: letters, digits and `: . _ -` only. */
  readonly label?: string;
  /** A remark below the table. Defaults to that of the table. */
  readonly note?: string;
}

/**
 * A table for LaTeX with the rules of the package booktabs. Because all numbers of a column have the same number of
 * decimals, right alignment aligns their decimal points; strings of more than 50 characters are broken into
 * lines. Comments at the beginning name the packages that it needs.
 *
 * @throws {RangeError} If the label is invalid, or has no caption to refer to.
 */
export function latexTable(layout: Layout, { caption, label, note }: LatexOptions): string {
  checkLabel(label, caption);
  const { columns, lines } = layout;
  if (columns.length === 0) return "% This table has no columns.\n";
  const body = [
    ...(caption ? [`\\caption{${escapeLatex(caption)}}`] : []),
    ...(label ? [`\\label{${label}}`] : []),
    `\\begin{tabular}{${columnTypes(layout).join("")}}`,
    "\\toprule",
    row(columns.map(({ heading }) => escapeLatex(heading))),
    "\\midrule",
    ...lines.flatMap(lineText),
    "\\bottomrule",
    "\\end{tabular}",
    ...(note ? ["", "\\smallskip", `{\\footnotesize ${escapeLatex(note)}\\par}`] : []),
  ];
  const table = ["\\begin{table}[htbp]", "\\centering", ...body, "\\end{table}"].join("\n");
  return [...packages(table), table, ""].join("\n");
}

/** The most characters of a text that is not broken into lines. */
const LONG_TEXT = 50;

/** Numbers right-aligned, texts left-aligned; long texts are broken into lines and share most of the page. */
function columnTypes({ columns, lines }: Layout): string[] {
  const isLong = columns.map(({ numeric }, at) =>
    !numeric && lines.some(({ cells }) => cells[at].text.length > LONG_TEXT)
  );
  const share = Math.min(0.4, 0.8 / isLong.filter(Boolean).length);
  return columns.map(({ numeric }, at) =>
    isLong[at] ? `p{${Number(share.toFixed(3))}\\linewidth}` : numeric ? "r" : "l"
  );
}

/**
 * A text that LaTeX typesets literally: every special character escaped, no ligature of two characters, newlines as
 * spaces and invisible characters as their code. This is our own code, because packages leave ligatures and mathematical
 * symbols.
 *
 * @example
 * ```ts
 * import { escapeLatex } from "codebias/report/tables/latex.ts";
 * import assert from "node:assert/strict";
 * assert.equal(escapeLatex("a_b & 5 %"), "a\\_b \\& 5 \\%");
 * assert.equal(escapeLatex("C:\\~"), "C:\\textbackslash{}\\textasciitilde{}");
 * ```
 */
export function escapeLatex(text: string): string {
  return visible(text)
    .replace(/[\n\t]/g, " ")
    .replace(SPECIAL, (character) => ESCAPES[character] ?? `\\${character}`)
    .replace(/([-'`,])(?=\1)|[?!](?=`)/g, "$&{}")
    .replace(MATHS, (character) => COMMANDS[character]);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
};

const SPECIAL = /[\\~^<>|&%#_{}$]/g;

/** Characters that the usual typefaces lack or LaTeX writes differently. */
const COMMANDS: Readonly<Record<string, string>> = {
  "–": "\\textendash{}",
  "—": "\\textemdash{}",
  "…": "\\ldots{}",
  "−": "$-$",
  "×": "$\\times$",
  "±": "$\\pm$",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "≠": "$\\neq$",
};

const MATHS = /[–—…−×±≤≥≠]/g;

function lineText({ cells, startsGroup }: Line): string[] {
  return [...(startsGroup ? ["\\addlinespace"] : []), row(cells.map(cellText))];
}

/** One row; a first cell must not begin with a character that the preceding command would read as its argument. */
function row([first, ...others]: readonly string[]): string {
  return `${[first.replace(/^(\s*)([[*])/, "$1{$2}"), ...others].join(" & ")} \\\\`;
}

function cellText({ text, number }: ShownCell): string {
  if (!number) return escapeLatex(text);
  return text.trimStart() // padding to the left of right-aligned numbers
    .replace(/-|<|Infinity|\bn(?= = )/g, (sign) => (sign === "Infinity" ? "$\\infty$" : `$${sign}$`))
    .replaceAll(" %", "\\,\\%")
    .replaceAll("–", "--")
    .replaceAll(FIGURE_SPACE, "\\phantom{0}");
}

/** Chinese, Japanese and Korean characters, with their punctuation. */
const ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/gu;

/** Other characters that LaTeX cannot typeset without further packages. */
const UNUSUAL = /[^\n -\u017f\u2018\u2019\u201c\u201d\u2022\u20ac\u2122]/u;

function packages(table: string): string[] {
  const others = table.replace(ASIAN, "");
  return [
    "% Needs \\usepackage{booktabs}.",
    others !== table && "% Contains Chinese, Japanese or Korean: needs XeLaTeX and \\usepackage{xeCJK}.",
    UNUSUAL.test(others) &&
    "% Contains other scripts or symbols: needs XeLaTeX and a typeface that has them.",
  ].filter((line) => line !== false);
}

function checkLabel(label: string | undefined, caption: string | undefined): void {
  if (label === undefined) return;
  mustBe(/^[\w:.-]+$/.test(label), `use label "${label}"`, "of letters, digits and : . _ -");
  if (!caption) throw new RangeError(`Cannot label a table "${label}" without a caption: give one`);
}
