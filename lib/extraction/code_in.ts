import { fencedBlocks } from "./fences.ts";
import { neededSource } from "./needed.ts";
import { readable } from "./readable.ts";
import { type Statement, topLevelStatements } from "./statements.ts";
import { withoutThoughts } from "./thinking.ts";

/** A statement of a completion. */
export interface CodeStatement extends Statement {
  /** In which of the completion's code fences it stands, from 0; 0 if there is none. */
  readonly block: number;
}

/**
 * What of a completion is Python, where no name of a function is known: imports, functions, classes, assignments and what
 * alters assigned values, at the top level of its code fences or, if there is none, of all of it. Broken statements and
 * prose are left out. Of functions and classes of one name, the last one is kept that does something, as Python would do.
 */
export function statementsIn(completion: string): CodeStatement[] {
  const text = withoutThoughts(completion.replaceAll(/\r\n?/g, "\n"));
  const blocks = fencedBlocks(text);
  const found = (blocks.length > 0 ? blocks : [text]).flatMap((code, block) =>
    statementsOf(flush(code)).map((statement) => ({ ...statement, block }))
  );
  const kept = found.filter(({ kind, broken, binds, changes }) =>
    !broken && (kind !== "other" || binds.size + changes.size > 0)
  );
  return kept.filter((one, at) => !isReplaced(one, kept.slice(0, at), kept.slice(at + 1)));
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

/** Whether a later statement defines the same and is no sketch of it, or it is a sketch itself. */
function isReplaced(one: Statement, before: readonly Statement[], later: readonly Statement[]): boolean {
  const { kind, binds, stub } = one;
  if (kind !== "function" && kind !== "class") return false;
  const isSame = (other: Statement) =>
    other.kind === kind && [...binds].every((name) => other.binds.has(name));
  return later.some((other) => isSame(other) && (stub || !other.stub)) || (stub && before.some(isSame));
}

/** Code without the margin of its first definition. */
function flush(block: string): string {
  if (/^(?:async def |def |class )/m.test(block)) return block;
  const margin = /^[ \t]*(?=(?:async )?def |class )/m.exec(block)?.[0] ?? "";
  return block.replace(new RegExp(`^${margin}`, "gm"), "");
}

/** Top-level statements, also behind prose that looks like the beginning of a bracket or a text. */
function statementsOf(block: string): Statement[] {
  return topLevelStatements(block).flatMap((statement) => {
    const pieces = statement.broken ? statement.text.split(DEFINITION) : [];
    return (pieces.length > 1 ? pieces.flatMap(topLevelStatements) : [statement]).map(mended);
  });
}

/** A statement that is not broken but for what the parser does not know. */
function mended(statement: Statement): Statement {
  const { broken, text } = statement;
  const other = broken ? readable(text) : text;
  const [only, ...more] = other === text ? [] : topLevelStatements(other);
  return only && !only.broken && more.length === 0 ? { ...only, text } : statement;
}

/** Before a line that imports or defines something, unless that is decorated. */
const DEFINITION = /(?<=\n)(?<!^@[^\n]*\n)(?=(?:from|import|def|async def|class) \w|@\w)/m;
