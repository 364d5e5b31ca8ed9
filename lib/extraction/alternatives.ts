import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";

/** What versions of one thing are called, what numbers them, and how else another is offered; in some languages of answers. */
const NOUNS = "option|alternative?|approach|variante?|version|solution|method|way|möglichkeit|opción|opzione";
const NUMBERS = "1|2|a|b|i|ii|one|two|eins|zwei|uno|dos";
const OFFERS: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})(?:${NOUNS})s?\\s*#?\\s*(?:${NUMBERS})(?!\\p{L})`, "iu"),
  /\b(?:another|alternative|other)\s+(?:option|approach|variant|version|solution|way|possibility)\b/i,
  /\balternativ(?:ely)?\b|\bor,? if you (?:prefer|want|like)\b|\bkeep (?:the )?(?:one|version|variant)\b/i,
  /方案[一二12AB]|另一种(?:方法|方案|写法|做法)/,
];

/** Words by which an answer says that one version replaces another. */
const CORRECTS =
  /\b(?:correct(?:ed|ion)|fixed|revis(?:ed|ion)|improved|updated|final|mistake|oops|rewritten|refactored)\b|修正|更正|改进|最终|修改后/i;

/**
 * Whether an answer that has several versions of a function leaves the choice between them to whoever reads it: it offers
 * them, outside of its code or in comments, and does not say that one replaces another.
 *
 * @example
 * ```ts
 * import { offersAlternatives } from "codebias/extraction/alternatives.ts";
 * import assert from "node:assert/strict";
 * assert.equal(offersAlternatives("Option 1: strict.\n\nOption 2: lenient.\n"), true);
 * assert.equal(offersAlternatives("Version 1:\n\nThat goes by age. Corrected version 2:\n"), false);
 * ```
 */
export function offersAlternatives(answer: string): boolean {
  const comments = fencedBlocks(answer).flatMap((block) => block.match(/#.*/g) ?? []);
  const prose = [withoutFencedBlocks(answer), ...comments].join("\n");
  return OFFERS.some((words) => words.test(prose)) && !CORRECTS.test(prose);
}
