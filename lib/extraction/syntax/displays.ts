import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, memberOf } from "./nodes.ts";
import type { ClassSite } from "./classes.ts";
import { entriesIn, itemsIn, type Literal, literalOf, literalsIn } from "./literal_nodes.ts";
import type { Module } from "./module.ts";

/** The scope in which names are followed to values that are written out: tables, lists, members of enumerations, in classes too. */
export interface Names {
  readonly module: Module;
  /** The written-out values of variables: tables, lists, their items. */
  readonly displays: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** The class of a method, and the method's name for it or its instance. */
  readonly owner?: ClassSite;
  readonly self?: string;
}

/** The greatest number of names that are followed one after another. */
const MAX_STEPS = 8;

/** Functions and methods whose result has the same items as their argument or their owner. */
const SAME_ITEMS = ["set", "frozenset", "list", "tuple", "sorted", "reversed", "dict"];

/** The displays and literals that an expression may stand for; the expression itself, if it is one. */
export function displaysOf(node: SyntaxNode, names: Names, steps = 0): SyntaxNode[] {
  if (steps > MAX_STEPS) return [];
  const { constants, additions, source, text } = names.module;
  const again = (other: SyntaxNode) => displaysOf(other, names, steps + 1);
  switch (node.name) {
    case "VariableName": {
      const name = text(node);
      const constant = constants.get(name);
      const global = [...(constant ? [constant] : []), ...additions.get(name) ?? []];
      return [...names.displays.get(name) ?? global].filter((one) => one !== node).flatMap(again);
    }
    case "ParenthesizedExpression":
      return childrenOf(node).slice(1, 2).flatMap(again);
    case "ConditionalExpression":
      return childrenOf(node).filter((_, at) => at % 4 === 0).flatMap(again);
    case "BinaryExpression": // lists or sets joined, or `x or []`
      return childrenOf(node).filter((_, at) => at !== 1).flatMap(again).filter((one) =>
        itemsIn(one, source)
      );
    case "MemberExpression":
      return ofMember(node, names, again).flatMap(again);
    case "CallExpression":
      return ofCall(node, names, again) ?? [node];
    default:
      return [node];
  }
}

/** The plain values that an expression holds, as `literalsIn`, but with names followed. */
export function valuesOf(node: SyntaxNode, names: Names, steps = 0): Literal[] {
  if (steps > MAX_STEPS) return [];
  return literalsIn(
    node,
    names.module.source,
    (item) =>
      displaysOf(item, names, steps).flatMap((found) =>
        found.from === item.from && found.to === item.to ? [] : valuesOf(found, names, steps + 1)
      ),
  );
}

/** The items that a loop over an expression yields; for a dict's `items()`, pairs. */
export function loopedOver(node: SyntaxNode, names: Names): (readonly SyntaxNode[])[] {
  const { source, text } = names.module;
  const [called, list] = [node.firstChild, node.getChild("ArgList")];
  if (node.name === "CallExpression" && called && list) {
    const [method, owner] = [memberOf(called), called.firstChild];
    if (method && owner && ["items", "values"].includes(text(method))) {
      const isPair = text(method) === "items";
      const entries = displaysOf(owner, names).flatMap(entriesIn);
      return entries.map(([key, value]) => isPair ? [key, value] : [value]);
    }
    const [first] = argumentsOf(node);
    if (text(called) === "enumerate" && first) {
      return loopedOver(first.value, names).map(([item]) => [list, item]);
    }
  }
  return displaysOf(node, names).flatMap((found) => (itemsIn(found, source) ?? []).map((item) => [item]));
}

/** The class that an expression names. */
export function classOf(node: SyntaxNode, { module }: Pick<Names, "module">): ClassSite | undefined {
  return node.name === "VariableName" ? module.classes.get(module.text(node)) : undefined;
}

/** The enumeration that an expression is a member of: `Sex.MALE`. */
export function enumerationOf(node: SyntaxNode, names: Pick<Names, "module">): ClassSite | undefined {
  const found = memberOf(node) ? classOf(node.firstChild!, names) : undefined;
  return found?.kind === "enumeration" ? found : undefined;
}

/** A function that follows another expression. */
type Again = (node: SyntaxNode) => SyntaxNode[];

function ofMember(node: SyntaxNode, names: Names, again: Again): SyntaxNode[] {
  const { source, text } = names.module;
  const [owner, mark, index] = childrenOf(node);
  if (!mark || !index) return [];
  if (mark.name !== ".") return again(owner).flatMap((table) => entriesUnder(index, table, source));
  const kind = text(owner) === names.self ? names.owner : classOf(owner, names);
  const constant = kind?.constants.get(text(index));
  if (constant) return [constant];
  return text(index) === "value" ? again(owner) : [];
}

function ofCall(node: SyntaxNode, names: Names, again: Again): SyntaxNode[] | undefined {
  const { source, text } = names.module;
  const [called, list] = [node.firstChild, node.getChild("ArgList")];
  if (!called || !list) return undefined;
  const [first, second] = argumentsOf(node).map(({ value }) => value);
  const method = memberOf(called);
  if (!method) return SAME_ITEMS.includes(text(called)) && first && !second ? again(first) : undefined;
  const owner = called.firstChild!;
  switch (text(method)) {
    case "keys":
    case "copy":
      return again(owner);
    case "values":
      return again(owner).flatMap(entriesIn).map(([, value]) => value);
    case "get": {
      const tables = again(owner);
      const found = first ? tables.flatMap((table) => entriesUnder(first, table, source)) : [];
      return [...found, ...(second && tables.length > 0 ? [second] : [])].flatMap(again);
    }
  }
}

/** The values of a table under a key; all of its values where the key is computed. */
function entriesUnder(index: SyntaxNode, table: SyntaxNode, source: string): SyntaxNode[] {
  const key = literalOf(index, source);
  if (table.name !== "DictionaryExpression") return itemsIn(table, source) ?? [];
  const all = entriesIn(table);
  const own = key && all.filter(([one]) => literalOf(one, source)?.value === key.value);
  return (own ?? all).map(([, value]) => value);
}
