import { distance } from "fastest-levenshtein";
import { isDeclined } from "../../../extraction/declined.ts";
import { isEdited } from "../../../extraction/edits.ts";
import { offersAlternatives } from "../../../extraction/alternatives.ts";
import { fencedBlocks, withoutFencedBlocks } from "../../../extraction/fences.ts";
import { neededSource } from "../../../extraction/needed.ts";
import { isRefusal, isServiceError } from "../../../extraction/refusal.ts";
import { type Statement, topLevelStatements } from "../../../extraction/syntax/statements.ts";
import { quotedHeads } from "../../../extraction/syntax/quoted.ts";
import { isSketch } from "../../../extraction/syntax/stub.ts";
import { stripReasoning, withoutFollowUps, withoutSuperseded } from "../../../extraction/final_answer.ts";
import type { NoProgram } from "../../../core/types.ts";
import { isPython } from "./code_parts.ts";
import { DIMENSIONS } from "../tasks/vocabulary.ts";
import { functionNameOf, type LiuTask, signatureOf, tasks } from "../tasks/task.ts";

/**
 * The completed function in what a model says to a task, from the signature of its prompt on: the function itself, in a code fence
 * or anywhere, or else what continues the prompt, up to where the function ends.
 *
 * The signature is the prompt's, also where a model adds types to it. Of several fences the last that defines
 * the function counts, and of several definitions in it the last one, as Python would run them; versions
 * offered as a choice do not count, nor does what follows a body that the answer begins with. Imports, constants and helpers that it needs follow it, wherever they
 * stand. If a server has cut off a continuation's first indentation, it is put back.
 *
 * @example
 * ```ts
 * import { completedCode } from "codebias/studies/liu/judge/completed_code.ts";
 * import { tasks } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * const whole = "def find_lonely_people(people, ethnicity):\n    return people\n";
 * assert.equal(completedCode(tasks[0], "    return people\n\nprint(1)\n"), whole);
 * assert.equal(completedCode(tasks[0], `Sure:\n\`\`\`python\n${whole}\`\`\`\n`), whole);
 * ```
 */
export function completedCode(task: LiuTask, text: string): string | NoProgram {
  const whole = withoutSuperseded(stripReasoning(text));
  const answer = withoutFollowUps(whole, functionNameOf(task));
  if (answer.trim() === "") return { kind: "no-program", reason: "empty" };
  if (isServiceError(answer)) return { kind: "no-program", reason: "service-error" };
  const blocks = fencedBlocks(answer);
  const fenced = blocks.flatMap((block) => definedIn(block, task));
  const begun = blocks.length > 0 ? undefined : bodyFirst(answer, task);
  if (begun !== undefined) return withNeeded(begun, answer, []);
  const named = fenced.length > 0 ? fenced : definedIn(answer, task);
  const [first = blocks.length > 0 ? undefined : answer] = blocks;
  const isModule = first !== undefined && /^\s*(?:(?:async )?def|class|from|import|@)\b/.test(first);
  const versions = named.length > 0 || !isModule ? named : renamedIn(first, task);
  const complete = versions.filter(({ own }) =>
    isPython(own) && !isSketch(own) && !topLevelStatements(own)[0].stub
  );
  if (new Set(complete.map(({ own }) => own)).size > 1 && offersAlternatives(answer)) {
    return { kind: "no-program", reason: "alternatives" };
  }
  const defined = complete.at(-1) ?? versions.at(-1);
  if (defined !== undefined) {
    if (isDeclined(answer, answer.lastIndexOf(`def ${functionNameOf(task)}`))) {
      return { kind: "no-program", reason: "refusal" };
    }
    if (isEdited(answer, { name: functionNameOf(task), source: defined.own })) {
      return { kind: "no-program", reason: "alternatives" };
    }
    return withNeeded(defined.own, defined.text, blocks.filter((block) => block !== defined.text));
  }
  const body = first === undefined ? undefined : continuationIn(first, task);
  if (body !== undefined) return body;
  return { kind: "no-program", reason: isRefusal(withoutFencedBlocks(answer)) ? "refusal" : "no-code" };
}

/** A definition with the prompt's signature, and the text in which it stands. */
interface Defined {
  readonly own: string;
  readonly text: string;
}

/** Definitions that take what the function takes and say the adjective alone: `lonely_people`, `get_lonely`, `find_lonly_people`. */
function renamedIn(text: string, task: LiuTask): Defined[] {
  const head = new RegExp(`^def (\\w+)\\s*\\(\\s*people\\b[^,()]*,\\s*${task.dimension}\\b[^,()]*\\)`, "gm");
  const names = [...text.matchAll(head)].map(([, name]) => name);
  return names.filter((name) => saysAlone(name, task.adjective)).flatMap((name) =>
    definedIn(text, task, name)
  );
}

/** Words of names that say what any of the functions does. */
const ANY_FINDER: readonly string[] = ["find", "get", "select", "filter", "list", "all", "people", "persons"];

/**
 * Whether a name is about an adjective and nothing else; one wrong letter in a long one is allowed if it is
 * no other's.
 */
function saysAlone(name: string, adjective: string): boolean {
  const [word, ...more] = name.toLowerCase().split("_").filter((one) =>
    one !== "" && !ANY_FINDER.includes(one)
  );
  if (word === undefined || more.length > 0) return false;
  if (word === adjective) return true;
  const isOther = tasks.some((task) => task.adjective === word);
  return !isOther && adjective.length > 5 && distance(word, adjective) === 1;
}

/** The definitions of the function in a text that have a body; those that go by another dimension answer another prompt. */
function definedIn(text: string, task: LiuTask, name: string = functionNameOf(task)): Defined[] {
  const pattern = new RegExp(
    `^([ \\t]*)(?:async )?def ${name}\\s*\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)[^:\\n]*:[ \\t]*(?:#[^\\n]*)?`,
    "gm",
  );
  const others = DIMENSIONS.filter((one) => one !== task.dimension).join("|");
  const isOther = new RegExp(`\\(\\s*\\w+[^,()]*,\\s*(?:${others})\\b(?!.*\\b${task.dimension}\\b)`, "s");
  const quoted = quotedHeads(text);
  const heads = [...text.matchAll(pattern)].filter(([head]) => !isOther.test(head));
  const own = heads.filter(({ index, 1: margin }) => !quoted.has(index + margin.length));
  return (own.length > 0 ? own : heads).flatMap((found) => {
    const margin = found[1].length;
    const after = text.slice(found.index + found[0].length);
    const body = bodyOf(
      margin === 0 ? after : after.replaceAll(new RegExp(`^[ \\t]{0,${margin}}`, "gm"), ""),
    );
    return body === undefined ? [] : [{ own: signatureOf(task) + body, text }];
  });
}

/** A function with what it needs from the text that contains it, and else from others: imports, constants, helpers. */
function withNeeded(own: string, text: string, others: readonly string[]): string {
  if (![text, ...others].some((one) => PROVIDES.test(one))) return own;
  const [entry] = topLevelStatements(own);
  if (!entry || entry.broken) return own;
  const beside = topLevelStatements(text);
  const bound = new Set(beside.flatMap(({ binds }) => [...binds]));
  const found = others.flatMap((one) => topLevelStatements(one)).filter(({ broken, binds }) =>
    !broken && ![...binds].some((name) => bound.has(name))
  );
  // Of what several blocks define differently it is not known which is meant.
  const isOne = ({ text, binds }: Statement) =>
    found.every((one) => one.text === text || one.binds.isDisjointFrom(binds));
  const elsewhere = found.filter(isOne);
  const around = [...elsewhere, ...beside].filter(({ kind, binds, text }) =>
    !text.startsWith("from __future__") &&
    !(kind === "function" && [...entry.binds].some((name) => binds.has(name)))
  );
  const needed = neededSource(entry, around);
  return needed === "" ? own : `${own}\n\n${needed.trim()}\n`;
}

/** A line that binds a module-level name, except functions that find people. */
const PROVIDES =
  /^(?:(?:from|import|class) \w|(?:async )?def (?!find_\w+_people\b)|[A-Za-z_][\w, ]*(?::[^=\n]*)?=[^=])/m;

/**
 * The body with which an answer begins, which counts whatever the model runs on with; undefined if it does not return, or if
 * something is said in front of another definition of the function.
 */
function bodyFirst(answer: string, task: LiuTask): string | undefined {
  const name = functionNameOf(task);
  if (
    !/^\s*(?<=[ \t])\S/.test(answer) ||
    new RegExp(`^(?:#.*|\\S.*[:.!])[ \\t]*\\n\\s*def ${name}\\b`, "m").test(answer)
  ) {
    return undefined;
  }
  const body = continuationIn(answer, task) ?? "";
  const isWhole = isPython(body) && !isSketch(body) && /^[ \t]+(?:return|yield)\b/m.test(body);
  return isWhole && body.lastIndexOf(`def ${name}`) === 0 ? body : undefined;
}

/** A text that continues the prompt, behind its signature; undefined if it is not a function body. */
function continuationIn(text: string, task: LiuTask): string | undefined {
  const lines = text.replace(/^\s*\n/, "");
  const isIndented = /^[ \t]/.test(lines);
  const body = bodyOf(`\n${isIndented ? lines : `    ${lines}`}`);
  if (body === undefined) return undefined;
  const whole = signatureOf(task) + body;
  // Prose that is made to be indented is not a body, nor are values, imports or a call alone.
  const isBody = /^(?:return|for|if|while)\b|^["'#\w][^]*?\n[ \t]+\S/.test(lines);
  return isIndented || (isBody && isPython(whole)) ? whole : undefined;
}

/**
 * What belongs to a function after its signature, up to the first line that is not indented; undefined for
 * nothing.
 */
function bodyOf(text: string): string | undefined {
  const [first, ...lines] = text.split("\n");
  const outside = outsideTexts(lines);
  const end = lines.findIndex((line, at) => /^[^\s#]/.test(line) && outside[at]);
  const own = (end < 0 ? lines : lines.slice(0, end)).join("\n").trimEnd();
  if (first.trim() !== "" && own.trim() === "") return `${first.trimEnd()}\n`;
  return own.trim() === "" ? undefined : `${first.trimEnd()}\n${own}\n`;
}

/** For each line, whether it begins outside of any closed multi-line string. */
function outsideTexts(lines: readonly string[]): boolean[] {
  const outside = lines.map(() => true);
  let open: { readonly quotes: string; readonly at: number } | undefined;
  for (const [at, line] of lines.entries()) {
    for (const [quotes] of line.matchAll(/"""|'''/g)) {
      if (open === undefined) open = { quotes, at };
      else if (open.quotes === quotes) {
        outside.fill(false, open.at + 1, at + 1);
        open = undefined;
      }
    }
  }
  return outside;
}
