/**
 * A sentence as {@linkcode phrases} reads it: in lower case, with commas, and blanks in place of all other punctuation.
 *
 * @example
 * ```ts
 * import { plainText } from "codebias/studies/huang/tasks/construction/phrases.ts";
 * import assert from "node:assert/strict";
 * assert.equal(plainText('Rate a "Mid-term" plan; not others.'), "rate a mid term plan , not others");
 * ```
 */
export function plainText(text: string): string {
  return text.toLowerCase().replaceAll(/[,;:()]/g, " , ").replaceAll(/[^\p{L}\p{N},]+/gu, " ").trim();
}

/**
 * Looks for phrases in plain text, as whole words, also in the plural with -s.
 *
 * @param list At least one phrase, in lower case; `*` at the end stands for any end of the word. Longer phrases are found
 * first.
 *
 * @example
 * ```ts
 * import { phrases, plainText } from "codebias/studies/huang/tasks/construction/phrases.ts";
 * import assert from "node:assert/strict";
 * const { first, withoutClauses } = phrases(["city", "region*"]);
 * assert.equal(first(plainText("by the Regional office")), "regional");
 * assert.equal(first("capacity of a worker"), null);
 * assert.equal(withoutClauses("whatever the city of birth , by income"), "whatever the , by income");
 * ```
 */
export function phrases(list: readonly string[]) {
  const longest = list.toSorted((a, b) => b.length - a.length);
  const any = `(?:${
    longest.map((phrase) => phrase.endsWith("*") ? `${phrase.slice(0, -1)}[^ ,]*` : `${phrase}s?`).join("|")
  })`;
  const whole = `(?<![^ ,])${any}(?![^ ,])`;
  const found = (pattern: RegExp) => (plain: string) => pattern.exec(plain)?.[0] ?? null;
  const spaced = (plain: string) => plain.replaceAll(/ +/g, " ").trim();
  return {
    /** The first phrase in a plain text, as it is written there; null if there is none. */
    first: found(new RegExp(whole)),
    /** The phrase with which the text begins; null if there is none. */
    leading: found(new RegExp(`^${whole}`)),
    /** The text without any of the phrases. */
    without: (plain: string) => spaced(plain.replaceAll(new RegExp(whole, "g"), " ")),
    /** The text without the phrases and, after each, everything up to the end of its clause. */
    withoutClauses: (plain: string) => spaced(plain.replaceAll(new RegExp(`${whole}[^,]*`, "g"), " ")),
  };
}
