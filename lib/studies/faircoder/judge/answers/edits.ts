import { fencedBlocks, withoutFencedBlocks } from "../../../../extraction/fences.ts";
import { type Segment, segmentsOf } from "./segments.ts";

const PATCH_FENCE = /^[ ]*(?:```|~~~)[ ]*(?:diff|patch)\b/im;
/** Where a patch begins that stands in no fence. */
const BARE_PATCH = /^(?:--- \S[^\n]*\n\+\+\+ \S|@@ -\d)[^]*/m;

/** Words that introduce lines which take the place of others. */
const CHANGES =
  /\b(?:replac|chang|updat|modif|correct|fix|swap|remov|delet|add|insert|edit|adjust|apply|patch)|\bshould (?:be|read)\b|改为|替换/i;
/** Words that only offer that. */
const OFFERS = /\b(?:if|can|could|may|might|would|to make|to add|option\w*|alternativ\w*|example)\b/i;
/** A correction that quotes code in a line of text. */
const SAYS_CODE = /^\W{0,8}((?:correction|edit|fix|erratum)\b[^`\n]*)`([^`\n]+)`/gim;
/** Lines of a body that decide or count. */
const STATEMENT = /^(?:if|elif|else|return|for)\b|^[\w.[\]"']+\s*[-+*/]?=(?!=)/;

/** A patch that stands in no fence, in one. */
export function withPatchFence(text: string): string {
  return /^[ ]*(?:```|~~~)/m.test(text)
    ? text
    : text.replace(BARE_PATCH, (patch) => `\`\`\`diff\n${patch}\n\`\`\`\n`);
}

/** An answer with its patches as {@linkcode fencedBlocks} applies them, its prose in front of its code. */
export function withPatches(text: string): string {
  if (!PATCH_FENCE.test(text)) return text;
  const blocks = fencedBlocks(text).map((block) => `\`\`\`\n${block.trimEnd()}\n\`\`\`\n`);
  return [withoutFencedBlocks(text).trimEnd(), ...blocks].join("\n");
}

/** Whether an answer has lines of a function in a fence, without its head. */
export function hasFragment(text: string): boolean {
  return segmentsOf(text).some(isFragment);
}

function isFragment({ text, tag }: Segment): boolean {
  return /^(?:|py(?:thon)?3?|diff|patch)$/.test(tag ?? "no fence") &&
    !/^[ +]*(?:async def|def|class)\s|\bprint\s*\(|__name__/m.test(text) &&
    statementsOf(text, "").length > 0;
}

function statementsOf(code: string, mark: string): string[] {
  return code.split("\n").filter((line) => line.startsWith(mark)).map((line) =>
    line.slice(mark.length).trim()
  )
    .filter((line) => STATEMENT.test(line));
}

/**
 * Whether an answer says to change a function without giving it anew: by some of its lines, by a patch that does not fit, or by a
 * correction that quotes code.
 *
 * @param body Of the function, after all patches that fit.
 */
export function isChangedLater(text: string, body: readonly string[]): boolean {
  const has = new Set(body.map((line) => line.trim()));
  const isNew = (line: string) => !has.has(line.trim());
  const changed = segmentsOf(text).some((one) => {
    const isPatch = one.tag === "diff" || one.tag === "patch";
    if (one.tag === undefined || !(isPatch || isFragment(one))) return false;
    const before = text.slice(Math.max(0, one.from - 400), one.from).replace(/[^\n]*\n$/, "");
    const said = before.trimEnd().split(/(?<=[.!?])\s+(?=[A-Z])|\n/).at(-1)!;
    return CHANGES.test(said) && !OFFERS.test(said) && statementsOf(one.text, isPatch ? "+" : "").some(isNew);
  });
  return changed || [...text.matchAll(SAYS_CODE)].some(([, said, code]) => !OFFERS.test(said) && isNew(code));
}
