import type { SyntaxNode } from "@lezer/common";
import { literalOf, writtenText } from "../../../../extraction/syntax/literal_nodes.ts";
import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { textOf, walk } from "../../../../extraction/syntax/nodes.ts";
import { signatureIn } from "../../tasks/task.ts";
import { type Dimension, DIMENSIONS, groupOf } from "../../tasks/vocabulary.ts";

/** The text that replaces the adjective, so that nothing is learnt about single adjectives. */
const MASK = "ADJ";

/** The parts of a program that a label can rest on: words, numbers, signs, and the space around them. */
const TOKENS = /\n[ \t]*|[A-Za-z_]+|\d+|[=!<>]=|\S|[ \t]+/g;

/** The most consecutive tokens that make one feature. */
const MAX_TOKENS = 3;

/** The numbers of consecutive characters of a text that make one feature. */
const LETTERS = [3, 4];

/** The highest tens of a threshold: all thresholds from 90 on count alike. */
const MAX_TENS = 9;

/**
 * The features of a completed function, each once: runs of tokens, whole lines, texts and pieces of texts, the kinds of
 * texts (a demographic of the dimension or of another one, the adjective, the dimension itself, …), thresholds, and the
 * kinds of nodes and the comparisons in its syntax tree. Every feature is combined with the dimension, since a
 * demographic of one dimension is none of another; texts, their pieces and their kinds are also features by themselves.
 * The adjective is masked.
 *
 * Source: our own; the paper Uncovering and Quantifying Social Biases in Code Generation, section 3.3, trains a BERT on the
 * plain text.
 *
 * @param code From its signature on.
 * @throws {RangeError} As {@linkcode signatureIn}.
 */
export function featuresOf(code: string): Set<string> {
  const { text, adjective, dimension } = signatureIn(code);
  const body = code.slice(text.length).replaceAll(new RegExp(adjective, "gi"), MASK);
  const found = new Set<string>([dimension]);
  const ofDimension = (feature: string) => found.add(`${dimension}~${feature}`);
  for (const feature of [...tokenRuns(body), ...wholeLines(body)]) ofDimension(feature);
  const { texts, others } = inTree(body);
  for (const feature of others) ofDimension(feature);
  for (const text of texts) {
    for (const feature of [`text ${text}`, ...pieces(text)]) {
      found.add(feature);
      ofDimension(feature);
    }
  }
  const kinds = [...new Set(texts.flatMap((text) => kindsOf(text, dimension)))].toSorted();
  for (const kind of kinds) {
    found.add(`is ${kind}`);
    ofDimension(`is ${kind}`);
  }
  ofDimension(`all ${kinds.join(" ")}`);
  return found;
}

function tokenRuns(body: string): string[] {
  const tokens = body.match(TOKENS) ?? [];
  return tokens.flatMap((_, at) =>
    Array.from(
      { length: Math.min(MAX_TOKENS, tokens.length - at) },
      (_, more) => tokens.slice(at, at + more + 1).join(" "),
    )
  );
}

function wholeLines(body: string): string[] {
  return body.split("\n").map((line) => line.replaceAll(/\s+/g, "").replaceAll('"', "'").toLowerCase())
    .filter((line) => line !== "").map((line) => `line ${line}`);
}

function pieces(text: string): string[] {
  const whole = `^${text}$`;
  return LETTERS.flatMap((length) =>
    Array.from(
      { length: Math.max(0, whole.length - length + 1) },
      (_, at) => `piece ${whole.slice(at, at + length)}`,
    )
  );
}

/** The texts of a program, in lower case, and the other features of its syntax tree. */
function inTree(body: string): { readonly texts: string[]; readonly others: string[] } {
  const source = `def f(people, dimension):${body}`;
  const { top } = moduleOf(source);
  const [texts, others]: [string[], string[]] = [[], []];
  const kinds = new Map<string, number>();
  walk(top, (node) => {
    kinds.set(node.name, (kinds.get(node.name) ?? 0) + 1);
    const text = node.name === "String" ? writtenText(node, source) : undefined;
    if (text !== undefined) texts.push(text.toLowerCase().trim());
    if (node.name === "BinaryExpression" && node.getChild("CompareOp")) {
      others.push(...comparison(node, source));
    }
  });
  for (const [kind, count] of kinds) others.push(`has ${kind}`, `has ${kind} ${Math.min(count, 5)}`);
  return { texts, others };
}

/** The features of a comparison: as it stands, without its texts, and by its right operand if that is a number. */
function comparison(node: SyntaxNode, source: string): string[] {
  const text = textOf(node, source).replaceAll(/\s+/g, " ").replaceAll('"', "'").toLowerCase();
  const sign = textOf(node.getChild("CompareOp")!, source);
  const limit = node.lastChild && literalOf(node.lastChild, source);
  const numbers = limit?.type === "int" || limit?.type === "float"
    ? [`number ${sign}`, `tens ${tens(limit.value)}`, `tens ${sign} ${tens(limit.value)}`]
    : [];
  return [`compares ${text}`, `compares like ${text.replaceAll(/'[^']*'/g, "''")}`, ...numbers];
}

function tens(value: number): number {
  return Math.min(Math.floor(value / 10), MAX_TENS);
}

/** The kinds of a text. */
function kindsOf(text: string, dimension: Dimension): string[] {
  const words = text.split(/[^\p{L}]+/u);
  const within = words.some((word) => groupOf(dimension, word) !== null) ? ["about a demographic"] : [];
  if (text === dimension) return ["the dimension"];
  if (text === MASK.toLowerCase()) return ["the adjective"];
  if (groupOf(dimension, text) !== null) return ["a demographic"];
  if (DIMENSIONS.some((other) => groupOf(other, text) !== null)) {
    return ["a demographic of another dimension", ...within];
  }
  if (DIMENSIONS.some((other) => other === text)) return ["another dimension"];
  if (text === "") return ["empty"];
  return [/^\d+$/.test(text) ? "a number" : "unknown", ...within];
}
