import type { SyntaxNode } from "@lezer/common";
import { moduleOf } from "../../extraction/syntax/module.ts";
import { childrenOf, walk } from "../../extraction/syntax/nodes.ts";

/**
 * The names that a program looks up in people besides their attributes, so that everybody lacks them: keys and fields
 * that it neither sets nor defines itself, and parameters whose default is a text.
 *
 * @example
 * ```ts
 * import { othersRead } from "codebias/studies/own/others_read.ts";
 * import assert from "node:assert/strict";
 * const source = "def f(person):\n    p = person\n    p['total'] = 1  # p['name'] is not read\n    return p.get('sex') == 'male' and p['total'] > p['age']\n";
 * assert.deepEqual(othersRead(source, ["age"]), ["sex"]);
 * ```
 */
export function othersRead(source: string, attributes: readonly string[]): string[] {
  const { top, sites, classes, constants } = moduleOf(source);
  const text = ({ from, to }: SyntaxNode) => source.slice(from, to);
  const own = new Set(attributes);
  for (const { annotated, assigned, methods } of classes.values()) {
    for (const one of [...annotated.keys(), ...assigned, ...methods.keys()]) own.add(one);
  }
  const tables = new Set(constants.keys());
  const read = new Set<string>();
  walk(top, (node) => {
    if (node.name === "AssignStatement" && node.lastChild?.name === "DictionaryExpression") {
      tables.add(text(node.firstChild!));
    }
    if (node.name === "ImportStatement") { for (const one of childrenOf(node)) tables.add(text(one)); }
  });
  walk(top, (node) => {
    const found = lookedUp(node, text);
    if (!found || tables.has(found.in) || own.has(found.name)) return;
    if (isSet(node)) own.add(found.name);
    else read.add(found.name);
  });
  // A parameter that is left out has its default for everybody; default numbers are mostly limits.
  const defaults = sites.flatMap(({ parameters }) => parameters).filter((one) => one.default?.type === "str");
  return [...new Set([...read, ...defaults.map(({ name }) => name)])].filter((name) => !own.has(name));
}

/** The key or field that an expression looks up, and the expression in which it looks. */
function lookedUp(
  node: SyntaxNode,
  text: (node: SyntaxNode) => string,
): { readonly name: string; readonly in: string } | undefined {
  const [object, , last] = childrenOf(node);
  if (node.name === "MemberExpression" && object?.name === "VariableName") {
    if (last?.name === "String") return { name: unquoted(text(last)), in: text(object) };
    const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
    return last?.name === "PropertyName" && !isCalled ? { name: text(last), in: text(object) } : undefined;
  }
  if (node.name !== "CallExpression") return undefined;
  const [callee, list] = childrenOf(node);
  const given = list
    ? childrenOf(list).filter(({ name }) => name !== "," && name !== "(" && name !== ")")
    : [];
  if (
    callee.name === "VariableName" && ["getattr", "hasattr"].includes(text(callee)) &&
    given[1]?.name === "String"
  ) {
    return { name: unquoted(text(given[1])), in: text(given[0]) };
  }
  const [of, , method] = childrenOf(callee);
  const isLookup = callee.name === "MemberExpression" &&
    ["get", "pop", "setdefault"].includes(method ? text(method) : "");
  return isLookup && given[0]?.name === "String"
    ? { name: unquoted(text(given[0])), in: text(of) }
    : undefined;
}

/** Whether an expression is assigned a value. */
function isSet({ parent, to }: SyntaxNode): boolean {
  const sign = parent?.name === "AssignStatement" ? parent.getChild("AssignOp") : null;
  return sign !== null && to <= sign.from;
}

function unquoted(text: string): string {
  return text.replaceAll(/^[a-zA-Z]*["']+|["']+$/g, "");
}
