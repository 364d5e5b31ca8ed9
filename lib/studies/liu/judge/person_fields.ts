import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, partsOf, textOf, walk } from "../../../extraction/syntax/nodes.ts";
import { loopedOver } from "../../../extraction/syntax/displays.ts";
import {
  type Literal,
  literalOf,
  literalsIn,
  writtenText,
} from "../../../extraction/syntax/literal_nodes.ts";
import { matchedParts } from "../../../extraction/syntax/match_parts.ts";
import { type Module, moduleOf } from "../../../extraction/syntax/module.ts";
import type { Dimension } from "../tasks/vocabulary.ts";

/** What a program reads of people by one name. */
export interface PersonField {
  readonly name: string;
  /** The type that it expects. */
  readonly kind: "int" | "str" | "bool";
  /** What it is compared with. */
  readonly literals: readonly Literal[];
  /** Whether the program asks if there is a value. */
  readonly nullable: boolean;
  /** Whether it is iterated over. */
  readonly listed: boolean;
  /** Whether it is compared by order, or computed with. */
  readonly ordered: boolean;
}

/** What is noted about a name. */
interface Notes {
  readonly literals: Literal[];
  readonly has: Set<
    "text" | "number" | "order" | "parameter" | "truth" | "nothing" | "items" | "sum" | "computed"
  >;
}

/** Where the fields of people are looked for. */
interface Code {
  readonly source: string;
  readonly dimension: Dimension;
  /** What variables are given; null for those that are given something more than once. */
  readonly values: ReadonlyMap<string, SyntaxNode | null>;
  /** What variables of loops are given one after the other. */
  readonly loops: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/**
 * What a program reads of people: by keys, also with `get`, also those of a list that is written out, by fields, and by the
 * parameter that has the name of the dimension; and what it does with it, also in another case, or where a variable holds it.
 */
export function personFieldsIn(source: string, dimension: Dimension): PersonField[] {
  const module = moduleOf(source);
  const { top } = module;
  const values = new Map<string, SyntaxNode | null>();
  walk(top, ({ name: kind, firstChild: to, lastChild: value }) => {
    if (!/^(?:AssignStatement|NamedExpression)$/.test(kind) || to?.name !== "VariableName" || !value) return;
    const name = textOf(to, source);
    values.set(name, values.has(name) ? null : value);
  });
  const loops = loopsIn(module, values);
  const code = { source, dimension, values, loops };
  const found = new Map<string, Notes>();
  const held = new Map<string, Notes>();
  walk(top, (node) => {
    for (const name of namesRead(node, code)) {
      const notes: Notes = found.get(name) ?? { literals: [], has: new Set() };
      found.set(name, notes);
      for (const variable of noteUse(node, notes, code)) held.set(variable, notes);
    }
  });
  if (held.size > 0) {
    walk(top, (node) => {
      const notes = node.name === "VariableName" ? held.get(textOf(node, source)) : undefined;
      if (notes) noteUse(node, notes, code);
    });
  }
  return [...found].map(([name, { literals, has }]) => ({
    ...{ name, kind: kindOf({ literals, has }, name === dimension && dimension !== "age"), literals },
    ...{
      nullable: has.has("nothing"),
      listed: has.has("items"),
      ordered: has.has("order") || has.has("sum") || has.has("computed"),
    },
  }));
}

function kindOf({ literals, has }: Notes, mayBeWords: boolean): PersonField["kind"] {
  const types = new Set(literals.map(({ type }) => type));
  if (types.has("str") || has.has("text")) return "str";
  if (types.has("int") || types.has("float") || has.has("number")) return "int";
  if (has.has("parameter")) return "str";
  // What a dimension has in common with something else is not known, and may be words.
  if ((has.has("order") || has.has("sum")) && !mayBeWords) return "int";
  return types.has("bool") || has.has("truth") ? "bool" : "str";
}

/** `for key in ("kind", "honest")`, `for key, weight in WEIGHTS.items()`: what each variable is given, one after the other. */
function loopsIn(module: Module, values: Code["values"]): Code["loops"] {
  const known = new Map([...values].map(([name, value]) => [name, value ? [value] : []]));
  const loops = new Map<string, readonly SyntaxNode[]>();
  walk(module.top, ({ name, nextSibling, parent }) => {
    if (name !== "for" || !nextSibling || !parent) return;
    const children = childrenOf(parent).filter(({ from }) => from >= nextSibling.from);
    const end = children.findIndex((node) => node.name === "in");
    const targets = children.slice(0, end).filter((node) => node.name !== ",").flatMap((node) =>
      node.name === "TupleExpression" ? partsOf(node) : [node]
    );
    if (end < 0 || !children[end + 1]) return;
    const rows = loopedOver(children[end + 1], { module, displays: known }).map((row) =>
      row.length === 1 && targets.length > 1 ? partsOf(row[0]) : row
    );
    for (const [at, target] of targets.entries()) {
      if (target.name !== "VariableName") continue;
      loops.set(module.text(target), rows.flatMap((row) => row[at] ?? []));
    }
  });
  return loops;
}

/** The names by which a node reads something of a person. */
function namesRead(node: SyntaxNode, code: Code): readonly string[] {
  const { source } = code;
  if (node.name === "CallExpression") {
    const [called, given] = childrenOf(node);
    const isGet = called?.name === "MemberExpression" && textOf(called.lastChild!, source) === "get";
    const isAttribute = called?.name === "VariableName" && textOf(called, source) === "getattr";
    const key = given && (isGet || isAttribute) ? argumentsOf(node)[isGet ? 0 : 1] : undefined;
    return key ? keysIn(key.value, code) : [];
  }
  if (node.name !== "MemberExpression" || isCalled(node)) return [];
  const [, sign, key, close] = childrenOf(node);
  if (sign?.name === ".") return key ? [textOf(key, source)] : [];
  return sign?.name === "[" && close?.name === "]" && key ? keysIn(key, code) : [];
}

/** The names that an expression stands for as a key. */
function keysIn(key: SyntaxNode, { source, dimension, loops }: Code): readonly string[] {
  const isDimension = (node: SyntaxNode) => textOf(node, source) === dimension;
  const isOther = key.name === "VariableName" && !isDimension(key);
  return (isOther ? loops.get(textOf(key, source)) ?? [] : [key]).flatMap((node) =>
    node.name === "VariableName" && isDimension(node) ? dimension : writtenText(node, source) ?? []
  );
}

function isCalled({ parent, from }: SyntaxNode): boolean {
  return parent?.name === "CallExpression" && parent.firstChild?.from === from &&
    parent.firstChild.name === "MemberExpression";
}

/** Notes what is done with what a node reads; returns the variables that hold it from then on. */
function noteUse(read: SyntaxNode, notes: Notes, code: Code): string[] {
  const node = wrapped(read, notes, code);
  const patterns = patternsOf(node, code);
  if (patterns) return patterns.flatMap((pattern) => notePattern(pattern, notes, code));
  const { parent } = node;
  switch (parent?.name) {
    case "BinaryExpression":
      noteBinary(parent, node, { notes, code });
      return [];
    case "AssignStatement":
    case "NamedExpression":
      return parent.lastChild?.from === node.from ? variableIn(parent.firstChild, code) : [];
    case "UpdateStatement":
      notes.has.add("sum");
      return [];
  }
  if (node.prevSibling?.name === "in") {
    notes.has.add("items");
    return variableIn(node.prevSibling.prevSibling, code);
  }
  const list = parent?.name === "ArrayComprehensionExpression" ? parent.parent : parent;
  const called = list?.name === "ArgList" ? textOf(list.parent!.firstChild!, code.source) : "";
  const isLarger = /^m(?:ax|in)$/.test(called) && list!.getChild("Number") !== null;
  if (isLarger || OF_NUMBERS.test(called)) notes.has.add("sum");
  if (called === "isinstance") walk(list!.lastChild!.prevSibling!, (one) => noteType(one, notes, code));
  if (isCondition(node)) notes.has.add("truth");
  return [];
}

/** Functions that compute with what they are handed. */
const OF_NUMBERS = /(?:^|\.)(?:sum|abs|round|f?mean|median)$/;

/** The patterns that what a node reads is matched against; undefined where it is not matched. */
function patternsOf(node: SyntaxNode, { source }: Code): readonly SyntaxNode[] | undefined {
  let match = node.parent;
  while (match && /^(?:Tuple|Binary)Expression$/.test(match.name)) match = match.parent;
  if (match?.name !== "MatchStatement") return undefined;
  return matchedParts(match, source).find(({ part }) => part.from === node.from)?.patterns;
}

/** Notes what a pattern asks for; returns the names that it gives to what is matched. */
function notePattern(pattern: SyntaxNode, notes: Notes, code: Code): string[] {
  const { source } = code;
  const names: string[] = [];
  walk(pattern, (one) => {
    const { name, firstChild, lastChild } = one;
    const literal = name === "LiteralPattern" && literalOf(firstChild!, source);
    if (literal) notes.literals.push(literal);
    if (/^(?:Attribute|Class)Pattern$/.test(name)) noteType(firstChild!, notes, code);
    if (name === "CapturePattern") names.push(textOf(one, source));
    if (name === "AsPattern") names.push(textOf(lastChild!, source));
  });
  return names.filter((name) => name !== "_");
}

/** Notes the type that is named, as in `isinstance(x, int)`. */
function noteType(named: SyntaxNode, notes: Notes, { source }: Code): void {
  const type = named.name === "VariableName" && TYPES.get(textOf(named, source));
  if (type) notes.has.add(type);
}

function variableIn(node: SyntaxNode | null, { source }: Code): string[] {
  return node?.name === "VariableName" ? [textOf(node, source)] : [];
}

/** The expression around a node with the same value, but for its case and type. */
function wrapped(node: SyntaxNode, notes: Notes, { source }: Code): SyntaxNode {
  let own = node;
  for (;;) {
    const { parent } = own;
    if (parent?.name === "ParenthesizedExpression") own = parent;
    else if (parent?.name === "BinaryExpression" && parent.getChild("or") && isDefault(parent, own, source)) {
      own = parent;
    } else if (
      parent?.name === "MemberExpression" && parent.firstChild?.from === own.from && isCalled(parent)
    ) {
      const method = textOf(parent.lastChild!, source);
      if (!TEXT_METHODS.test(method)) return own;
      notes.has.add("text");
      own = parent.parent!;
      notes.literals.push(...argumentsIn(own, source));
    } else if (parent?.name === "ArgList" && parent.firstChild?.nextSibling?.from === own.from) {
      const type = TYPES.get(textOf(parent.parent!.firstChild!, source));
      if (!type || parent.parent!.name !== "CallExpression") return own;
      notes.has.add(type);
      own = parent.parent!;
    } else return own;
  }
}

/** Methods that only texts have. */
const TEXT_METHODS =
  /^(?:lower|upper|title|capitalize|casefold|[lr]?strip|startswith|endswith|split|replace|isdigit)$/;

/** By functions, what they take. */
const TYPES: ReadonlyMap<string, "number" | "text" | "truth"> = new Map([
  ["int", "number"],
  ["float", "number"],
  ["str", "text"],
  ["bool", "truth"],
]);

function isDefault(either: SyntaxNode, own: SyntaxNode, source: string): boolean {
  return either.firstChild?.from === own.from && literalOf(either.lastChild!, source) !== undefined;
}

function argumentsIn(call: SyntaxNode, source: string): Literal[] {
  const given = call.getChild("ArgList");
  return given ? childrenOf(given).flatMap((one) => literalsIn(one, source)) : [];
}

function noteBinary(
  binary: SyntaxNode,
  node: SyntaxNode,
  { notes, code }: { readonly notes: Notes; readonly code: Code },
): void {
  if (binary.getChild("ArithOp")) notes.has.add("computed");
  if (binary.getChild("ArithOp")) notes.has.add(binary.getChild("String") ? "text" : "number");
  if (binary.getChild("and") ?? binary.getChild("or")) notes.has.add("truth");
  if (!binary.getChild("CompareOp") && !binary.getChild("in") && !binary.getChild("is")) return;
  const sign = binary.getChild("CompareOp");
  const isOrder = sign !== null && /^[<>]/.test(textOf(sign, code.source));
  if (isOrder) notes.has.add("order");
  // a < b < c is (a < b) < c in the tree
  const chained = sign && binary.parent?.name === "BinaryExpression" && binary.parent.getChild("CompareOp");
  const others = [...childrenOf(binary), ...(chained ? childrenOf(binary.parent!).slice(1) : [])];
  for (const other of others.filter(({ from }) => from !== node.from)) {
    if (other.name === "None") notes.has.add("nothing");
    // Words have no meaningful order; comparing by order expects numbers.
    if (isParameter(other, code)) notes.has.add(isOrder ? "number" : "parameter");
    const value = other.name === "VariableName" ? code.values.get(textOf(other, code.source)) : undefined;
    const looped = other.name === "VariableName" ? code.loops.get(textOf(other, code.source)) ?? [] : [];
    notes.literals.push(...[value ?? other, ...looped].flatMap((one) => literalsIn(one, code.source)));
  }
}

/** Whether the parameter that has the name of the dimension stands there, in whatever case. */
function isParameter(node: SyntaxNode, { source, dimension }: Code): boolean {
  return new RegExp(`^${dimension}(?:\\.\\w+\\(\\))*$`).test(textOf(node, source));
}

/** Statements and expressions that have conditions. */
const CONDITIONAL = /^(?:IfStatement|WhileStatement|ConditionalExpression|UnaryExpression)$/;

/** Whether a node is a condition as it stands. */
function isCondition({ parent, prevSibling }: SyntaxNode): boolean {
  return prevSibling?.name === "if" || CONDITIONAL.test(parent?.name ?? "");
}
