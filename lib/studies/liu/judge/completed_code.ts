import { distance } from "fastest-levenshtein";
import { neededSource } from "../../../extraction/needed.ts";
import { extractProgram } from "../../../extraction/program.ts";
import { topLevelStatements } from "../../../extraction/syntax/statements.ts";
import type { NoProgram } from "../../../core/types.ts";
import { DIMENSIONS } from "../tasks/vocabulary.ts";
import { functionNameOf, type LiuTask, signatureOf, tasks } from "../tasks/task.ts";

/**
 * The completed function in a model's answer to a task, from the signature of its prompt on: the function itself, in a
 * code fence or anywhere, or else the text that continues the prompt, up to the end of the function.
 *
 * The signature is the prompt's, even if a model adds types to it. Of several fences the last one that defines the
 * function counts, and of several definitions in it the last one, as Python would run them. Versions offered as a choice
 * do not count, nor does text after a body that begins the answer, see `extractProgram`. Imports, constants and helpers
 * that the function needs follow it, wherever they stand in the answer. If a server has cut off the first indentation of
 * a continuation, it is restored, as by `extractProgram`.
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
  const name = functionNameOf(task);
  const answer = withOwnName(text.replaceAll(/\r\n?/g, "\n"), task).replace(/^(?:[ \t]*\n)+/, "");
  const found = extractProgram(answer, { prompt: `${signatureOf(task)}\n`, entryPoint: name });
  const code = found.kind === "program" ? fromSignature(found.source, task) : found;
  return typeof code === "string" && code.trim() === signatureOf(task) ? NO_CODE : code;
}

/**
 * The answer with functions renamed. If nothing has the function's name, a function that takes people and the dimension, and
 * whose name says the adjective alone (`lonely_people`, `get_lonely`, `find_lonly_people`), gets it; a function that has the
 * name but takes another dimension gets another name.
 */
function withOwnName(text: string, task: LiuTask): string {
  const name = functionNameOf(task);
  const isNamed = new RegExp(`\\b${name}\\b`).test(text);
  const isOwn = new RegExp(`\\b${task.dimension}\\b`);
  return text.replaceAll(HEAD, (whole, def: string, called: string, taken: string) => {
    const [, first, second] = TWO.exec(taken) ?? [];
    const isOther = called === name && !isOwn.test(taken) && DIMENSIONS.some((one) => one === second);
    const isMeant = !isNamed && first === "people" && second === task.dimension &&
      saysAlone(called, task.adjective);
    return isOther ? `${def}${name}_otherwise(${taken})` : isMeant ? `${def}${name}(${taken})` : whole;
  });
}

const NO_CODE: NoProgram = { kind: "no-program", reason: "no-code" };

/** The parameters of a function, in their brackets. */
const PARAMETERS = String.raw`\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)`;
/** Matches the head of a function: the text before its name, the name, and its parameters. */
const HEAD = new RegExp(String.raw`^([ \t]*(?:async )?def )(\w+)${PARAMETERS}`, "gm");
/** Matches the first two of several parameters. */
const TWO = /^\s*(\w+)[^,]*,\s*(\w+)/;

/** The words of names that fit every task's function. */
const ANY_FINDER: readonly string[] = ["find", "get", "select", "filter", "list", "all", "people", "persons"];

/**
 * Whether a name says an adjective and nothing else; one wrong letter in an adjective of more than 5 letters is allowed,
 * unless that makes the adjective of another task.
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

/** The program with the function first, under the prompt's signature, and then the code that it needs. */
function fromSignature(source: string, task: LiuTask): string {
  const signature = signatureOf(task);
  const head = new RegExp(
    `^(?:async )?def ${functionNameOf(task)}${PARAMETERS}[^:\\n]*:[ \\t]*(?:#.*)?`,
    "m",
  );
  const found = head.exec(source);
  // A lambda, or a method, has the name: the function calls it.
  if (!found) {
    const named = source.replace(new RegExp(`^${functionNameOf(task)}(?=\\s*=)`, "m"), "found_by");
    return `${signature}\n    return found_by(people, ${task.dimension})\n\n\n${named}`;
  }
  const rest = source.slice(found.index);
  const own = topLevelStatements(rest)[0];
  const whole = `${signature}${own.text.slice(found[0].length)}`;
  const [entry] = topLevelStatements(whole);
  const others = topLevelStatements(source.slice(0, found.index) + rest.slice(own.to))
    .filter(({ text }) => !text.startsWith("from __future__"));
  const needed = neededSource(entry, [entry, ...others]).slice(entry.text.length).trim();
  return needed === "" ? whole : `${whole}\n\n${needed}\n`;
}
