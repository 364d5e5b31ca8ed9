import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, memberOf } from "./nodes.ts";
import type { ClassSite } from "./classes.ts";
import type { Scope } from "../inputs/input_scope.ts";
import { entriesIn, itemsIn, type Literal, literalOf, literalsIn } from "./literal_nodes.ts";
import type { Module } from "./module.ts";

/** Where names are looked up. */
type Names = Pick<Scope, "displays" | "owner" | "self">;

/** How often one name may lead to another. */
const MAX_STEPS = 8;

/** Functions and methods whose result has the same items as their argument or their owner. */
const SAME_ITEMS = ["set", "frozenset", "list", "tuple", "sorted", "reversed", "dict"];

/** Follows names to what is written out: tables, lists, members of enumerations, also in classes and nested ones. */
export class Displays {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /** The displays and literals that an expression may be; itself, if it is one. */
  of(node: SyntaxNode, names: Names, steps = 0): SyntaxNode[] {
    if (steps > MAX_STEPS) return [];
    const again = (other: SyntaxNode) => this.of(other, names, steps + 1);
    switch (node.name) {
      case "VariableName": {
        const text = this.#module.text(node);
        const { constants, additions } = this.#module;
        const constant = constants.get(text);
        const global = [...(constant ? [constant] : []), ...additions.get(text) ?? []];
        return [...names.displays.get(text) ?? global].filter((one) => one !== node).flatMap(again);
      }
      case "ParenthesizedExpression":
        return childrenOf(node).slice(1, 2).flatMap(again);
      case "ConditionalExpression":
        return childrenOf(node).filter((_, at) => at % 4 === 0).flatMap(again);
      case "BinaryExpression": // lists or sets together, or an empty one if there is none
        return childrenOf(node).filter((_, at) => at !== 1).flatMap(again).filter((one) =>
          itemsIn(one, this.#module.source)
        );
      case "MemberExpression":
        return this.#member(node, names, steps).flatMap(again);
      case "CallExpression":
        return this.#call(node, names, steps) ?? [node];
      default:
        return [node];
    }
  }

  /** The plain values that an expression holds, as `literalsIn`, but with names followed. */
  literals(node: SyntaxNode, names: Names, steps = 0): Literal[] {
    if (steps > MAX_STEPS) return [];
    return literalsIn(
      node,
      this.#module.source,
      (item) =>
        this.of(item, names, steps).flatMap((found) =>
          found.from === item.from && found.to === item.to ? [] : this.literals(found, names, steps + 1)
        ),
    );
  }

  /** What a loop over an expression yields; for a dict's `items()`, pairs. */
  items(node: SyntaxNode, names: Names): (readonly SyntaxNode[])[] {
    const [called, list] = [node.firstChild, node.getChild("ArgList")];
    if (node.name === "CallExpression" && called && list) {
      const method = memberOf(called);
      const owner = called.firstChild;
      if (method && owner && ["items", "values"].includes(this.#module.text(method))) {
        const isPair = this.#module.text(method) === "items";
        return this.of(owner, names).flatMap((found) =>
          entriesIn(found).map(([key, value]) => isPair ? [key, value] : [value])
        );
      }
      const [first] = argumentsOf(node);
      if (this.#module.text(called) === "enumerate" && first) {
        return this.items(first.value, names).map(([item]) => [list, item]);
      }
    }
    return this.of(node, names).flatMap((found) =>
      (itemsIn(found, this.#module.source) ?? []).map((item) => [item])
    );
  }

  /** The class that an expression names. */
  classOf(node: SyntaxNode): ClassSite | undefined {
    return node.name === "VariableName" ? this.#module.classes.get(this.#module.text(node)) : undefined;
  }

  /** The enumeration that an expression is a member of: `Sex.MALE`. */
  enumerationOf(node: SyntaxNode): ClassSite | undefined {
    if (!memberOf(node)) return undefined;
    const found = this.classOf(node.firstChild!);
    return found?.kind === "enumeration" ? found : undefined;
  }

  /** The values of all members of an enumeration. */
  members({ constants }: ClassSite): Literal[] {
    return [...constants.values()].flatMap((value) => literalOf(value, this.#module.source) ?? []);
  }

  #member(node: SyntaxNode, names: Names, steps: number): SyntaxNode[] {
    const [owner, mark, index] = childrenOf(node);
    if (!mark || !index) return [];
    if (mark.name === ".") {
      const field = this.#module.text(index);
      const isOwn = this.#module.text(owner) === names.self ? names.owner : this.classOf(owner);
      const constant = isOwn?.constants.get(field);
      if (constant) return [constant];
      return field === "value" ? this.of(owner, names, steps + 1) : [];
    }
    return this.of(owner, names, steps + 1).flatMap((table) => this.#entries(table, index));
  }

  #call(node: SyntaxNode, names: Names, steps: number): SyntaxNode[] | undefined {
    const [called, list] = [node.firstChild, node.getChild("ArgList")];
    if (!called || !list) return undefined;
    const [first, second] = argumentsOf(node).map(({ value }) => value);
    const method = memberOf(called);
    if (!method) {
      const isSame = SAME_ITEMS.includes(this.#module.text(called)) && first && !second;
      return isSame ? this.of(first, names, steps + 1) : undefined;
    }
    const owner = called.firstChild!;
    switch (this.#module.text(method)) {
      case "keys":
      case "copy":
        return this.of(owner, names, steps + 1);
      case "values":
        return this.of(owner, names, steps + 1).flatMap((table) =>
          entriesIn(table).map(([, value]) => value)
        );
      case "get": {
        const found = first
          ? this.of(owner, names, steps + 1).flatMap((table) => this.#entries(table, first))
          : [];
        return [...found, ...(second ? [second] : [])].flatMap((one) => this.of(one, names, steps + 1));
      }
    }
  }

  /** What a table has under a key: what stands there, or all that it has where the key is computed. */
  #entries(table: SyntaxNode, index: SyntaxNode): SyntaxNode[] {
    const key = literalOf(index, this.#module.source);
    if (table.name !== "DictionaryExpression") return itemsIn(table, this.#module.source) ?? [];
    const all = entriesIn(table);
    const own = key && all.filter(([one]) => literalOf(one, this.#module.source)?.value === key.value);
    return (own ?? all).map(([, value]) => value);
  }
}
