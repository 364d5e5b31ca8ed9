import { parser } from "@lezer/python";
import { visible } from "../core/visible.ts";
import { codeLines } from "./code_lines.ts";

/** The kind of a coloured piece of code; `hidden` stands for an invisible character. */
export type TokenKind = "keyword" | "string" | "number" | "comment" | "defined" | "hidden";

/** A piece of a line: plain text, or a kind and its text. */
export type Token = string | readonly [kind: TokenKind, text: string];

/**
 * The lines of a source, cut into pieces to be coloured. Characters that would hide or turn the text around are shown
 * as their code, which highlighters do not do.
 *
 * @param language Without it, only hiding characters are marked.
 *
 * @example
 * ```ts
 * import { codeTokens } from "codebias/review/code_tokens.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(codeTokens("def f():\n    return 1", "python"), [
 *   [["keyword", "def"], " ", ["defined", "f"], "():"],
 *   ["    ", ["keyword", "return"], " ", ["number", "1"]],
 * ]);
 * ```
 */
export function codeTokens(code: string, language?: "python"): Token[][] {
  const lines = codeLines(code);
  const source = lines.join("\n");
  const kinds = language === "python" ? pythonKinds(source) : [];
  let from = 0;
  return lines.map((line) => {
    const tokens = lineTokens(line, kinds.slice(from, from + line.length));
    from += line.length + 1;
    return tokens;
  });
}

/** The kind of each UTF-16 unit of a Python source; undefined for the rest. */
function pythonKinds(source: string): (TokenKind | undefined)[] {
  const kinds = new Array<TokenKind | undefined>(source.length).fill(undefined);
  parser.parse(source).iterate({
    enter({ name, from, to, node }) {
      const kind = kindOf(name, node.parent?.name);
      if (kind === null) return;
      kinds.fill(kind, from, to);
    },
  });
  return kinds;
}

/** The kind of a syntax tree node; null if it is that of the parent node. */
function kindOf(name: string, parent: string | undefined): TokenKind | undefined | null {
  switch (name) {
    case "String":
    case "FormatString":
      return "string";
    case "FormatReplacement":
      return undefined;
    case "Comment":
      return "comment";
    case "Number":
    case "Boolean":
    case "None":
      return "number";
    case "VariableName":
      return parent === "FunctionDefinition" || parent === "ClassDefinition" ? "defined" : null;
    default:
      return /^[a-z]+$/.test(name) ? "keyword" : null;
  }
}

function lineTokens(line: string, kinds: readonly (TokenKind | undefined)[]): Token[] {
  const tokens: { kind: TokenKind | undefined; text: string }[] = [];
  let at = 0;
  for (const character of line) {
    const text = visible(character);
    const hidden = text !== character;
    const kind = hidden ? "hidden" : kinds[at];
    const last = tokens.at(-1);
    if (last && last.kind === kind && !hidden) last.text += text;
    else tokens.push({ kind, text });
    at += character.length;
  }
  return tokens.map(({ kind, text }) => (kind === undefined ? text : [kind, text] as const));
}
