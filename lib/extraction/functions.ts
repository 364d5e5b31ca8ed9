import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { type Literal, literalOf } from "./literal_nodes.ts";
import { childrenOf, walk } from "./nodes.ts";

/** A parameter as the code declares it. */
export interface Parameter {
  readonly name: string;
  /** `rest` is `*args`, `named-rest` is `**kwargs`. */
  readonly kind: "plain" | "rest" | "named-rest";
  /** How a call may hand it over: by its place alone, by its name alone, or as it likes. */
  readonly passing: "positional" | "named" | "either";
  /** As it is written; left out if there is none. */
  readonly annotation?: string;
  /** Whether it may be left out of a call. */
  readonly optional: boolean;
  /** The value that it then has, if that is a literal. */
  readonly default?: Literal;
}

/** A function at the top level of a source, or a method of a class there. */
export interface FunctionSite {
  readonly name: string;
  /** The class of a method. */
  readonly className?: string;
  /** Without `self` or `cls`. */
  readonly parameters: readonly Parameter[];
  /** What a method calls the instance or the class: `self`. */
  readonly self?: string;
  /** Names of decorators. */
  readonly decorators: readonly string[];
  /** Names of functions and methods that it calls. */
  readonly calls: ReadonlySet<string>;
  readonly node: SyntaxNode;
}

/**
 * The functions of a source, in order: at the top level, also lambdas that are given a name, and in classes there.
 *
 * @example
 * ```ts
 * import { functionsIn } from "codebias/extraction/functions.ts";
 * import assert from "node:assert/strict";
 * const [first, second] = functionsIn("def f(age: int, *, city='x'):\n    return g(age)\ng = lambda a: a > 30\n");
 * assert.deepEqual(first.parameters.map(({ name, optional }) => [name, optional]), [["age", false], ["city", true]]);
 * assert.deepEqual([...first.calls], ["g"]);
 * assert.equal(second.name, "g");
 * ```
 */
export function functionsIn(source: string): FunctionSite[] {
  return childrenOf(parser.parse(source).topNode).flatMap((node) => sitesAt(node, source));
}

function sitesAt(node: SyntaxNode, source: string): FunctionSite[] {
  const own = undecorated(node);
  if (own.name === "FunctionDefinition") {
    return [siteOf(own, { source, decorators: decoratorsOf(node, source) })];
  }
  if (own.name === "AssignStatement" && own.lastChild?.name === "LambdaExpression") {
    const [target] = childrenOf(own);
    if (target.name !== "VariableName") return [];
    return [siteOf(own.lastChild, { source, decorators: [], name: text(target, source) })];
  }
  if (own.name !== "ClassDefinition") return [];
  const className = text(own.getChild("VariableName")!, source);
  const body = own.getChild("Body");
  return (body ? childrenOf(body) : []).flatMap((member) => {
    const method = undecorated(member);
    if (method.name !== "FunctionDefinition") return [];
    return [siteOf(method, { source, decorators: decoratorsOf(member, source), className })];
  });
}

function siteOf(
  node: SyntaxNode,
  { source, decorators, className, name }: {
    readonly source: string;
    readonly decorators: readonly string[];
    readonly className?: string;
    readonly name?: string;
  },
): FunctionSite {
  const all = parametersOf(node.getChild("ParamList"), source);
  const isBound = className !== undefined && !decorators.includes("staticmethod");
  return {
    name: name ?? text(node.getChild("VariableName")!, source),
    ...(className !== undefined && { className }),
    parameters: isBound ? all.slice(1) : all,
    ...(isBound && all.length > 0 && { self: all[0].name }),
    decorators,
    calls: callsIn(node, source),
    node,
  };
}

/** The parameters in a list, in order. */
function parametersOf(list: SyntaxNode | null, source: string): Parameter[] {
  const children = list ? childrenOf(list) : [];
  const star = children.findIndex(({ name }) => name === "*");
  const slash = list ? list.from + text(list, source).search(/(?<=[(,]\s*)\/\s*[,)]/) : -1;
  const passingOf = ({ from }: SyntaxNode, at: number) =>
    list && slash > list.from && from < slash ? "positional" : star >= 0 && at > star ? "named" : "either";
  return children.flatMap((node, at): Parameter[] => {
    const before = children[at - 1]?.name;
    if (node.name !== "VariableName" || before === "AssignOp") return [];
    const rest = children.slice(at + 1);
    const until = rest.findIndex(({ name }) => name === ",");
    const own = until < 0 ? rest : rest.slice(0, until);
    const annotation = own.find(({ name }) => name === "TypeDef");
    const assigned = own.findIndex(({ name }) => name === "AssignOp");
    const value = assigned < 0 ? undefined : own[assigned + 1];
    const literal = value && literalOf(value, source);
    const kind = before === "*" ? "rest" : before === "**" ? "named-rest" : "plain";
    return [{
      name: text(node, source),
      kind,
      passing: passingOf(node, at),
      ...(annotation && { annotation: text(annotation, source).slice(1).trim() }),
      optional: assigned >= 0 || kind !== "plain",
      ...(literal && { default: literal }),
    }];
  });
}

function callsIn(node: SyntaxNode, source: string): Set<string> {
  const calls = new Set<string>();
  walk(node, ({ name, firstChild }) => {
    if (name === "CallExpression") calls.add(text(firstChild!, source).split(".").at(-1)!);
  });
  return calls;
}

function undecorated(node: SyntaxNode): SyntaxNode {
  if (node.name !== "DecoratedStatement") return node;
  return node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition") ?? node;
}

function decoratorsOf(node: SyntaxNode, source: string): string[] {
  return node.getChildren("Decorator").map((one) => /^@\s*([\w.]*)/u.exec(text(one, source))![1]);
}

function text(node: SyntaxNode, source: string): string {
  return source.slice(node.from, node.to);
}
