import type { NoProgram, Program } from "../types.ts";
import { classWithBareMethod } from "./bare_method.ts";
import { classBody } from "./class_body.ts";
import { looksLikeCode } from "./code_lines.ts";
import { withoutFencedBlocks } from "./fences.ts";
import { neededSource } from "./needed.ts";
import { defines, givenClass, type Question, type Reading, readings } from "./readings.ts";
import { isRefusal, isServiceError } from "./refusal.ts";
import { type Statement, topLevelStatements } from "./statements.ts";
import { withoutThoughts } from "./thinking.ts";

export type { Question } from "./readings.ts";

/**
 * The program in a completion, wherever it stands: a plain continuation of the prompt, a fenced block, or a
 * function amid chat.
 *
 * It consists of the first complete definition of the entry point and of what this needs, directly or not.
 * Everything else (trailing tests, further functions, prose, what a token limit cut off) is left out. Where the
 * completion does not touch a function that is complete in the prompt, that function is the program.
 *
 * @returns The program, to be run in one namespace, or the reason why there is none. An attempt at the function
 * that is broken becomes a program: that it does not compile is for the sandbox to say.
 *
 * @example
 * ```ts
 * import { extractProgram } from "codebias/extraction/program.ts";
 * import assert from "node:assert/strict";
 * const question = { prompt: "def double(x):\n    '''Twice x.'''", entryPoint: "double" };
 * const found = extractProgram("\n    return 2 * x\n\nprint(double(3))\n", question);
 * assert(found.kind === "program");
 * assert.equal(found.source, "def double(x):\n    '''Twice x.'''\n    return 2 * x\n");
 * ```
 */
export function extractProgram(completion: string, question: Question): Program | NoProgram {
  const text = withoutThoughts(completion.replaceAll("\r\n", "\n"));
  if (isServiceError(text)) return none("service-error");
  const source = sourceIn(text, question);
  if (source !== undefined) {
    return { kind: "program", source, entryPoint: question.entryPoint, namespace: "one" };
  }
  if (text.trim() === "") return none("empty");
  return none(isPlainRefusal(text) ? "refusal" : "no-code");
}

function none(reason: NoProgram["reason"]): NoProgram {
  return { kind: "no-program", reason };
}

/** A complete answer, else the prompt's own function if it is complete, else a broken answer. */
function sourceIn(text: string, question: Question): string | undefined {
  const { className } = question;
  const isComplete = (entry: Statement) => !entry.broken && !isHollow(entry, question);
  const isOwn = ({ kind, binds }: Statement) =>
    className === undefined || kind !== "class" || binds.has(className);
  const complete = firstSource(text, question, (entry) => isComplete(entry) && isOwn(entry)) ??
    (className === undefined ? undefined : firstSource(text, question, isComplete));
  if (complete !== undefined || isPlainRefusal(text)) return complete;
  // A class is complete without what its methods should do.
  const given = className === undefined ? asItIs(question) : undefined;
  return given ?? firstSource(text, question, ({ broken }) => broken);
}

/** Whether the entry point does nothing: it has a docstring alone or, if it is a method, nothing that is executed. */
function isHollow({ kind, hollow, stub, text }: Statement, { entryPoint, className }: Question): boolean {
  if (kind === "class") return classBody(text)?.methods.get(entryPoint)?.stub ?? true;
  return className === undefined ? hollow : stub;
}

function firstSource(
  text: string,
  question: Question,
  accept: (entry: Statement) => boolean,
): string | undefined {
  for (const reading of readings(text, question)) {
    const entry = reading.entries.find(accept);
    if (entry) return sourceOf(entry, reading, question);
  }
  return undefined;
}

/** The entry point with what it needs; a method also with the class that it needs to be in. */
function sourceOf(
  entry: Statement,
  { statements, elsewhere = [] }: Reading,
  question: Question,
): string {
  const { className } = question;
  if (className === undefined || entry.broken) return neededSource(entry, statements, elsewhere);
  if (entry.kind === "class") {
    return neededSource(heirOf(entry, statements, className), statements, elsewhere);
  }
  const given = givenClass(question);
  const whole = classWithBareMethod({ method: entry, statements, elsewhere, className, given });
  if (!whole) return neededSource(entry, statements, elsewhere);
  const others = (all: readonly Statement[]) =>
    all.filter(({ kind, binds }) => !(kind === "class" && binds.has(className)));
  return neededSource(whole, [...others(statements), whole], others(elsewhere));
}

/** The class of that name, if it inherits from the one that has the method. */
function heirOf(entry: Statement, statements: readonly Statement[], className: string): Statement {
  const inherits = ({ kind, broken, binds, text }: Statement) =>
    kind === "class" && !broken && binds.has(className) &&
    (classBody(text)?.bases.some((base) => entry.binds.has(base)) ?? false);
  return entry.binds.has(className) ? entry : statements.find(inherits) ?? entry;
}

function asItIs(question: Question): string | undefined {
  const statements = topLevelStatements(question.prompt);
  const entry = statements.find((statement) =>
    defines(statement, question) && !statement.broken && !statement.hollow
  );
  return entry && neededSource(entry, statements);
}

function isPlainRefusal(text: string): boolean {
  const prose = withoutFencedBlocks(text);
  return isRefusal(prose) && !looksLikeCode(prose);
}
