import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "./nodes.ts";

/** An argument of a call. */
export interface Argument {
  /** Its name, if it is passed by name. */
  readonly name?: SyntaxNode;
  readonly value: SyntaxNode;
  /** Whether the items or entries of the value are passed instead of the value. */
  readonly spread?: "*" | "**";
}

/** The arguments in the list of a call, in order. For a generator, what it yields. */
export function argumentsOf(list: SyntaxNode): Argument[] {
  const found: Argument[] = [];
  let [own, isOver]: [SyntaxNode[], boolean] = [[], false];
  for (const child of childrenOf(list).slice(1)) {
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
