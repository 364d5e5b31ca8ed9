import { topLevelStatements } from "./statements.ts";

/**
 * The contents of the Markdown code fences in a completion, in order, without empty ones; an unclosed last fence
 * counts, and a first one that is only closed, where functions or classes stand before it. The contents of an indented fence are
 * moved to the left with it, and the language is left out where it is named again at their beginning. A fence in a docstring is
 * part of it, and a function that one fence begins and the next one ends is in one.
 *
 * @example
 * ```ts
 * import { fencedBlocks } from "codebias/extraction/fences.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(fencedBlocks("Sure:\n~~~python\nx = 1\n~~~\nDone."), ["x = 1\n"]);
 * ```
 */
export function fencedBlocks(text: string): string[] {
  return splitAtFences(text).blocks;
}

/** What a completion says outside of its code fences. */
export function withoutFencedBlocks(text: string): string {
  return splitAtFences(text).prose;
}

const MARK = /^([ \t]*)(`{3,}|~{3,})/;

/** The name of the language, as small models write it a second time below the fence or in front of the code. */
const LANGUAGE =
  /^\s*(?:(?:python ?[23]?|py)[ \t]*\r?\n|python[23]?[ \t]+(?=(?:async def|def|class|from|import)[ \t]|@\w))/i;

const DEFINES = /^(?:async def|def|class) \w/m;

/** How a fence that is open was begun. */
interface Fence {
  readonly margin: string;
  readonly mark: string;
}

function splitAtFences(text: string): { blocks: string[]; prose: string } {
  let open = openFromStart(text);
  const blocks: string[] = open ? [""] : [];
  let prose = "";
  for (const line of text.split(/(?<=\n)/)) {
    const [, margin, mark] = MARK.exec(line) ?? [];
    if (open === undefined) {
      if (mark) {
        open = { margin, mark };
        blocks.push("");
      } else prose += line;
    } else if (
      mark?.startsWith(open.mark) && line.trim() === mark &&
      !(margin > open.margin && isInText(blocks.at(-1)!))
    ) {
      open = undefined;
    } else {
      blocks[blocks.length - 1] += line.startsWith(open.margin) ? line.slice(open.margin.length) : line;
    }
  }
  const contents = blocks.map((block) => block.replace(LANGUAGE, "")).filter((block) => block !== "");
  return { blocks: contents.reduce<string[]>(joined, []), prose };
}

/** Whether code ends inside of a text of several lines. */
function isInText(code: string): boolean {
  return (code.match(/"""|'''/g) ?? []).length % 2 === 1;
}

/** Blocks with another one behind them, which may end the function that the last one begins. */
function joined(blocks: readonly string[], next: string): string[] {
  const last = blocks.at(-1) ?? "";
  const isEnd = /^[ \t]+return\b/m.test(next) && !/^\S/m.test(next);
  return isEnd && isBegun(last) ? [...blocks.slice(0, -1), last + next] : [...blocks, next];
}

/** Whether the last function in code comes to nothing so far. */
function isBegun(code: string): boolean {
  const last = [...code.matchAll(/^[ \t]*(?:async )?def \w/gm)].at(-1);
  const own = code.slice(last?.index ?? code.length).trimEnd();
  return /:[ \t]*(?:#.*)?$/m.test(own) && !/^[ \t]*(?:return|yield|raise|pass|\.\.\.)/m.test(own);
}

/** The fence of code that is closed and was never begun. */
function openFromStart(text: string): Fence | undefined {
  const lines = text.split("\n");
  const marks = lines.flatMap((line, at) => MARK.test(line) ? [at] : []);
  const [, margin, mark] = MARK.exec(lines[marks[0]] ?? "") ?? [];
  const isBare = margin === "" && lines[marks[0]].trim() === mark;
  const before = lines.slice(0, marks[0]);
  const code = before.slice(Math.max(0, before.findIndex((line) => DEFINES.test(line)))).join("\n");
  const hasCode = () =>
    topLevelStatements(code).some(({ kind, broken, stub }) =>
      (kind === "function" || kind === "class") && !broken && !stub
    );
  return isBare && marks.length % 2 === 1 && DEFINES.test(before.join("\n")) && hasCode()
    ? { margin, mark }
    : undefined;
}
