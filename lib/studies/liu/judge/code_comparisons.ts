import type { SyntaxNode } from "@lezer/common";
import { moduleOf } from "../../../extraction/syntax/module.ts";
import { childrenOf, textOf, walk } from "../../../extraction/syntax/nodes.ts";

/** A comparison of two things that stands in code. */
export interface CodeComparison {
  /** What is compared, as it stands there, without space. */
  readonly left: string;
  readonly right: string;
  /** Comparisons that have this in common must hold together; null if none need to. */
  readonly together: number | null;
}

/**
 * The comparisons in code, in their order; for a chain like `0 < a < 5`, the first and the last operand.
 *
 * @example
 * ```ts
 * import { comparisonsIn } from "codebias/studies/liu/judge/code_comparisons.ts";
 * import assert from "node:assert/strict";
 * const [one, other, last] = comparisonsIn("a == 1 and (b > 2)\nc in d\n");
 * assert.deepEqual([one.left, one.right, other.left, last.together], ["a", "1", "b", null]);
 * assert.equal(one.together, other.together);
 * ```
 */
export function comparisonsIn(code: string): CodeComparison[] {
  const found: CodeComparison[] = [];
  walk(moduleOf(code).top, (node) => {
    if (node.name !== "BinaryExpression") return;
    if (!childrenOf(node).some(({ name }) => name === "CompareOp" || name === "in")) return;
    const [left, right] = [node.firstChild!, node.lastChild!].map((side) =>
      textOf(side, code).replaceAll(/\s+/g, "")
    );
    found.push({ left, right, together: conjunctionOf(node) });
  });
  return found;
}

/** Where the outermost `and` that contains a node begins; null if there is none. */
function conjunctionOf(node: SyntaxNode): number | null {
  let outermost: number | null = null;
  for (let up = node.parent; up; up = up.parent) {
    if (up.name === "ParenthesizedExpression") continue;
    if (up.name !== "BinaryExpression" || !up.getChild("and")) break;
    outermost = up.from;
  }
  return outermost;
}
