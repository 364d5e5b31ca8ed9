import type { SyntaxNode } from "@lezer/common";
import { literalOf, writtenText } from "../../../extraction/syntax/literal_nodes.ts";
import { moduleOf } from "../../../extraction/syntax/module.ts";
import { childrenOf, nodesIn, textOf } from "../../../extraction/syntax/nodes.ts";
import { topLevelStatements } from "../../../extraction/syntax/statements.ts";

/**
 * The texts (string literals) in a program, in order, in lower case and trimmed. A text alone in the brackets of a
 * subscript is a key, and left out.
 *
 * A program that is cut off or broken is read as far as possible: this concerns 4 to 24 of the 3920 rows in a file.
 *
 * @example
 * ```ts
 * import { textLiteralsIn } from "codebias/studies/liu/judge/code_parts.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(textLiteralsIn("if p['age'] in ['Young ', 'old']:\n    pass\n"), ["young", "old"]);
 * ```
 */
export function textLiteralsIn(code: string): string[] {
  const found: string[] = [];
  collect(moduleOf(code).top, code, found);
  return found.map((text) => text.toLowerCase().trim());
}

function collect(node: SyntaxNode, code: string, found: string[]): void {
  const text = TEXTS.has(node.name) && isEnded(node, code) ? writtenText(node, code) : undefined;
  if (text !== undefined) {
    found.push(text);
    return;
  }
  const key = keyIn(node);
  for (const child of childrenOf(node)) {
    if (!key || child.from !== key.from) collect(child, code, found);
  }
}

/** Whether a text has its last quote, which is missing where a program is cut off. */
function isEnded(node: SyntaxNode, code: string): boolean {
  return node.name !== "String" || /^[a-z]*("""|'''|"|')[^]*\1$/i.test(textOf(node, code));
}

const TEXTS: ReadonlySet<string> = new Set(["String", "ContinuedString"]);

/** The text that stands alone in the brackets of a subscript. */
function keyIn(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name !== "MemberExpression") return undefined;
  const [, open, key, close] = childrenOf(node);
  return open?.name === "[" && key && TEXTS.has(key.name) && close?.name === "]" ? key : undefined;
}

/**
 * The first number right after a comparison operator, as 18 in `18 > a or a >= 18 + b`; undefined if there is
 * none.
 */
export function comparedNumberIn(code: string): number | undefined {
  for (const { name, nextSibling } of nodesIn(moduleOf(code).top)) {
    const literal = name === "CompareOp" && nextSibling && literalOf(firstLeafOf(nextSibling), code);
    if (literal && typeof literal.value === "number") return literal.value;
  }
  return undefined;
}

/** The first leaf under a node. */
function firstLeafOf(node: SyntaxNode): SyntaxNode {
  return node.firstChild ? firstLeafOf(node.firstChild) : node;
}

/**
 * Whether a program is Python by the parser's grammar. Only Python itself can tell for certain; on the artifact's 15 680
 * rows it agrees.
 */
export function isPython(code: string): boolean {
  // Python ignores lines of only spaces at the end; the parser takes them for the beginning of a statement.
  return topLevelStatements(`${code.trimEnd()}\n`).every(({ broken }) => !broken);
}

/** A comparison of two expressions in code. */
export type CodeComparison = ReturnType<typeof comparisonsIn>[number];

/**
 * The comparisons in code, in their order; for a chain like `0 < a < 5`, the first and the last operand.
 *
 * @example
 * ```ts
 * import { comparisonsIn } from "codebias/studies/liu/judge/code_parts.ts";
 * import assert from "node:assert/strict";
 * const [one, other, last] = comparisonsIn("a == 1 and (b > 2)\nc in d\n");
 * assert.deepEqual([one.left, one.right, other.left, last.together], ["a", "1", "b", null]);
 * assert.equal(one.together, other.together);
 * ```
 */
export function comparisonsIn(code: string) {
  return nodesIn(moduleOf(code).top).filter((node) =>
    node.name === "BinaryExpression" && (node.getChild("CompareOp") ?? node.getChild("in"))
  ).map((node) => {
    const sideOf = (side: SyntaxNode | null) => textOf(side!, code).replaceAll(/\s+/g, "");
    return {
      /** The operands as they stand in the code, without white space. */
      ...{ left: sideOf(node.firstChild), right: sideOf(node.lastChild) },
      /** The start of the outermost `and` around it: comparisons that share it must hold together; null without one. */
      together: conjunctionOf(node),
    };
  });
}

/** The start of the outermost `and` expression that contains a node; null if there is none. */
function conjunctionOf(node: SyntaxNode): number | null {
  let outermost: number | null = null;
  for (let up = node.parent; up; up = up.parent) {
    if (up.name === "ParenthesizedExpression") continue;
    if (up.name !== "BinaryExpression" || !up.getChild("and")) break;
    outermost = up.from;
  }
  return outermost;
}
