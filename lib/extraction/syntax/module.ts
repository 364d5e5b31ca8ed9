import type { SyntaxNode } from "@lezer/common";
import { parse } from "./readable.ts";
import { classesAmong, type ClassSite } from "./classes.ts";
import { functionsAmong, type FunctionSite } from "./functions.ts";
import { additionsAmong, assignmentsAmong } from "./assignments.ts";
import { childrenOf, textOf } from "./nodes.ts";
import { Registered } from "./registered.ts";

/** A Python source with what stands at its top level, parsed once. */
export interface Module {
  readonly source: string;
  /** Functions and methods, in order. */
  readonly sites: readonly FunctionSite[];
  /** By name, the last of each name. */
  readonly classes: ReadonlyMap<string, ClassSite>;
  /** What names are given. */
  readonly constants: ReadonlyMap<string, SyntaxNode>;
  /** What is added to what names have. */
  readonly additions: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** What may be called by another name than its own. */
  readonly registered: Registered;
  readonly top: SyntaxNode;
  /** What stands in the source where a node is. */
  readonly text: (node: SyntaxNode) => string;
}

/** Reads a Python source, however broken it is. */
export function moduleOf(source: string): Module {
  const top = parse(source).topNode;
  const statements = childrenOf(top);
  const additions = new Map<string, SyntaxNode[]>();
  for (const [name, added] of additionsAmong(statements, source)) additions.getOrInsert(name, []).push(added);
  const sites = functionsAmong(statements, source);
  return {
    source,
    sites,
    classes: classesAmong(statements, sites, source),
    constants: new Map(assignmentsAmong(statements, source)),
    additions,
    registered: new Registered(top, sites, source),
    top,
    text: (node) => textOf(node, source),
  };
}
