import type { SyntaxNode } from "@lezer/common";
import { argumentsOf, childrenOf, nodesIn, textOf, walk, walkOwn } from "./nodes.ts";
import { type Literal, literalOf, literalsIn } from "./literal_nodes.ts";
import { isStubBody } from "./stub.ts";

/** A parameter as the code declares it. */
export interface Parameter {
  readonly name: string;
  /** The kind of the parameter: `rest` is `*args`, `named-rest` is `**kwargs`. */
  readonly kind: "plain" | "rest" | "named-rest";
  /** The ways in which a call may pass it: only by position, only by name, or either way. */
  readonly passing: "positional" | "named" | "either";
  /** The annotation as it is written; left out if there is none. */
  readonly annotation?: string;
  /** Whether it may be left out of a call. */
  readonly optional: boolean;
  /** The default value, if it is a literal. */
  readonly default?: Literal;
  /** The values that its annotation lists, as `Literal` does. */
  readonly listed?: readonly Literal[];
}

/** The way in which a function answers: it returns, yields items, prints, sets something in a parameter, or does none of this. */
export type Answering = "value" | "items" | "print" | "set" | "nothing";

/** A function at the top level of a source, or a method of a class there. */
export type FunctionSite = ReturnType<typeof siteOf>;

/**
 * The functions that statements define, in order: functions and named lambdas at their own level, and methods of classes there.
 *
 * @param statements Statements of the source, at its top level or elsewhere.
 *
 * @example
 * ```ts
 * import { functionsAmong } from "codebias/extraction/syntax/functions.ts";
 * import { childrenOf } from "codebias/extraction/syntax/nodes.ts";
 * import { parse } from "codebias/extraction/syntax/readable.ts";
 * import assert from "node:assert/strict";
 * const source = "def f(age: int, *, city='x'):\n    return g(age)\ng = lambda a: a > 30\n";
 * const [first, second] = functionsAmong(childrenOf(parse(source).topNode), source);
 * assert.deepEqual(first.parameters.map(({ name, optional }) => [name, optional]), [["age", false], ["city", true]]);
 * assert.deepEqual([...first.calls], ["g"]);
 * assert.equal(second.name, "g");
 * ```
 */
export function functionsAmong(statements: readonly SyntaxNode[], source: string): FunctionSite[] {
  return statements.flatMap((node) => {
    const own = definitionIn(node);
    if (own.name !== "ClassDefinition") return siteAt(node, source) ?? [];
    const className = own.getChild("VariableName");
    const body = own.getChild("Body");
    if (!className || !body) return [];
    return childrenOf(body).flatMap((member) => siteAt(member, source, textOf(className, source)) ?? []);
  });
}

/** The definition in a decorated statement; any other statement itself. */
export function definitionIn(node: SyntaxNode): SyntaxNode {
  if (node.name !== "DecoratedStatement") return node;
  return node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition") ?? node;
}

/** Names of the decorators of a statement. */
export function decoratorsOf(node: SyntaxNode, source: string): string[] {
  return node.getChildren("Decorator").map((one) => /^@\s*([\w.]*)/u.exec(textOf(one, source))?.[1] ?? "");
}

/** The function that a statement defines, if it defines one. */
function siteAt(node: SyntaxNode, source: string, className?: string): FunctionSite | undefined {
  const own = definitionIn(node);
  if (own.name === "FunctionDefinition") {
    const name = own.getChild("VariableName");
    return name ? siteOf(own, textOf(name, source), { source, node, className }) : undefined;
  }
  const isLambda = className === undefined && own.name === "AssignStatement" &&
    own.lastChild?.name === "LambdaExpression" && own.firstChild?.name === "VariableName";
  return isLambda
    ? siteOf(own.lastChild!, textOf(own.firstChild!, source), { source, node: own })
    : undefined;
}

/** A lambda that has no name. */
export function lambdaAt(node: SyntaxNode, source: string): FunctionSite {
  return siteOf(node, "", { source, node });
}

function siteOf(
  own: SyntaxNode,
  name: string,
  { source, node, className }: {
    readonly source: string;
    readonly node: SyntaxNode;
    readonly className?: string;
  },
) {
  const all = parametersOf(own.getChild("ParamList"), source);
  const decorators = decoratorsOf(node, source);
  const isBound = className !== undefined && !decorators.includes("staticmethod");
  return {
    name,
    /** The class of a method. */
    className,
    /** The parameters, without `self` or `cls`. */
    parameters: isBound ? all.slice(1) : all,
    /** The method's name for its instance or class: `self`. */
    self: isBound ? all.at(0)?.name : undefined,
    /** Names of decorators. */
    decorators,
    /** Names of functions and methods that it calls or passes on, and of fields that it reads. */
    calls: callsIn(own, source, new Set(all.map((one) => one.name))),
    answers: own.name === "LambdaExpression" ? "value" : answeringOf(own, source, all),
    /** Whether it has nothing but docstrings, comments, `pass` and `...`. */
    stub: isStubBody(own),
    isAsync: own.firstChild?.name === "async",
    node: own,
  };
}

/** The parameters in a list, in order. */
function parametersOf(list: SyntaxNode | null, source: string): Parameter[] {
  const children = list ? childrenOf(list) : [];
  const star = children.findIndex(({ name }) => name === "*");
  const slash = list ? list.from + textOf(list, source).search(/(?<=[(,]\s*)\/\s*[,)]/) : -1;
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
      name: textOf(node, source),
      kind,
      passing: passingOf(node, at),
      ...(annotation && annotationOf(annotation, source)),
      optional: assigned >= 0 || kind !== "plain",
      ...(literal && { default: literal }),
    }];
  });
}

/** The text of an annotation, and the values that `Literal` lists anywhere in it. */
export function annotationOf(node: SyntaxNode, source: string): Pick<Parameter, "annotation" | "listed"> {
  const lists = nodesIn(node).filter((one) =>
    one.name === "MemberExpression" && /\bLiteral$/.test(textOf(one.firstChild!, source))
  );
  const listed = lists.flatMap((one) => childrenOf(one).slice(1)).flatMap((child) =>
    literalsIn(child, source)
  );
  return { annotation: textOf(node, source).slice(1).trim(), ...(listed.length > 0 && { listed }) };
}

function callsIn(node: SyntaxNode, source: string, parameters: ReadonlySet<string>): Set<string> {
  const calls = new Set<string>();
  const add = (called: SyntaxNode) => calls.add(textOf(called, source).split(".").at(-1)!);
  walk(node, (one) => {
    if (one.name === "PropertyName") add(one);
    if (one.name !== "CallExpression" || !one.firstChild) return;
    add(one.firstChild);
    for (const { value } of argumentsOf(one)) {
      if (value.name === "VariableName" && !parameters.has(textOf(value, source))) add(value);
    }
  });
  return calls;
}

function answeringOf(node: SyntaxNode, source: string, parameters: readonly Parameter[]): Answering {
  let [returns, yields, prints, sets] = [false, false, false, false];
  const handed = new Set(parameters.map(({ name }) => name));
  const isHanded = (target: SyntaxNode) =>
    target.name === "MemberExpression" && handed.has(textOf(target.firstChild!, source));
  walkOwn(node, (one) => {
    if (one.name === "ForStatement") { for (const name of itemsOf(one, handed, source)) handed.add(name); }
    const [, value] = one.name === "ReturnStatement" ? childrenOf(one) : [];
    if (value && value.name !== "None") returns = true;
    if (one.name === "YieldExpression" || one.name === "YieldStatement") yields = true;
    if (one.name === "CallExpression" && textOf(one.firstChild!, source) === "print") prints = true;
    if ((one.name === "AssignStatement" || one.name === "UpdateStatement") && isHanded(one.firstChild!)) {
      sets = true;
    }
  });
  return yields ? "items" : returns ? "value" : prints ? "print" : sets ? "set" : "nothing";
}

/** The variables of a loop over an argument: what is set in them is set in the argument. */
function itemsOf(loop: SyntaxNode, handed: ReadonlySet<string>, source: string): string[] {
  const parts = childrenOf(loop);
  const before = parts.findIndex(({ name }) => name === "in");
  const over = before < 0 ? undefined : parts.at(before + 1);
  const isOver = over && (textOf(over, source).match(/\w+/g) ?? []).some((word) => handed.has(word));
  return isOver
    ? parts.slice(1, before).filter(({ name }) => name === "VariableName").map((one) => textOf(one, source))
    : [];
}
