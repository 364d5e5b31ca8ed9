import { offersAlternatives } from "./alternatives.ts";
import { fencedBlocks } from "./fences.ts";
import { neededSource, settingAmong } from "./needed.ts";
import { type Statement, topLevelStatements } from "./syntax/statements.ts";
import { isSketch } from "./syntax/stub.ts";
import { withoutSuperseded } from "./superseded.ts";
import { stripReasoning } from "./strip_reasoning.ts";

/** A statement of a completion. */
export interface CodeStatement extends Statement {
  /** Which of the completion's code fences it is in, from 0; 0 if there is none. */
  readonly block: number;
}

/**
 * The Python in a completion, where no function name is known: imports, functions, classes, assignments and
 * what alters assigned values, also by calling functions, at the top level of its code fences or, if there is
 * none, of all of it. Broken statements and prose are left out. Of functions and classes of one name, the
 * last that does something is kept, as Python would do.
 */
export function statementsIn(completion: string): CodeStatement[] {
  const all = allStatementsIn(textOf(completion));
  return all.filter((one, at) => !isReplaced(one, all.slice(0, at), all.slice(at + 1)));
}

/** Whether a completion offers versions of a function or class as a choice. */
export function hasChoiceOf(name: string, completion: string): boolean {
  const text = textOf(completion);
  const versions = allStatementsIn(text).filter((one) =>
    isDefinition(one) && !isUnfinished(one) && one.binds.has(name)
  );
  return new Set(versions.map(({ text }) => text)).size > 1 && offersAlternatives(text);
}

/** A completion without its reasoning and what it calls superseded. */
export function textOf(completion: string): string {
  return withoutSuperseded(stripReasoning(completion.replaceAll(/\r\n?/g, "\n")));
}

/** As `statementsIn`, with all definitions of a name. */
export function allStatementsIn(text: string): CodeStatement[] {
  const blocks = fencedBlocks(text);
  const found = (blocks.length > 0 ? blocks : [text]).flatMap((code, block) =>
    statementsAmid(flush(code)).map((statement) => ({ ...statement, block }))
  );
  const isSetting = settingAmong(found);
  return found.filter((one) =>
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
 * The source of a function or class and of what it needs of the statements around it; empty if they do not define it.
 *
 * @param also Names of what else is wanted.
 */
export function programFor(
  name: string,
  statements: readonly Statement[],
  also: readonly string[] = [],
): string {
  const own = statements.find(({ kind, binds }) =>
    (kind === "function" || kind === "class") && binds.has(name)
  );
  if (!own) return "";
  const entry = { ...own, needs: new Set([...own.needs, ...also]) };
  return neededSource(entry, statements.map((one) => one === own ? entry : one));
}

/** Whether a later statement defines the same without being a sketch, or this one is a sketch. */
function isReplaced(one: Statement, before: readonly Statement[], later: readonly Statement[]): boolean {
  if (!isDefinition(one)) return false;
  const isSame = (other: Statement) =>
    other.kind === one.kind && [...one.binds].every((name) => other.binds.has(name));
  const isOpen = isUnfinished(one);
  return later.some((other) => isSame(other) && (isOpen || !isUnfinished(other))) ||
    (isOpen && before.some(isSame));
}

export function isDefinition({ kind }: Statement): boolean {
  return kind === "function" || kind === "class";
}

export function isUnfinished({ stub, text }: Statement): boolean {
  return stub || isSketch(text);
}

/** Code without the margin of its first definition. */
function flush(block: string): string {
  if (/^(?:async def |def |class )/m.test(block)) return block;
  const margin = /^[ \t]*(?=(?:async )?def |class )/m.exec(block)?.[0] ?? "";
  return block.replace(new RegExp(`^${margin}`, "gm"), "");
}

/** Top-level statements, also behind prose that looks like the beginning of a bracket or a text. */
export function statementsAmid(block: string): Statement[] {
  return topLevelStatements(block).flatMap((statement) => {
    const pieces = statement.broken ? statement.text.split(DEFINITION) : [];
    return pieces.length > 1 ? pieces.flatMap(topLevelStatements) : [statement];
  });
}

/** Before a line that imports or defines something, unless that is decorated. */
const DEFINITION = /(?<=\n)(?<!^@[^\n]*\n)(?=(?:from|import|def|async def|class) \w|@\w)/m;
