import type { SyntaxNode } from "@lezer/common";
import { type Argument, argumentsOf, childrenOf, memberOf, textOf } from "../syntax/nodes.ts";
import type { ClassSite } from "../syntax/classes.ts";
import type { Displays } from "../syntax/displays.ts";
import type { FunctionSite, Parameter } from "../syntax/functions.ts";
import type { Notes } from "./input_notes.ts";
import type { Follower, Origins } from "./input_origins.ts";
import { type Origin, type Person, type Scope, scopeOf } from "./input_scope.ts";
import type { Module } from "../syntax/module.ts";

/** How deep calls are followed, and how many in all. */
const MAX_CALLS = 6;
const MAX_READS = 300;

/** Reads the body of a function; says what it returns. */
export type ReadBody = (site: FunctionSite, scope: Scope) => Origin | undefined;

/** What is called, and with what besides its arguments. */
interface Called {
  readonly site: FunctionSite;
  /** The instance of a method. */
  readonly person?: Person;
}

/** Follows calls of functions, methods and classes that a source has. */
export class Calls implements Follower {
  readonly #module: Module;
  readonly #displays: Displays;
  readonly #notes: Notes;
  readonly #read: ReadBody;
  /** The results of calls, by function and arguments. */
  readonly #known = new Map<string, Origin | undefined>();
  readonly #numbers = new Map<Person, number>();
  #reads = 0;
  #origins!: Origins;

  constructor(module: Module, displays: Displays, notes: Notes, read: ReadBody) {
    [this.#module, this.#displays, this.#notes, this.#read] = [module, displays, notes, read];
  }

  /** To be called once, since each needs the other. */
  use(origins: Origins): void {
    this.#origins = origins;
  }

  follow(node: SyntaxNode, scope: Scope): Origin | undefined {
    const given = argumentsOf(node);
    const kind = this.#displays.classOf(node.firstChild!);
    if (kind) return kind.kind === "enumeration" ? undefined : { person: this.#made(kind, given, scope) };
    const followed = this.#allCalledBy(node.firstChild!, scope).map((one) =>
      this.#followed(one, given, scope)
    );
    return followed.find((origin) => origin);
  }

  /** Whether the source has what is called. */
  has(called: SyntaxNode, scope: Scope): boolean {
    return this.#displays.classOf(called) !== undefined || this.#allCalledBy(called, scope).length > 0;
  }

  property(person: Person, name: string, scope: Scope): Origin | undefined {
    return this.#followed({ site: person.kind!.methods.get(name)!, person }, [], scope);
  }

  /** Follows a function of the source that is called with nothing but one value. */
  each(called: SyntaxNode, origin: Origin, scope: Scope): void {
    for (const found of this.#allCalledBy(called, scope)) {
      const [first] = found.site.parameters;
      if (!first) continue;
      this.#bind(found, { origins: new Map([[first.name, origin]]), depth: scope.depth + 1 });
    }
  }

  /** The fields of an instance, by what its class is made of. */
  instance(kind: ClassSite, made: ReadonlyMap<string, Origin>, depth = 0): Person {
    const init = kind.methods.get("__init__");
    if (!init) return { kind, fields: new Map(made) };
    const person: Person = { kind, fields: new Map() };
    const named = init.parameters.find((one) => one.kind === "named-rest");
    const rest: [string, Origin][] = named ? [[named.name, { person: { fields: new Map(made) } }]] : [];
    this.#bind({ site: init, person }, { origins: new Map([...rest, ...made]), depth });
    return person;
  }

  /**
   * What may be called: for a variable or a table entry, each function that goes by a name other than its
   * own.
   */
  #allCalledBy(called: SyntaxNode, scope: Scope): readonly Called[] {
    const { registered, source } = this.#module;
    const isOpen = registered.functions.length > 0 && registered.isIndirect(called) &&
      !scope.functions.has(textOf(called, source));
    const own = scope.self === undefined ? undefined : scope.origins.get(scope.self)?.person;
    if (isOpen) {
      return registered.functions.map((site) => ({
        site,
        ...(site.className !== undefined && { person: own }),
      }));
    }
    const found = this.#calledBy(called, scope);
    if (found) return [found];
    return registered.methodsBy(called).map((site) => ({
      site,
      person: this.instance(this.#module.classes.get(site.className!)!, new Map(), scope.depth + 1),
    }));
  }

  #calledBy(called: SyntaxNode, scope: Scope): Called | undefined {
    const text = this.#module.text(called);
    if (called.name === "VariableName") {
      const site = scope.functions.get(text) ??
        this.#module.sites.findLast(({ name, className }) => name === text && className === undefined);
      return site && { site };
    }
    const method = memberOf(called);
    if (!method || !called.firstChild) return undefined;
    const name = this.#module.text(method);
    if (/^super\(/.test(text)) return this.#inherited(name, scope);
    const person = this.#origins.of(called.firstChild, scope)?.person;
    const isOwn = this.#module.text(called.firstChild) === scope.self;
    const kind = person?.kind ?? this.#displays.classOf(called.firstChild) ??
      (isOwn ? scope.owner : this.#instanceOf(called.firstChild));
    const site = kind?.methods.get(name);
    return site && { site, ...(person && { person }) };
  }

  /** The class of an instance that stands at the top level. */
  #instanceOf(node: SyntaxNode): ClassSite | undefined {
    const made = this.#module.constants.get(this.#module.text(node));
    return made?.name === "CallExpression" ? this.#displays.classOf(made.firstChild!) : undefined;
  }

  /** `super().__init__` */
  #inherited(name: string, { owner, self, origins }: Scope): Called | undefined {
    const bases = owner?.bases.map((base) => this.#module.classes.get(base)) ?? [];
    const site = bases.map((base) => base?.methods.get(name)).find((found) => found);
    const person = self === undefined ? undefined : origins.get(self)?.person;
    return site && { site, ...(person && { person }) };
  }

  /** An instance that the program makes. */
  #made(kind: ClassSite, given: readonly Argument[], scope: Scope): Person {
    const init = kind.methods.get("__init__");
    return this.instance(kind, this.#matched(init?.parameters ?? kind.fields, given, scope), scope.depth + 1);
  }

  #followed({ site, person }: Called, given: readonly Argument[], scope: Scope): Origin | undefined {
    const origins = this.#matched(site.parameters, given, scope);
    const tables = this.#tables(site.parameters, given, scope);
    const isNested = scope.functions.get(site.name) === site;
    if (!isNested && !person && origins.size === 0) return undefined;
    const outer = isNested ? scope : undefined;
    return this.#bind({ site, person }, { origins, tables, outer, depth: scope.depth + 1 });
  }

  #bind(
    { site, person }: Called,
    { origins, tables = new Map(), outer, depth }: {
      readonly origins: ReadonlyMap<string, Origin>;
      readonly tables?: ReadonlyMap<string, readonly SyntaxNode[]>;
      readonly outer?: Scope;
      readonly depth: number;
    },
  ): Origin | undefined {
    const owner = site.className === undefined
      ? undefined
      : person?.kind ?? this.#module.classes.get(site.className);
    const all: [string, Origin][] = [
      ...(outer?.origins ?? []),
      ...origins,
      ...(site.self !== undefined && person ? [[site.self, { person }] as [string, Origin]] : []),
    ];
    const key = `${site.node.from} ${all.map(([name, origin]) => `${name}=${this.#keyOf(origin)}`).join()}`;
    if (this.#known.has(key) && site.name !== "__init__") return this.#known.get(key);
    if (depth > MAX_CALLS || this.#reads++ > MAX_READS) return undefined;
    this.#known.set(key, undefined); // a function that calls itself
    const displays = [...(outer?.displays ?? []), ...tables];
    const found = this.#read(
      site,
      scopeOf({ origins: all, displays, functions: outer?.functions, owner, self: site.self, depth }),
    );
    this.#known.set(key, found);
    return found;
  }

  #keyOf({ input, person }: Origin): string {
    if (!person) return `${input}`;
    const number = this.#numbers.getOrInsert(person, this.#numbers.size);
    return `${input}/${person.name ?? number}`;
  }

  /** What each parameter is handed. */
  #matched(parameters: readonly Parameter[], given: readonly Argument[], scope: Scope): Map<string, Origin> {
    const matched = new Map<string, Origin>();
    for (const [at, { name, value, spread }] of given.entries()) {
      const origin = this.#origins.of(value, scope);
      if (!origin) continue;
      if (spread === "**" && origin.person) this.#spread(parameters, given, origin.person, matched);
      const parameter = this.#parameterFor(parameters, at, name);
      if (parameter !== undefined && !spread) matched.set(parameter, origin);
    }
    return matched;
  }

  /** The parameters that a dict's entries are passed to, which reads them from it. */
  #spread(
    parameters: readonly Parameter[],
    given: readonly Argument[],
    person: Person,
    matched: Map<string, Origin>,
  ): void {
    const named = given.flatMap(({ name }) => name ? [this.#module.text(name)] : []);
    const before = given.filter(({ name, spread }) => !name && !spread).length;
    for (const { name, kind, optional } of parameters.slice(before)) {
      if (kind !== "plain" || named.includes(name)) continue;
      const own = person.fields?.get(name);
      if (own) matched.set(name, own);
      if (person.fields || person.name === undefined || optional) continue;
      this.#notes.read(person.name, name, "key");
      matched.set(name, { input: name, person: { name: `${person.name}.${name}` } });
    }
  }

  /** What is written out for each parameter: a table of weights, say. */
  #tables(
    parameters: readonly Parameter[],
    given: readonly Argument[],
    scope: Scope,
  ): Map<string, SyntaxNode[]> {
    const tables = new Map<string, SyntaxNode[]>();
    for (const [at, { name, value, spread }] of given.entries()) {
      const parameter = this.#parameterFor(parameters, at, name);
      const found = spread || parameter === undefined ? [] : this.#displays.of(value, scope);
      if (found.length > 0) tables.set(parameter!, found.filter((one) => childrenOf(one).length > 0));
    }
    return tables;
  }

  #parameterFor(parameters: readonly Parameter[], at: number, name?: SyntaxNode): string | undefined {
    return name === undefined ? parameters[at]?.name : this.#module.text(name);
  }
}
