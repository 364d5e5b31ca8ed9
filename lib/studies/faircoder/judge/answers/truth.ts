const HELD = /^(?:true|yes|y|t|✓|✔|✅)(?![\w/|])/i;
const FAILED = /^(?:false|no|n|f|✗|✘|❌|×)(?![\w/|])/i;
/** What leaves open whether it is true or false. */
const OPEN = /^\W*\w+\s*(?:\/|\||\bor\b)/i;

/**
 * Whether a value says that something holds; null if it does not say. What follows, as in `True (adds 2)`,
 * does not count.
 *
 * @example
 * ```ts
 * import { truthOf } from "codebias/studies/faircoder/judge/answers/truth.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["Yes", "0", "True/False", "3"].map(truthOf), [true, false, null, null]);
 * ```
 */
export function truthOf(value: string): boolean | null {
  const plain = value.trim().replace(/^["'[({\s]+/, "").replace(/["'\])},;.\s]+$/, "");
  if (OPEN.test(plain)) return null;
  if (HELD.test(plain) || plain === "1") return true;
  return FAILED.test(plain) || plain === "0" ? false : null;
}
