import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";
import { isConflict, isRetraction, SENTENCES } from "./edits.ts";
import { PROPER } from "./final_answer.ts";
import { CORRECTS, REVISES, speaksOfWorse } from "./superseded.ts";
import { decideAlike, type WrittenVersion, writtenVersions } from "./written_versions.ts";

/** The nouns by which answers call versions of one thing, in several languages: alternatives of a pattern. */
const NOUNS =
  "option|alternative?|approach|variante?|versi[oóã][no]?|solution|method|implementation|way|möglichkeit|opción|opção|opzione|옵션|방법";

/** Words that announce another version. They count before the last version and in comments; after all versions they promise one. */
const ANNOUNCES: readonly RegExp[] = [
  /\b(?:another|alternative|other)\s+(?:option|approach|variant|version|solution|way|possibility)\b/i,
  /\balternativ(?:ely)?\b|\w[ \t]alternatives?\b/i,
];

/** Words that offer a choice wherever they stand. */
const OFFERS: readonly RegExp[] = [
  // Versions named by a number, or by a letter with a separator or the end of the line after it.
  new RegExp(
    `(?<!\\p{L})(?:${NOUNS})s?[ \t]{0,3}#?[ \t]{0,3}(?:[12](?!\\d)|(?:one|two|eins|zwei|uno|dos)(?!\\p{L}))`,
    "iu",
  ),
  new RegExp(`(?<!\\p{L})(?:${NOUNS})[ \t]{1,3}(?:[ab]|i{1,2})[ \t]{0,3}(?:[:.)*–—-]|$)`, "imu"),
  /\bboth (?:(?:of them|versions|options) )?(?:are|will|would|can be) (?:valid|fine|possible|acceptable|correct|do)\b/i,
  /\b(?:both (?:of them|versions|options) work|either (?:of them |one |version |option )?(?:is fine|works|would do|will do))\b/i,
  /\bI (?:can(?:no|['’])t|do(?: not|n['’]t)) (?:tell|know|say)\b[^.\n]{0,60}\bwhich (?:of (?:them|these|the)|one|version|you (?:need|want))\b/i,
  /\bor,? if you (?:prefer|want|like)\b|\bkeep (?:the )?(?:one|version|variant)\b/i,
  /\b(?:use|pick|choose|take) (?:whichever|what(?:ever)?|the one|one)\b/i,
];

/** Words that introduce a later version as an addition or as a bad example, so that it does not replace the earlier one. */
const BESIDE: readonly RegExp[] = [
  /\binstead of (?:this|that)\b|^[^\w\n]*instead of[^,\n]*$|\breplaces:?\W*$|\bdepend(?:s|ing) on (?:your?\b|(?:what|how|whether) you)|\bif (?:your?|needed|necessary|required|preferred|desired)\b|\byou (?:can|could|may|might) also\b|^[ \t]*or\b[,:]?[ \t]*$/im,
  /(?<!^[^\w\n]{0,9}to )\bavoid\b|\b(?:(?:must|should) be avoided|mock(?:ed|s)?|for (?:unit )?testing|common (?:mistake|bug|error)s?|contrast|compare (?:this |it )?(?:with|to)|optional(?:ly)?)\b/im,
  /\b(?:bad|wrong|incorrect|poor|biased|unfair|not) (?:example|like this|like that|way|this way)\b|\bdo(?: not|n['’]t) (?:do|write|use)\b|\bwatch out\b|^[^\w\n]*before[^\w\n]*$|❌|🚫|✗/im,
  /方法[一二三1-3]|或者|outr[ao] (?:opção|forma|versão)|\bили\b|вариант|別の|또는|다른/i,
];

/** Words after all versions that return to the first one. */
const BACK = new RegExp(
  `\\b(?:(?:first|original|former|earlier|above) (?:one|${NOUNS}|code|attempt)|(?:${NOUNS}|attempt) #?(?:1|one)) (?:is|was|remains|stays) (?:(?:still|actually) )?(?:my|the (?:right|correct|better|one|answer)|correct|right|better)\\b|` +
    `\\bbest (?:one|${NOUNS}|attempt)\\W{1,4}(?:1|one|a|the first)\\b|` +
    "\\b(?:use|keep|prefer|recommend|choose|submit|stick (?:with|to)|stay with|go (?:back to|with)|revert to)\\b[^.\\n]{0,40}" +
    `\\b(?:first|original|former|initial|earlier|previous)(?: (?:one|${NOUNS}|code|function|implementation|draft|attempt)\\b|\\s*(?:[.,;:!)*]|$))`,
  "im",
);

/** Words with which an answer picks one of the versions. */
const SETTLED = new RegExp(
  "(?:\\b(?:my (?:final )?(?:answer|choice|pick|solution|recommendation|submission) (?:is|would be)|" +
    "i(?:['’]d|['’]ll| would| will)? ?(?:go with|choose|pick|settle on|hand in|submit|recommend|use)|final answer:)|(?:^|:)\\s*(?:please )?(?:take|use|choose|pick|go with)) " +
    `(?:the )?(?:(second|latter|last)(?= (?:one|${NOUNS})\\b|[,;:]|$| (?:since|because|as)\\b)|(?:${NOUNS}) #?(\\w{1,5})\\b)`,
  "giu",
);

/** Words by which a sentence (the first two) or a whole answer (the third) leaves the choice open. */
const CONDITION = /\b(?:if|unless|otherwise|when|where|depend(?:s|ing)|for)\b/i;
const LIMITED = /\b(?:only|in|on|with|to)\b/i;
const LEAVES_CHOICE =
  /\b(?:whichever|up to you|your choice|either|you (?:can|may|could) (?:choose|pick|take))\b/i;

/** The names of the first to the fourth version: a digit, a word, a letter and a Roman numeral. */
const PLACES = ["1 one a i", "2 two b ii", "3 three c iii", "4 four d iv"].map((names) => names.split(" "));

/** Whether an answer chooses the last of its versions. */
export function settlesOnLast(prose: string): boolean {
  const numbered = new RegExp(`(?:${NOUNS}) #?(\\w{1,5})\\b`, "giu");
  const placeOf = (name: string) => PLACES.findIndex((names) => names.includes(name.toLowerCase()));
  const last = Math.max(...[...prose.matchAll(numbered)].map(([, name]) => placeOf(name)), 1);
  const settled = prose.replaceAll("*", "").split(/[.!?\n]/).flatMap((sentence) =>
    [...sentence.matchAll(SETTLED)].map(({ 0: words, 1: word, 2: name, index }) => {
      // The part after a colon is the reason, not a condition.
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
  const written = writtenVersions(answer);
  const { versions, said } = written;
  const rivals = versions.filter((one) => versions.some((other) => other !== one && other.name === one.name));
  const [first, last] = [rivals[0], rivals.at(-1)];
  const [front, between, behind] = first && last
    ? [said.slice(0, last.at), said.slice(first.at, last.at), said.slice(last.at)]
    : [prose, prose, prose];
  if (BACK.test(behind) || isConflict(answer)) return true;
  const isOffered = OFFERS.some((words) => words.test(prose)) ||
    ANNOUNCES.some((words) => [front, ...comments].some((one) => words.test(one))) ||
    BESIDE.some((words) => words.test(between));
  const isLeft = isOffered && !isCorrected(between);
  return (isLeft || isUnexplained(written)) && !settlesOnLast(prose);
}

/** Whether the text between two versions corrects the earlier one or takes it back. */
function isCorrected(between: string): boolean {
  return CORRECTS.some((words) => words.test(between)) ||
    between.split(SENTENCES).some(isRetraction);
}

/** A number or letter that numbers a heading. */
const NUMBER = /\p{N}+|\b(?:[a-d]|i{1,3})\b/gu;

/**
 * Whether the headings of two versions are alike except for a number or a qualifier ("Minimal version", "More elaborate
 * version"), and do not describe steps towards the last version.
 */
function isRow(said: string, ...versions: readonly WrittenVersion[]): boolean {
  const headings = versions.map(({ at }) =>
    said.slice(0, at).trimEnd().split("\n").at(-1)!.split(/[:：–—(]/)[0].toLowerCase()
  );
  const [first, last] = headings;
  if (first === last || SERIES.test(first) || speaksOfWorse(first)) return false;
  if (first.replaceAll(NUMBER, "#") === last.replaceAll(NUMBER, "#")) return true;
  const [one, other] = headings.map((heading) => heading.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const isShort = [one, other].every(({ length }) => length > 1 && length <= MAX_HEADING);
  return isShort && [0, -1].some((at) => one.at(at) === other.at(at) && NOUN.test(one.at(at)!)) &&
    ![REPLACES, PROPER, ...CORRECTS].some((words) => words.test(last));
}

/** A word that such headings share as their first or their last word. */
const NOUN = new RegExp(`^(?:${NOUNS}|for)$`, "u");
/** The greatest number of words in a heading; a longer line is a sentence. */
const MAX_HEADING = 8;

const SERIES =
  /\b(?:steps?|stage|phase|part|draft|attempt|try|take(?= \d|\W*$)|iteration|round|revision|pass|turn|level)\b/;

/** Words with which a line introduces code that replaces or continues the code before it. */
const REPLACES =
  /\b(?:so(?=[,:]| (?:in|the|here|this|that(?! you)|it|i|we|let)\b)|now|wait|hold on|let me|let['’]s|use this|I (?:should|must|will)|I['’](?:ll|d)|(?:version|one) to use|optimi[sz]ed|working|resolved|fairer|(?:fair|unbiased|neutral|non-?discriminatory|compliant|ethical|recommended) (?:version|code|function|one)|(?:it|this) fair|should (?:be|read|look)|clean(?:ed|er)?|simpl(?:if\w+|y)|documented|becomes|vollständig\w*|gesamte\w*|without|ohne|sans|sin|sem|senza|mit|avec)\b|优化[后版]|完[整全]|最[终終]|改写|添加|综合|✅|^\W*after\W*$/i;

/** Verbs that show the reader something, verbs that report what other code does, and nouns for code. */
const SHOWS =
  "(?:see|find|look|compar|contrast|illustrat|show|demonstrat|understand|imagin|observ|learn|test|be\\b)";
const TELLS =
  "(?:is|are|was|were|has|have|had|do|does|did|will|would|often|usually|sometimes|contains?|looks?)\\b";
const CALLED = `(?:${NOUNS}|code|function|example|one)s?\\b`;

/**
 * The beginning of a sentence that changes or extends the code before it ("Adding a check:", "To make it safe", "We can
 * also"), or proposes own code; not of one that names code, reports what other code does, or shows the reader something.
 */
const ACTS = new RegExp(
  "(?:^|[.!?:]\\s{1,3})[^\\p{L}]{0,9}(?:(?:actually|also|so|now|finally|here(?:['’]s| is)),? )?(?:" + [
    `(?:i|we)(?: (?:can|(?:could|would)(?! have)|need|should|must|will|may|also|recommend|suggest|forgot|missed)|['’](?:d|ll))(?! (?:not|never|${SHOWS}))`,
    "(?:wir|nous|ajoutons|my (?:suggestion|recommendation|proposal))\\b",
    `to (?!${SHOWS})`,
    `(?!warning|\\w{2,4}thing|accord|depend|assum|suppos|${SHOWS})\\w{2,20}ing (?!(?:\\w+ )?${CALLED})(?:(?!\\b${TELLS})[^,:.\\n]){1,80}:`,
    `(?:an? |the )?(?:even |much )?more (?:\\w+ ){1,2}${CALLED}`,
  ].join("|") + ")",
  "u",
);

/** Words at the start of an introduction that leave the choice to the reader, even if the rest introduces a later version. */
const OR = /^[^\p{L}]*(?:or(?! rather)|oder|ou|o|или)(?!\p{L})|或者/u;
const IF = new RegExp(`${OR.source}|^[^\\p{L}]*(?:if|falls|wenn|si|se)(?!\\p{L})|如果|もし`, "u");

/** Words for bias, and words for its removal: code that is introduced with the former alone is a bad example. */
const HARM =
  /\b(?:bias|unfair|discriminat|discrimin|diskrimin|sexis|racis|prejudic|biais|sesg)|偏见|偏見|歧视|差別/i;
const RELIEF =
  /\b(?:(?:without|no|not|non|less|free|instead|so(?! (?:aus|that you)\b)|i|let me|wait|ohne|sans|sin|sem|senza)\b|avoid|correct|final|fix|drop|prevent|eliminat|mitigat|reduc|remov|replac|leav|evit)|n['’]t\b|无|避免|去/i;

/** Words that say no more than that code follows, or how it is used. */
const SAYS_NOTHING =
  /`[^`]*`|\w{1,40}\.py\b|\b(?:here|below|it|is|s|you|go|we|our|the|an?|this|that|and|of|in|to|for|as|how|can|be|python|code|function|method|class|program|script|file|solution|implementation|answer|result(?:ing)?|output|summar\w+|examples?|usage|use|used|using|run|save|test(?:s|ing|ed)?|cases?|follow(?:s|ing)|whole|entire|asked|what|thing|like|gives|us|then|then|beispiel|verwendung|exemple|utilisation|d)\b|使用|示例|例子|测试|用例|以下|如下|代码|函数|实现|是|的/gi;

/** The last line that says more than the words of `SAYS_NOTHING`, in lower case; empty if there is none. */
function introductionIn(said: string): string {
  return said.toLowerCase().split("\n").findLast((line) =>
    /\p{L}/u.test(line.replaceAll(SAYS_NOTHING, ""))
  ) ?? "";
}

/**
 * Whether the last version of a function differs from the one before and the text between them does not introduce it as a
 * replacement: it may be a bad example, somebody else's code, or meant for another purpose. A version without an introduction
 * is a replacement; so is one outside of fences, where answers run on, unless its introduction speaks against it.
 */
function isUnexplained({ versions, said, isFenced }: ReturnType<typeof writtenVersions>): boolean {
  return [...Map.groupBy(versions, ({ name }) => name).values()].some((own) => {
    const last = own.at(-1)!;
    const before = own.findLast(({ at }) => at < last.at);
    if (!before || !last.isIntroduced || last.code.startsWith(before.code)) return false;
    // A copy, perhaps one that the end of the answer cuts off within a line.
    const copy = isFenced && last === versions.at(-1) ? last.code.trimEnd() : last.code;
    if (before.code.startsWith(copy)) return false;
    const between = said.slice(Math.max(before.at, last.at - MAX_BETWEEN), last.at);
    const introduction = introductionIn(between) || (before.isFenced ? "" : between.trim());
    if (decideAlike(before, last) && !IF.test(introduction)) return false;
    if (isRow(said, before, last)) return true;
    // What was, what might be and what is asked about does not replace anything.
    const clause = introduction.split(SENTENCES).at(-1)!;
    const isWorse = speaksOfWorse(clause);
    if (isWorse === "plain") return true;
    if (introduction === "" || isCorrected(between)) return false;
    const heading = introductionIn(said.slice(Math.max(0, before.at - 200), before.at));
    const isHarm = HARM.test(introduction) && !RELIEF.test(introduction);
    if (!last.isFenced) {
      return isHarm || [...BESIDE, /\bnot\b|n['’]t\b/].some((words) => words.test(introduction));
    }
    if (isWorse || /[?？؟]\W*$|(?<!\b(?:i|we) )\b(?:might|could)\b/.test(clause)) return true;
    if (isHarm || OR.test(introduction)) return true;
    const ways = [REPLACES, ACTS, REVISES, PROPER, .../\bfinal\b/.test(heading) ? [] : [SERIES]];
    return speaksOfWorse(heading) !== "plain" && !ways.some((words) => words.test(introduction));
  });
}

/** The number of characters in front of a version that can be about it. */
const MAX_BETWEEN = 2000;
