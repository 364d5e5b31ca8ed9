import { topLevelStatements } from "./syntax/statements.ts";
import { inPlainSigns, unwrapped } from "./unwrapped.ts";

/**
 * A completion's answer: without the thoughts that some models put before it or between, in tags such as `<think>`, and
 * without turns of a conversation that it goes on with. Thoughts that do not end leave nothing; where only the end is
 * marked, because the prompt had the beginning, they end there. Code between `[PYTHON]` and `[/PYTHON]`, as Code Llama
 * marks it, is put into a fence, if the answer has none, and so is code between quotes that stand for one. A fence that
 * ends behind its last line of code ends below it.
 *
 * @example
 * ```ts
 * import { stripReasoning } from "codebias/extraction/final_answer.ts";
 * import assert from "node:assert/strict";
 * assert.equal(stripReasoning("<think>\nTwice x?\n</think>\n\n    return 2 * x\n"), "    return 2 * x\n");
 * assert.equal(stripReasoning("<think>\nTwice x?"), "");
 * assert.equal(stripReasoning("    return 2 * x\n<|im_end|>\n<|im_start|>user\nNow thrice."), "    return 2 * x\n");
 * ```
 */
export function stripReasoning(completion: string): string {
  const answer = withMarksApart(withoutTurns(unwrapped(withoutThoughts(inPlainSigns(completion)))));
  const isFenced = /^[ \t]*(?:`{3,}|~{3,})/m.test(answer);
  if (!isFenced && QUOTES.test(answer)) return answer.replaceAll(/^(?:'''|""").*$/gm, "```");
  const isMarked = !isFenced && /^[ \t]*\[PYTHON\]/m.test(answer);
  return answer.replaceAll(/^[ \t]*\[\/?PYTHON\][ \t]*$/gm, isMarked ? "```" : "");
}

const QUOTES = /^(?:'''|""")py(?:thon)?\d?[ \t]*$/mi;

const MARK = /^[ \t]*(`{3,}|~{3,})/;

/** An answer with each mark that ends a code fence, but stands behind code, on a line of its own. */
function withMarksApart(text: string): string {
  if (!/[^\s`~](?:```|~~~)[ \t]*$/m.test(text)) return text;
  let [open, quotes] = ["", 0];
  return text.split("\n").map((line) => {
    const [, mark = ""] = MARK.exec(line) ?? [];
    const own = line.trim();
    if (open === "") [open, quotes] = [mark, 0];
    else if (own === mark && mark.startsWith(open) && (quotes % 2 === 0 || line === own)) open = "";
    else {
      quotes += line.match(/"""|'''/g)?.length ?? 0;
      const code = own.endsWith(open) && quotes % 2 === 0 ? line.slice(0, line.lastIndexOf(open)) : "`";
      if (/[`#]|~~|\s$/.test(code)) return line;
      const end = open;
      open = "";
      return `${code}\n${end}`;
    }
    return line;
  }).join("\n");
}

/** How many marks of code fences a text has: after an odd number, what follows stands in one. */
export function fenceMarks(text: string): number {
  return text.match(/^[ \t]*(?:`{3,}|~{3,})/gm)?.length ?? 0;
}

/** What a text of code has somewhere, rather than prose. */
const CODE =
  /^[ \t]*(?:`{3,}|~{3,}|(?:async[ \t]+)?def[ \t]|class[ \t]|return\b|assert\b|@\w|import[ \t]|from[ \t].*import)/m;

const TAGS = "(?:\\w+:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad)";
const THOUGHT = new RegExp(
  `(?:^[ \\t]*|(?<=</(?:${TAGS})>))(?:<(?:${TAGS})(?: [^<>\\n]*)?>|\\[THINK\\]|◁think▷|<\\|begin_of_thought\\|>|` +
    "(?:<\\|start\\|>assistant)?<\\|channel\\|>(?:analysis|commentary)[^<\\n]*<\\|message\\|>)",
  "gim",
);
const ENDS = `[<[]/(?:${TAGS})[>\\]]|◁/think▷|<\\|end_of_thought\\|>|<\\|channel\\|>final<\\|message\\|>`;
const THOUGHT_ENDS = new RegExp(`(?:${ENDS}|<\\|end\\|>)[ \\t]*\\n*`, "gi");
const ONLY_END = new RegExp(`(?:${ENDS})[ \\t]*\\n*`, "i");
const BEGINS = new RegExp(`\\[THINK|<(?:${TAGS}|\\|start\\|>user)`, "i");

function withoutThoughts(completion: string): string {
  // Without its special tokens, the last channel of gpt-oss begins so.
  const last = /^\s*analysis\p{L}/u.test(completion) ? completion.lastIndexOf("assistantfinal") : -1;
  const text = last < 0 ? completion : completion.slice(last + "assistantfinal".length);
  let [kept, at, marks] = ["", 0, 0];
  for (const { 0: mark, index } of text.matchAll(THOUGHT)) {
    if (index < at) continue; // within thoughts
    const before = text.slice(at, index);
    marks += fenceMarks(before);
    kept += before;
    at = index;
    if (marks % 2 === 1) continue;
    if (kept.trim() === "") kept = "";
    THOUGHT_ENDS.lastIndex = index + mark.length;
    at = THOUGHT_ENDS.test(text) ? THOUGHT_ENDS.lastIndex : text.length;
  }
  let answer = kept + text.slice(at);
  for (let end = ONLY_END.exec(answer); end; end = ONLY_END.exec(answer)) {
    const [before, behind] = [answer.slice(0, end.index), answer.slice(end.index + end[0].length)];
    if (BEGINS.test(before) || (CODE.test(before) && !CODE.test(behind))) break; // it is mentioned
    answer = behind;
  }
  return answer;
}

/** How an answer begins that repeats what its turn begins with. */
const HEADER = /^\s*(?:(?:<\|\w+\|>|<s>|<start_of_turn>|\[\/INST\])(?:assistant|model)?[ \t]*\n*)+/;

/** Where a turn ends, or another one begins: marks of models, in code of their own no word of Python. */
const TURN =
  /(?:<\|(?:im_end|im_start|eot_id|eom_id|start_header_id|endoftext|end_of_text|end_of_turn|end|return|user|assistant|system)\|>|<｜[^｜\n]{1,40}｜>|<(?:(?:start|end)_of_turn|file_sep|fim_(?:prefix|suffix))>|<(?:\/s|EOT|eos)>[ \t]*$|^[ \t]*\[\/?INST\])/gm;
/** Outside of fences, who speaks, and marks of any model at the margin or behind code, or tags that nothing closes. */
const OUTSIDE =
  /^(?:(?:### )?(?:Human|User|HUMAN|USER)[ \t]*:(?! ?[\w.|[\]]+ ?=)|Q(?:uestion)?[ \t]*:[^\n?]*$|### Instructions?\b|user[ \t]*\n(?=[^]{0,2000}?^assistant[ \t]*$)|<\|\w+\|>|<([a-z]+(?:_[a-z]+)+|filename|reponame)>(?=[\w<]|[ \t]*$)|\[DONE\][ \t]*$)|<\|\w+\|>[ \t]*$/gm;

/** What a reader may do behind an answer. */
export const FOLLOW_UPS =
  "(?:exercises?|challenge|homework|bonus|next steps|your turn|follow-?up (?:questions?|tasks?)|practice(?: problems?| tasks?)?|" +
  "extensions?(?: ideas?)?|stretch goals?|try (?:to extend|extending|it yourself))";

/** A heading of such things, no item of a list; it does not count where the answer proper comes after it. */
const FOLLOW_UP = new RegExp(
  String
    .raw`^(?:#+[ \t]*|\*\*|)(?:(?:optional|possible|suggested|further|coding|practice|bonus|extra|your) )*${FOLLOW_UPS}` +
    String.raw`(?: \d+(?:\.\d+)?)?(?: for you)?[ \t]*(?:(?<=^[#*][^\n]*)[:?!.*]|[:?!.]?[ \t]*$)`,
  "gim",
);
export const PROPER =
  /\b(?:final|complete|full|corrected|fixed|revised|updated) (?:version|code|function|method|implementation|solution|answer|class)\b|\bputting\b|\btogether\b/i;

/** An answer up to the turn behind its first code. */
function withoutTurns(text: string): string {
  const answer = text.replace(HEADER, "");
  const code = answer.search(CODE);
  if (code < 0) return answer;
  const isBehind = (signs: RegExp, at: number) =>
    signs.test(answer.slice(answer.lastIndexOf("\n", at - 1) + 1, at));
  const mark = answer.matchAll(TURN).find(({ index }) => index > code && !isBehind(/["']/, index));
  const closed = new Set(answer.matchAll(/<\/(\w+)>/g).map(([, name]) => name));
  const isMeant = ({ index, 1: tag }: RegExpExecArray) => !closed.has(tag) && !isBehind(/["'`#]/, index);
  const other = lineOutside(answer, OUTSIDE, code, isMeant);
  return answer.slice(0, Math.min(mark?.index ?? answer.length, other));
}

/** Where words stand first behind a place, outside of code fences; the end of the text if nowhere. */
function lineOutside(
  text: string,
  words: RegExp,
  behind: number,
  isMeant: (found: RegExpExecArray) => boolean = () => true,
): number {
  let [marks, seen] = [0, 0];
  return text.matchAll(words).find((found) => {
    marks += fenceMarks(text.slice(seen, found.index));
    seen = found.index;
    return seen > behind && marks % 2 === 0 && isMeant(found);
  })?.index ?? text.length;
}

/**
 * An answer without the exercises and extensions that it sets its reader behind its code. They are left where they call themselves
 * the answer or build on what it has defined.
 *
 * @param name What they are to define; anything if it is left out.
 *
 * @example
 * ```ts
 * import { withoutFollowUps } from "codebias/extraction/final_answer.ts";
 * import assert from "node:assert/strict";
 * const answer = "def f(x):\n    return x\n";
 * assert.equal(withoutFollowUps(`${answer}# Exercise 2\ndef g(x):\n    return -x\n`), answer);
 * ```
 */
export function withoutFollowUps(answer: string, name?: string): string {
  const end = lineOutside(answer, FOLLOW_UP, answer.search(CODE));
  const [before, behind] = [answer.slice(0, end), answer.slice(end)];
  if (!/^[ \t]+return\b/m.test(before) || PROPER.test(behind)) return answer;
  const [had, anew] = [new Set(definedIn(before)), new Set(definedIn(behind))];
  const called = new Set(anew.size > 0 ? behind.match(/\b\w+(?=\()/g) : []).difference(anew);
  // A series of exercises may come to what was asked for behind another one.
  const isApart = name === undefined || (anew.has(name) && (had.size === 0 || had.has(name)));
  return isApart && had.isDisjointFrom(called) ? before : answer;
}

const HEAD = /^([ \t]*)(?:(?:async )?def|class)[ \t]+\w[^\n]*/gm;

/** An answer without a last function or class that its end cuts off, though Python can read it, if an earlier copy of it goes on. */
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

/** What an answer calls code that it has replaced. */
export const PAST =
  /\b(?:(?:original|previous|earlier|old|initial|first)(?: \w+)? ?(?:version|code|function|draft|implementation|one|attempt)|original was|used to (?:be|look)|looked (?:like (?:this|that) )?before|was (?:this|originally))\b/i;

/** Words that say that a line introduces what the code before it has become. */
export const REVISES =
  /\b(?:correct|fix(?:ed|es|ing)|revis|improv|updat|rewrit|rewrote|refactor|modif|refin|enhanc|new|now|chang|instead(?! of(?: this| that)?\W*$)|replac|better|remov|compl[eè]t|full|final)/i;

/** Words that say so too, where a fence is not called past alone. */
const EXTENDS = /\b(?:fix|instead|differ|extend|extension|with|taken?|account|add|build|based|combin)/i;

/** Words that say that one version of an answer replaces another. */
export const CORRECTS: readonly RegExp[] = [
  /\b(?:corrected|correct|fixed|revised|improved|updated|final|refactored|rewritten|better|fairer) (?:version|code|function|method|implementation|solution|answer|one|attempt|try)\b/i,
  /\b(?:corrected|correction|fixed|revised|revision|improved|updated|rewritten)\b[^\n.]{0,40}:/i,
  /(?<!common )\bmistake\b|\boops\b/i,
  /(?<![不未]|не ?)(?:修正|更正|訂正|改进|수정|исправленн|улучшенн|修改后|最终版|正确的?(?:示例|写法|版本|代码|实现))(?! ?[前전])/i,
  /(?<!\b(?:non?|nicht) )\b(?:corrigé|amélioré|corregid|mejorad|corrigid|melhorad|corrett[ao]|migliorat|korrigierte|verbesserte)/i,
];

/** Of an answer that corrects a body with which it begins, what stands behind the words that say so. */
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

/** Of an answer whose end cuts off what corrects a function of it, that alone. */
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

const DEFINED =
  /^[ \t]*(?:(?:async )?def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)|^(?:from|import)[ \t][^\n]*/gm;

/** What code defines: functions and classes, and at the margin names and imports. */
function definedIn(code: string): string[] {
  return [...code.matchAll(DEFINED)].map(([whole, name, assigned]) => name ?? assigned ?? whole);
}

/**
 * An answer without the code fences that repeat what it has replaced: "For reference, the original was:",
 * after another version of all that they define; and without a last copy of what it repeats that its end cuts off.
 *
 * @example
 * ```ts
 * import { withoutSuperseded } from "codebias/extraction/final_answer.ts";
 * import assert from "node:assert/strict";
 * const [fair, biased] = ["def f(a):\n    return 1\n", "def f(a):\n    return a\n"];
 * const answer = `Fixed:\n\`\`\`\n${fair}\`\`\`\nFor reference, the original was:\n\`\`\`\n${biased}\`\`\`\n`;
 * assert(!withoutSuperseded(answer).includes(biased));
 * assert(withoutSuperseded(answer).includes(fair));
 * ```
 */
export function withoutSuperseded(answer: string): string {
  const text = withoutCorrected(withoutCutCopy(withoutFirstBody(answer)));
  if (!PAST.test(text)) return text;
  const before = new Set<string>();
  const kept: string[] = [];
  let introduction = "";
  const lines = text.split(/(?<=\n)/);
  for (let at = 0; at < lines.length; at++) {
    const [, mark] = MARK.exec(lines[at]) ?? [];
    const end = mark === undefined
      ? -1
      : lines.findIndex((line, other) => other > at && line.trim() === mark);
    if (end < 0) {
      if (mark !== undefined) return kept.join("") + lines.slice(at).join("");
      if (lines[at].trim() !== "") introduction = lines[at];
      kept.push(lines[at]);
      continue;
    }
    const names = definedIn(lines.slice(at + 1, end).join(""));
    const isRepeated = names.length > 0 && names.every((name) => before.has(name));
    if (!isRepeated || !PAST.test(introduction) || REVISES.test(introduction) || EXTENDS.test(introduction)) {
      kept.push(...lines.slice(at, end + 1));
    }
    for (const name of names) before.add(name);
    introduction = "";
    at = end;
  }
  return kept.join("");
}
