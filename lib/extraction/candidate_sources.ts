import { statementsAmid } from "./code_in.ts";
import { fencedBlocks } from "./fences.ts";
import { withRevisions } from "./revisions.ts";
import { isDefinition, type Statement, topLevelStatements } from "./syntax/statements.ts";

/** The question that a completion answers. */
export interface Question {
  /** The text that the model was asked to continue: Python source that ends inside the function to write. */
  readonly prompt: string;
  /** Name of the function to write. */
  readonly entryPoint: string;
  /**
   * The name of the class whose method the function is. A whole class with the method is then an answer, as is the method
   * alone; a method that consists only of `pass` or `...` is not. @default none
   */
  readonly className?: string;
}

/** Statements among which the entry point may be. */
export interface CandidateSource {
  readonly statements: readonly Statement[];
  /** The definitions of the entry point that come from the completion. */
  readonly entries: readonly Statement[];
  readonly otherStatements?: readonly Statement[];
  /** The same source as later code blocks revise it. */
  readonly revised?: CandidateSource;
}

/** The candidate sources in a completion, the most literal one first. */
export function* candidateSources(
  text: string,
  question: Question,
  parsed: (block: string) => readonly Statement[] = topLevelStatements,
): Generator<CandidateSource> {
  const blocks = fencedBlocks(text);
  yield* continuations(text, question);
  for (const block of blocks) {
    yield* continuations(block, question);
    yield* definitionsIn(block, blocks, question, parsed);
  }
  yield* definitions(text, question);
}

/**
 * The candidate sources of a block that defines the function itself, with the statements of the other blocks.
 *
 * @param parsed Returns the statements of a block.
 */
export function* definitionsIn(
  block: string,
  blocks: readonly string[],
  question: Question,
  parsed: (block: string) => readonly Statement[],
): Generator<CandidateSource> {
  const others = blocks.filter((other) => other !== block).flatMap((other) => parsed(other));
  // A block that mentions the function sets constants only as an example.
  const later = blocks.slice(blocks.lastIndexOf(block) + 1).flatMap((other) =>
    parsed(other).filter((one) => isDefinition(one) || !other.includes(question.entryPoint))
  );
  for (const candidate of definitions(block, question, others)) {
    const { entries } = candidate;
    const statements = withRevisions(candidate.statements, later, entries);
    const isChanged = statements.some((one, at) => one !== candidate.statements[at]);
    const changed = statements.filter((_, at) => entries.includes(candidate.statements[at]));
    const revised = { statements, entries: changed, otherStatements: others };
    yield { ...candidate, otherStatements: others, ...(isChanged && { revised }) };
  }
}

/** The candidate sources with the code as the body of the prompt's function. */
export function* continuations(code: string, question: Question): Generator<CandidateSource> {
  const { prompt, entryPoint } = question;
  if (/^\s*$/.test(code.slice(0, definitionAt(code, entryPoint)))) return;
  yield* continuationsWith(code, question);
  for (const body of movedIntoFunction(code, question)) {
    for (
      const { entries, ...candidate } of continuationsWith(body, {
        ...question,
        prompt: `${prompt.trimEnd()}\n`,
      })
    ) {
      yield { ...candidate, entries: entries.filter(({ broken }) => !broken) };
    }
  }
}

function* continuationsWith(code: string, question: Question): Generator<CandidateSource> {
  const { prompt } = question;
  for (const start of new Set([prompt, `${prompt.trimEnd()}\n`])) {
    const statements = topLevelStatements(start + code);
    const entry = statements.find((statement) => defines(statement, question));
    if (!entry || entry.to <= start.length) continue;
    const body = (start + code).slice(start.length, entry.to);
    if (!entry.broken || looksLikeCode(body)) yield { statements, entries: [entry] };
  }
}

/** The bodies made of code that is not indented like its function: with only the first line moved, and with all lines moved. */
function movedIntoFunction(code: string, { prompt, entryPoint }: Question): string[] {
  const last = prompt.trimEnd().split("\n").at(-1)!;
  const margin = /^[ \t]*/.exec(last)![0] + (/^\s*[^\s#].*:$/.test(last) ? "    " : "");
  const [, own] = /^\s*?([ \t]*)\S/.exec(code) ?? ["", margin];
  const isBody = /^[ \t]*return\b/m.test(code) && !/^(?:async |def |class |import |from |@)/m.test(code) &&
    definitionAt(code, entryPoint) === code.length;
  if (own === margin || !isBody) return [];
  const whole = code.replace(new RegExp(`^${own}(?=[^\\n])`, "gm"), margin);
  return own === "" && /^return\b/m.test(code) ? [whole] : [margin + code.trimStart(), whole];
}

/** The candidate sources with the code as a definition of the function itself, perhaps after prose. */
function* definitions(
  code: string,
  question: Question,
  others: readonly Statement[] = [],
): Generator<CandidateSource> {
  const moved = movedLeft(code, question.entryPoint);
  for (const flush of new Set([moved, ...unevenlyMovedLeft(code, question)])) {
    const last = flush.lastIndexOf(question.entryPoint);
    const starts = [...flush.matchAll(/^(?:from |import |def |async def |class |@)/gm)].map(({ index }) =>
      index
    )
      .filter((start) => start < last);
    // In an answer that repeats itself, not every definition is tried as the beginning.
    for (const start of new Set([0, ...starts.slice(0, MAX_STARTS), ...starts.slice(-MAX_STARTS)])) {
      const own = statementsAmid(flush.slice(start));
      const entries = own.filter((statement) =>
        defines(statement, question, own) && (flush === moved || !statement.broken)
      );
      yield { statements: [...preamble(question, [...own, ...others]), ...own], entries };
    }
  }
}

/** The number of first definitions, and of last ones, that are tried as the beginning of the code. */
const MAX_STARTS = 20;

/** The code of a method without its indentation, if all lines but the first are indented as in its class; else nothing. */
function unevenlyMovedLeft(code: string, { entryPoint, className }: Question): string[] {
  const at = definitionAt(code, entryPoint);
  const isUneven = className !== undefined && /^(?:async )?def /.test(code.slice(at)) &&
    code.slice(0, at).trim() === "";
  return isUneven ? [code.replace(/^ {4}/gm, "")] : [];
}

/** The code without the indentation of the function's definition, unless that is in a class or another function. */
function movedLeft(code: string, entryPoint: string): string {
  const before = code.slice(0, definitionAt(code, entryPoint));
  const margin = before === code ? "" : /[ \t]*$/.exec(before)![0];
  const isInside = margin !== "" && (/^(?:class|def|async def) /m.test(before) ||
    topLevelStatements(code).some(({ binds, broken }) => !broken && binds.has(entryPoint)));
  return isInside ? code : code.replace(new RegExp(`^${margin}`, "gm"), "");
}

/** The offset of the first definition of the function in the code; the length of the code if there is none. */
function definitionAt(code: string, entryPoint: string): number {
  return new RegExp(`(?<=^[ \\t]*)(?:async )?def ${entryPoint}\\s*[(\\[]`, "m").exec(code)?.index ??
    code.length;
}

/** The prompt's statements before its function, e.g. imports, or before its class; with the class if the answer lacks it. */
function preamble(question: Question, own: readonly Statement[]): Statement[] {
  const statements = topLevelStatements(question.prompt);
  const entry = statements.findIndex((statement) => defines(statement, question));
  const before = statements.slice(0, Math.max(entry, 0));
  const given = givenClass(question);
  const has = own.some(({ kind, binds }) => kind === "class" && binds.has(question.className ?? ""));
  return given && !has ? [...before, given] : before;
}

/** The prompt's class, without the method. */
export function givenClass({ prompt, entryPoint, className }: Question): Statement | undefined {
  if (className === undefined) return undefined;
  return topLevelStatements(prompt.slice(0, definitionAt(prompt, entryPoint))).find((
    { kind, binds, broken },
  ) => kind === "class" && binds.has(className) && !broken);
}

/**
 * Whether a statement defines the function, or a class with it, or gives its name what others define.
 *
 * @param others Among which these definitions are. @default none
 */
export function defines(
  { kind, binds, needs, text }: Statement,
  { entryPoint, className }: Question,
  others: readonly Statement[] = [],
): boolean {
  if (kind === "class") return className !== undefined && definitionAt(text, entryPoint) < text.length;
  if (kind === "function" || className !== undefined) return kind === "function" && binds.has(entryPoint);
  if (!binds.has(entryPoint) || text.startsWith("if __name__")) return false;
  const isGiven = new RegExp(
    `^${entryPoint}[ ]*(?::[^=\\n]+)?=[ ]*(?!${entryPoint}\\b)[a-zA-Z_][\\w.]*(?:\\(|\\s*$)`,
  ).test(text);
  return definitionAt(text, entryPoint) < text.length ||
    (isGiven && others.some((one) => isDefinition(one) && [...one.binds].some((name) => needs.has(name))));
}

/** Whether a text contains a line that only code would contain. */
export function looksLikeCode(text: string): boolean {
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
