import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "./nodes.ts";

/** A plain value that stands in a program; `float` tells 1.0 from 1. */
export type Literal =
  | { readonly type: "str"; readonly value: string }
  | { readonly type: "int" | "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean };

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"', "\n": "" },
};

/**
 * The value of a literal: a text, a number, also a negative one, True or False. Undefined for anything else, among it bytes,
 * complex numbers and texts with parts that are computed.
 */
export function literalOf(node: SyntaxNode, source: string): Literal | undefined {
  const text = source.slice(node.from, node.to);
  switch (node.name) {
    case "String":
      return textOf(text);
    case "ContinuedString": {
      const parts = childrenOf(node).map((part) => literalOf(part, source));
      return parts.every((part) => part?.type === "str")
        ? { type: "str", value: parts.map((part) => part!.value).join("") }
        : undefined;
    }
    case "Number":
      return numberOf(text);
    case "Boolean":
      return { type: "bool", value: text === "True" };
    case "ParenthesizedExpression":
      return literalOf(node.firstChild!.nextSibling!, source);
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

/**
 * The plain values that a literal or a display holds: the items of a list, tuple or set, the keys of a dict, the bounds of a
 * range.
 */
export function literalsIn(node: SyntaxNode, source: string): Literal[] {
  const own = literalOf(node, source);
  if (own) return [own];
  const children = childrenOf(node);
  switch (node.name) {
    case "TupleExpression":
    case "ArrayExpression":
    case "SetExpression":
    case "ParenthesizedExpression":
      return children.flatMap((child) => literalsIn(child, source));
    case "DictionaryExpression":
      return children.flatMap((child) => child.nextSibling?.name === ":" ? literalsIn(child, source) : []);
    case "CallExpression": {
      const called = source.slice(children[0].from, children[0].to);
      const list = node.getChild("ArgList");
      return list && ["range", "set", "frozenset", "tuple", "list"].includes(called)
        ? childrenOf(list).flatMap((child) => literalsIn(child, source))
        : [];
    }
    default:
      return [];
  }
}

function textOf(text: string): Literal | undefined {
  const [, prefix, quote] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text) ?? [];
  if (quote === undefined || /[bf]/i.test(prefix)) return undefined;
  const inside = text.slice(prefix.length + quote.length, -quote.length);
  if (/r/i.test(prefix)) return { type: "str", value: inside };
  return {
    type: "str",
    value: inside.replace(/\\([^])/g, (whole, letter: string) => ESCAPES[letter] ?? whole),
  };
}

function numberOf(text: string): Literal | undefined {
  const plain = text.replaceAll("_", "");
  const value = Number(plain);
  if (Number.isNaN(value) || !Number.isFinite(value)) return undefined;
  return { type: /^\d+$|^0[xob]/i.test(plain) ? "int" : "float", value };
}
