import type { NoProgram, Program } from "../types.ts";
import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";
import { neededSource } from "./needed.ts";
import { isRefusal, isServiceError } from "./refusal.ts";
import { type Statement, topLevelStatements } from "./statements.ts";

/** What a completion answers. */
export interface Question {
  /** The text that the model was asked to continue: Python source that ends inside the function to write. */
  readonly prompt: string;
  /** Name of the function to write. */
  readonly entryPoint: string;
  /** The class of which it is a method: then a whole class with it is an answer, as is the method alone. @default none */
  readonly className?: string;
}

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
  const text = completion.replaceAll("\r\n", "\n");
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
  const complete = firstSource(
    readings(text, question),
    (entry) => !entry.broken && !isHollow(entry, question),
  );
  if (complete !== undefined || isPlainRefusal(text)) return complete;
  // A class is complete without what its methods should do.
  const own = question.className === undefined ? [asItIs(question)] : [];
  const given = firstSource(own, ({ broken, hollow }) => !broken && !hollow);
  return given ?? firstSource(readings(text, question), ({ broken }) => broken);
}

/** Whether the entry point, or the last method of that name in a class, has nothing but a docstring. */
function isHollow({ kind, hollow, text }: Statement, { entryPoint }: Question): boolean {
  if (kind !== "class") return hollow;
  const last = [...text.matchAll(new RegExp(`^[ \\t]*(?:async )?def ${entryPoint}\\b`, "gm"))].at(-1);
  const [method] = topLevelStatements(movedLeft(text.slice(last?.index), entryPoint));
  return method?.hollow ?? true;
}

/** Statements among which the entry point may be. */
interface Reading {
  readonly statements: readonly Statement[];
  /** The definitions of the entry point that come from the completion. */
  readonly entries: readonly Statement[];
  readonly elsewhere?: readonly Statement[];
}

function firstSource(
  readings: Iterable<Reading>,
  accept: (entry: Statement) => boolean,
): string | undefined {
  for (const { statements, entries, elsewhere } of readings) {
    const entry = entries.find(accept);
    if (entry) return neededSource(entry, statements, elsewhere);
  }
  return undefined;
}

/** The ways to read a completion, the most literal one first. */
function* readings(text: string, question: Question): Generator<Reading> {
  const blocks = fencedBlocks(text);
  yield* continuations(text, question);
  for (const block of blocks) {
    yield* continuations(block, question);
    const others = blocks.filter((other) => other !== block).flatMap((other) => topLevelStatements(other));
    for (const reading of definitions(block, question)) yield { ...reading, elsewhere: others };
  }
  yield* definitions(text, question);
}

/** The code as a body for the prompt's function. */
function* continuations(code: string, question: Question): Generator<Reading> {
  const { prompt, entryPoint } = question;
  if (/^\s*$/.test(code.slice(0, definitionAt(code, entryPoint)))) return;
  for (const start of new Set([prompt, `${prompt.trimEnd()}\n`])) {
    const statements = topLevelStatements(start + code);
    const entry = statements.find((statement) => defines(statement, question));
    if (!entry || entry.to <= start.length) continue;
    const body = (start + code).slice(start.length, entry.to);
    if (!entry.broken || looksLikeCode(body)) yield { statements, entries: [entry] };
  }
}

/** The code as source that defines the function itself, perhaps with prose before it. */
function* definitions(code: string, question: Question): Generator<Reading> {
  const flush = movedLeft(code, question.entryPoint);
  const starts = [...flush.matchAll(/^(?:from |import |def |async def |class |@)/gm)].map(({ index }) =>
    index
  );
  for (const start of new Set([0, ...starts])) {
    const own = topLevelStatements(flush.slice(start));
    const entries = own.filter((statement) => defines(statement, question));
    yield { statements: [...preamble(question), ...own], entries };
  }
}

/** The code without the margin that an indented definition of the function has, unless it is in a class. */
function movedLeft(code: string, entryPoint: string): string {
  const before = code.slice(0, definitionAt(code, entryPoint));
  const margin = before === code ? "" : /[ \t]*$/.exec(before)![0];
  return /^(?:class|def|async def) /m.test(before) ? code : code.replace(new RegExp(`^${margin}`, "gm"), "");
}

/** Where the code first says `def` and the name, or its end. */
function definitionAt(code: string, entryPoint: string): number {
  return new RegExp(`(?<=^[ \\t]*)(?:async )?def ${entryPoint}\\s*[(\\[]`, "m").exec(code)?.index ??
    code.length;
}

/** The prompt's statements before its function, e.g. imports. */
function preamble(question: Question): Statement[] {
  const statements = topLevelStatements(question.prompt);
  const entry = statements.findIndex((statement) => defines(statement, question));
  return statements.slice(0, Math.max(entry, 0));
}

function asItIs(question: Question): Reading {
  const statements = topLevelStatements(question.prompt);
  return { statements, entries: statements.filter((statement) => defines(statement, question)) };
}

function defines({ kind, binds, text }: Statement, { entryPoint, className }: Question): boolean {
  if (kind === "function") return binds.has(entryPoint);
  return kind === "class" && className !== undefined && definitionAt(text, entryPoint) < text.length;
}

function isPlainRefusal(text: string): boolean {
  const prose = withoutFencedBlocks(text);
  return isRefusal(prose) && !looksLikeCode(prose);
}

/** Whether a text contains a line that only code would contain. */
function looksLikeCode(text: string): boolean {
  return CODE_LINES.some((pattern) => pattern.test(text));
}

const CODE_LINES = [
  /^[ \t]*(?:async )?def [^\s(]+\s*\(/m,
  /^[ \t]*class \w+.*:[ \t]*$/m,
  /^[ \t]*(?:from [\w.]+ )?import \w+/m,
  /^[ \t]*(?:for .+ in .+|while .+|if .+|else|try) ?:/m,
  /^[ \t]+(?:return|yield|raise|assert|pass|\.\.\.)(?!\w)|^return\b.*[\w)\]}'"]$/m,
  /^[ \t]*[\w.[\]]+ ?[-+*/]?= ?\S/m,
  /^[ \t]+[\w.]+\(|^[\w.]+\(.*\)[ \t]*$/m,
];
