import { segmentsOf } from "./fences.ts";
import { definedIn, fenceMarks, lineOutside } from "./final_answer.ts";
import { topLevelStatements } from "./syntax/statements.ts";

/** The nouns by which answers call code that is no answer. */
const CODE =
  "(?:version|code|function|draft|implementation|one|attempt|variant|example|way|practice|approach|solution|answer|program|method)s?\\b";

/** Phrases by which an introduction calls the code after it older or worse than the code before, or shows it only beside that. */
const WORSE = new RegExp(
  [
    `\\b(?:original|previous|earlier|old(?:er)?|initial|first|former|naïve|un(?:refactored|fixed|corrected))(?: \\w+)? ?${CODE}`,
    "\\boriginal(?: was|(?=\\W*$|,))|\\bused to (?:be|look)|\\blooked (?:like (?:this|that) )?(?:before|previously)|\\bwas (?:this|originally)",
    "\\bbefore (?:the|this|that|my|these) \\w+",
    `\\b(?:naive|buggy|broken|wrong|incorrect|flawed|faulty|failing|bad|poor|terrible|biased|unfair|discriminatory)(?:,? \\w+)? ?${CODE}`,
    "(?:^|\\bis |\\bas )\\W*(?:an? |the )?(?:(?:negative|counter-?) ?example|anti-?pattern|bad|wrong|incorrect|poor|biased|unfair|discriminatory)\\W*$",
    "\\b(?:counter-?example|anti-?pattern|mutant)\\b|\\b(?:purpose|intentional|deliberate)ly (?!not\\b)\\w+",
    "\\b(?:not to (?:do|write|use)|should (?:not|never) be|(?:should|must) (?:be )?avoid(?:ed)?\\b)",
    "\\b(?:for|by|in|as an?) (?:contrast|comparison|reference)\\b|❌|🚫|✗",
    "zum vergleich|(?:ursprünglich|fehlerhaft|falsch)e[nrs]? (?:fassung|version|code|funktion|beispiel)|so nicht|comparaison|(?:version|code|fonction) (?:original|naïv|naive|erroné)|à ne pas faire|para comparar|como contraste|no se debe|(?:versión|código) (?:original|errón)|(?:作为)?对比|反例|错误的?(?:写法|示例|版本|代码|实现)|原(?:来|始)的",
  ].join("|"),
  "gi",
);

/** Words that show that a line introduces a revision of the code before it. */
export const REVISES =
  /\b(?:correct|fix(?:ed|es|ing)|revis|improv|updat|rewrit|rewrote|refactor|modif|refin|enhanc|new|chang|instead(?! of(?: this| that)?\W*$)|replac|better|remov|compl[eè]t|full|final)/i;

/** Words that show the same in an introduction that also refers to earlier code. */
const EXTENDS = /\b(?:fix|instead|differ|extend|extension|with|taken?|account|add|build|based|combin)/i;

/** What an introduction is for, before it says what comes. */
const AIM = /^\W*to (?:see|show|test|compare|illustrate|understand|demonstrate)\b[^,\n]*,/i;

/**
 * How an introduction speaks of code that is older or worse, or only shown beside the answer: it introduces such code
 * (`plain`), may do so (`mixed`, it also speaks of a revision), or introduces the revision of such code or says nothing of it.
 */
export function speaksOfWorse(introduction: string): "plain" | "mixed" | undefined {
  const clause = introduction.replace(AIM, "");
  const at = clause.search(WORSE);
  if (at < 0) return undefined;
  const rest = clause.replaceAll(WORSE, (words) => " ".repeat(words.length));
  if (![REVISES, EXTENDS, ...CORRECTS].some((words) => words.test(rest))) return "plain";
  const revises = rest.search(REVISES);
  return 0 <= revises && revises < at ? undefined : "mixed";
}

/** Words that say that one version of an answer replaces another. */
export const CORRECTS: readonly RegExp[] = [
  /\b(?:corrected|correct|fixed|revised|improved|updated|final|refactored|rewritten|better|fairer) (?:version|code|function|method|implementation|solution|answer|one|attempt|try)\b/i,
  /\b(?:corrected|correction|fixed|revised|revision|improved|updated|rewritten)\b[^\n.]{0,40}:/i,
  /(?<!common )\bmistake\b|\boops\b/i,
  /(?<![不未]|не ?)(?:修正|更正|訂正|改进|수정|исправленн|улучшенн|修改后|最终版|правильн|الصحيح|올바른|सही (?:कोड|संस्करण)|正确的?(?:示例|写法|版本|代码|实现))(?! ?[前전])/i,
  /(?<!\b(?:non?|nicht) )\b(?:corrigé|amélioré|corregid|mejorad|corrigid|melhorad|corrett[ao]|migliorat|korrigierte|verbesserte|(?:código|versi[oóã][no]?|code|version) correc?t)/i,
];

/** The code without the lines that are indented deeper than its first function or class. */
function outermost(code: string): string {
  const margin = /^[ \t]*(?=(?:async )?(?:def|class)[ \t])/m.exec(code)?.[0] ?? "";
  return code.replaceAll(new RegExp(`^${margin}[ \\t]+.*\n`, "gm"), "");
}

/**
 * An answer without the code fences that repeat code it has replaced ("For reference, the original was:"), show how not to
 * write code, or are in another language, after another version of all that they define; and without a last copy of earlier
 * code that its end cuts off.
 *
 * @example
 * ```ts
 * import { withoutSuperseded } from "codebias/extraction/superseded.ts";
 * import assert from "node:assert/strict";
 * const [fair, biased] = ["def f(a):\n    return 1\n", "def f(a):\n    return a\n"];
 * const answer = `Fixed:\n\`\`\`\n${fair}\`\`\`\nFor reference, the original was:\n\`\`\`\n${biased}\`\`\`\n`;
 * assert(!withoutSuperseded(answer).includes(biased));
 * assert(withoutSuperseded(answer).includes(fair));
 * ```
 */
export function withoutSuperseded(answer: string): string {
  const text = withoutCorrected(withoutCutCopy(withoutFirstBody(answer)));
  const before = new Set<string>();
  let isPython = false;
  const dropped = segmentsOf(text).filter(({ text: own, from, tag }, at, all) => {
    if (tag === undefined) return false;
    const said = all[at - 1]?.tag === undefined ? all[at - 1]?.text.trimEnd() ?? "" : "";
    const introduction = said.split(/\n|(?<=[.!?])\s/).at(-1)!;
    // A fence that the end of the answer cuts off is kept.
    const names = from + own.length < text.length ? definedIn(outermost(own)) : [];
    // A command may write a file of Python: cat > f.py <<'EOF'
    const isForeign = isPython && !/^(?:py|diff|patch|$)/.test(tag) && !/<<-?\s*["']?\w+["']?$/m.test(own);
    const isWorse = speaksOfWorse(introduction) === "plain";
    const isRepeated = names.length > 0 && names.every((name) => before.has(name));
    for (const name of names) before.add(name);
    isPython ||= tag.startsWith("py");
    return isRepeated && (isForeign || isWorse);
  });
  return dropped.reduceRight(
    (left, { text: own, from }) => left.slice(0, from) + left.slice(from + own.length),
    text,
  );
}

/** The rest of an answer after the words that correct the body with which it begins; the answer if there is no such correction. */
function withoutFirstBody(answer: string): string {
  const RETURN = /^[ \t]+return\b/m;
  const [head, end] = [/^[ \t]*(?:async )?def\b/m, RETURN].map((one) => answer.search(one));
  if (end < 0 || (head >= 0 && head < end)) return answer;
  const INTRODUCTION = /^[^\s`~].*:[*_]*[ \t]*$(?=\s*?\n(?:[ \t]|[`~]{3}|@|(?:async )?def |class ))/gm;
  const at = lineOutside(answer, INTRODUCTION, end, ([line]) => {
    const last = line.split(/[.!?]\s/).at(-1)!;
    return CORRECTS.some((one) => one.test(last));
  });
  const behind = answer.slice(at).replace(/^.*\s*?\n(?=[ \t]*\S)/, "");
  return RETURN.test(behind) && (head < 0 || head > at) ? behind : answer;
}

/** The correction alone, if the end of an answer cuts off the corrected version of one of its functions; else the answer. */
function withoutCorrected(answer: string): string {
  const marks = [...answer.matchAll(/^[ \t]*(?:`{3,}(?!`)|~{3,}(?!~))[^\n]*\n/gm)];
  if (marks.length < 3 || marks.length % 2 === 0) return answer;
  const { 0: mark, index } = marks.at(-1)!;
  const before = answer.slice(0, index).trimEnd();
  const introduction = before.slice(before.lastIndexOf("\n") + 1);
  if (!CORRECTS.some((words) => words.test(introduction))) return answer;
  const cut = answer.slice(index + mark.length);
  const [margin] = /^[ \t]*(?=(?:async )?(?:def|class)[ \t])/m.exec(cut) ?? [""];
  const last = cut.replaceAll(new RegExp(`^${margin}`, "gm"), "").split(/^(?=(?:async )?(?:def|class)[ \t])/m)
    .at(-1)!;
  const [name] = definedIn(last);
  const [{ broken = false, hollow = false } = {}] = name === undefined ? [] : topLevelStatements(last);
  const isCut = (broken || hollow) && !/^test/i.test(name) && definedIn(before).includes(name);
  return isCut ? answer.slice(index) : answer;
}

const HEAD = /^([ \t]*)(?:(?:async )?def|class)[ \t]+\w[^\n]*/gm;

/** An answer without a last function or class that its end cuts off, though Python can read it, if an earlier copy is longer. */
function withoutCutCopy(text: string): string {
  const heads = [...text.matchAll(HEAD)];
  for (const last of [heads.findLast(([, margin]) => margin === ""), heads.at(-1)]) {
    const { 1: margin, index } = last ?? { 1: "", index: text.length };
    const tail = text.slice(index).trimEnd();
    if (tail === "" || fenceMarks(tail) > 0) continue;
    const isLonger = ({ index: at }: RegExpExecArray) =>
      at < index && text.startsWith(tail, at) && GOES_ON.test(text.slice(at + tail.length).slice(0, 400));
    const isRead = () => !topLevelStatements(tail.replaceAll(new RegExp(`^${margin}`, "gm"), ""))[0].broken;
    if (heads.some(isLonger) && isRead()) return text.slice(0, index);
  }
  return text;
}

const GOES_ON = /^(?:[ \t]*\S|\s*?\n[ \t]+\S)/;
