import type { SyntaxNode } from "@lezer/common";
import { type Argument, argumentsOf, childrenOf, memberOf } from "../syntax/nodes.ts";
import { valuesOf } from "../syntax/displays.ts";
import { anyOf, entryIn, fieldOf, readColumns } from "./input_entries.ts";
import { isMask, namesColumns, noteFrame } from "./input_frames.ts";
import type { Note, Usage } from "./input_notes.ts";
import { itemOf, type Origin, type Person, type Scope, shownOf } from "./input_scope.ts";
import { entriesIn, type Literal, literalOf } from "../syntax/literal_nodes.ts";

/** Methods and functions whose result counts as the same input, with the usage that each of them shows. */
const KEEPING: Readonly<Record<string, Usage | undefined>> = {
  ...{ lower: "text", upper: "text", strip: "text", title: "text", capitalize: "text", casefold: "text" },
  ...{ replace: "text", lstrip: "text", rstrip: "text", split: "text", removeprefix: "text" },
  ...{ int: "numeral", float: "numeral", str: undefined, bool: "condition" },
  ...{ abs: "number", round: "number", min: "number", max: "number" },
};

/** Functions and methods that return the same person. */
const COPYING = ["dict", "copy", "deepcopy", "SimpleNamespace", "Series"];

/** Functions and methods that yield the same people, one after the other. */
const GOING_OVER = "enumerate filter sorted list tuple reversed iter iterrows itertuples copy".split(" ");

/** Functions that return one of several people. */
const OF_SEVERAL = ["max", "min", "next"];

/** Functions and methods that call a function with each item they iterate over. */
const CALLING = ["map", "filter", "sorted", "sort", "min", "max", "apply", "transform"];

/** The name of the input that an expression stands for, if it stands for one. */
export function inputOf(node: SyntaxNode, scope: Scope): string | undefined {
  return originOf(node, scope)?.input;
}

/** Adds a note to the input that an expression stands for, if it stands for one. */
export function note(node: SyntaxNode, shown: Note, scope: Scope): void {
  scope.notes.note(inputOf(node, scope), shown);
}

/** The input or the person that an expression stands for, if it stands for one. */
export function originOf(node: SyntaxNode, scope: Scope): Origin | undefined {
  const { known } = scope;
  const key = `${node.name} ${node.from} ${node.to}`;
  if (known.has(key)) return known.get(key);
  const found = madeOf(node, scope);
  if (found?.input !== undefined) scope.notes.ofInput(found.input).isRead = true;
  known.set(key, found);
  return found;
}

function madeOf(node: SyntaxNode, scope: Scope): Origin | undefined {
  switch (node.name) {
    case "VariableName":
      return scope.origins.get(scope.module.text(node));
    case "ParenthesizedExpression":
      return firstOf(childrenOf(node).slice(1, 2), scope);
    case "NamedExpression":
    case "AwaitExpression":
      return firstOf(childrenOf(node).slice(-1), scope);
    case "ConditionalExpression": // a if b else c
      return firstOf(childrenOf(node).filter((_, at) => at === 0 || at === 4), scope);
    case "BinaryExpression": // a or "unknown"
      return node.getChild("or") || node.getChild("and")
        ? firstOf(childrenOf(node).filter((_, at) => at !== 1), scope)
        : undefined;
    case "DictionaryExpression":
      return { person: { fields: fieldsIn(entriesIn(node), scope) } };
    case "ArrayComprehensionExpression":
    case "ComprehensionExpression":
      return someOf(node, scope);
    case "MemberExpression":
      return memberOrigin(node, scope);
    case "CallExpression":
      return callOrigin(node, scope);
  }
}

/** The origin of each item in a loop over an expression; undefined if the items are nothing that is passed in. */
export function eachOf(over: SyntaxNode, scope: Scope): Origin | undefined {
  const gone = goneOver(over, scope);
  return gone && itemOf(gone);
}

/**
 * The origin of the items that a function is called with which is passed as an argument: `map(rate, people)`,
 * `sorted(people, key=rate)`.
 */
export function handedTo(argument: SyntaxNode, scope: Scope): Origin | undefined {
  const list = argument.parent;
  const called = list?.name === "ArgList" ? list.prevSibling : null;
  if (!list || !called) return undefined;
  const method = memberOf(called);
  if (!CALLING.includes(scope.module.text(method ?? called))) return undefined;
  const others = argumentsOf(list.parent!).flatMap(({ value, name }) =>
    value.from === argument.from || name ? [] : [value]
  );
  const over = method ? called.firstChild! : others[0];
  const gone = over && goneOver(over, scope);
  // A column of a frame is an input, whose values the function is called with.
  return gone && { ...(method && { input: gone.input }), ...itemOf(gone) };
}

/** The origin of some of several people: `[person for person in people if ...]`. */
function someOf(node: SyntaxNode, scope: Scope): Origin | undefined {
  const [, item, loop, target, , over] = childrenOf(node);
  if (loop?.name !== "for" || !over || scope.module.text(item) !== scope.module.text(target)) {
    return undefined;
  }
  const person = goneOver(over, scope)?.person;
  return person && { person };
}

function goneOver(over: SyntaxNode, scope: Scope): Origin | undefined {
  const called = over.name === "CallExpression" ? over.firstChild : null;
  if (!called) return originOf(over, scope);
  const method = memberOf(called);
  if (!GOING_OVER.includes(scope.module.text(method ?? called))) return undefined;
  const given = argumentsOf(over);
  const inner = method ? called.firstChild : given[scope.module.text(called) === "filter" ? 1 : 0]?.value;
  return inner ? goneOver(inner, scope) : undefined;
}

function firstOf(nodes: readonly SyntaxNode[], scope: Scope): Origin | undefined {
  return nodes.map((node) => originOf(node, scope)).find((found) => found);
}

function fieldsIn(entries: readonly [SyntaxNode, SyntaxNode][], scope: Scope): Map<string, Origin> {
  return new Map(entries.flatMap(([key, value]): [string, Origin][] => {
    const [name, origin] = [literalOf(key, scope.module.source), originOf(value, scope)];
    return name?.type === "str" && origin ? [[name.value, origin]] : [];
  }));
}

/** The origin of the value that something is read from. */
function ownerOf(node: SyntaxNode, scope: Scope): Origin | undefined {
  return originOf(node, scope) ?? scope.anyone;
}

function memberOrigin(node: SyntaxNode, scope: Scope): Origin | undefined {
  const { text } = scope.module;
  const [owner, mark, index] = childrenOf(node);
  const origin = mark && index && ownerOf(owner, scope);
  if (!origin) return undefined;
  if (mark.name === ".") {
    const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.to === node.to;
    return isCalled ? undefined : fieldOf(origin, text(index), scope);
  }
  const { person } = origin;
  const shown = shownOf(person, scope);
  if (index.name === "ArrayExpression") readColumns(person, index, scope);
  if (shown && isMask(text(index), text(owner))) {
    shown.isFrame = true;
    return origin;
  }
  if (shown && isPlace(index, scope)) return { ...origin, ...itemOf(origin) };
  const keys = valuesOf(index, scope);
  const [key, other] = keys;
  if (key?.type === "str" && !other) return entryIn(person, key.value, "key", scope);
  if (other && scope.anyone) return anyOf(keys, person, scope);
  // An index or a slice of a text, e.g. its first letter.
  return origin.input !== undefined && (key || index.name === ":") ? { input: origin.input } : undefined;
}

function isPlace(index: SyntaxNode, scope: Scope): boolean {
  return index.name === "Number" || (scope.origins.get(scope.module.text(index))?.counts ?? false);
}

/** The origin of the result of `person.get("x", 0)`, `x.lower()`, `int(x)` and calls of the source's own functions. */
function callOrigin(node: SyntaxNode, scope: Scope): Origin | undefined {
  const [called, list] = [node.firstChild, node.getChild("ArgList")];
  if (!called || !list) return undefined;
  const given = argumentsOf(node);
  const method = memberOf(called);
  const followed = scope.resultOf(node, scope);
  if (followed) return followed;
  const name = scope.module.text(method ?? called);
  if (method && called.firstChild) {
    const origin = ownerOf(called.firstChild, scope);
    return origin && methodOf(origin, name, given, scope);
  }
  if (["getattr", "hasattr"].includes(name)) return lookedUp(given, scope);
  if (COPYING.includes(name)) return copied(given, scope);
  // The best of several people, or all of them in another order.
  const person = goneOver(node, scope)?.person ??
    (OF_SEVERAL.includes(name) ? oneOf(given, scope) : undefined);
  if (person) return { person };
  if (!Object.hasOwn(KEEPING, name)) return undefined;
  const kept = given.map(({ value }) => originOf(value, scope)).find((one) => one?.input !== undefined);
  if (!isOfItems(name, given, scope)) scope.notes.note(kept?.input, { used: KEEPING[name] });
  return kept && { input: kept.input };
}

function methodOf(
  origin: Origin,
  name: string,
  given: readonly Argument[],
  scope: Scope,
): Origin | undefined {
  const { input, person } = origin;
  if (["get", "pop", "setdefault"].includes(name) && given[0] && person) {
    const keys = valuesOf(given[0].value, scope).filter(({ type }) => type === "str");
    if (keys.length > 1 && scope.anyone) return anyOf(keys, person, scope);
    const [found] = keys.map(({ value }) => entryIn(person, String(value), "key", scope));
    const shown = keys.length === 0 ? shownOf(person, scope) : undefined;
    if (shown) shown.isMapping = true;
    scope.notes.note(found?.input, { literals: usualOf(given[1], scope) });
    return keys.length === 1 ? found : undefined;
  }
  if (name === "copy") return origin;
  noteFrame(scope.notes, person?.name, name);
  if (namesColumns(name)) { for (const { value } of given) readColumns(person, value, scope); }
  if (!Object.hasOwn(KEEPING, name)) return undefined;
  scope.notes.note(input, { used: KEEPING[name] });
  return input === undefined ? undefined : { input };
}

/** The literals of an argument that is the default for a missing entry; none where every value may be a person. */
function usualOf(given: Argument | undefined, scope: Scope): Literal[] {
  return given && !scope.anyone ? valuesOf(given.value, scope) : [];
}

/** Whether a call takes the largest or smallest item of its argument (`max(people, key=len)`), where any value may be a person. */
export function isOfItems(called: string, given: readonly Argument[], scope: Scope): boolean {
  return scope.anyone !== undefined && /^m(?:ax|in)$/.test(called) &&
    given.filter(({ name }) => !name).length === 1;
}

/** The person that a call chooses from several: `max(people, key=lambda person: person["age"])`. */
function oneOf([over, ...others]: readonly Argument[], scope: Scope): Person | undefined {
  return others.some(({ name }) => name) ? eachOf(over.value, scope)?.person : undefined;
}

/** The origin of `getattr(person, "age", 0)`, also with a name from a list that is written out. */
function lookedUp([first, second, third]: readonly Argument[], scope: Scope): Origin | undefined {
  const origin = first && ownerOf(first.value, scope);
  const names = second ? valuesOf(second.value, scope) : [];
  if (!origin) return undefined;
  const found = names.map(({ value }) => fieldOf(origin, String(value), scope));
  const literals = usualOf(third, scope);
  for (const one of found) scope.notes.note(one?.input, { literals });
  return found.length === 1 ? found[0] : undefined;
}

/** The origin of a copy, or of an object made of inputs: `dict(person)`, `dict(age=age)`, `SimpleNamespace(age=age)`. */
function copied(given: readonly Argument[], scope: Scope): Origin | undefined {
  const [first] = given;
  if (!first) return undefined;
  if (!first.name) return originOf(first.value, scope);
  const fields = given.flatMap(({ name, value }): [string, Origin][] => {
    const origin = originOf(value, scope);
    return name && origin ? [[scope.module.text(name), origin]] : [];
  });
  return { person: { fields: new Map(fields) } };
}
