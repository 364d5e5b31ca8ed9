import { classIn } from "./syntax/classes.ts";
import { isDefinition, type Statement, topLevelStatements } from "./syntax/statements.ts";
import { isSketch, isUnwritten } from "./syntax/stub.ts";

/**
 * Statements as later ones of the same answer revise them: functions and constants that these redefine are replaced, and so
 * are methods that these redefine outside of their class.
 *
 * @param kept Statements that are not replaced.
 *
 * @example
 * ```ts
 * import { withRevisions } from "codebias/extraction/revisions.ts";
 * import { topLevelStatements } from "codebias/extraction/syntax/statements.ts";
 * import assert from "node:assert/strict";
 * const [before, later] = ["def limit():\n    return 60\n", "def limit():\n    return 0\n"].map(topLevelStatements);
 * assert.deepEqual(withRevisions(before, later).map(({ text }) => text), later.map(({ text }) => text));
 * ```
 */
export function withRevisions(
  statements: readonly Statement[],
  later: readonly Statement[],
  kept: readonly Statement[] = [],
): Statement[] {
  const revisions = later.filter((one) =>
    !one.broken &&
    (isDefinition(one) ? !one.stub && !isSketch(one.text) && !isUnwritten(one.text) : CONSTANT.test(one.text))
  );
  if (revisions.length === 0) return [...statements];
  return statements.map((one) => {
    const isSame = ({ kind, binds }: Statement) =>
      kind === one.kind && binds.size === 1 && binds.isSubsetOf(one.binds) && one.binds.isSubsetOf(binds);
    if (one.kind === "class") return one.broken ? one : withMethods(one, revisions);
    return kept.includes(one) ? one : revisions.findLast(isSame) ?? one;
  });
}

/** The assignment of a constant at the top level. */
const CONSTANT = /^[A-Z][A-Z0-9_]*[ \t]*(?::[^=\n]*)?=(?!=)/;

/** Whether a function is written as a method. */
export function isMethod({ kind, text }: Statement): boolean {
  return kind === "function" && /^(?:@[^\n]*\n)*(?:async )?def \w+\s*\(\s*self\b/.test(text);
}

/** A class with those of its methods replaced that are redefined outside of it. */
function withMethods(host: Statement, given: readonly Statement[]): Statement {
  const bare = given.filter(isMethod);
  const body = bare.length > 0 ? classIn(host.text) : undefined;
  const own = new Map(bare.map(({ binds, text }) => [[...binds][0], text]));
  const anew = [...own].filter(([name]) => body?.methods.has(name));
  if (anew.length === 0 || body?.margin === undefined) return host;
  const lines = anew.map(([, text]) => text.replaceAll(/^(?=[^\n])/gm, body.margin!));
  return topLevelStatements([host.text, ...lines].join("\n"))[0];
}
