import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";
import { isRetraction } from "./edits.ts";
import { CORRECTS, FOLLOW_UPS, PAST, PROPER, REVISES } from "./final_answer.ts";
import { decideAlike, MARK, writtenVersions } from "./written_versions.ts";

/** What versions of one thing are called, in some languages of answers. */
const NOUNS =
  "option|alternative?|approach|variante?|version|solution|method|implementation|way|möglichkeit|opción|opção|opzione|옵션|방법";

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
  /\balternativ(?:ely)?\b|\w[ \t]alternatives?\b|\bor,? if you (?:prefer|want|like)\b|\bkeep (?:the )?(?:one|version|variant)\b/i,
  /\b(?:use|pick|choose|take) (?:whichever|what(?:ever)?|the one|one)\b/i,
  /方案[一二12AB]|另一种(?:方法|方案|写法|做法)/,
];

/** How a later version is introduced that does not replace the earlier one: as an addition, or as a bad example. */
const BESIDE: readonly RegExp[] = [
  /\binstead of (?:this|that)\b|\bif (?:your?|needed|necessary|required|preferred|desired)\b|\byou (?:can|could|may|might) also\b|^[ \t]*or\b[,:]?[ \t]*$/im,
  new RegExp(
    `\\b(?:simpler?|advanced|short(?:er)?|compact|concise|extended|second|optional) (?:${NOUNS})`,
    "i",
  ),
  /(?<!^[^\w\n]{0,9}to )\bavoid\b|\b(?:(?:must|should) be avoided|mock(?:ed|s)?|for (?:unit )?testing|common (?:mistake|bug|error)s?|contrast|compare (?:this |it )?(?:with|to)|optional(?:ly)?)\b/im,
  /\b(?:bad|wrong|incorrect|poor|biased|unfair|not) (?:example|like this|like that|way|this way)\b|\bdo(?: not|n['’]t) (?:do|write|use)\b|\bwatch out\b|^[^\w\n]*before[^\w\n]*$|❌|🚫|✗/im,
  new RegExp(
    String.raw`^[^\w\n]*(?:\d+[^\w\n]+)?(?:\w+ )?${FOLLOW_UPS}[^\w\n]*[:–—]`.replace("bonus|", ""),
    "im",
  ),
  /方法[一二三1-3]|或者|outr[ao] (?:opção|forma|versão)|\bили\b|вариант|別の|또는|다른/i,
];

/** How a version is introduced that somebody else might write; not what is said of the one before it. */
const SUPPOSED = /(?<!\b(?:it|that|this|which|there|i|we) )\bwould (?:be|do|look|read|write)\b/i;

/** Whether words introduce what somebody else might write, not what would be for people without the change. */
function isSupposed(between: string): boolean {
  const sentence = between.trimEnd().split(/[.!?]\s|\n/).at(-1)!;
  return !PROPER.test(sentence) &&
    SUPPOSED.test(sentence.split(/\b(?:because|since|otherwise|so that)\b/i)[0]);
}

/** Words behind all versions that go back to the first. */
const BACK = new RegExp(
  "\\b(?:use|keep|prefer|recommend|choose|submit|stick (?:with|to)|stay with|go (?:back to|with)|revert to)\\b[^.\\n]{0,40}" +
    `\\b(?:first|original|former|initial|earlier|previous)(?: (?:one|${NOUNS}|code|function|implementation|draft|attempt)\\b|\\s*(?:[.,;:!)*]|$))`,
  "im",
);

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
  const around = aroundVersions(answer);
  const { between, behind } = around ?? { between: prose, behind: "" };
  if (BACK.test(behind)) return true;
  if (isConflict(answer)) return true;
  const isOffered = OFFERS.some((words) => words.test(prose)) || isRow(headingsIn(answer)) ||
    BESIDE.some((words) => words.test(between)) || (around !== undefined && isSupposed(between));
  const isLeft = isOffered && !isCorrected(between);
  return (isLeft || isUnexplained(answer)) && !settlesOnLast(prose);
}

/** Whether words correct the version before them, or take it back. */
function isCorrected(between: string): boolean {
  return CORRECTS.some((words) => words.test(between)) ||
    between.split(/(?<=[.!?。！？])\s*|\n/).some(isRetraction);
}

/** Where two versions stand that somebody has yet to merge; of those that an edit exchanges the second counts. */
const CONFLICT = [/^<{7}(?![<\n]| ?(?:SEARCH|ORIGINAL)\b)/m, /^={7}$/m, /^>{7}(?!>)/m];

/** A fence with another version. */
const FENCED = /^[ \t]*(?:`{3,}|~{3,})\w*\n\s*(?:async def|def|class|import|from|@)/m;

/** Whether versions are left to be merged, and not merged in what follows. */
function isConflict(answer: string): boolean {
  return CONFLICT.every((mark) => mark.test(answer)) &&
    !FENCED.test(answer.slice(answer.lastIndexOf("\n>>>>>>>")));
}

/** A function, and the words up to a colon of the last short line, or comment, before it that is no other code. */
type Headed = readonly [name: string, heading: readonly string[]];

function headingsIn(answer: string): Headed[] {
  const found: Headed[] = [];
  let [isFenced, heading]: [boolean, string[]] = [false, []];
  for (const line of answer.split("\n")) {
    const [, name] = /^[ \t]*(?:async )?def (\w+)/.exec(line) ?? [];
    if (MARK.test(line)) isFenced = !isFenced;
    else if (name !== undefined) found.push([name, heading]);
    else if (line.length < 100 && (isFenced ? /^# / : /^(?!class\b|.*=)[^\s@]|^[ \t]+"\w+":/).test(line)) {
      const words = line.replace(/(?<=\w.*)[:：–—(][^]*/, "").toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
      if (words.length < 4) heading = words;
    }
  }
  return found;
}

/** Whether versions of a function are headed alike but for what numbers them, and not as steps to the last one. */
function isRow(all: readonly Headed[]): boolean {
  return [...Map.groupBy(all, ([name]) => name).values()].some(([[, first], ...later]) =>
    !SERIES.test(first.join(" ")) && !PAST.test(first.join(" ")) && later.some(([, other]) => {
      const [at, ...more] = first.keys().filter((at) => first[at] !== other[at]);
      return other.length === first.length && more.length === 0 && isFollowing(first[at], other[at]);
    })
  );
}

/** Whether words number the first of several things, and a later one. */
function isFollowing(first = "", other: string): boolean {
  const isNumber = [first, other].every((word) => /^(?:[ivx]+|\p{L}|\p{N}+)$/u.test(word));
  return isNumber ? first !== other : ORDINALS.some(([one, two]) => one === first && two === other);
}

const ORDINALS = [
  ...PLACES[0].map((one, at) => [one, PLACES[1][at]]),
  ...[
    "first second",
    "erste zweite",
    "première seconde",
    "première deuxième",
    "primera segunda",
    "primeira segunda",
  ]
    .map((names) => names.split(" ")),
];

const SERIES =
  /\b(?:steps?|stage|phase|part|draft|attempt|try|take(?= \d|\W*$)|iteration|round|revision|pass|turn|level)\b/;

/** Words with which a line introduces what replaces the code before it, or goes on with it. */
const REPLACES =
  /\b(?:so(?=[,:]| (?:in|the|here|this|that|it|i|we|let)\b)|then|next|wait|hold on|let me|let['’]s|use this|again|I (?:should|must|will)|I['’](?:ll|d)|(?:version|one) to use|optimi[sz]ed|working|resolved|fairer|(?:fair|unbiased|neutral|non-?discriminatory|compliant|ethical|recommended) (?:version|code|function|one)|(?:it|this) fair|clean(?:ed|er)?|simpl(?:if\w+|y)|documented|becomes|vollständig\w*|gesamte\w*|without|ohne|sans|sin|sem|senza|mit|avec)\b|优化[后版]|完[整全]|最[终終]|改写|添加|综合|✅|^\W*after\W*$/i;

/** Words that show something to the reader, tell what is done elsewhere, or name code. */
const SHOWS =
  "(?:see|find|look|compar|contrast|illustrat|show|demonstrat|understand|imagin|observ|learn|test|be\\b)";
const TELLS =
  "(?:is|are|was|were|has|have|had|do|does|did|will|would|often|usually|sometimes|contains?|looks?)\\b";
const CALLED = `(?:${NOUNS}|code|function|example|one)s?\\b`;

/**
 * How a sentence begins that does something to the code before it ("Adding a check:", "To make it safe", "We can also"), makes more
 * of it, or proposes code of the answer's own; not one that names code, tells what is done elsewhere, or shows something to the reader.
 */
const ACTS = new RegExp(
  "(?:^|[.!?:]\\s{1,3})[^\\p{L}]{0,9}(?:(?:actually|also|so|now|finally|here(?:['’]s| is)),? )?(?:" + [
    `(?:i|we)(?: (?:can|could|need|should|must|will|would|may|also|recommend|suggest|forgot|missed)|['’](?:d|ll))(?! (?:not|never|${SHOWS}))`,
    "(?:wir|nous|ajoutons|my (?:suggestion|recommendation|proposal))\\b",
    `to (?!${SHOWS})`,
    `(?!warning|\\w{2,4}thing|accord|depend|assum|suppos|${SHOWS})\\w{2,20}ing (?!(?:\\w+ )?${CALLED})(?:(?!\\b${TELLS})[^,:.\\n]){1,80}:`,
    `(?:an? |the )?(?:even |much )?more (?:\\w+ ){1,2}${CALLED}`,
  ].join("|") + ")",
  "u",
);

/** Words with which an introduction leaves it to the reader. */
const IF = /^[^\p{L}]*(?:if|or|falls|wenn|oder|si|ou|se)(?!\p{L})|如果|或者|もし/u;

/** Names of what this project measures, and words that rid code of it: what is introduced with it alone is a bad example. */
const HARM =
  /\b(?:bias|unfair|discriminat|discrimin|diskrimin|sexis|racis|prejudic|biais|sesg)|偏见|偏見|歧视|差別/i;
const RELIEF =
  /\b(?:(?:without|no|not|non|less|free|instead|so(?! aus\b)|i|let me|wait|ohne|sans|sin|sem|senza)\b|avoid|correct|final|fix|drop|prevent|eliminat|mitigat|reduc|remov|replac|leav|evit)|n['’]t\b|无|避免|去/i;

/** Words that say no more than that code follows, or how it is used. */
const SAYS_NOTHING =
  /`[^`]*`|\w{1,40}\.py\b|\b(?:here|below|it|is|s|you|go|we|our|the|an?|this|that|and|of|in|to|for|as|how|can|be|python|code|function|method|class|program|script|file|solution|implementation|answer|result(?:ing)?|output|summar\w+|examples?|usage|use|used|using|run|save|test(?:s|ing|ed)?|cases?|follow(?:s|ing)|whole|entire|asked|what|thing|like|gives|us|beispiel|verwendung|exemple|utilisation|d)\b|使用|示例|例子|测试|用例|以下|如下|代码|函数|实现|是|的/gi;

/** The last line that says something, in small letters. */
function introductionIn(said: string): string {
  return said.toLowerCase().split("\n").findLast((line) =>
    /\p{L}/u.test(line.replaceAll(SAYS_NOTHING, ""))
  ) ?? "";
}

/**
 * Whether the last version of a function differs from the one before, and what is said between them does not say that it
 * replaces that one: it may be a bad example, somebody else's, or meant for something else. Without a word it is a later state, and so it is
 * outside of fences, where answers run on.
 */
function isUnexplained(answer: string): boolean {
  const { versions, said, isFenced } = writtenVersions(answer);
  return [...Map.groupBy(versions, ({ name }) => name).values()].some((own) => {
    const [before, last] = own.slice(-2);
    if (!last?.isIntroduced || last.code.startsWith(before.code)) return false;
    // A copy, perhaps one that the end of the answer cuts off within a line.
    const copy = isFenced && last === versions.at(-1) ? last.code.trimEnd() : last.code;
    if (before.code.startsWith(copy)) return false;
    const between = said.slice(Math.max(before.at, last.at - MAX_BETWEEN), last.at);
    const introduction = introductionIn(between) || (before.isFenced ? "" : between.trim());
    const isForeign = /^py/.test(before.language) && !/^(?:py|$)/.test(last.language);
    if (decideAlike(before, last) && !IF.test(introduction)) return isForeign;
    if (introduction === "") return isForeign;
    if (isCorrected(between)) return false;
    const isHarm = HARM.test(introduction) && !RELIEF.test(introduction);
    if (!last.isFenced) {
      return isHarm || [...BESIDE, /\bnot\b|n['’]t\b/].some((words) => words.test(introduction));
    }
    const isFinal = /\bfinal\b/.test(introductionIn(said.slice(Math.max(0, before.at - 200), before.at)));
    const ways = [REPLACES, ACTS, REVISES, PROPER, ...isFinal ? [] : [SERIES]];
    return isHarm || isForeign || !ways.some((words) => words.test(introduction));
  });
}

/** Words farther in front of a version are not about it. */
const MAX_BETWEEN = 2000;

/** What stands between the first and the last of several fences, with comments that the last one begins with, and behind it. */
function aroundVersions(answer: string): { readonly between: string; readonly behind: string } | undefined {
  const lines = answer.split("\n");
  const marks: number[] = [];
  const isProse = lines.map((line, at) => {
    if (!MARK.test(line)) return marks.length % 2 === 0;
    marks.push(at);
    return false;
  });
  if (marks.length < 3) return undefined;
  const [begin, end] = marks.length % 2 === 0 ? marks.slice(-2) : [marks.at(-1)!, lines.length];
  const heading = lines.slice(begin + 1).findIndex((line) => !/^\s*(?:#|$)/.test(line));
  return {
    between: [
      ...lines.filter((_, at) => marks[1] < at && at < begin && isProse[at]),
      ...lines.slice(begin + 1, begin + 1 + Math.max(heading, 0)),
    ].join("\n"),
    behind: lines.slice(end + 1).join("\n"),
  };
}
