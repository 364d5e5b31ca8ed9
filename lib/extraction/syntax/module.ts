import type { SyntaxNode } from "@lezer/common";
import { parse } from "./readable.ts";
import { classesAmong } from "./classes.ts";
import { functionsAmong } from "./functions.ts";
import { additionsAmong, assignmentsAmong } from "./assignments.ts";
import { childrenOf, textOf } from "./nodes.ts";
import { Registered } from "./registered.ts";

/** A Python source with the definitions at its top level, parsed once. */
export type Module = ReturnType<typeof moduleOf>;

/** Reads a Python source, however broken it is. */
export function moduleOf(source: string) {
  const top = parse(source).topNode;
  const statements = childrenOf(top);
  const additions = new Map<string, SyntaxNode[]>();
  for (const [name, added] of additionsAmong(statements, source)) additions.getOrInsert(name, []).push(added);
  const sites = functionsAmong(statements, source);
  return {
    source,
    /** Functions and methods, in order. */
    sites,
    /** The classes by name, the last of each name. */
    classes: classesAmong(statements, sites, source),
    /** The values that are assigned to names. */
    constants: new Map(assignmentsAmong(statements, source)),
    /** The values that are added to those of names. */
    additions,
    /** The functions that may be called by another name than their own. */
    registered: new Registered(top, sites, source),
    top,
    /** The source text of a node. */
    text: (node: SyntaxNode) => textOf(node, source),
  };
}
