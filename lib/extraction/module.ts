import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { classesAmong, type ClassSite } from "./classes.ts";
import { functionsAmong, type FunctionSite } from "./functions.ts";
import { assignmentsAmong } from "./assignments.ts";
import { childrenOf } from "./nodes.ts";

/** A Python source with what stands at its top level, parsed once. */
export interface Module {
  readonly source: string;
  /** Functions and methods, in order. */
  readonly sites: readonly FunctionSite[];
  /** By name, the last of each name. */
  readonly classes: ReadonlyMap<string, ClassSite>;
  /** What names are given. */
  readonly constants: ReadonlyMap<string, SyntaxNode>;
  readonly top: SyntaxNode;
}

/** Reads a Python source, however broken it is. */
export function moduleOf(source: string): Module {
  const top = parser.parse(source).topNode;
  const statements = childrenOf(top);
  const sites = functionsAmong(statements, source);
  return {
    source,
    sites,
    classes: classesAmong(statements, sites, source),
    constants: new Map(assignmentsAmong(statements, source)),
    top,
  };
}
