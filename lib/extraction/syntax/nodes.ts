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

/** As {@linkcode walk}, without what stands in functions and classes below the node. */
export function walkOwn(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!/^(?:FunctionDefinition|LambdaExpression|ClassDefinition)$/.test(child.name)) walkOwn(child, visit);
  }
}

/** What stands in the source where a node is. */
export function textOf({ from, to }: SyntaxNode, source: string): string {
  return source.slice(from, to);
}
