import type { SyntaxNode } from "@lezer/common";
import type { Module } from "../syntax/module.ts";
import { pairsOf, unpackedIn } from "../syntax/assignments.ts";
import { argumentsOf, childrenOf, partsOf, walkOwn } from "../syntax/nodes.ts";
import { displaysOf, loopedOver } from "../syntax/displays.ts";
import { functionsAmong, type FunctionSite } from "../syntax/functions.ts";
import { callWith, isOfSource, propertyOf, resultOf } from "./input_calls.ts";
import { noteComparisons } from "./input_comparisons.ts";
import { Notes } from "./input_notes.ts";
import { eachOf, handedTo, inputOf, note, originOf } from "./input_origins.ts";
import { type Origin, type Reading, type Scope, scopeOf, shownOf } from "./input_scope.ts";

/** Functions that take a person without reading any of its entries. */
const HARMLESS = /^(?:print|isinstance|len|str|repr|type|hasattr|getattr|bool|id|log(?:ger|ging)?\..*)$/;

/** The state of reading a source before anything is read. */
export function readingOf(module: Module): Reading {
  const calls = { results: new Map(), made: new Map(), read: 0 };
  return { module, notes: new Notes(), calls, read: readFunction, resultOf, propertyOf };
}

/**
 * Reads a function and the functions that it calls with inputs: walks over the syntax tree and notes how inputs are used.
 *
 * @param scope The origins of the function's parameters.
 * @returns The origin of what it returns, if that is an input or a person.
 */
export function readFunction(site: FunctionSite, scope: Scope): Origin | undefined {
  const body = site.node.getChild("Body");
  const nested: SyntaxNode[] = [];
  if (body) walkOwn(body, (node) => nested.push(...childrenOf(node)));
  const own = functionsAmong(nested, scope.module.source);
  const functions = new Map([...scope.functions, ...own.map((one) => [one.name, one] as const)]);
  const inner = scopeOf({ ...scope, functions });
  for (const one of site.parameters) {
    const input = inner.origins.get(one.name)?.input;
    if (input !== undefined) scope.notes.noteUsual(one, input);
  }
  if (!body) {
    const value = site.node.lastChild!;
    walkThrough(value, inner);
    return originOf(value, inner);
  }
  let returned: Origin | undefined;
  walkThrough(body, inner, (node) => {
    const [, value] = childrenOf(node);
    returned ??= value && originOf(value, inner);
  });
  return returned;
}

/** Reads a whole source, whichever of its functions are called: every value with keys or fields counts as a person. */
export function readSource(scope: Scope): void {
  walkThrough(scope.module.top, scope);
}

/** The statements and expressions, besides loops, that assign to variables. */
const GIVING = /^(?:Assign|Update|Match)Statement$|^NamedExpression$/;

function walkThrough(node: SyntaxNode, scope: Scope, onReturn?: (node: SyntaxNode) => void): void {
  if (["FunctionDefinition", "LambdaExpression"].includes(node.name)) return nested(node, scope);
  if (node.getChild("for")) loop(node, scope);
  // The loop of a generator is read before the expression over its items.
  const list = node.getChild("ArgList");
  if (list?.getChild("for")) loop(list, scope);
  visit(node, scope);
  if (GIVING.test(node.name) || node.getChild("for") || list?.getChild("for")) scope.known.clear();
  for (let child = node.firstChild; child; child = child.nextSibling) walkThrough(child, scope, onReturn);
  if (node.name === "ReturnStatement") onReturn?.(node);
}

/** Reads a nested function, which sees the outer function's variables except those that its parameters hide. */
function nested(node: SyntaxNode, scope: Scope): void {
  const hidden = node.getChild("ParamList")?.getChildren("VariableName").map(scope.module.text) ?? [];
  const inner = scopeOf({ ...scope });
  const handed = node.name === "LambdaExpression" ? handedTo(node, scope) : undefined;
  for (const name of hidden) inner.origins.delete(name);
  if (handed && hidden.length > 0) inner.origins.set(hidden[0], handed);
  for (const child of childrenOf(node)) {
    if (child.name !== "ParamList") walkThrough(child, inner);
  }
}

function visit(node: SyntaxNode, scope: Scope): void {
  switch (node.name) {
    case "AssignStatement":
      return assign(node, scope);
    case "NamedExpression": {
      const [target, , value] = childrenOf(node);
      return value && give(target, value, scope);
    }
    case "UpdateStatement":
      return update(node, scope);
    case "MemberExpression":
      originOf(node, scope); // reads of a person count even where nothing is done with them
      return noteComparisons(node, scope);
    case "CallExpression":
      originOf(node, scope);
      handOn(node, scope);
      handEach(node, scope);
      return noteComparisons(node, scope);
    default:
      return noteComparisons(node, scope);
  }
}

function assign(node: SyntaxNode, scope: Scope): void {
  const unpacked = unpackedIn(node);
  if (unpacked) return unpack(...unpacked, scope);
  for (const [target, value] of pairsOf(node)) give(target, value, scope);
}

function give(target: SyntaxNode, value: SyntaxNode, scope: Scope): void {
  const origin = originOf(value, scope);
  if (target.name === "VariableName") {
    const name = scope.module.text(target);
    const isSettled = !scope.anyone?.unsettled.has(name);
    if (origin && (isSettled || origin.input !== undefined)) scope.origins.set(name, origin);
    const found = displaysOf(value, scope);
    const tables = found.filter((one) => one !== target && one.name !== "CallExpression");
    if (tables.length > 0 && isSettled) scope.displays.set(name, tables);
    return;
  }
  if (target.name === "MemberExpression") set(target, origin, scope);
}

/** Notes a field or an entry that is set: `self.age = age`, `person["score"] = 3`. */
function set(target: SyntaxNode, origin: Origin | undefined, scope: Scope): void {
  const [owner, , index] = childrenOf(target);
  const person = originOf(owner, scope)?.person;
  if (!person || !index) return;
  const name = scope.module.text(index).replaceAll(/^["']|["']$/g, "");
  if (origin) person.fields?.set(name, origin);
  shownOf(person, scope)?.sets(name);
}

function unpack(targets: readonly SyntaxNode[], value: SyntaxNode, scope: Scope): void {
  const { input, person } = originOf(value, scope) ?? {};
  const tables = loopedOver(value, scope).map(([one]) => one);
  const names = targets.map((target) => target.name === "VariableName" ? scope.module.text(target) : "_");
  const shown = shownOf(person, scope);
  if (targets.some(({ name }) => name === "*")) return;
  if (shown) {
    shown.items ??= names;
    for (const name of names) scope.origins.set(name, { input: name });
  } else if (input !== undefined) {
    for (const name of names) scope.origins.set(name, { input });
  } else if (tables.length === names.length) {
    for (const [at, name] of names.entries()) scope.displays.set(name, [tables[at]]);
  }
}

function update(node: SyntaxNode, scope: Scope): void {
  const [target, operator, value] = childrenOf(node);
  if (!value || !operator) return;
  scope.displays.delete(scope.module.text(target));
  const isText = /String$/.test(value.name);
  if (!isText) note(value, { used: "number" }, scope);
  note(target, { used: isText ? "text" : "number" }, scope);
  if (target.name === "MemberExpression") set(target, undefined, scope);
}

/** Binds the variables of a loop to items of tables, or of values that may be people. */
function loop(node: SyntaxNode, scope: Scope): void {
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    if (child.name !== "for") continue;
    const end = children.findIndex(({ name }, place) => place > at && name === "in");
    const over = end < 0 ? undefined : children[end + 1];
    if (!over) continue;
    const targets = children.slice(at + 1, end).filter(({ name }) => name !== ",");
    bindItems(targets, loopedOver(over, scope), scope);
    goOver(targets, over, scope);
  }
}

function bindItems(
  targets: readonly SyntaxNode[],
  items: readonly (readonly SyntaxNode[])[],
  scope: Scope,
): void {
  const [only] = targets;
  if (targets.length === 1 && only.name === "VariableName") {
    scope.displays.set(scope.module.text(only), items.flatMap((item) => item.length === 1 ? item : []));
    return;
  }
  if (targets.length === 1) return bindItems(partsOf(only), items, scope);
  const rows = items.map((item) => item.length === 1 ? partsOf(item[0]) : item);
  for (const [at, target] of targets.entries()) {
    bindItems([target], rows.flatMap((row) => row.length === targets.length ? [[row[at]]] : []), scope);
  }
}

function goOver(targets: readonly SyntaxNode[], over: SyntaxNode, scope: Scope): void {
  const { text } = scope.module;
  const called = over.name === "CallExpression" ? over.firstChild : null;
  if (called?.firstChild && /\.(?:items|keys|values)$/.test(text(called))) {
    const shown = shownOf(originOf(called.firstChild, scope)?.person, scope);
    if (shown) shown.isMapping = true;
  } else note(over, { used: "items" }, scope);
  const input = scope.anyone && inputOf(over, scope);
  const item = input === undefined ? eachOf(over, scope) : { input, ...eachOf(over, scope) };
  const parts = targets.flatMap((one) =>
    /^(?:Tuple|Parenthesized)Expression$/.test(one.name) ? childrenOf(one) : [one]
  );
  const names = parts.filter(({ name }) => name === "VariableName").map(text);
  if (names.length === 1 && /^range\(len\(\w+\)\)$/.test(text(over))) {
    scope.origins.set(names[0], { counts: true });
  }
  if (!item || names.length === 0) return;
  // Rows of a frame come with their index, as items do with `enumerate`: for _, row in people.iterrows()
  const isNumbered = over.name === "CallExpression";
  if (names.length === 1 || isNumbered) return void scope.origins.set(names.at(-1)!, item);
  const each = shownOf(item.person, scope);
  if (each) each.items ??= names;
  for (const name of names) scope.origins.set(name, { input: name });
}

/** Reads the functions that are called with each item: `map(rate, people)`. */
function handEach(node: SyntaxNode, scope: Scope): void {
  for (const { value } of argumentsOf(node)) {
    const handed = value.name === "VariableName" ? handedTo(value, scope) : undefined;
    if (handed) callWith(handed, value, scope);
  }
}

/** Notes people that are passed to code outside of the source, or whose entries are passed as arguments (`**person`). */
function handOn(node: SyntaxNode, scope: Scope): void {
  const called = node.firstChild!;
  if (HARMLESS.test(scope.module.text(called)) || isOfSource(called, scope)) return;
  for (const { value, spread } of argumentsOf(node)) {
    const shown = shownOf(originOf(value, scope)?.person, scope);
    if (!shown) continue;
    if (spread === "**") shown.isMapping = true;
    else shown.isHandedOn = true;
  }
}
