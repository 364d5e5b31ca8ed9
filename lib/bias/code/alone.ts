import type { SyntaxNode } from "@lezer/common";
import { type Import, isType, isWritten } from "./blind.ts";
import { textOf, WORDS } from "./code_words.ts";
import { childrenOf } from "../../extraction/syntax/nodes.ts";

/**
 * Whether what a call does follows from its arguments alone, so that one process says of it what every process says: of a
 * {@linkcode isBlind} program, whose few kinds of syntax and names make no set and no object that shows where it lies in
 * memory, and ask nothing of the process. What is not known to be so is not.
 */
export function actsAlone(nodes: readonly SyntaxNode[], imports: readonly Import[], source: string): boolean {
  const text = (node: SyntaxNode) => textOf(node, source);
  const isCalled = (node: SyntaxNode) =>
    node.parent?.name === "CallExpression" && node.parent.firstChild?.to === node.to;
  const namesAfter = (keyword: string) =>
    new Set(nodes.filter(({ prevSibling }) => prevSibling?.name === keyword).map(text));
  const [functions, classes] = [namesAfter("def"), namesAfter("class")];
  const imported = new Set(imports.flatMap(({ binds }) => binds));
  const isParameter = ({ parent, prevSibling }: SyntaxNode) =>
    parent?.name === "ParamList" && prevSibling?.name !== "AssignOp";
  const variables = new Set(
    nodes.filter((node) => node.name === "VariableName" && (isParameter(node) || isWritten(node))).map(text),
  );
  const isKnownName = (node: SyntaxNode) => {
    const [name, { parent, prevSibling }] = [text(node), node];
    if (/^(?:def|class)$/.test(prevSibling?.name ?? "") || parent?.name === "ImportStatement") return true;
    if (isType(node) || node.nextSibling?.name === "TypeDef") return true;
    if (/^(?:dataclass|object|property|staticmethod)$/.test(name)) {
      return parent?.name === "Decorator" || parent?.parent?.name === "ClassDefinition";
    }
    if (imported.has(name)) return name === "math";
    // An instance may be written with its place in memory, a function as well.
    if (classes.has(name)) return false;
    if (functions.has(name)) return isCalled(node);
    if (/^(?:self|cls)$/.test(name)) return isParameter(node) || node.nextSibling?.name === ".";
    const isKeyword = parent?.name === "ArgList" && node.nextSibling?.name === "AssignOp";
    return isKeyword || variables.has(name) || WORDS.plainNames.has(name);
  };
  const isKnownMember = (node: SyntaxNode) => {
    const [owner, name] = [node.parent!.firstChild!, text(node)];
    if (name.startsWith("__")) return false;
    if (/^(?:self|cls)$/.test(text(owner))) return isCalled(node.parent!) || !functions.has(name);
    // Keys of dicts can be combined to sets.
    if (/^(?:items|keys)$/.test(name)) return node.parent!.parent!.prevSibling?.name === "in";
    return isCalled(node.parent!) && (text(owner) === "math" || WORDS.plainMethods.has(name));
  };
  return nodes.every((node) => {
    switch (node.name) {
      case "VariableName":
        return isKnownName(node);
      case "PropertyName":
        return isKnownMember(node);
      case "for":
        return node.parent!.name !== "ArgList" || WORDS.consuming.has(text(node.parent!.prevSibling!));
      case "async":
        return false;
      default:
        return !/^[A-Z]/.test(node.name) || WORDS.plainSyntax.has(node.name);
    }
  });
}

/**
 * Whether what {@linkcode actsAlone} leaves nothing in its module, so that this need not be loaded for each call: the module and
 * its classes hold nothing but functions and values that nothing can change, nor do defaults of parameters.
 */
export function keepsNothing(top: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  const isDefault = ({ parent, prevSibling }: SyntaxNode) =>
    parent?.name === "ParamList" && prevSibling?.name === "AssignOp";
  return holdsNothing(top) && nodes.filter(isDefault).every(isFixed);
}

/** Of the body of a module or a class. */
function holdsNothing(body: SyntaxNode): boolean {
  return childrenOf(body).every(leavesNothing);
}

function leavesNothing(statement: SyntaxNode): boolean {
  switch (statement.name) {
    case "DecoratedStatement":
      return leavesNothing(statement.lastChild!);
    case "ClassDefinition":
      return holdsNothing(statement.getChild("Body")!);
    case "AssignStatement":
      return statement.getChild("AssignOp") === null || valuesIn(statement).every(isFixed);
    case "ExpressionStatement":
      return isFixed(statement.firstChild!);
    default:
      return /^(?::|Comment|FunctionDefinition|ImportStatement|PassStatement)$/.test(statement.name);
  }
}

/** What stands behind the first sign of assignment. */
function valuesIn(statement: SyntaxNode): SyntaxNode[] {
  const parts = childrenOf(statement);
  return parts.slice(parts.findIndex(({ name }) => name === "AssignOp") + 1).filter(({ name }) =>
    name !== ","
  );
}

/** Whether nothing can change the value of an expression. */
function isFixed(node: SyntaxNode): boolean {
  return /^(?:Number|String|ContinuedString|Boolean|None|Ellipsis)$/.test(node.name) ||
    (/^(?:Unary|Binary|Parenthesized|Tuple)Expression$/.test(node.name) &&
      childrenOf(node).every((part) =>
        !/^[A-Z]/.test(part.name) || part.name === "ArithOp" || isFixed(part)
      ));
}

/** The names that stand for methods of classes and, outside of them, for nothing. */
export function methodsIn(nodes: readonly SyntaxNode[], source: string): ReadonlySet<string> {
  const isMethod = ({ parent, prevSibling }: SyntaxNode) => {
    const whole = parent?.parent?.name === "DecoratedStatement" ? parent.parent : parent;
    return prevSibling?.name === "def" && whole?.parent?.parent?.name === "ClassDefinition";
  };
  const names = Map.groupBy(nodes.filter(({ name }) => name === "VariableName"), isMethod);
  const [methods, others] = [true, false].map((key) =>
    new Set(names.get(key)?.map((node) => textOf(node, source)))
  );
  return methods.difference(others);
}
