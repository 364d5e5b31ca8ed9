import { refuseOther } from "../core/kinds.ts";
import { offersAlternatives } from "./alternatives.ts";
import { isEdited } from "./edits.ts";
import { fencedBlocks } from "./fences.ts";
import { neededSource, settingAmong } from "./needed.ts";
import { isMethod, withRevisions } from "./revisions.ts";
import { isDefinition, type Statement, topLevelStatements } from "./syntax/statements.ts";
import { isSketch, isUnwritten } from "./syntax/stub.ts";
import { plainOf } from "./written_versions.ts";
import { stripReasoning, withoutFollowUps } from "./final_answer.ts";
import { withoutSuperseded } from "./superseded.ts";

/** A statement of a completion. */
export interface CodeStatement extends Statement {
  /** The index of the code fence that contains the statement, from 0; 0 if the completion has no fences. */
  readonly block: number;
}

/**
 * The Python statements of a completion where no function name is known: imports, functions, classes, assignments, and
 * statements that alter assigned values, also by calling functions. They are taken from the top level of the code fences or,
 * without fences, of the whole completion. Broken statements and prose are left out. Of functions and classes of one name,
 * the last complete one is kept, as Python would do.
 */
export function statementsIn(completion: string): CodeStatement[] {
  const all = allStatementsIn(textOf(completion));
  return all.filter((one, at) => !isReplaced(one, all.slice(0, at), all.slice(at + 1)));
}

/** Whether a completion offers a choice between versions of a definition in its program, or asks its reader to edit the program. */
export function isLeftOpen(
  completion: string,
  program: { readonly name: string; readonly source: string },
): boolean {
  const text = textOf(completion);
  const names = new Set(
    topLevelStatements(program.source).filter(isDefinition).flatMap(({ binds }) => [...binds]),
  );
  const complete = allStatementsIn(text).filter((one) => isDefinition(one) && !isUnfinished(one));
  const versions = Map.groupBy(complete, ({ binds }) => [...binds].find((name) => names.has(name)));
  const isChoice = [...versions].some(([name, own]) =>
    name !== undefined && new Set(own.map(({ text }) => plainOf(text))).size > 1
  );
  return (isChoice && offersAlternatives(text)) || isEdited(text, program);
}

/** A completion without its reasoning, without the code that it calls superseded, and without the exercises for the reader. */
function textOf(completion: string): string {
  return withoutFollowUps(withoutSuperseded(stripReasoning(completion)));
}

/** The same as `statementsIn`, with all definitions of a name. */
function allStatementsIn(text: string): CodeStatement[] {
  const blocks = fencedBlocks(text);
  const found = (blocks.length > 0 ? blocks : [text]).flatMap((code, block) =>
    statementsAmid(flush(code)).map((statement) => ({ ...statement, block }))
  );
  const isSetting = settingAmong(found);
  const methods = found.filter(isMethod);
  return found.map((one) =>
    one.kind === "class" && methods.length > 0
      ? { ...withRevisions([one], methods.filter(({ block }) => block > one.block))[0], block: one.block }
      : one
  ).filter((one) =>
    !one.broken && (one.kind !== "other" || one.binds.size + one.changes.size > 0 || isSetting(one))
  );
}

/**
 * The statements of a completion as one source.
 *
 * @example
 * ```ts
 * import { codeIn } from "codebias/extraction/code_in.ts";
 * import assert from "node:assert/strict";
 * assert.equal(codeIn("Here you are:\ndef f(x):\n    return x\nI hope that it helps.\n"), "def f(x):\n    return x\n");
 * ```
 */
export function codeIn(completion: string): string {
  return sourceOf(statementsIn(completion));
}

/** Statements as one source. */
export function sourceOf(statements: readonly Statement[]): string {
  return statements.map(({ text }) => text).join("\n");
}

/**
 * The source of a function or class and of the statements that it needs; empty if no statement defines it.
 *
 * @param also Further names that are needed.
 */
export function programFor(
  name: string,
  statements: readonly Statement[],
  also: readonly string[] = [],
): string {
  const own = statements.find((one) => isDefinition(one) && one.binds.has(name));
  if (!own) return "";
  const entry = { ...own, needs: new Set([...own.needs, ...also]) };
  return neededSource(entry, statements.map((one) => one === own ? entry : one));
}

/** Whether another statement replaces a definition: a later complete one, or any other one if this one is unfinished. */
function isReplaced(one: Statement, before: readonly Statement[], later: readonly Statement[]): boolean {
  if (!isDefinition(one)) return false;
  const isSame = (other: Statement) =>
    other.kind === one.kind && [...one.binds].every((name) => other.binds.has(name));
  const isOpen = isUnfinished(one);
  return later.some((other) => isSame(other) && (isOpen || !isUnfinished(other))) ||
    (isOpen && before.some(isSame));
}

function isUnfinished({ stub, text }: Statement): boolean {
  return stub || isSketch(text) || isUnwritten(text);
}

/** The code without the indentation of its first definition. */
export function flush(block: string): string {
  if (/^(?:async def |def |class )/m.test(block)) return block;
  const margin = /^[ \t]*(?=(?:async )?def |class )/m.exec(block)?.[0] ?? "";
  return block.replace(new RegExp(`^${margin}`, "gm"), "");
}

/** The top-level statements, also after prose that looks like the beginning of a bracket or a string. */
export function statementsAmid(block: string): Statement[] {
  return topLevelStatements(block).flatMap((statement) => {
    const pieces = statement.broken ? statement.text.split(DEFINITION) : [];
    return pieces.length > 1 ? pieces.flatMap(topLevelStatements) : [statement];
  });
}

/** The position before a line that imports or defines something, unless a decorator precedes the line. */
const DEFINITION = /(?<=\n)(?<!^@[^\n]*\n)(?=(?:from|import|def|async def|class) \w|@\w)/m;

/**
 * The code of an answer in a code fence, once for each version of a function or class that it offers as a choice: the
 * statements before the first version that are not redefined, and the version with the statements between it and the version
 * before. Equal results are given once. The answer itself if it offers no choice between complete definitions.
 *
 * @example
 * ```ts
 * import { versionsOffered } from "codebias/extraction/code_in.ts";
 * import assert from "node:assert/strict";
 * const [strict, lenient] = versionsOffered(
 *   "Option 1:\n~~~\ndef f(age):\n    return age > 60\n~~~\nOption 2:\n~~~\ndef f(age):\n    return True\n~~~\n",
 * );
 * assert.equal(strict, "~~~\ndef f(age):\n    return age > 60\n~~~\n");
 * assert(lenient.includes("True"));
 * ```
 */
export function versionsOffered(answer: string): string[] {
  refuseOther("read", answer, "a text");
  const text = textOf(answer);
  if (!offersAlternatives(text)) return [answer];
  const statements = allStatementsIn(text);
  const complete = statements.filter((one) => isDefinition(one) && !isUnfinished(one));
  const byName = [...Map.groupBy(complete, ({ kind, binds }) => `${kind} ${[...binds].join()}`).values()];
  const most = Math.max(0, ...byName.map((own) => own.length));
  // Helpers come first: of names that are defined equally often, the last is the one with versions.
  const versions = byName.filter((own) => own.length === most).at(-1) ?? [];
  const ends = versions.map((one) => statements.indexOf(one) + 1);
  const common = statements.slice(0, (ends[0] ?? 0) - 1);
  const sources = ends.map((end, at) => {
    const own = statements.slice(at === 0 ? ends[0] - 1 : ends[at - 1], end);
    const bound = new Set(own.flatMap(({ binds }) => [...binds]));
    const kept = common.filter(({ binds }) => binds.size === 0 || !binds.isSubsetOf(bound));
    return `~~~\n${sourceOf([...kept, ...own])}~~~\n`;
  });
  const distinct = [...new Set(sources)];
  return distinct.length > 1 ? distinct : [answer];
}
