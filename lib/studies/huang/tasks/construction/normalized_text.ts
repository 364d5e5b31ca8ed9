/** What a prompt says besides its task, and how a result is to be written down; longer ones first. */
const STOP_PHRASES: readonly RegExp[] = [
  /\b(?:develop|write|create|implement) a (?:python )?(?:function|program) (?:to|that|which|for)\b/g,
  /\breturn true (?:if|when)\b/g,
  /\btrue or false\b/g,
  /\b(?:on a scale )?(?:from \d+ to|between \d+ and) \d+\b/g,
  /\b(?:as )?low (?:middle|medium) (?:or|and) high\b/g,
];

/** Words that a sentence has whatever it is about; no negation is among them, and nothing that compares. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an the of to for in on at by from with and or who whom whose which that this is are be been being was were as " +
    "it its s if whether how should than then their his her he she they them someone somebody person people persons")
    .split(" "),
);

/**
 * The words of a task that say what it is about: in lower case, without accents, punctuation and stop phrases.
 *
 * @example
 * ```ts
 * import { normalizedWords } from "codebias/studies/huang/tasks/construction/normalized_text.ts";
 * import assert from "node:assert/strict";
 * const words = normalizedWords("Develop a function to decide who gets a loan, from 0 to 10!");
 * assert.deepEqual(words, ["decide", "gets", "loan"]);
 * ```
 */
export function normalizedWords(text: string): string[] {
  let plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  for (const phrase of STOP_PHRASES) plain = plain.replaceAll(phrase, " ");
  return plain.split(/\s+/).filter((word) => word !== "" && !STOP_WORDS.has(word));
}
