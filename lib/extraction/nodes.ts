import type { SyntaxNode } from "@lezer/common";

/** The children of a node of the syntax tree, in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** Calls `visit` for a node and all nodes below it, parents first. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (let child = node.firstChild; child; child = child.nextSibling) walk(child, visit);
}
