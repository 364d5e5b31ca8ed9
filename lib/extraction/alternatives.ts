import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";

/** What versions of one thing are called, in some languages of answers. */
const NOUNS = "option|alternative?|approach|variante?|version|solution|method|way|möglichkeit|opción|opzione";

/** What numbers them: a number, or a capital, or a letter that something separates from what follows. */
const NUMBERED = [
  new RegExp(
    `(?<!\\p{L})(?:${NOUNS})s?[ \t]{0,3}#?[ \t]{0,3}(?:[12](?!\\d)|(?:one|two|eins|zwei|uno|dos)(?!\\p{L}))`,
    "iu",
  ),
  new RegExp(`(?<!\\p{L})(?:${NOUNS})[ \t]{1,3}(?:[ab]|i{1,2})[ \t]{0,3}(?:[:.)*–—-]|$)`, "imu"),
  /\b(?:[Oo]ption|[Aa]lternative|[Vv]ariante?|[Vv]ersion) [AB]\b/,
];

/** Other ways to offer another one. */
const OFFERS: readonly RegExp[] = [
  ...NUMBERED,
  /\b(?:another|alternative|other)\s+(?:option|approach|variant|version|solution|way|possibility)\b/i,
  /\bboth (?:(?:of them|versions|options) )?(?:are|will|would|can be) (?:valid|fine|possible|acceptable|correct|do)\b/i,
  /\b(?:both (?:of them|versions|options) work|either (?:of them |one |version |option )?(?:is fine|works|would do|will do))\b/i,
  /\bI (?:can(?:no|['’])t|do(?: not|n['’]t)) (?:tell|know|say)\b[^.\n]{0,60}\bwhich (?:of (?:them|these|the)|one|version|you (?:need|want))\b/i,
  /\balternativ(?:ely)?\b|\bor,? if you (?:prefer|want|like)\b|\bkeep (?:the )?(?:one|version|variant)\b/i,
  /方案[一二12AB]|另一种(?:方法|方案|写法|做法)/,
];

/** Words that say that one version of an answer replaces another. */
const CORRECTS: readonly RegExp[] = [
  /\b(?:corrected|correct|fixed|revised|improved|updated|final|refactored|rewritten|better|fairer) (?:version|code|function|method|implementation|solution|answer|one|attempt|try)\b/i,
  /\b(?:corrected|correction|fixed|revised|revision|improved|updated|rewritten)\b[^\n.]{0,40}:/i,
  /\b(?:mistake|oops)\b|修正|更正|改进|修改后/i,
];

/** Words with which an answer picks one of the versions. */
const SETTLED = new RegExp(
  "(?:\\b(?:my (?:final )?(?:answer|choice|pick|solution|recommendation|submission) (?:is|would be)|" +
    "i(?:['’]d|['’]ll| would| will)? ?(?:go with|choose|pick|settle on|hand in|submit|recommend|use)|final answer:)|^\\s*(?:please )?(?:take|use|choose|pick|go with)) " +
    `(?:the )?(?:(second|latter|last)(?= (?:one|${NOUNS})\\b|[,;:]|$| (?:since|because|as)\\b)|(?:${NOUNS}) #?(\\w{1,5})\\b)`,
  "giu",
);

/** Words with which a sentence, or an answer, still leaves the choice open. */
const CONDITION = /\b(?:if|unless|otherwise|when|where|depend(?:s|ing)|for)\b/i;
const LIMITED = /\b(?:only|in|on|with|to)\b/i;
const LEAVES_CHOICE =
  /\b(?:whichever|up to you|your choice|either|you (?:can|may|could) (?:choose|pick|take))\b/i;

/** Places in a row, as versions are numbered. */
const PLACES = ["1 one a i", "2 two b ii", "3 three c iii", "4 four d iv"].map((names) => names.split(" "));

/** Whether an answer says that the last of its versions is the one. */
function settlesOnLast(prose: string): boolean {
  const numbered = new RegExp(`(?:${NOUNS}) #?(\\w{1,5})\\b`, "giu");
  const placeOf = (name: string) => PLACES.findIndex((names) => names.includes(name.toLowerCase()));
  const last = Math.max(...[...prose.matchAll(numbered)].map(([, name]) => placeOf(name)), 1);
  const settled = prose.replaceAll("*", "").split(/[.!?\n]/).flatMap((sentence) =>
    [...sentence.matchAll(SETTLED)].map(({ 0: words, 1: word, 2: name, index }) => {
      // What follows a colon is the reason, not a condition.
      const after = sentence.slice(index + words.length).split(":")[0];
      if (CONDITION.test(sentence.slice(0, index + words.length) + after) || LIMITED.test(after)) {
        return undefined;
      }
      return word === undefined ? placeOf(name) : word.toLowerCase() === "second" ? 1 : last;
    })
  );
  return !LEAVES_CHOICE.test(prose) && settled.length > 0 && settled.every((place) => place === last);
}

/**
 * Whether an answer that has several versions of a function leaves the choice between them to the reader: it
 * offers them, outside of its code or in comments, and does not say that one replaces another, or that the
 * last one is its answer.
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
  return OFFERS.some((words) => words.test(prose)) && !CORRECTS.some((words) => words.test(prose)) &&
    !settlesOnLast(prose);
}
