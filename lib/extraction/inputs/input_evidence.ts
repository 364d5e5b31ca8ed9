import type { SyntaxNode } from "@lezer/common";
import { pairsOf, unpackedIn } from "../syntax/assignments.ts";
import { argumentsOf, childrenOf, partsOf, walkOwn } from "../syntax/nodes.ts";
import type { ClassSite } from "../syntax/classes.ts";
import { Displays } from "../syntax/displays.ts";
import { functionsAmong, type FunctionSite } from "../syntax/functions.ts";
import { Calls } from "./input_calls.ts";
import { Comparisons } from "./input_comparisons.ts";
import { Notes } from "./input_notes.ts";
import { Origins } from "./input_origins.ts";
import { type Origin, type Person, type Scope, scopeOf } from "./input_scope.ts";
import type { Module } from "../syntax/module.ts";

/** Functions that take a person without reading any of its entries. */
const HARMLESS = /^(?:print|isinstance|len|str|repr|type|hasattr|getattr|bool|id|log(?:ger|ging)?\..*)$/;

/**
 * Collects what the functions of a source show about the arguments of one of them: a walk over the syntax
 * tree.
 */
export class Evidence {
  readonly notes: Notes = new Notes();
  readonly #module: Module;
  readonly #displays: Displays;
  readonly #calls: Calls;
  readonly #origins: Origins;
  readonly #comparisons: Comparisons;

  constructor(module: Module) {
    this.#module = module;
    this.#displays = new Displays(module);
    this.#calls = new Calls(module, this.#displays, this.notes, (site, scope) => this.read(site, scope));
    this.#origins = new Origins(module, this.#displays, this.notes, this.#calls);
    this.#calls.use(this.#origins);
    this.#comparisons = new Comparisons(module, this.#displays, this.notes, this.#origins);
  }

  /** An instance of a class, by what it is made of. */
  instance(kind: ClassSite, made: ReadonlyMap<string, Origin>): Person {
    return this.#calls.instance(kind, made);
  }

  /**
   * Reads a function, and those that it calls with inputs.
   *
   * @param scope What its parameters are.
   * @returns What it returns, if that is an input or a person.
   */
  read(site: FunctionSite, scope: Scope): Origin | undefined {
    const body = site.node.getChild("Body");
    const nested: SyntaxNode[] = [];
    if (body) walkOwn(body, (node) => nested.push(...childrenOf(node)));
    const own = functionsAmong(nested, this.#module.source);
    const functions = new Map([...scope.functions, ...own.map((one) => [one.name, one] as const)]);
    const inner = scopeOf({ ...scope, functions });
    for (const one of site.parameters) {
      const input = inner.origins.get(one.name)?.input;
      if (input !== undefined) this.notes.noteUsual(one, input);
    }
    if (!body) return this.#lambda(site, inner);
    let returned: Origin | undefined;
    this.#walk(body, inner, (node) => {
      const [, value] = childrenOf(node);
      returned ??= value && this.#origins.of(value, inner);
    });
    return returned;
  }

  #lambda({ node }: FunctionSite, scope: Scope): Origin | undefined {
    const value = node.lastChild!;
    this.#walk(value, scope, () => {});
    return this.#origins.of(value, scope);
  }

  #walk(node: SyntaxNode, scope: Scope, onReturn: (node: SyntaxNode) => void): void {
    if (["FunctionDefinition", "LambdaExpression"].includes(node.name)) return this.#nested(node, scope);
    if (node.name === "ForStatement" || node.getChild("for")) this.#loop(node, scope);
    this.#visit(node, scope);
    for (let child = node.firstChild; child; child = child.nextSibling) this.#walk(child, scope, onReturn);
    if (node.name === "ReturnStatement") onReturn(node);
  }

  /** A nested function sees the outer one's variables, except those that its parameters hide. */
  #nested(node: SyntaxNode, scope: Scope): void {
    const hidden =
      node.getChild("ParamList")?.getChildren("VariableName").map((one) => this.#module.text(one)) ??
        [];
    const inner = scopeOf({ ...scope });
    const handed = node.name === "LambdaExpression" ? this.#origins.handedTo(node, scope) : undefined;
    for (const name of hidden) inner.origins.delete(name);
    if (handed && hidden.length > 0) inner.origins.set(hidden[0], handed);
    for (const child of childrenOf(node)) {
      if (child.name !== "ParamList") this.#walk(child, inner, () => {});
    }
  }

  #visit(node: SyntaxNode, scope: Scope): void {
    switch (node.name) {
      case "AssignStatement":
        return this.#assign(node, scope);
      case "NamedExpression": {
        const [target, , value] = childrenOf(node);
        return value && this.#give(target, value, scope);
      }
      case "UpdateStatement":
        return this.#update(node, scope);
      case "MemberExpression":
        this.#origins.of(node, scope); // reads of a person count even where nothing is done with them
        return this.#comparisons.visit(node, scope);
      case "CallExpression":
        this.#origins.of(node, scope);
        this.#handOn(node, scope);
        this.#handEach(node, scope);
        return this.#comparisons.visit(node, scope);
      default:
        return this.#comparisons.visit(node, scope);
    }
  }

  #assign(node: SyntaxNode, scope: Scope): void {
    const unpacked = unpackedIn(node);
    if (unpacked) return this.#unpack(...unpacked, scope);
    for (const [target, value] of pairsOf(node)) this.#give(target, value, scope);
  }

  #give(target: SyntaxNode, value: SyntaxNode, scope: Scope): void {
    const origin = this.#origins.of(value, scope);
    if (target.name === "VariableName") {
      const name = this.#module.text(target);
      if (origin) scope.origins.set(name, origin);
      const tables = this.#displays.of(value, scope).filter((one) =>
        one !== target && one.name !== "CallExpression"
      );
      if (tables.length > 0) scope.displays.set(name, tables);
      return;
    }
    if (target.name === "MemberExpression") this.#set(target, origin, scope);
  }

  /** `self.age = age`, `person["score"] = 3` */
  #set(target: SyntaxNode, origin: Origin | undefined, scope: Scope): void {
    const [owner, , index] = childrenOf(target);
    const person = this.#origins.of(owner, scope)?.person;
    if (!person || !index) return;
    const name = this.#module.text(index).replaceAll(/^["']|["']$/g, "");
    if (person.fields && origin) person.fields.set(name, origin);
    if (!person.fields && person.name !== undefined) this.notes.set(person.name, name);
  }

  #unpack(targets: readonly SyntaxNode[], value: SyntaxNode, scope: Scope): void {
    const origin = this.#origins.of(value, scope);
    const tables = this.#displays.items(value, scope).map(([one]) => one);
    const names = targets.map((target) => target.name === "VariableName" ? this.#module.text(target) : "_");
    const person = origin?.person;
    if (targets.some(({ name }) => name === "*")) return;
    if (person?.name !== undefined && !person.fields) {
      this.notes.ofPerson(person.name).items ??= names;
      for (const name of names) scope.origins.set(name, { input: name });
    } else if (origin?.input !== undefined) {
      for (const name of names) scope.origins.set(name, { input: origin.input });
    } else if (tables.length === names.length) {
      for (const [at, name] of names.entries()) scope.displays.set(name, [tables[at]]);
    }
  }

  #update(node: SyntaxNode, scope: Scope): void {
    const [target, operator, value] = childrenOf(node);
    if (!value || !operator) return;
    scope.displays.delete(this.#module.text(target));
    const isText = /String$/.test(value.name);
    if (!isText) this.notes.note(this.#origins.inputOf(value, scope), { used: "number" });
    this.notes.note(this.#origins.inputOf(target, scope), { used: isText ? "text" : "number" });
    if (target.name === "MemberExpression") this.#set(target, undefined, scope);
  }

  /** What a loop's variables stand for: items of tables, or of what may be people. */
  #loop(node: SyntaxNode, scope: Scope): void {
    const children = childrenOf(node);
    for (const [at, child] of children.entries()) {
      if (child.name !== "for") continue;
      const end = children.findIndex(({ name }, place) => place > at && name === "in");
      const over = end < 0 ? undefined : children[end + 1];
      if (!over) continue;
      const targets = children.slice(at + 1, end).filter(({ name }) => name !== ",");
      this.#bind(targets, this.#displays.items(over, scope), scope);
      this.#goOver(targets, over, scope);
    }
  }

  #bind(targets: readonly SyntaxNode[], items: readonly (readonly SyntaxNode[])[], scope: Scope): void {
    const [only] = targets;
    if (targets.length === 1 && only.name === "VariableName") {
      scope.displays.set(this.#module.text(only), items.flatMap((item) => item.length === 1 ? item : []));
      return;
    }
    if (targets.length === 1) return this.#bind(partsOf(only), items, scope);
    const rows = items.map((item) => item.length === 1 ? partsOf(item[0]) : item);
    for (const [at, target] of targets.entries()) {
      this.#bind([target], rows.flatMap((row) => row.length === targets.length ? [[row[at]]] : []), scope);
    }
  }

  #goOver(targets: readonly SyntaxNode[], over: SyntaxNode, scope: Scope): void {
    const method = over.name === "CallExpression" && over.firstChild?.name === "MemberExpression"
      ? over.firstChild
      : undefined;
    const { input, person } = this.#origins.of(method?.firstChild ?? over, scope) ?? {};
    if (!method) this.notes.note(input, { used: "items" });
    if (method && person?.name !== undefined && /\b(?:items|keys|values)$/.test(this.#module.text(method))) {
      this.notes.ofPerson(person.name).isMapping = true;
    }
    const item = this.#origins.each(over, scope);
    const parts = targets.flatMap((one) =>
      /^(?:Tuple|Parenthesized)Expression$/.test(one.name) ? childrenOf(one) : [one]
    );
    const names = parts.filter(({ name }) => name === "VariableName").map((one) => this.#module.text(one));
    if (names.length === 1 && /^range\(len\(\w+\)\)$/.test(this.#module.text(over))) {
      scope.origins.set(names[0], { counts: true });
    }
    if (!item || names.length === 0) return;
    // Rows of a table come with their number, as those of `enumerate` do: for _, row in people.iterrows()
    const isNumbered = over.name === "CallExpression";
    if (names.length === 1 || isNumbered) return void scope.origins.set(names.at(-1)!, item);
    if (item.person?.name !== undefined) this.notes.ofPerson(item.person.name).items ??= names;
    for (const name of names) scope.origins.set(name, { input: name });
  }

  /** `map(rate, people)` */
  #handEach(node: SyntaxNode, scope: Scope): void {
    for (const { value } of argumentsOf(node)) {
      const handed = value.name === "VariableName" ? this.#origins.handedTo(value, scope) : undefined;
      if (handed) this.#calls.each(value, handed, scope);
    }
  }

  /**
   * Notes people that are passed to code not in the source, or whose entries are read by anything but plain
   * names.
   */
  #handOn(node: SyntaxNode, scope: Scope): void {
    if (HARMLESS.test(this.#module.text(node.firstChild!)) || this.#calls.has(node.firstChild!, scope)) {
      return;
    }
    for (const { value, spread } of argumentsOf(node)) {
      const person = this.#origins.of(value, scope)?.person;
      if (person?.name === undefined || person.fields) continue;
      const shown = this.notes.ofPerson(person.name);
      if (spread === "**") shown.isMapping = true;
      else shown.isHandedOn = true;
    }
  }
}
