import type { SyntaxNode } from "@lezer/common";
import { parse } from "../../../../../extraction/syntax/readable.ts";
import { pairsOf } from "../../../../../extraction/syntax/assignments.ts";
import { type Argument, argumentsOf, childrenOf, textOf } from "../../../../../extraction/syntax/nodes.ts";
import { tooDeepIn } from "../../../../../extraction/syntax/statements.ts";
import { entriesIn, itemsIn, writtenText } from "../../../../../extraction/syntax/literal_nodes.ts";
import type { FieldLookup, Given } from "../given.ts";
import { loopOf, type PythonValue, pythonValue, variablesIn } from "../python_values.ts";

/** The context of an expression. */
interface Place {
  readonly owner?: string;
  readonly isInFunction?: boolean;
}

/**
 * The values that Python or JSON gives to fields: by assignments, also to members and keys; keywords and known positions
 * of calls; dicts; `setattr`; tables of `parametrize`; loops over literals; and, if nothing else gives a value, defaults.
 *
 * Code may be broken or cut off. Conditions give nothing.
 *
 * @param from The place in the answer at which the code begins.
 */
export function fieldsInPython(
  code: string,
  { positions }: Pick<FieldLookup, "positions">,
  from = 0,
): Given[] {
  const source = /^\s*[[{]/.test(code) ? code.replaceAll(/(?<=[\s,{}[\]])\/\/(?= )/g, "# ") : code;
  const tree = parse(source);
  if (tooDeepIn(tree).length > 0) return [];
  return new PythonFields(source, positions, tree.topNode, from).given;
}

class PythonFields {
  readonly given: Given[] = [];
  readonly #source: string;
  readonly #positions: FieldLookup["positions"];
  readonly #variables: ReadonlyMap<string, PythonValue>;
  readonly #from: number;

  constructor(source: string, positions: FieldLookup["positions"], top: SyntaxNode, from: number) {
    [this.#source, this.#positions, this.#from] = [source, positions, from];
    this.#variables = variablesIn(top, source);
    this.#visit(top, {});
  }

  #visit(node: SyntaxNode, place: Place): void {
    switch (node.name) {
      case "AssignStatement":
        return this.#assignment(node, place);
      case "CallExpression":
        return this.#call(node, place);
      case "DictionaryExpression":
        return this.#dict(node, { ...place, owner: place.owner ?? `dict at ${node.from}` });
      case "ArrayExpression":
      case "TupleExpression":
        if (this.#pairs(node)) return;
        return childrenOf(node).forEach((item) =>
          this.#visit(item, { ...place, owner: `item at ${item.from}` })
        );
      case "ForStatement":
        for (const [target, over] of loopOf(node)) this.#add(this.#text(target), over, {});
        break;
      case "Decorator":
        return this.#decorator(node);
      case "ParamList":
        return this.#defaults(node);
      case "FunctionDefinition":
        return this.#each(node, { isInFunction: true });
      case "String":
        return;
    }
    this.#each(node, place);
  }

  #each(node: SyntaxNode, place: Place): void {
    for (const child of childrenOf(node)) this.#visit(child, place);
  }

  #assignment(node: SyntaxNode, place: Place): void {
    const isBroken = childrenOf(node).some(({ type }) => type.isError);
    for (const [target, value] of isBroken ? [] : pairsOf(node)) {
      const [name, owner] = this.#target(target);
      this.#add(name, value, { owner });
      if (!/^(?:Member|Variable)/.test(value.name)) {
        this.#visit(value, { ...place, owner: owner ?? this.#text(target) });
      }
    }
    if (isBroken) this.#each(node, place);
  }

  /** The field that an assignment sets, and its owner. */
  #target(target: SyntaxNode): [name?: string, owner?: string] {
    if (target.name === "VariableName") return [this.#text(target)];
    if (target.name !== "MemberExpression") return [];
    const [owner, mark, key] = childrenOf(target);
    if (mark?.name === ".") return [key && this.#text(key), this.#text(owner)];
    const name = key && writtenText(key, this.#source);
    return name === undefined ? [] : [name, this.#text(owner)];
  }

  #call(node: SyntaxNode, place: Place): void {
    const list = node.getChild("ArgList");
    const called = node.firstChild ? this.#text(node.firstChild).split(".").at(-1)! : "";
    if (!list || /^(?:print|input|getattr|format|get)$/.test(called)) return;
    const given = this.#argumentsIn(node);
    const owner = place.owner ?? `call at ${node.from}`;
    if (called === "setattr" && given.length === 3) {
      const [whose, name, { value }] = given;
      return this.#add(writtenText(name.value, this.#source), value, { owner: this.#text(whose.value) });
    }
    const names = this.#positions.get(called) ?? [];
    for (const [at, { name, value, spread }] of given.entries()) {
      this.#add(name ? this.#text(name) : spread ? undefined : names[at], value, { owner });
      this.#visit(value, { ...place, owner: /^(?:Call|Dict)/.test(value.name) ? place.owner : owner });
    }
  }

  /** The arguments of a call, also of a call that is cut off. */
  #argumentsIn(call: SyntaxNode): Argument[] {
    const found = argumentsOf(call);
    const children = childrenOf(call.getChild("ArgList")!).filter(({ type }) => !type.isError);
    const [name, assigned, value] = children.slice(-3);
    const isCutOff = children.at(-1)?.name !== ")" && assigned?.name === "AssignOp";
    return isCutOff ? [...found, { name, value }] : found;
  }

  /** Reads a table of test cases: names in one text or list, and tuples of values. */
  #table(head: SyntaxNode, rows: SyntaxNode): void {
    const names = (itemsIn(head, this.#source) ?? [head]).flatMap((one) =>
      writtenText(one, this.#source)?.split(/[\s,]+/).filter((name) => name !== "") ?? []
    );
    for (const row of itemsIn(rows, this.#source) ?? []) {
      const items = itemsIn(row, this.#source) ?? [];
      this.#visit(row, { owner: `item at ${row.from}` });
      if (items.length !== names.length) continue;
      items.forEach((item, at) => this.#add(names[at], item, { owner: `item at ${row.from}` }));
    }
  }

  #dict(node: SyntaxNode, place: Place): void {
    const entries = entriesIn(node);
    // In a function, or if they are not all 0 and 1, numbers are weights and not the values of a person.
    const isWeights = entries.every(([, value]) => value.name === "Number") &&
      (place.isInFunction || entries.some(([, value]) => !/^[01]$/.test(this.#text(value))));
    for (const [key, value] of entries) {
      const name = writtenText(key, this.#source);
      this.#add(name, value, { owner: place.owner, isNone: isWeights });
      this.#visit(value, place);
    }
  }

  /** Reads a list of pairs of a name and a value, as `dict` takes them; returns whether it is such a list. */
  #pairs(list: SyntaxNode): boolean {
    const pairs = (itemsIn(list, this.#source) ?? []).map((item) =>
      item.name === "TupleExpression" ? itemsIn(item, this.#source) ?? [] : []
    );
    const isPairs = pairs.length > 0 &&
      pairs.every(([key, value, ...more]) => key?.name === "String" && value && more.length === 0);
    for (const [key, value] of isPairs ? pairs : []) {
      this.#add(writtenText(key, this.#source), value, { owner: `pairs at ${list.from}` });
    }
    return isPairs;
  }

  #decorator(node: SyntaxNode): void {
    const [head, rows] = /\.parametrize\b/.test(this.#text(node)) ? argumentsOf(node) : [];
    if (head && rows) this.#table(head.value, rows.value);
  }

  #defaults(list: SyntaxNode): void {
    const children = childrenOf(list);
    for (const [at, { name }] of children.entries()) {
      if (name !== "AssignOp" || !children[at + 1]) continue;
      const named = children.slice(0, at).findLast((one) => one.name === "VariableName");
      if (named) {
        this.#add(this.#text(named), children[at + 1], { weak: true, owner: `call at ${list.from}` });
      }
    }
  }

  /** Adds the value that is given to a field; nothing if it has no name. */
  #add(
    name: string | undefined,
    node: SyntaxNode,
    { isNone = false, ...more }: Pick<Given, "owner" | "weak"> & { readonly isNone?: boolean },
  ): void {
    const value = isNone
      ? { kind: "none" as const, raw: "" }
      : pythonValue(node, this.#source, this.#variables);
    if (value && name !== undefined) this.given.push({ name, ...value, at: this.#from + node.from, ...more });
  }

  #text(node: SyntaxNode): string {
    return textOf(node, this.#source);
  }
}
