import { fencedBlocks } from "./fences.ts";
import { topLevelStatements } from "./statements.ts";
import { withoutThoughts } from "./thinking.ts";

/**
 * What of a completion is Python, where no name of a function is known: imports, functions, classes and assignments at the
 * top level of its code fences or, if there is none, of all of it. Broken statements and prose are left out.
 *
 * @example
 * ```ts
 * import { codeIn } from "codebias/extraction/code_in.ts";
 * import assert from "node:assert/strict";
 * assert.equal(codeIn("Here you are:\ndef f(x):\n    return x\nI hope that it helps.\n"), "def f(x):\n    return x\n");
 * ```
 */
export function codeIn(completion: string): string {
  const text = withoutThoughts(completion.replaceAll("\r\n", "\n"));
  const blocks = fencedBlocks(text);
  return (blocks.length > 0 ? blocks : [text]).flatMap((block) => statementsIn(block)).join("\n");
}

function statementsIn(block: string): string[] {
  const margin = /^[ \t]*(?=(?:async )?def |class )/m.exec(block)?.[0] ?? "";
  const hasTop = /^(?:async def |def |class )/m.test(block);
  const flush = hasTop ? block : block.replace(new RegExp(`^${margin}`, "gm"), "");
  const found = topLevelStatements(flush);
  return found.filter(({ kind, broken, binds }) => !broken && (kind !== "other" || binds.size > 0)).map((
    { text },
  ) => text);
}
