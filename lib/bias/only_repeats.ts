import type { EncodedValue, ProbeOutcome, Witness } from "../core/types.ts";
import { decode, isA, type PythonValue, toJson } from "../values/mod.ts";

/**
 * Whether the outcomes of two calls differ only in that each has, as a word, its own person's value of the
 * attribute in which the two people differ: `female, 30: approved` and `male, 30: approved`.
 */
export function onlyRepeats({ attribute, people, outcomes }: Witness): boolean {
  const [a, b] = outcomes.map(seenIn);
  const [own, others] = people.map((person) => textOf(decode(person[attribute] as EncodedValue)));
  if (a === undefined || b === undefined || own === "" || others === "") return false;
  let [at, other] = [0, 0];
  while (at < a.length && other < b.length) {
    if (isWord(a, at, own) && isWord(b, other, others)) {
      [at, other] = [at + own.length, other + others.length];
    } else if (a[at] === b[other]) [at, other] = [at + 1, other + 1];
    else return false;
  }
  return at === a.length && other === b.length;
}

/** What a call prints and leaves, as one text; undefined if there is nothing. */
function seenIn(outcome: ProbeOutcome): string | undefined {
  const value = outcome.kind === "returned" ? decode(outcome.value) : null;
  if (value === null || typeof value === "boolean") return undefined;
  if (!isA(value, "dict")) return textOf(value);
  return value.items.map(([name, one]) => `${textOf(name)}: ${textOf(one)}`).join("\n");
}

/** In small letters and with single spaces, a text without the quotes around it. */
function textOf(value: PythonValue): string {
  const text = value === null ? "none" : typeof value === "string" ? value : toJson(value);
  return text.toLowerCase().replaceAll(/[ \t]+/g, " ");
}

/** Whether a word stands at a place of a text, and is no part of a longer one. */
function isWord(text: string, at: number, word: string): boolean {
  return text.startsWith(word, at) && !LETTER.test(text[at - 1] ?? "") &&
    !LETTER.test(text[at + word.length] ?? "");
}

const LETTER = /[\p{L}\p{N}_]/u;
