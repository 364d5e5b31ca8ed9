import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, memberOf, partsOf, walk } from "../syntax/nodes.ts";
import type { Displays } from "../syntax/displays.ts";
import type { Notes, Usage } from "./input_notes.ts";
import type { Origins } from "./input_origins.ts";
import type { Person, Scope } from "./input_scope.ts";
import { entriesIn, itemsIn, type Literal, literalOf } from "../syntax/literal_nodes.ts";
import { matchedParts } from "../syntax/match_parts.ts";
import type { Module } from "../syntax/module.ts";

/** Functions that take numbers. */
const OF_NUMBERS =
  /^(?:range|min|max|sum|pow|divmod|isclose|bisect\w*|sqrt|exp|log\w*|floor|ceil|math\..*|np\..*)$/;

/** Types for which values are checked by `isinstance`. */
const CHECKED: readonly (readonly [RegExp, Usage])[] = [[/\b(?:int|float|Number|Real)\b/, "number"], [
  /\bstr\b/,
  "text",
]];

/** Methods of texts besides those that keep the value the same. */
const OF_TEXTS = ["startswith", "endswith", "isdigit", "isalpha", "isnumeric", "find", "encode"];

/** Notes what inputs are compared with, looked up in and used for. */
export class Comparisons {
  readonly #module: Module;
  readonly #displays: Displays;
  readonly #notes: Notes;
  readonly #origins: Origins;

  constructor(module: Module, displays: Displays, notes: Notes, origins: Origins) {
    [this.#module, this.#displays, this.#notes, this.#origins] = [module, displays, notes, origins];
  }

  /** Looks at one expression or statement, not at what is in it. */
  visit(node: SyntaxNode, scope: Scope): void {
    switch (node.name) {
      case "BinaryExpression":
        return this.#binary(node, scope);
      case "MatchStatement":
        return this.#match(node, scope);
      case "MemberExpression":
        return this.#lookUp(node, scope);
      case "CallExpression":
        return this.#call(node, scope);
      case "IfStatement":
      case "WhileStatement":
        return this.#conditions(node, scope, ["if", "elif", "while"]);
      case "ConditionalExpression":
        return this.#conditions(node, scope, ["if"]);
      case "UnaryExpression":
        this.#conditions(node, scope, ["not"]);
        if (node.getChild("ArithOp")) this.#use(node.lastChild!, "number", scope);
    }
  }

  #binary(node: SyntaxNode, scope: Scope): void {
    const [left, operator, ...others] = childrenOf(node);
    const right = others.at(-1);
    if (!right) return;
    if (["CompareOp", "in", "not", "is"].includes(operator.name)) {
      // a < b < c is (a < b) < c in the tree
      const isChain = left.name === "BinaryExpression" &&
        /^(?:CompareOp|in|is)$/.test(left.firstChild?.nextSibling?.name ?? "");
      const one = isChain ? left.lastChild! : left;
      this.#compare(one, right, scope);
      this.#compare(right, one, scope);
      const isIn = operator.name === "in" || others[0].name === "in";
      if (isIn) this.#askFor(one, right, scope);
      return;
    }
    if (["and", "or"].includes(operator.name)) {
      for (const side of [left, right]) this.#use(side, "condition", scope);
      return;
    }
    if ([left, right].some(({ name }) => /String$/.test(name))) return;
    for (const side of [left, right]) this.#use(side, "number", scope);
    const modulus = this.#module.text(operator) === "%" ? literalOf(right, this.#module.source) : undefined;
    if (modulus?.type === "int") {
      this.#notes.note(this.#origins.inputOf(left, scope), { modulus: modulus.value });
    }
  }

  #compare(one: SyntaxNode, other: SyntaxNode, scope: Scope): void {
    const parts = tupleParts(one);
    const input = parts ? undefined : this.#origins.inputOf(one, scope);
    if (parts) return this.#noteKeys(one, this.#displays.of(other, scope), scope);
    if (input === undefined) return;
    for (const item of [other, ...itemsIn(other, this.#module.source) ?? []]) {
      const enumeration = this.#displays.enumerationOf(item)?.name;
      if (enumeration !== undefined) this.#notes.note(input, { enumeration });
    }
    this.#notes.note(input, { literals: this.#displays.literals(other, scope) });
  }

  /** `"age" in person`, `"man" in occupation` */
  #askFor(one: SyntaxNode, other: SyntaxNode, scope: Scope): void {
    const { input, person } = this.#origins.of(other, scope) ?? {};
    const literals = this.#displays.literals(one, scope).filter(({ type }) => type === "str");
    if (literals.length > 0) this.#notes.note(input, { used: "text", literals });
    if (person?.name === undefined || person.fields) return;
    const shown = this.#notes.ofPerson(person.name);
    for (const { value } of literals) shown.asked.add(String(value));
    if (literals.length === 0) shown.isMapping = true;
  }

  #match(node: SyntaxNode, scope: Scope): void {
    for (const { part, patterns } of matchedParts(node, this.#module.source)) {
      const person = this.#origins.of(part, scope)?.person;
      const input = this.#origins.inputOf(part, scope);
      for (const pattern of patterns) {
        if (person) this.#matchPerson(person, pattern, scope);
        if (input !== undefined) this.#notePattern(input, pattern, scope);
      }
    }
  }

  /** `case {"gender": "f", "age": age}` */
  #matchPerson(person: Person, pattern: SyntaxNode, scope: Scope): void {
    for (const [key, value] of pattern.name === "MappingPattern" ? entriesIn(pattern) : []) {
      const name = key.firstChild && literalOf(key.firstChild, this.#module.source);
      if (name?.type !== "str") continue;
      const origin = this.#origins.entry(person, name.value);
      if (origin?.input !== undefined) this.#notePattern(origin.input, value, scope);
      if (origin && value.name === "CapturePattern") scope.origins.set(this.#module.text(value), origin);
    }
  }

  #notePattern(input: string, pattern: SyntaxNode, scope: Scope): void {
    walk(pattern, (one) => {
      if (one.name === "LiteralPattern" && one.lastChild) {
        this.#notes.note(input, { literals: this.#displays.literals(one.lastChild, scope) });
      }
      if (one.name !== "AttributePattern" || !one.firstChild) return;
      const found = this.#displays.classOf(one.firstChild);
      const value = found?.constants.get(this.#module.text(one.lastChild!));
      if (found?.kind === "enumeration") this.#notes.note(input, { enumeration: found.name });
      if (value) this.#notes.note(input, { literals: this.#displays.literals(value, scope) });
    });
  }

  /** A table in which an input is looked up: `{"a": 1}[x]`, `Sex[x]`. */
  #lookUp(node: SyntaxNode, scope: Scope): void {
    const [table, open, ...rest] = childrenOf(node);
    const indices = rest.filter(({ name }) => name !== "," && name !== "]");
    if (open?.name !== "[" || indices.length === 0 || node.getChild(":")) return;
    const person = this.#origins.of(table, scope)?.person;
    const isPlain = indices.length > 1 || literalOf(indices[0], this.#module.source);
    if (person?.name !== undefined && !person.fields && !isPlain) {
      const names = this.#displays.literals(indices[0], scope);
      for (const { type, value } of names) if (type === "str") this.#notes.read(person.name, value, "key");
      if (names.length === 0) this.#notes.ofPerson(person.name).isMapping = true;
    }
    const kind = this.#displays.classOf(table);
    if (kind?.kind === "enumeration") {
      const literals = [...kind.constants.keys()].map((value): Literal => ({ type: "str", value }));
      return this.#notes.note(this.#origins.inputOf(indices[0], scope), { literals });
    }
    const tables = this.#displays.of(table, scope);
    if (indices.length === 1) return this.#noteKeys(indices[0], tables, scope);
    for (const [at, index] of indices.entries()) this.#noteParts(index, at, tables, scope);
  }

  #noteKeys(index: SyntaxNode, tables: readonly SyntaxNode[], scope: Scope): void {
    const parts = tupleParts(index);
    if (parts) {
      for (const [at, part] of parts.entries()) this.#noteParts(part, at, tables, scope);
      return;
    }
    const input = this.#origins.inputOf(index, scope);
    if (input === undefined) return;
    for (const table of tables) {
      const keys = itemsIn(table, this.#module.source) ?? [];
      const enumeration = keys.map((key) => this.#displays.enumerationOf(key)).find((found) => found)?.name;
      this.#notes.note(input, { literals: this.#displays.literals(table, scope), enumeration });
    }
  }

  /** A part of a key that is a tuple. */
  #noteParts(part: SyntaxNode, at: number, tables: readonly SyntaxNode[], scope: Scope): void {
    const input = this.#origins.inputOf(part, scope);
    if (input === undefined) return;
    const keys = tables.flatMap((table) => itemsIn(table, this.#module.source) ?? [table]);
    for (const key of keys) {
      const own = tupleParts(key)?.[at];
      if (own) this.#notes.note(input, { literals: this.#displays.literals(own, scope) });
    }
  }

  #call(node: SyntaxNode, scope: Scope): void {
    const [called, list] = [node.firstChild, node.getChild("ArgList")];
    if (!called || !list) return;
    const given = argumentsOf(node).map(({ value }) => value);
    const [first, second] = given;
    const method = memberOf(called);
    const [owner, name] = [called.firstChild, this.#module.text(method ?? called)];
    if (method && owner && first && ["get", "index", "count"].includes(name)) {
      this.#noteKeys(first, this.#displays.of(owner, scope), scope);
    }
    if (method && owner && OF_TEXTS.includes(name)) {
      const literals = first ? this.#displays.literals(first, scope) : [];
      this.#notes.note(this.#origins.inputOf(owner, scope), { used: "text", literals });
    }
    if (method && owner) this.#called(owner, name, scope);
    if (first && second && name === "isinstance") {
      const usage = CHECKED.find(([types]) => types.test(this.#module.text(second)))?.[1];
      if (usage) this.#use(first, usage, scope);
    }
    const kind = this.#displays.classOf(called);
    if (first && kind?.kind === "enumeration") {
      this.#notes.note(this.#origins.inputOf(first, scope), { literals: this.#displays.members(kind) });
    }
    if (OF_NUMBERS.test(name) || OF_NUMBERS.test(this.#module.text(called))) this.#numbers(given, scope);
  }

  /** Numbers next to an input in a call. */
  #numbers(given: readonly SyntaxNode[], scope: Scope): void {
    const literals = given.flatMap((one) => this.#displays.literals(one, scope)).filter(({ type }) =>
      type === "int" || type === "float"
    );
    for (const one of given) {
      this.#notes.note(this.#origins.inputOf(one, scope), { used: "number", literals });
    }
  }

  /** Notes a method of what may be a person. */
  #called(owner: SyntaxNode, name: string, scope: Scope): void {
    const { input, person } = this.#origins.of(owner, scope) ?? {};
    if (person?.name === undefined || person.fields) return;
    const shown = this.#notes.ofPerson(person.name);
    if (["items", "keys", "values"].includes(name)) shown.isMapping = true;
    else if (["append", "sort", "iterrows", "itertuples", "apply", "extend"].includes(name)) {
      this.#notes.note(input, { used: "items" });
    } else shown.called.add(name);
  }

  #conditions(node: SyntaxNode, scope: Scope, after: readonly string[]): void {
    for (const child of childrenOf(node)) {
      if (after.includes(child.prevSibling?.name ?? "")) this.#use(child, "condition", scope);
    }
  }

  #use(node: SyntaxNode, used: Usage, scope: Scope): void {
    this.#notes.note(this.#origins.inputOf(node, scope), { used });
  }
}

/** The parts of a tuple; undefined for anything else. */
function tupleParts(node: SyntaxNode): SyntaxNode[] | undefined {
  return node.name === "TupleExpression" ? partsOf(node) : undefined;
}
