import type { SyntaxNode } from "@lezer/common";

/** The children of a node of the syntax tree, in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** The parts of a tuple, a list, a pattern and the like: its children without brackets and commas. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return withoutSigns(childrenOf(node));
}

/** The nodes that are neither brackets nor commas. */
export function withoutSigns(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  return nodes.filter(({ name }) => !/^[()[\],]$/.test(name));
}

/** The name of the method or field in `owner.name`; null for anything else. */
export function memberOf(node: SyntaxNode): SyntaxNode | null {
  return node.name === "MemberExpression" ? node.getChild("PropertyName") : null;
}

/** Calls `visit` for a node and all nodes below it, parents first. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (let child = node.firstChild; child; child = child.nextSibling) walk(child, visit);
}

/** A node and all nodes below it, parents first. */
export function nodesIn(node: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  walk(node, (one) => nodes.push(one));
  return nodes;
}

/** Does the same as {@linkcode walk}, except inside functions and classes below the node. */
export function walkOwn(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!/^(?:FunctionDefinition|LambdaExpression|ClassDefinition)$/.test(child.name)) walkOwn(child, visit);
  }
}

/** The source text of a node. */
export function textOf({ from, to }: SyntaxNode, source: string): string {
  return source.slice(from, to);
}

/** An argument of a call. */
export interface Argument {
  /** Its name, if it is passed by name. */
  readonly name?: SyntaxNode;
  readonly value: SyntaxNode;
  /** Whether the items or entries of the value are passed instead of the value. */
  readonly spread?: "*" | "**";
}

/** The arguments of a call, a class or a decorator, in order; for a generator, the expression that it yields. */
export function argumentsOf(call: SyntaxNode): Argument[] {
  const found: Argument[] = [];
  const list = call.getChild("ArgList");
  let [own, isOver]: [SyntaxNode[], boolean] = [[], false];
  for (const child of list ? childrenOf(list).slice(1) : []) {
    if (child.name === "for") isOver = true;
    if (child.name !== "," && child.name !== ")") {
      if (!isOver) own.push(child);
      continue;
    }
    const value = own.at(-1);
    const [first, second] = own;
    if (value && second?.name === "AssignOp" && own.length === 3) found.push({ name: first, value });
    else if (value && own.length === 1) found.push({ value });
    else if (value && (first.name === "*" || first.name === "**") && own.length === 2) {
      found.push({ value, spread: first.name });
    }
    [own, isOver] = [[], false];
  }
  return found;
}
