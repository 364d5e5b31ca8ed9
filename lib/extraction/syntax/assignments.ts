import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, partsOf, textOf } from "./nodes.ts";

/**
 * The assignments of statements to names, one name at a time: `a = 1`, `a: int = 1`, `a = b = 1`, `a, b = 1, 2`. A value
 * that is unpacked but not written out is left out.
 */
export function assignmentsAmong(
  statements: readonly SyntaxNode[],
  source: string,
): [name: string, value: SyntaxNode][] {
  return statements.filter(({ name }) => name === "AssignStatement").flatMap((statement) =>
    pairsOf(statement).flatMap(([target, value]): [string, SyntaxNode][] =>
      target.name === "VariableName" ? [[textOf(target, source), value]] : []
    )
  );
}

/**
 * The additions of statements to the values of names: the key of `a["x"] = 1`, the arguments of `a.append("x")`,
 * `a.update({"x": 1})` and the like.
 */
export function additionsAmong(
  statements: readonly SyntaxNode[],
  source: string,
): [name: string, added: SyntaxNode][] {
  return statements.flatMap((statement): [string, SyntaxNode][] => {
    if (statement.name === "AssignStatement") {
      return pairsOf(statement).flatMap(([target]): [string, SyntaxNode][] => {
        const [owner, open, key] = childrenOf(target);
        const isEntry = target.name === "MemberExpression" && open?.name === "[" && key;
        return isEntry && owner.name === "VariableName" ? [[textOf(owner, source), key]] : [];
      });
    }
    const call = statement.name === "ExpressionStatement" ? statement.firstChild : null;
    const [called, list] = call?.name === "CallExpression" ? childrenOf(call) : [];
    const [owner, , method] = called?.name === "MemberExpression" ? childrenOf(called) : [];
    const isAdding = owner?.name === "VariableName" && method &&
      /^(?:append|add|extend|update|insert|setdefault)$/.test(textOf(method, source));
    return isAdding && list?.name === "ArgList"
      ? argumentsOf(call!).map(({ value }) => [textOf(owner, source), value])
      : [];
  });
}

/** The targets of an assignment, each with its value. */
export function pairsOf(statement: SyntaxNode): [target: SyntaxNode, value: SyntaxNode][] {
  const sides: SyntaxNode[][] = [[]];
  for (const child of childrenOf(statement)) {
    if (child.name === "AssignOp") sides.push([]);
    else if (child.name !== "," && child.name !== "TypeDef") sides.at(-1)!.push(child);
  }
  const values = sides.pop() ?? [];
  if (sides.length === 0 || values.length === 0) return [];
  return sides.flatMap((targets): [SyntaxNode, SyntaxNode][] => {
    const left = unfolded(targets);
    const right = left.length > 1 ? unfolded(values) : values;
    return left.length === right.length ? left.map((target, at) => [target, right[at]]) : [];
  });
}

/** The targets of an assignment that unpacks its value, with the value: `a, b = person`. */
export function unpackedIn(
  statement: SyntaxNode,
): [targets: readonly SyntaxNode[], value: SyntaxNode] | undefined {
  const children = childrenOf(statement);
  const at = children.findIndex(({ name }) => name === "AssignOp");
  const targets = unfolded(children.slice(0, at).filter(({ name }) => name !== ","));
  const value = at === children.length - 2 ? children.at(-1) : undefined;
  return value && targets.length > 1 && !/^(?:Tuple|Array)Expression$/.test(value.name)
    ? [targets, value]
    : undefined;
}

/** The items of a tuple or list that stands alone, else the nodes themselves. */
function unfolded(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [only] = nodes;
  if (nodes.length !== 1 || !/^(?:Tuple|Array)Expression$/.test(only.name)) return nodes;
  return partsOf(only);
}
