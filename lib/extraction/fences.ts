/**
 * The contents of the Markdown code fences in a completion, in order, without empty ones; an unclosed last fence
 * counts. The contents of an indented fence are moved to the left with it.
 *
 * @example
 * ```ts
 * import { fencedBlocks } from "codebias/extraction/fences.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(fencedBlocks("Sure:\n~~~python\nx = 1\n~~~\nDone."), ["x = 1\n"]);
 * ```
 */
export function fencedBlocks(text: string): string[] {
  return splitAtFences(text).blocks;
}

/** What a completion says outside of its code fences. */
export function withoutFencedBlocks(text: string): string {
  return splitAtFences(text).prose;
}

function splitAtFences(text: string): { blocks: string[]; prose: string } {
  const blocks: string[] = [];
  let prose = "";
  let open: { readonly margin: string; readonly mark: string } | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const [, margin, mark] = /^([ \t]*)(`{3,}|~{3,})/.exec(line) ?? [];
    if (open === undefined) {
      if (mark) {
        open = { margin, mark };
        blocks.push("");
      } else prose += line;
    } else if (mark?.startsWith(open.mark) && line.trim() === mark) {
      open = undefined;
    } else {
      blocks[blocks.length - 1] += line.startsWith(open.margin) ? line.slice(open.margin.length) : line;
    }
  }
  return { blocks: blocks.filter((block) => block !== ""), prose };
}
