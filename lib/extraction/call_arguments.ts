import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "./nodes.ts";

/** An argument of a call. */
export interface Argument {
  /** Of one that is handed over by name. */
  readonly name?: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The arguments in the list of a call, in order. */
export function argumentsOf(list: SyntaxNode): Argument[] {
  const children = childrenOf(list).filter(({ name }) => !["(", ")", ","].includes(name));
  return children.flatMap((node, at): Argument[] => {
    if (node.name === "AssignOp" || children[at + 1]?.name === "AssignOp") return [];
    return [{ value: node, ...(children[at - 1]?.name === "AssignOp" && { name: children[at - 2] }) }];
  });
}
