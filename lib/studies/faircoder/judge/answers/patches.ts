import { fencedBlocks, withoutFencedBlocks } from "../../../../extraction/fences.ts";

const PATCH_FENCE = /^[ ]*(?:```|~~~)[ ]*(?:diff|patch)\b/im;
/** Where a patch begins that stands in no fence. */
const BARE_PATCH = /^(?:--- \S[^\n]*\n\+\+\+ \S|@@ -\d)[^]*/m;

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
