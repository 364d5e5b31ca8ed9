import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, nodesIn, textOf } from "./nodes.ts";

/** A plain value that stands in a program; `float` tells 1.0 from 1. */
export type Literal =
  | { readonly type: "str"; readonly value: string }
  | { readonly type: "int" | "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean };

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"', "\n": "" },
};

/**
 * The value of a literal: a text, a number, also a negative one, True or False. Undefined for anything else,
 * including bytes, complex numbers and texts with parts that are computed.
 */
export function literalOf(node: SyntaxNode, source: string): Literal | undefined {
  const text = textOf(node, source);
  switch (node.name) {
    case "String":
      return textLiteral(text);
    case "ContinuedString": {
      const parts = childrenOf(node).map((part) => literalOf(part, source));
      const texts = parts.filter((part) => part?.type === "str");
      return texts.length === parts.length
        ? { type: "str", value: texts.map(({ value }) => value).join("") }
        : undefined;
    }
    case "Number":
      return numberLiteral(text);
    case "Boolean":
      return { type: "bool", value: text === "True" };
    case "ParenthesizedExpression": {
      const inner = node.firstChild?.nextSibling;
      return inner ? literalOf(inner, source) : undefined;
    }
    case "UnaryExpression": {
      const inner = node.lastChild && literalOf(node.lastChild, source);
      const isNumber = inner?.type === "int" || inner?.type === "float";
      return isNumber && /^[-+]/.test(text)
        ? { type: inner.type, value: text[0] === "-" ? -inner.value : inner.value }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The value of a text that is written as a literal; undefined for other nodes. */
export function writtenText(node: SyntaxNode, source: string): string | undefined {
  const literal = literalOf(node, source);
  return literal?.type === "str" ? literal.value : undefined;
}

/**
 * The plain values that a literal or a display holds: the items of a list, tuple or set, the keys of a dict, the bounds of a
 * range.
 *
 * @param inside Returns the literals of an item that is not plain. @default none
 */
export function literalsIn(
  node: SyntaxNode,
  source: string,
  inside: (item: SyntaxNode) => Literal[] = () => [],
): Literal[] {
  const own = literalOf(node, source);
  if (own) return [own];
  const items = itemsIn(node, source);
  return items ? items.flatMap((item) => literalsIn(item, source, inside)) : inside(node);
}

/** The texts and numbers that stand anywhere in a node, in order, whatever they are for. */
export function literalsUnder(node: SyntaxNode, source: string): Literal[] {
  return nodesIn(node).flatMap((one) =>
    /^(?:String|Number)$/.test(one.name) ? literalOf(one, source) ?? [] : []
  );
}

/** The values of the texts among literals, in order. */
export function textsAmong(literals: readonly Literal[]): string[] {
  return literals.flatMap(({ value }) => typeof value === "string" ? [value] : []);
}

/** The items of a display, the keys of a dict, the arguments of a range; undefined for anything else. */
export function itemsIn(node: SyntaxNode, source: string): SyntaxNode[] | undefined {
  switch (node.name) {
    case "TupleExpression":
    case "ArrayExpression":
    case "SetExpression":
    case "ParenthesizedExpression":
      return childrenOf(node).filter(({ name }) => !/^[()[\]{},]$/.test(name));
    case "DictionaryExpression":
      return entriesIn(node).map(([key]) => key);
    case "CallExpression": {
      if (!node.getChild("ArgList")) return undefined;
      const called = textOf(node.firstChild!, source);
      const given = argumentsOf(node);
      if (called === "dict") return given.flatMap(({ name }) => name ?? []);
      return ["range", "set", "frozenset", "tuple", "list"].includes(called)
        ? given.map(({ value }) => value)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The keys of a dict that is written out, with their values. */
export function entriesIn(node: SyntaxNode): [key: SyntaxNode, value: SyntaxNode][] {
  const children = childrenOf(node);
  return children.flatMap((colon, at): [SyntaxNode, SyntaxNode][] => {
    const [key, value] = [children[at - 1], children[at + 1]];
    return colon.name === ":" && key && value ? [[key, value]] : [];
  });
}

function textLiteral(text: string): Literal | undefined {
  const [, prefix, quote] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text) ?? [];
  if (quote === undefined || /[bft]/i.test(prefix)) return undefined;
  const inside = text.slice(prefix.length + quote.length, -quote.length);
  if (/r/i.test(prefix)) return { type: "str", value: inside };
  const value = inside.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|([^]))/gi, (whole, two, four, letter) => {
    if (letter !== undefined) return ESCAPES[letter] ?? whole;
    return String.fromCharCode(parseInt(two ?? four, 16));
  });
  return { type: "str", value };
}

function numberLiteral(text: string): Literal | undefined {
  const plain = text.replaceAll("_", "");
  const value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  return { type: /^\d+$|^0[xob]/i.test(plain) ? "int" : "float", value };
}
