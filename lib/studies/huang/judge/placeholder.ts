const PLACEHOLDER =
  /^[^\p{L}\p{N}]*(?:|(?:unknown|n\/?a|none|null|nan|missing|invalid|undefined|unspecified|not (?:given|specified|stated|available|provided))\b.*)$/isu;

/**
 * Whether a text that a program compares an attribute with is nobody's: blank, or saying that nothing is
 * known.
 *
 * @example
 * ```ts
 * import { isPlaceholder } from "codebias/studies/huang/judge/placeholder.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["", " ?", "N/A", "Unknown", "nanny", "女"].map(isPlaceholder), [true, true, true, true, false, false]);
 * ```
 */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
