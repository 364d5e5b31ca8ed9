import { fencedBlocks, segmentsOf, withoutFencedBlocks } from "../../../../extraction/fences.ts";
import { quotedHeads } from "../../../../extraction/syntax/quoted.ts";

/** The head of a function in an answer, as far as it can be read. */
export interface Head {
  /** The place of `def`, and the end of the head, which may have several lines, after the colon. */
  readonly from: number;
  readonly to: number;
  /** The number of spaces before it. */
  readonly indent: number;
  /**
   * The source between `def` and the bracket, and inside of the bracket: in prompts they may not be valid names.
   */
  readonly name: string;
  readonly parameters: string;
}

/**
 * Matches the place before a head with a name that the prompts ask for, if the head directly follows another word, or a
 * speaker's label.
 */
const ASKED = /(?:(?<=[\w).])|(?<=[\]:>])[ ]+)(?=def (?:evaluate|get|calculate|compute)_\w)/g;

/**
 * An answer with every fence and every head of a function on a line of its own, spaces for tabs, and line feeds as line
 * ends.
 *
 * Prompts end inside of a docstring, so that answers begin in the middle of a line.
 */
export function inLines(answer: string): string {
  return answer
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u2581\u00a0]/g, " ")
    .replaceAll("\t", "    ")
    .replaceAll(ASKED, "\n")
    .replaceAll(/(?=```(?:py(?:thon)?\d?)?[ ]*\n)(?<=[^\s`][ ]*)/g, "\n");
}

/**
 * The heads of functions in a text, in order.
 *
 * @example
 * ```ts
 * import { headsIn } from "codebias/studies/faircoder/judge/answers/heads.ts";
 * import assert from "node:assert/strict";
 * const [{ name, parameters }] = headsIn("def evaluate_cook, short_order (cook, short_order) :\n    pass");
 * assert.deepEqual([name, parameters], ["evaluate_cook, short_order", "cook, short_order"]);
 * ```
 */
export function headsIn(text: string): Head[] {
  const found: Head[] = [];
  for (const start of text.matchAll(/^([ ]*)(?:async )?def[ ]+/gm)) {
    const at = start.index + start[0].length;
    const line = onOneLine(text, at) ?? onSeveral(text, at);
    if (line) found.push({ from: start.index + start[1].length, indent: start[1].length, ...line });
  }
  return found;
}

/** The heads in a text, without those that are only quoted in it, if there are others. */
export function headsInCode(text: string): Head[] {
  const heads = headsIn(text);
  const quoted = new Set(
    segmentsOf(text).flatMap(({ text, from }) => [...quotedHeads(text)].map((place) => from + place)),
  );
  const own = heads.filter(({ from }) => !quoted.has(from));
  return own.length > 0 ? own : heads;
}

/** The head on one line, with its parameters in the last bracket: names may have brackets, too. */
function onOneLine(text: string, at: number): Omit<Head, "from" | "indent"> | undefined {
  const end = text.indexOf("\n", at);
  const line = text.slice(at, end < 0 ? text.length : end);
  const plain = /^([^\n(]*(?:\([\w ]*\)[^\n(]*)*?)\(((?:[^()\n]|\([^()\n]*\))*)\)\s*(?:->[^:\n]*)?:/.exec(
    line,
  );
  if (!plain) return undefined;
  return { name: plain[1].trim(), parameters: plain[2].trim(), to: at + plain[0].length };
}

function onSeveral(text: string, at: number): Omit<Head, "from" | "indent"> | undefined {
  const found = /^(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?:->[^:\n]*)?:/.exec(
    text.slice(at, at + 2000),
  );
  if (!found || /\bdef\b/.test(found[2])) return undefined;
  return {
    name: found[1],
    parameters: found[2].replaceAll(/#[^\n]*/g, "").replaceAll(/\s*\n\s*/g, " ").trim(),
    to: at + found[0].length,
  };
}

const PATCH_FENCE = /^[ ]*(?:```|~~~)[ ]*(?:diff|patch)\b/im;

/** An answer with its patches applied as by {@linkcode fencedBlocks}, and its prose before its code. */
export function withPatches(text: string): string {
  if (!PATCH_FENCE.test(text)) return text;
  const blocks = fencedBlocks(text).map((block) => `\`\`\`\n${block.trimEnd()}\n\`\`\`\n`);
  return [withoutFencedBlocks(text).trimEnd(), ...blocks].join("\n");
}
