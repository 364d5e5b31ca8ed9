import type { SyntaxNode } from "@lezer/common";
import { argumentsOf } from "./call_arguments.ts";
import { type Literal, literalsIn } from "./literal_nodes.ts";
import { childrenOf } from "./nodes.ts";

/** How a program uses a value: in sums and the like, by methods of texts, or as a condition by itself. */
export type Usage = "number" | "text" | "condition";

/** What there is to note of an input. */
export interface Note {
  readonly literals: readonly Literal[];
  readonly used: Usage;
}

/** A variable with entries or fields that are inputs. */
export interface RecordVariable {
  readonly record: string;
  /** Inputs by field, where fields have other names than what they are made of. */
  readonly fields?: ReadonlyMap<string, string>;
}

/** Variables of a function that stand for inputs. */
export class Scope {
  readonly inputs: Map<string, string>;
  readonly record?: RecordVariable;

  constructor(inputs: ReadonlyMap<string, string>, record?: RecordVariable) {
    this.inputs = new Map(inputs);
    this.record = record;
  }
}

/** Methods and functions behind which a value is still the same input, and what they say of it. */
const KEEPING: Readonly<Record<string, Usage | undefined>> = {
  ...{ lower: "text", upper: "text", strip: "text", title: "text", capitalize: "text", casefold: "text" },
  ...{ replace: "text", lstrip: "text", rstrip: "text", int: undefined, float: undefined, str: undefined },
  ...{ abs: "number", round: "number" },
};

/** Which input an expression is: it follows variables, entries and fields of a record, and methods that keep a value. */
export class Origins {
  readonly #source: string;
  readonly #note: (input: string | undefined, note: Partial<Note>) => void;
  readonly #read = new Map<string, "key" | "field">();

  /** @param note Called with what an expression shows of its input on the way. */
  constructor(source: string, note: (input: string | undefined, note: Partial<Note>) => void) {
    this.#source = source;
    this.#note = note;
  }

  /** The keys and fields that were read of the record. */
  namesRead(): { readonly name: string; readonly by: "key" | "field" }[] {
    return [...this.#read].map(([name, by]) => ({ name, by }));
  }

  /** The input that an expression is, if it is one. */
  of(node: SyntaxNode, scope: Scope): string | undefined {
    switch (node.name) {
      case "VariableName":
        return scope.inputs.get(this.#text(node));
      case "ParenthesizedExpression":
        return this.of(node.firstChild!.nextSibling!, scope);
      case "NamedExpression":
      case "AwaitExpression":
        return this.of(node.lastChild!, scope);
      case "MemberExpression":
        return this.#member(node, scope);
      case "CallExpression":
        return this.#kept(node, scope);
    }
  }

  #member(node: SyntaxNode, { record }: Scope): string | undefined {
    if (!record || this.#text(node.firstChild!) !== record.record) return undefined;
    const key = node.getChild("String");
    if (key) return this.#entry(this.#text(key).slice(1, -1), "key");
    const field = node.getChild("PropertyName");
    const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.to === node.to;
    if (!field || isCalled) return undefined;
    const name = this.#text(field);
    return record.fields ? record.fields.get(name) : this.#entry(name, "field");
  }

  #entry(name: string, by: "key" | "field"): string {
    if (!this.#read.has(name)) this.#read.set(name, by);
    return name;
  }

  /** What `person.get("x", 0)`, `x.lower()` and `int(x)` are made of. */
  #kept(node: SyntaxNode, scope: Scope): string | undefined {
    const [called] = childrenOf(node);
    const list = node.getChild("ArgList");
    const given = list ? argumentsOf(list) : [];
    const method = called.name === "MemberExpression" ? called.getChild("PropertyName") : undefined;
    if (!method) {
      const name = this.#text(called);
      if (!Object.hasOwn(KEEPING, name) || given.length === 0) return undefined;
      const kept = this.of(given[0].value, scope);
      this.#note(kept, { used: KEEPING[name] });
      return kept;
    }
    const [owner, name] = [called.firstChild!, this.#text(method)];
    if (["get", "pop", "setdefault"].includes(name) && scope.record?.record === this.#text(owner)) {
      const key = given[0]?.value.name === "String" ? this.#text(given[0].value).slice(1, -1) : undefined;
      if (key === undefined) return undefined;
      const input = this.#entry(key, "key");
      if (given[1]) this.#note(input, { literals: literalsIn(given[1].value, this.#source) });
      return input;
    }
    if (!Object.hasOwn(KEEPING, name)) return undefined;
    const kept = this.of(owner, scope);
    this.#note(kept, { used: KEEPING[name] });
    return kept;
  }

  #text({ from, to }: SyntaxNode): string {
    return this.#source.slice(from, to);
  }
}
