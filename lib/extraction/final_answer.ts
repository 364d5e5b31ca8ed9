import { inPlainSigns, unwrapped } from "./unwrapped.ts";

/**
 * The answer in a completion: without the thoughts and plans that some models put before it or within it, in tags such as
 * `<think>`, and without further turns of the conversation. Thoughts without an end leave nothing; if only the end is
 * marked, because the prompt had the beginning, the answer begins there. Code between `[PYTHON]` and `[/PYTHON]`, as Code
 * Llama marks it, is put into a code fence if the answer has none, and so is code between quotation marks that stand for a
 * fence. A closing fence at the end of a line of code is put on the next line.
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
  const plain = unwrapped(withoutThoughts(inPlainSigns(completion)));
  const answer = withMarksApart(withNamesGiven(withoutTurns(plain)));
  const isFenced = /^[ \t]*(?:`{3,}|~{3,})/m.test(answer);
  if (!isFenced && QUOTES.test(answer)) return answer.replaceAll(/^(?:'''|""").*$/gm, "```");
  const isMarked = !isFenced && /^[ \t]*\[PYTHON\]/m.test(answer);
  return answer.replaceAll(/^[ \t]*\[\/?PYTHON\][ \t]*$/gm, isMarked ? "```" : "");
}

/** Where a function is given the name of another one. */
const GIVEN = /^(\w+) = (\w+)[ \t]*(?:#.*)?$/gm;

/** An answer in which a function that is last given the name of another one before it has that name where it is defined. */
function withNamesGiven(answer: string): string {
  const defined = new Set(answer.matchAll(/^def (\w+)\(/gm).map(([, name]) => name));
  const given = [...answer.matchAll(GIVEN)].findLast(([, ...names]) =>
    names.every((one) => defined.has(one))
  );
  if (!given) return answer;
  const { 0: line, 1: name, 2: other, index } = given;
  const before = answer.slice(0, index);
  const [first, last] = [name, other].map((one) => before.lastIndexOf(`\ndef ${one}(`));
  if (last < first || new RegExp(`\\b${name}\\b`).test(before.slice(last))) return answer;
  const heads = new RegExp(`(?<=^def )(?:${name}|${other})(?=\\()`, "gm");
  return `${before}${other} = ${name}${answer.slice(index + line.length)}`
    .replaceAll(heads, (one) => one === name ? `${name}_before` : name);
}

const QUOTES = /^(?:'''|""")py(?:thon)?\d?[ \t]*$/mi;

const MARK = /^[ \t]*(`{3,}|~{3,})/;

/** An answer with each closing fence that stands after code put on a line of its own. */
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

/** The number of code fence marks in a text: after an odd number, the text that follows is inside a fence. */
export function fenceMarks(text: string): number {
  return text.match(/^[ \t]*(?:`{3,}|~{3,})/gm)?.length ?? 0;
}

/** A line that code has and prose does not have. */
const CODE =
  /^[ \t]*(?:`{3,}|~{3,}|(?:async[ \t]+)?def[ \t]|class[ \t]|return\b|assert\b|@\w|import[ \t]|from[ \t].*import)/m;

const PLANS = "plan(?:ning)?|analysis|drafts?";
const TAGS = `(?:\\w+:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|${PLANS})`;
/** The tags of plans. A plan without an end hides nothing: the answer may come after it, or be in it. */
const [PLAN, PLAN_ENDS] = ["", "/"].map((sign) =>
  new RegExp(`^[ \\t]*<${sign}(?:\\w+:)?(?:${PLANS})\\b`, "im")
);
const THOUGHT = new RegExp(
  `(?:^[ \\t]*|(?<=</(?:${TAGS})>))(?:<(?:${TAGS})(?: [^<>\\n]*)?>|\\[THINK\\]|◁think▷|<\\|begin_of_thought\\|>|` +
    "(?:<\\|start\\|>assistant)?<\\|channel\\|>(?:analysis|commentary)[^<\\n]*<\\|message\\|>)",
  "gim",
);
const ENDS =
  `[<[]/(?:${TAGS})[>\\]]|◁/think▷|<\\|end_of_thought\\|>|<\\|channel\\|>final<\\|message\\|>|\\.\\.\\.done thinking\\.`;
const THOUGHT_ENDS = new RegExp(`(?:${ENDS}|<\\|end\\|>)[ \\t]*\\n*`, "gi");
const ONLY_END = new RegExp(`(?:${ENDS})[ \\t]*\\n*`, "i");
const BEGINS = new RegExp(`\\[THINK|<(?:${TAGS}|\\|start\\|>user)`, "i");

function withoutThoughts(completion: string): string {
  // Without special tokens, the final channel of gpt-oss begins with this word.
  const last = /^\s*analysis\p{L}/u.test(completion) ? completion.lastIndexOf("assistantfinal") : -1;
  const text = last < 0 ? completion : completion.slice(last + "assistantfinal".length);
  let [kept, at, marks, isEnding] = ["", 0, 0, true];
  for (const { 0: mark, index } of text.matchAll(THOUGHT)) {
    if (index < at) continue; // within thoughts
    const before = text.slice(at, index);
    marks += fenceMarks(before);
    kept += before;
    at = index;
    if (marks % 2 === 1) continue;
    if (kept.trim() === "") kept = "";
    THOUGHT_ENDS.lastIndex = index + mark.length;
    isEnding &&= THOUGHT_ENDS.test(text);
    if (isEnding) at = THOUGHT_ENDS.lastIndex;
    else if (!PLAN.test(mark)) at = text.length;
  }
  let answer = kept + text.slice(at);
  for (let end = ONLY_END.exec(answer); end; end = ONLY_END.exec(answer)) {
    const [before, behind] = [answer.slice(0, end.index), answer.slice(end.index + end[0].length)];
    if (BEGINS.test(before) || (CODE.test(before) && !CODE.test(behind))) break; // only mentioned
    answer = behind;
  }
  return CODE.test(answer) || !PLAN_ENDS.test(text) ? answer : text;
}

/** The header of a turn, which some answers repeat at their beginning. */
const HEADER = /^\s*(?:(?:<\|\w+\|>|<s>|<start_of_turn>|\[\/INST\])(?:assistant|model)?[ \t]*\n*)+/;

/** The end of a turn, or the beginning of another one: special tokens of models, which are not valid Python. */
const TURN =
  /(?:<\|(?:im_end|im_start|eot_id|eom_id|start_header_id|endoftext|end_of_text|end_of_turn|end|return|user|assistant|system)\|>|<｜[^｜\n]{1,40}｜>|<(?:(?:start|end)_of_turn|file_sep|fim_(?:prefix|suffix))>|<(?:\/s|EOT|eos)>[ \t]*$|^[ \t]*\[\/?INST\])/gm;
/** The same outside of fences: a speaker's name, special tokens at either end of a line, and tags that are never closed. */
const OUTSIDE =
  /^(?:(?:### )?(?:Human|User|HUMAN|USER)[ \t]*:(?! ?[\w.|[\]]+ ?=)|Q(?:uestion)?[ \t]*:[^\n?]*$|### Instructions?\b|user[ \t]*\n(?=[^]{0,2000}?^assistant[ \t]*$)|<\|\w+\|>|<([a-z]+(?:_[a-z]+)+|filename|reponame)>(?=[\w<]|[ \t]*$)|\[DONE\][ \t]*$)|<\|\w+\|>[ \t]*$/gm;

/** Headings of tasks for the reader after an answer. */
const FOLLOW_UPS =
  "(?:exercises?|challenge|homework|bonus|next steps|your turn|follow-?up (?:questions?|tasks?)|practice(?: problems?| tasks?)?|" +
  "extensions?(?: ideas?)?|stretch goals?|try (?:to extend|extending|it yourself))";

/** A heading of such tasks, not an item of a list; it does not count if the proper answer (`PROPER`) comes after it. */
const FOLLOW_UP = new RegExp(
  String
    .raw`^(?:#+[ \t]*|\*\*|)(?:(?:optional|possible|suggested|further|coding|practice|bonus|extra|your) )*${FOLLOW_UPS}` +
    String.raw`(?: \d+(?:\.\d+)?)?(?: for you)?[ \t]*(?:(?<=^[#*][^\n]*)[:?!.*]|[:?!.]?[ \t]*$)`,
  "gim",
);
export const PROPER =
  /\b(?:final|complete|full|corrected|fixed|revised|updated) (?:version|code|function|method|implementation|solution|answer|class)\b|\bputting\b|\btogether\b/i;

/** An answer up to the first turn after its first code. */
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

/** The offset of the first match after a position and outside of code fences; the length of the text if there is none. */
export function lineOutside(
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
 * An answer without the exercises and extensions for the reader after its code. They are kept if they call themselves the
 * answer or call functions that the code before them defines.
 *
 * @param name The name that exercises must define to be removed; any if it is left out.
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
  // In a series of exercises, the function that was asked for may come after another one.
  const isApart = name === undefined || (anew.has(name) && (had.size === 0 || had.has(name)));
  return isApart && had.isDisjointFrom(called) ? before : answer;
}

const DEFINED =
  /^[ \t]*(?:(?:async )?def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)|^(?:from|import)[ \t][^\n]*/gm;

/** The names that code defines: functions and classes at any depth, and unindented variables and imports (by the whole line). */
export function definedIn(code: string): string[] {
  return [...code.matchAll(DEFINED)].map(([whole, name, assigned]) => name ?? assigned ?? whole);
}
