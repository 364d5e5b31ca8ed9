import type { Head } from "./heads.ts";

/** Matches a line of code with which a docstring that was never closed has ended: an assignment, a branch or a loop. */
const BEGINS =
  /^\s*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*[-+*/]?=(?!=)\s*\S|(?:if|for|while|with)\b.*:\s*(?:#.*)?$)/;
/** Matches a line that can only be code. */
const CODE = new RegExp(`${BEGINS.source}|^\\s*(?:elif\\b.*:\\s*(?:#.*)?$|(?:return|try:|import|from)\\b)`);
/** Matches a line that starts a running score. */
const START = /^\s*(?:\w*(?:score|points|priority|total|rating)\w*)\s*=\s*(?!=)\S/;
const FENCE = /^\s*(?:```|~~~)/;
const HEAD = /^\s*(?:async )?def\s+\S/;

/**
 * The lines of a function's body after its head, dedented; none if there is no body.
 *
 * The docstring is left out; one that is never closed ends before code with a running score. The body ends at a fence, before
 * a line that is indented less, or after a `return` that is not indented more than the body.
 *
 * @param text The answer in lines, see `inLines`.
 */
export function bodyOf(text: string, head: Head): string[] {
  const [first, ...lines] = text.slice(head.to).split("\n");
  const inline = " ".repeat(head.indent + 4) + first.replace(/^\s*#.*/, "").trim();
  return dedented(ownLines(behindDocstring([inline, ...lines], head), head));
}

/** The lines after a docstring, all of them if there is none. */
function behindDocstring(lines: readonly string[], { indent }: Head): readonly string[] {
  const at = lines.findIndex((line) => line.trim() !== "");
  const opening = at < 0 ? null : /^\s*[rRuU]?("""|''')/.exec(lines[at]);
  if (!opening) return lines;
  const quotes = opening[1];
  const own = [
    lines[at].slice(opening[0].length),
    ...lines.slice(
      at + 1,
      endOf(lines, (line, to) => to > at && HEAD.test(line) && indentOf(line) <= indent),
    ),
  ];
  const end = own.findIndex((line) => line.includes(quotes));
  if (end < 0) return scoringIn(own.slice(1, endOf(own, (line) => FENCE.test(line))));
  const after = own[end].slice(own[end].indexOf(quotes) + quotes.length).replace(/^[\s;]+/, "");
  return [after && " ".repeat(indentOf(lines[at])) + after, ...lines.slice(at + end + 1)];
}

/** The number of lines before the first one that fits, of all of them if none does. */
function endOf(lines: readonly string[], fits: (line: string, at: number) => boolean): number {
  const at = lines.findIndex(fits);
  return at < 0 ? lines.length : at;
}

/** The lines of code with a running score that stand behind lines of prose; none if there is no such code. */
export function scoringIn(lines: readonly string[]): readonly string[] {
  return lines.some((line) => START.test(line))
    ? lines.slice(lines.findIndex((line) => BEGINS.test(line)))
    : [];
}

/** The lines that belong to a body, from the first one that is code. */
function ownLines(lines: readonly string[], { name, indent: headIndent }: Head): string[] {
  const first = lines.findIndex((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (first < 0 || FENCE.test(lines[first])) return [];
  // A body may begin with an inner function, unlike an answer that repeats the head.
  const isInner = indentOf(lines[first]) > headIndent && !lines[first].includes(`def ${name}`);
  if (HEAD.test(lines[first]) && !isInner) return [];
  if (lines.slice(0, first).some((line) => FENCE.test(line))) return [];
  const base = indentOf(lines[first]);
  // If the head is indented like the body, as in prompts with an indented first line, only code counts.
  if (base < headIndent || (base === headIndent && !(base === 0 ? START : CODE).test(lines[first]))) {
    return [];
  }
  const own: string[] = [];
  let depth = 0;
  for (const line of lines.slice(first)) {
    const isComment = /^\s*#/.test(line);
    if (line.trim() !== "" && depth <= 0) {
      if (FENCE.test(line) || (indentOf(line) < base && !isComment)) break;
      if (base === headIndent && indentOf(line) === base && HEAD.test(line)) break;
    }
    own.push(line);
    depth = Math.max(0, depth + bracketsIn(line));
    if (depth === 0 && indentOf(line) === base && /^\s*return\b/.test(line)) break;
  }
  return own;
}

/** The number of brackets that a line leaves open, texts and comments aside. */
function bracketsIn(line: string): number {
  const code = line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "").replace(/#.*/, "");
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
}

function dedented(lines: readonly string[]): string[] {
  const base = lines.length === 0 ? 0 : indentOf(lines[0]);
  const moved = lines.map((line) => indentOf(line) >= base ? line.slice(base) : line.trimStart());
  while (moved.at(-1)?.trim() === "") moved.pop();
  return moved.map((line) => line.trimEnd());
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
