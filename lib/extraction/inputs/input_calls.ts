import type { SyntaxNode } from "@lezer/common";
import { type Argument, argumentsOf, childrenOf, memberOf } from "../syntax/nodes.ts";
import type { ClassSite } from "../syntax/classes.ts";
import { classOf, displaysOf } from "../syntax/displays.ts";
import type { FunctionSite, Parameter } from "../syntax/functions.ts";
import { originOf } from "./input_origins.ts";
import { type Origin, type Person, type Reading, type Scope, scopeOf } from "./input_scope.ts";

/** The greatest depth to which calls are followed, and the greatest number of function bodies that are read. */
const MAX_CALLS = 6;
const MAX_READS = 300;

/** A called function, with its instance if it is a method. */
interface Called {
  readonly site: FunctionSite;
  /** The instance of a method. */
  readonly person?: Person;
}

/**
 * The origin of the result of a call of a function, method or class of the source; undefined if the source does not define
 * it, or if its result is neither an input nor a person.
 */
export function resultOf(node: SyntaxNode, scope: Scope): Origin | undefined {
  const given = argumentsOf(node);
  const kind = classOf(node.firstChild!, scope);
  if (kind) return kind.kind === "enumeration" ? undefined : { person: made(kind, given, scope) };
  return allCalledBy(node.firstChild!, scope).map((one) => followed(one, given, scope)).find((one) => one);
}

/** Whether the source defines the called function or class. */
export function isOfSource(called: SyntaxNode, scope: Scope): boolean {
  return classOf(called, scope) !== undefined || allCalledBy(called, scope).length > 0;
}

/** The origin of the value of an instance's property. */
export function propertyOf(person: Person, name: string, scope: Scope): Origin | undefined {
  return followed({ site: person.kind!.methods.get(name)!, person }, [], scope);
}

/** Reads the functions of the source that may be called, with one value as their only argument. */
export function callWith(origin: Origin, called: SyntaxNode, scope: Scope): void {
  for (const found of allCalledBy(called, scope)) {
    const [first] = found.site.parameters;
    if (first) bind(found, { origins: new Map([[first.name, origin]]), depth: scope.depth + 1 }, scope);
  }
}

/** An instance of a class, from the origins of its parameters. */
export function instanceOf(
  kind: ClassSite,
  made: ReadonlyMap<string, Origin>,
  reading: Reading,
  depth = 0,
): Person {
  const init = kind.methods.get("__init__");
  if (!init) return { kind, fields: new Map(made) };
  const person: Person = { kind, fields: new Map() };
  const named = init.parameters.find((one) => one.kind === "named-rest");
  const rest: [string, Origin][] = named ? [[named.name, { person: { fields: new Map(made) } }]] : [];
  bind({ site: init, person }, { origins: new Map([...rest, ...made]), depth }, reading);
  return person;
}

/**
 * The functions that may be called; for a variable or a table entry, each function that can be called by another name than
 * its own.
 */
function allCalledBy(called: SyntaxNode, scope: Scope): readonly Called[] {
  const { registered, classes, text } = scope.module;
  const isOpen = registered.functions.length > 0 && registered.isIndirect(called) &&
    !scope.functions.has(text(called));
  if (isOpen) {
    const own = selfIn(scope);
    return registered.functions.map((site) =>
      site.className === undefined ? { site } : { site, person: own }
    );
  }
  const found = calledBy(called, scope);
  if (found) return [found];
  return registered.methodsBy(called).map((site) => ({
    site,
    person: instanceOf(classes.get(site.className!)!, new Map(), scope, scope.depth + 1),
  }));
}

/** The instance whose method is read. */
function selfIn({ self, origins }: Scope): Person | undefined {
  return self === undefined ? undefined : origins.get(self)?.person;
}

function calledBy(called: SyntaxNode, scope: Scope): Called | undefined {
  const { text, sites } = scope.module;
  if (called.name === "VariableName") {
    const site = scope.functions.get(text(called)) ??
      sites.findLast(({ name, className }) => name === text(called) && className === undefined);
    return site && { site };
  }
  const [method, owner] = [memberOf(called), called.firstChild];
  if (!method || !owner) return undefined;
  if (/^super\(/.test(text(called))) return inherited(text(method), scope);
  const person = originOf(owner, scope)?.person;
  const kind = person?.kind ?? classOf(owner, scope) ??
    (text(owner) === scope.self ? scope.owner : instantiated(owner, scope));
  const site = kind?.methods.get(text(method));
  return site && { site, person };
}

/** The class of an instance that is assigned to a name at the top level. */
function instantiated(node: SyntaxNode, { module }: Scope): ClassSite | undefined {
  const made = module.constants.get(module.text(node));
  return made?.name === "CallExpression" ? classOf(made.firstChild!, { module }) : undefined;
}

/** The method of a base class: `super().__init__`. */
function inherited(name: string, scope: Scope): Called | undefined {
  const bases = scope.owner?.bases.map((base) => scope.module.classes.get(base)) ?? [];
  const site = bases.map((base) => base?.methods.get(name)).find((found) => found);
  return site && { site, person: selfIn(scope) };
}

/** An instance that the program makes. */
function made(kind: ClassSite, given: readonly Argument[], scope: Scope): Person {
  const init = kind.methods.get("__init__");
  const { origins } = handed(init?.parameters ?? kind.fields, given, scope);
  return instanceOf(kind, origins, scope, scope.depth + 1);
}

function followed({ site, person }: Called, given: readonly Argument[], scope: Scope): Origin | undefined {
  const { origins, displays } = handed(site.parameters, given, scope);
  const isNested = scope.functions.get(site.name) === site;
  if (!isNested && !person && origins.size === 0) return undefined;
  const outer = isNested ? scope : undefined;
  return bind({ site, person }, { origins, displays, outer, depth: scope.depth + 1 }, scope);
}

function bind(
  { site, person }: Called,
  { origins, displays = new Map(), outer, depth }: Pick<Scope, "origins" | "depth"> & {
    readonly displays?: Scope["displays"];
    readonly outer?: Scope;
  },
  reading: Reading,
): Origin | undefined {
  const { module, calls } = reading;
  const { className, self } = site;
  const owner = className === undefined ? undefined : person?.kind ?? module.classes.get(className);
  const all: [string, Origin][] = [...outer?.origins ?? [], ...origins];
  if (self !== undefined && person) all.push([self, { person }]);
  const keyOf = ({ input, person }: Origin) =>
    person ? `${input}/${person.name ?? calls.made.getOrInsert(person, calls.made.size)}` : `${input}`;
  const key = `${site.node.from} ${all.map(([name, origin]) => `${name}=${keyOf(origin)}`).join()}`;
  if (calls.results.has(key) && site.name !== "__init__") return calls.results.get(key);
  if (depth > MAX_CALLS || calls.read++ > MAX_READS) return undefined;
  calls.results.set(key, undefined); // a function that calls itself
  const scope = scopeOf({
    ...reading,
    ...{ owner, self, depth, functions: outer?.functions, origins: all },
    displays: [...outer?.displays ?? [], ...displays],
  });
  const found = reading.read(site, scope);
  calls.results.set(key, found);
  return found;
}

/** The arguments by parameter: inputs and people, and values that are written out, e.g. a table of weights. */
function handed(parameters: readonly Parameter[], given: readonly Argument[], scope: Scope) {
  const origins = new Map<string, Origin>();
  const displays = new Map<string, SyntaxNode[]>();
  for (const [at, { name, value, spread }] of given.entries()) {
    const origin = originOf(value, scope);
    if (spread === "**" && origin?.person) spreadOut(origin.person, { parameters, given, origins }, scope);
    const parameter = name ? scope.module.text(name) : parameters[at]?.name;
    if (parameter === undefined || spread) continue;
    if (origin) origins.set(parameter, origin);
    const found = displaysOf(value, scope);
    if (found.length > 0) displays.set(parameter, found.filter((one) => childrenOf(one).length > 0));
  }
  return { origins, displays };
}

/** Passes the entries of a dict on to the parameters of the same names, which counts as reading the entries. */
function spreadOut(
  person: Person,
  { parameters, given, origins }: {
    readonly parameters: readonly Parameter[];
    readonly given: readonly Argument[];
    readonly origins: Map<string, Origin>;
  },
  { module, notes }: Scope,
): void {
  const named = given.flatMap(({ name }) => name ? [module.text(name)] : []);
  const before = given.filter(({ name, spread }) => !name && !spread).length;
  for (const { name, kind, optional } of parameters.slice(before)) {
    if (kind !== "plain" || named.includes(name)) continue;
    const own = person.fields?.get(name);
    if (own) origins.set(name, own);
    if (person.name === undefined || optional) continue;
    notes.ofPerson(person.name).reads(name, "key");
    origins.set(name, { input: name, person: { name: `${person.name}.${name}` } });
  }
}
