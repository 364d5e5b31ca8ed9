import type { SyntaxNode } from "@lezer/common";
import { pairsOf } from "../../../../extraction/syntax/assignments.ts";
import { literalOf, writtenText } from "../../../../extraction/syntax/literal_nodes.ts";
import { childrenOf, textOf, walk } from "../../../../extraction/syntax/nodes.ts";
import type { Given } from "./given.ts";

/** The value of an expression: its kind and its text. */
export type PythonValue = Pick<Given, "kind" | "raw">;

/**
 * The values of the variables of a source, by name: plain values, and the texts of lists that they hold or that loops go
 * through.
 */
export function variablesIn(top: SyntaxNode, source: string): Map<string, PythonValue> {
  const found = new Map<string, PythonValue>();
  walk(top, (node) => {
    for (const [target, value] of node.name === "AssignStatement" ? pairsOf(node) : loopOf(node)) {
      const isShown = target.name === "VariableName" && !value.name.startsWith("Member");
      const shown = isShown ? pythonValue(value, source, found) : undefined;
      if (shown && shown.kind !== "word") found.set(textOf(target, source), shown);
    }
  });
  return found;
}

/** The target of a loop with the expression that the loop goes through; none if the node is no such loop. */
export function loopOf(node: SyntaxNode): [target: SyntaxNode, over: SyntaxNode][] {
  const [, target, word, over] = node.name === "ForStatement" ? childrenOf(node) : [];
  return word?.name === "in" && over && /^(?:Array|Tuple|Set|Variable)/.test(over.name)
    ? [[target, over]]
    : [];
}

/**
 * The value that an expression gives to a field; undefined if unknown.
 *
 * @param variables As {@linkcode variablesIn} returns them.
 */
export function pythonValue(
  node: SyntaxNode,
  source: string,
  variables: ReadonlyMap<string, PythonValue>,
): PythonValue | undefined {
  const plain = plainValue(node, source);
  if (plain) return plain;
  const text = textOf(node, source);
  switch (node.name) {
    case "VariableName":
      return variables.get(text) ?? { kind: "word", raw: text };
    case "MemberExpression":
      return { kind: "word", raw: text.replace(/\.value$/, "").split(".").at(-1)! };
    case "DictionaryExpression": // its entries have names themselves
      return { kind: "none", raw: "" };
    default:
      return optionsIn(node, source);
  }
}

function plainValue(node: SyntaxNode, source: string): PythonValue | undefined {
  if (node.name === "None") return { kind: "text", raw: "" };
  const literal = literalOf(node, source);
  if (literal === undefined) return undefined;
  if (literal.type === "bool") return { kind: "truth", raw: literal.value ? "True" : "False" };
  if (literal.type !== "str") return { kind: "number", raw: textOf(node, source) };
  return { kind: "text", raw: isEnded(node, source) ? literal.value : "" };
}

/** The texts that an expression chooses from or is made of. */
function optionsIn(node: SyntaxNode, source: string): PythonValue | undefined {
  const called = node.name === "CallExpression" ? textOf(node.firstChild!, source) : "";
  if (/^(?:input|getattr)$/.test(called)) return { kind: "none", raw: "" };
  const texts: string[] = [];
  walk(node, (one) => {
    const text = one.name === "String" && isEnded(one, source) ? writtenText(one, source) : undefined;
    if (text !== undefined) texts.push(text);
  });
  return texts.length === 0 ? undefined : { kind: "options", raw: [...new Set(texts)].join(" / ") };
}

/** Whether a text has its last quote, which is missing where an answer is cut off. */
function isEnded(node: SyntaxNode, source: string): boolean {
  return childrenOf(node).every(({ type }) => !type.isError) &&
    /^[a-z]*("""|'''|"|')[^]*\1$/i.test(textOf(node, source));
}
