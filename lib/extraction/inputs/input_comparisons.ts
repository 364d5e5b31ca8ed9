import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, memberOf, partsOf, walk } from "../syntax/nodes.ts";
import { classOf, displaysOf, enumerationOf, valuesOf } from "../syntax/displays.ts";
import type { Usage } from "./input_notes.ts";
import { entryOf } from "./input_entries.ts";
import { inputOf, isOfItems, note, originOf } from "./input_origins.ts";
import { type Person, type Scope, shownOf } from "./input_scope.ts";
import { entriesIn, itemsIn, type Literal, literalOf } from "../syntax/literal_nodes.ts";
import { matchedParts } from "../syntax/match_parts.ts";

/** Functions that take numbers. */
const OF_NUMBERS =
  /^(?:range|min|max|f?mean|median|sum|pow|divmod|isclose|bisect\w*|sqrt|exp|log\w*|floor|ceil|(?:math|np)\.\w+)$/;

/** The types that `isinstance` checks for, with the usage that each of them shows. */
const CHECKED: readonly (readonly [RegExp, Usage])[] = [[/\b(?:int|float|Number|Real)\b/, "number"], [
  /\bstr\b/,
  "text",
]];

/** Methods of texts, besides those whose result counts as the same input. */
const OF_TEXTS = ["startswith", "endswith", "isdigit", "isalpha", "isnumeric", "find", "encode"];

/** Notes the comparisons of one expression or statement, not of the nodes inside it. */
export function noteComparisons(node: SyntaxNode, scope: Scope): void {
  switch (node.name) {
    case "BinaryExpression":
      return binary(node, scope);
    case "MatchStatement":
      return match(node, scope);
    case "MemberExpression":
      return lookUp(node, scope);
    case "CallExpression":
      return call(node, scope);
    case "IfStatement":
    case "WhileStatement":
      return conditions(node, scope, ["if", "elif", "while"]);
    case "ConditionalExpression":
      return conditions(node, scope, ["if"]);
    case "UnaryExpression":
      conditions(node, scope, ["not"]);
      if (node.getChild("ArithOp")) note(node.lastChild!, { used: "number" }, scope);
      return;
    default:
      if (node.getChild("for")) conditions(node, scope, ["if"]);
  }
}

function binary(node: SyntaxNode, scope: Scope): void {
  const [left, operator, ...others] = childrenOf(node);
  const right = others.at(-1);
  if (!right) return;
  if (["CompareOp", "in", "not", "is"].includes(operator.name)) {
    // a < b < c is (a < b) < c in the tree
    const isChain = left.name === "BinaryExpression" &&
      /^(?:CompareOp|in|is)$/.test(left.firstChild?.nextSibling?.name ?? "");
    const one = isChain ? left.lastChild! : left;
    compare(one, right, scope);
    compare(right, one, scope);
    const isOrder = /^[<>]/.test(scope.module.text(operator));
    for (const side of isOrder ? [one, right] : []) note(side, { used: "order" }, scope);
    if (right.name === "None") note(one, { used: "nothing" }, scope);
    if (operator.name === "in" || others[0].name === "in") askFor(one, right, scope);
    return;
  }
  if (["and", "or"].includes(operator.name)) {
    const usual = operator.name === "or" ? literalOf(right, scope.module.source) : undefined;
    for (const side of usual && usual.type !== "bool" ? [] : [left, right]) {
      note(side, { used: "condition" }, scope);
    }
    return;
  }
  const { text, source } = scope.module;
  // `match a, b:` is read as one value, see readable.ts
  if (text(operator) === "," || [left, right].some(({ name }) => /String$/.test(name))) return;
  for (const side of [left, right]) note(side, { used: "number" }, scope);
  const modulus = text(operator) === "%" ? literalOf(right, source) : undefined;
  if (modulus?.type === "int") note(left, { modulus: modulus.value }, scope);
}

function compare(one: SyntaxNode, other: SyntaxNode, scope: Scope): void {
  if (tupleParts(one)) return noteKeys(one, displaysOf(other, scope), scope);
  const input = inputOf(one, scope);
  if (input === undefined) return;
  for (const item of [other, ...itemsIn(other, scope.module.source) ?? []]) {
    scope.notes.note(input, { enumeration: enumerationOf(item, scope)?.name });
  }
  scope.notes.note(input, { literals: valuesOf(other, scope) });
}

/** Notes the text and the person in a test of membership: `"age" in person`, `"man" in occupation`. */
function askFor(one: SyntaxNode, other: SyntaxNode, scope: Scope): void {
  const { input, person } = originOf(other, scope) ?? {};
  const literals = valuesOf(one, scope).filter(({ type }) => type === "str");
  if (literals.length > 0) scope.notes.note(input, { used: "text", literals });
  const shown = shownOf(person, scope);
  if (!shown) return;
  for (const { value } of literals) shown.asked.add(String(value));
  if (literals.length === 0) shown.isMapping = true;
}

function match(node: SyntaxNode, scope: Scope): void {
  for (const { part, patterns } of matchedParts(node, scope.module.source)) {
    const person = originOf(part, scope)?.person;
    const input = inputOf(part, scope);
    for (const pattern of patterns) {
      if (person) matchPerson(person, pattern, scope);
      if (input !== undefined) notePattern(input, pattern, scope);
    }
  }
}

/** Notes the entries of a person that a pattern matches: `case {"gender": "f", "age": age}`. */
function matchPerson(person: Person, pattern: SyntaxNode, scope: Scope): void {
  for (const [key, value] of pattern.name === "MappingPattern" ? entriesIn(pattern) : []) {
    const name = key.firstChild && literalOf(key.firstChild, scope.module.source);
    if (name?.type !== "str") continue;
    const origin = entryOf(person, name.value, scope);
    if (origin?.input !== undefined) notePattern(origin.input, value, scope);
    if (origin && value.name === "CapturePattern") scope.origins.set(scope.module.text(value), origin);
  }
}

function notePattern(input: string, pattern: SyntaxNode, scope: Scope): void {
  walk(pattern, (one) => {
    if (one.name === "LiteralPattern" && one.lastChild) {
      scope.notes.note(input, { literals: valuesOf(one.lastChild, scope) });
    }
    // `case int() as hours if hours < 20`
    if (/^(?:As|Capture)Pattern$/.test(one.name)) {
      scope.origins.set(scope.module.text(one.getChildren("VariableName").at(-1) ?? one), { input });
    }
    if (one.name !== "AttributePattern" || !one.firstChild) return;
    const found = classOf(one.firstChild, scope);
    const value = found?.constants.get(scope.module.text(one.lastChild!));
    if (found?.kind === "enumeration") scope.notes.note(input, { enumeration: found.name });
    if (value) scope.notes.note(input, { literals: valuesOf(value, scope) });
  });
}

/** Notes the input that is looked up in a table: `{"a": 1}[x]`, `Sex[x]`. */
function lookUp(node: SyntaxNode, scope: Scope): void {
  const [table, open, ...rest] = childrenOf(node);
  const indices = rest.filter(({ name }) => name !== "," && name !== "]");
  if (open?.name !== "[" || indices.length === 0 || node.getChild(":")) return;
  const shown = shownOf(originOf(table, scope)?.person, scope);
  if (shown && indices.length === 1 && !literalOf(indices[0], scope.module.source)) {
    const names = valuesOf(indices[0], scope);
    for (const { type, value } of names) if (type === "str") shown.reads(value, "key");
    if (names.length === 0) shown.isMapping = true;
  }
  const kind = classOf(table, scope);
  if (kind?.kind === "enumeration") {
    const literals = [...kind.constants.keys()].map((value): Literal => ({ type: "str", value }));
    return note(indices[0], { literals }, scope);
  }
  const tables = displaysOf(table, scope);
  if (indices.length === 1) return noteKeys(indices[0], tables, scope);
  for (const [at, index] of indices.entries()) noteParts(index, at, tables, scope);
}

function noteKeys(index: SyntaxNode, tables: readonly SyntaxNode[], scope: Scope): void {
  const parts = tupleParts(index);
  if (parts) {
    for (const [at, part] of parts.entries()) noteParts(part, at, tables, scope);
    return;
  }
  const input = inputOf(index, scope);
  if (input === undefined) return;
  for (const table of tables) {
    const keys = itemsIn(table, scope.module.source) ?? [];
    const enumeration = keys.map((key) => enumerationOf(key, scope)).find((found) => found)?.name;
    scope.notes.note(input, { literals: valuesOf(table, scope), enumeration });
  }
}

/** Notes the values that one part of a tuple key is looked up among. */
function noteParts(part: SyntaxNode, at: number, tables: readonly SyntaxNode[], scope: Scope): void {
  const input = inputOf(part, scope);
  if (input === undefined) return;
  const keys = tables.flatMap((table) => itemsIn(table, scope.module.source) ?? [table]);
  for (const key of keys) {
    const own = tupleParts(key)?.[at];
    if (own) scope.notes.note(input, { literals: valuesOf(own, scope) });
  }
}

function call(node: SyntaxNode, scope: Scope): void {
  const [called, list] = [node.firstChild, node.getChild("ArgList")];
  if (!called || !list) return;
  const given = argumentsOf(node).map(({ value }) => value);
  const [first, second] = given;
  const method = memberOf(called);
  const { source, text } = scope.module;
  const [owner, name] = [called.firstChild, text(method ?? called)];
  if (method && owner) {
    const isLookedUp = first && ["get", "index", "count"].includes(name);
    if (isLookedUp) noteKeys(first, displaysOf(owner, scope), scope);
    const literals = first && valuesOf(first, scope);
    if (OF_TEXTS.includes(name)) note(owner, { used: "text", literals }, scope);
    calledOn(owner, name, scope);
  }
  if (first && second && name === "isinstance") {
    const usage = CHECKED.find(([types]) => types.test(text(second)))?.[1];
    if (usage) note(first, { used: usage }, scope);
  }
  const kind = classOf(called, scope);
  if (first && kind?.kind === "enumeration") {
    const literals = [...kind.constants.values()].flatMap((value) => literalOf(value, source) ?? []);
    note(first, { literals }, scope);
  }
  if (isOfItems(name, argumentsOf(node), scope)) return;
  if (OF_NUMBERS.test(name) || OF_NUMBERS.test(text(called))) numbers(given, scope);
}

/** Notes the inputs in a call that takes numbers, with the numbers beside them. */
function numbers(given: readonly SyntaxNode[], scope: Scope): void {
  const literals = given.flatMap((one) => valuesOf(one, scope)).filter(({ type }) =>
    type === "int" || type === "float"
  );
  // `mean([person.age for person in people])`
  const items = given.map((one) =>
    /ComprehensionExpression$/.test(one.name) ? one.firstChild!.nextSibling! : one
  );
  for (const one of items) note(one, { used: "number", literals }, scope);
}

/** Notes a method that is called on a value that may be a person. */
function calledOn(owner: SyntaxNode, name: string, scope: Scope): void {
  const { input, person } = originOf(owner, scope) ?? {};
  const shown = shownOf(person, scope);
  if (!shown) return;
  if (["items", "keys", "values"].includes(name)) shown.isMapping = true;
  else if (["append", "sort", "iterrows", "itertuples", "apply", "extend"].includes(name)) {
    scope.notes.note(input, { used: "items" });
  } else shown.called.add(name);
}

function conditions(node: SyntaxNode, scope: Scope, after: readonly string[]): void {
  for (const child of childrenOf(node)) {
    if (after.includes(child.prevSibling?.name ?? "")) note(child, { used: "condition" }, scope);
  }
}

/** The parts of a tuple; undefined for anything else. */
function tupleParts(node: SyntaxNode): SyntaxNode[] | undefined {
  return node.name === "TupleExpression" ? partsOf(node) : undefined;
}
