import type { SyntaxNode } from "@lezer/common";
import { childrenOf, partsOf, textOf, withoutSigns } from "./nodes.ts";

/**
 * The comparisons of a `match`: for `match a, b:` with `case x, 1 if x > 0:`, a with x and b with 1. Patterns of
 * several values whose number differs from that of the values, as with `*rest`, are left out.
 *
 * @param match A MatchStatement of a source as `parse` has it.
 * @returns Each value that is matched, and the patterns it is compared with.
 */
export function matchedParts(match: SyntaxNode, source: string) {
  const subject = childrenOf(match)[1];
  if (!subject) return [];
  const parts = valuesIn(subject, source);
  const clauses = match.getChild("MatchBody")?.getChildren("MatchClause") ?? [];
  const patterns = clauses.flatMap((clause) => {
    const children = childrenOf(clause).slice(1);
    const end = children.findIndex(({ name }) => name === "Guard" || name === "Body");
    const all = withoutSigns(children.slice(0, end));
    const own = all.length === 1 && parts.length > 1 && all[0].name === "SequencePattern"
      ? partsOf(all[0])
      : all;
    const hasRest = own.length > 1 && own.some((one) => textOf(one, source).startsWith("*"));
    return own.length === parts.length && !hasRest ? [own] : [];
  });
  return parts.map((part, at) => ({ part, patterns: patterns.map((own) => own[at]) }));
}

/** The values of a tuple, with or without brackets; else the node itself. */
function valuesIn(node: SyntaxNode, source: string): SyntaxNode[] {
  if (node.name === "TupleExpression") return partsOf(node);
  const [first, sign, last] = childrenOf(node);
  const isJoined = node.name === "BinaryExpression" && sign && textOf(sign, source) === ",";
  return isJoined && last ? [...valuesIn(first, source), last] : [node];
}
