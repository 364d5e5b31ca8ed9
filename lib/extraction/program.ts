import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import type { NoProgram, Program } from "../core/types.ts";
import { classWithBareMethod } from "./bare_method.ts";
import { classIn } from "./syntax/classes.ts";
import {
  type CandidateSource,
  candidateSources,
  continuations,
  defines,
  definitionsIn,
  givenClass,
  looksLikeCode,
  type Question,
} from "./candidate_sources.ts";
import { isDeclined } from "./declined.ts";
import { offersAlternatives } from "./alternatives.ts";
import { flush } from "./code_in.ts";
import { isEdited } from "./edits.ts";
import { fencedBlocks, withoutFencedBlocks } from "./fences.ts";
import { withMethodsAsFunctions, withoutLambdas } from "./syntax/lambdas.ts";
import { neededSource } from "./needed.ts";
import { isRefusal, isServiceError } from "./refusal.ts";
import { type Statement, topLevelStatements } from "./syntax/statements.ts";
import { isSketch, isUnwritten } from "./syntax/stub.ts";
import { plainOf } from "./written_versions.ts";
import { stripReasoning, withoutFollowUps } from "./final_answer.ts";
import { withoutSuperseded } from "./superseded.ts";

export type { Question } from "./candidate_sources.ts";

/**
 * The program in a completion, wherever it stands: a plain continuation of the prompt, a fenced block, or a
 * function amid chat.
 *
 * It consists of the complete definition of the entry point that Python would run in the end, the last one in a block and
 * the last block that has one, and of everything that this needs, directly or indirectly; a body that continues the prompt
 * comes before later definitions, unless it is left open (`pass`) and they are not. If versions are offered as a choice, none is taken. Everything else (trailing tests,
 * further functions, prose, code that a token limit cut off) is left out. If the completion does not touch a function that
 * is complete in the prompt, that function is the program. A lambda that a class binds to the name of the entry point counts
 * as a method of that name; a method in place of a function is called as a function.
 *
 * @returns The program, to be run in one namespace, or the reason why there is none. A broken attempt at the function
 * becomes a program too: the sandbox finds that it does not compile.
 * @throws {RangeError} If the question has an unknown field; the message names the nearest one.
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
  refuseUnknownOptions(question, ["prompt", "entryPoint", "className"]);
  refuseOther("take a program out of", completion, "a text");
  refuseOther("take a program out by", question, "an object", ["prompt", "entryPoint"]);
  const answer = withoutSuperseded(stripReasoning(completion));
  const text = withGivenMethod(withoutFollowUps(answer, question.entryPoint), question);
  if (isServiceError(text)) return none("service-error");
  const source = sourceIn(text, question);
  if (source === CHOICE) return none("alternatives");
  if (source !== undefined) {
    if (isDeclined(text, text.lastIndexOf(`def ${question.entryPoint}(`))) return none("refusal");
    if (isEdited(text, { name: question.entryPoint, source })) return none("alternatives");
    return { kind: "program", source, entryPoint: question.entryPoint, namespace: "one" };
  }
  if (text.trim() === "") return none("empty");
  return none(isPlainRefusal(text) ? "refusal" : "no-code");
}

/** An answer in which an assignment of the method to its class from outside becomes a function of that name. */
function withGivenMethod(text: string, { entryPoint: name, className: of }: Question): string {
  if (of === undefined) return text;
  const value = `((?! *${name}\\b)[^#\\n]+)`;
  const set = `^(?:setattr\\(${of}, *["']${name}["'], *${value}\\)|${of}\\.${name} *= *${value}) *(?:#.*)?$`;
  const method = `def ${name}(self, *given, **named):\n    return ($1$2)(self, *given, **named)`;
  return text.replaceAll(new RegExp(set, "gm"), method);
}

/** An answer in which a method in place of the function that was asked for, or a lambda in place of the method, is that function. */
function withFunctionInPlace(text: string, { entryPoint: name, className }: Question): string {
  return className === undefined ? withMethodsAsFunctions(text, name) : withoutLambdas(text, name);
}

/** Returned instead of a source if versions are offered as a choice. */
const CHOICE = Symbol("versions that are offered as a choice");

function none(reason: NoProgram["reason"]): NoProgram {
  return { kind: "no-program", reason };
}

/** A complete answer, else what stands in its place, else the prompt's own function if it is complete, else a broken answer. */
function sourceIn(text: string, question: Question): string | typeof CHOICE | undefined {
  const readings = [...new Set([text, withFunctionInPlace(text, question)])]
    .map((one) => ({ text: one, places: placesIn(one, question) }));
  const found = readings.values().map((reading) => wholeSource(reading, question))
    .find((source) => source !== undefined);
  if (found !== undefined || isPlainRefusal(text)) return found;
  // A class in the prompt parses without the bodies that its methods should have, so it never counts as complete.
  const given = question.className === undefined ? asItIs(question) : undefined;
  return given ??
    readings.flatMap(({ places }) => sourcesAmong(places.all, question, ({ broken }) => broken))[0];
}

/** A complete answer. */
function wholeSource({ text, places }: Reading, question: Question): string | typeof CHOICE | undefined {
  const { className } = question;
  const isComplete = (entry: Statement) => !entry.broken && !isHollow(entry, question);
  const isOwn = ({ kind, binds }: Statement) =>
    className === undefined || kind !== "class" || binds.has(className);
  const ways: readonly ((entry: Statement) => boolean)[] = [
    (entry) => isComplete(entry) && isOwn(entry) && !isSketch(entry.text),
    (entry) => isComplete(entry) && isOwn(entry),
    ...className === undefined ? [] : [isComplete],
  ];
  return ways.values().map((accept) => finalSource(text, places, question, accept))
    .find((source) => source !== undefined);
}

/** The greatest number of code fences that are searched: of those that name the function, the last ones. */
const MAX_FENCES = 12;

/** A text with the candidate sources in it. */
interface Reading {
  readonly text: string;
  readonly places: ReturnType<typeof placesIn>;
}

/** The candidate sources in an answer by where the function can stand; each is made once, on demand. */
function placesIn(text: string, question: Question) {
  const blocks = fencedBlocks(text);
  const known = new Map<string, readonly Statement[]>();
  const parsed = (block: string) => known.getOrInsertComputed(block, () => topLevelStatements(flush(block)));
  return {
    continued: replayed(continuations(text, question)),
    /** The candidates of each code fence that names the function. */
    fenced: blocks.filter((block) => block.includes(question.entryPoint)).slice(-MAX_FENCES)
      .map((block) => replayed(definitionsIn(block, blocks, question, parsed))),
    all: replayed(candidateSources(text, question, parsed)),
  };
}

/** The values of a generator, which can be iterated repeatedly. */
function replayed<T>(source: Generator<T>): Iterable<T> {
  const given: T[] = [];
  return {
    *[Symbol.iterator]() {
      for (let at = 0;; at++) {
        if (at === given.length) {
          const next = source.next();
          if (next.done) return;
          given.push(next.value);
        }
        yield given[at];
      }
    },
  };
}

/** The version that Python would run in the end. */
function finalSource(
  text: string,
  { continued, fenced, all }: ReturnType<typeof placesIn>,
  question: Question,
  accept: (entry: Statement) => boolean,
): string | typeof CHOICE | undefined {
  const isWritten = (entry: Statement) => accept(entry) && !entry.stub && !isUnwritten(entry.text);
  const places = [isWritten, accept].flatMap((wanted) => [
    () => sourcesAmong(continued, question, wanted),
    () => fenced.flatMap((candidates) => sourcesAmong(candidates, question, wanted)),
    () => sourcesAmong(all, question, wanted),
  ]);
  const versions = places.values().map((find) => find()).find((found) => found.length > 0) ?? [];
  return new Set(versions.map(plainOf)).size > 1 && offersAlternatives(text) ? CHOICE : versions.at(-1);
}

/** Whether the entry point does nothing: it has a docstring alone or, if it is a method, nothing that is executed. */
function isHollow({ kind, hollow, stub, text }: Statement, { entryPoint, className }: Question): boolean {
  if (kind === "class") return classIn(text)?.methods.get(entryPoint)?.stub ?? true;
  return className === undefined ? hollow : stub;
}

/** The sources of all accepted definitions in the first candidate that has one. */
function sourcesAmong(
  all: Iterable<CandidateSource>,
  question: Question,
  accept: (entry: Statement) => boolean,
): string[] {
  for (const candidate of all) {
    const entries = candidate.entries.filter(accept);
    const own = entries.map((entry) => sourceOf(entry, candidate, question));
    if (own.length > 0 && candidate.revised) own.push(...sourcesAmong([candidate.revised], question, accept));
    if (own.length > 0) return own;
  }
  return [];
}

/** The entry point with what it needs; a method also with the class that it needs to be in. */
function sourceOf(
  entry: Statement,
  { statements, otherStatements = [] }: CandidateSource,
  question: Question,
): string {
  const { className } = question;
  if (className === undefined || entry.broken) return neededSource(entry, statements, otherStatements);
  if (entry.kind === "class") {
    return neededSource(heirOf(entry, statements, className), statements, otherStatements);
  }
  const given = givenClass(question);
  const whole = classWithBareMethod({ method: entry, statements, otherStatements, className, given });
  if (!whole) return neededSource(entry, statements, otherStatements);
  const others = (all: readonly Statement[]) =>
    all.filter(({ kind, binds }) => !(kind === "class" && binds.has(className)));
  return neededSource(whole, [...others(statements), whole], others(otherStatements));
}

/** The class named `className` if it inherits from the class that has the method; else the class that has the method. */
function heirOf(entry: Statement, statements: readonly Statement[], className: string): Statement {
  const inherits = ({ kind, broken, binds, text }: Statement) =>
    kind === "class" && !broken && binds.has(className) &&
    (classIn(text)?.bases.some((base) => entry.binds.has(base)) ?? false);
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
