import type { SyntaxNode } from "@lezer/common";
import { type Import, isType, isWritten } from "./blind.ts";
import { textOf, WORDS } from "./code_words.ts";
import { childrenOf } from "../../extraction/syntax/nodes.ts";

/**
 * Whether the result of a call depends on its arguments alone, so that one process gives the result that every process gives.
 * This holds for an {@linkcode isBlind} program whose few kinds of syntax and names create no set and no object that shows its
 * address in memory, and ask nothing of the process. What is not known to be safe is not.
 */
export function actsAlone(nodes: readonly SyntaxNode[], imports: readonly Import[], source: string): boolean {
  if (ODD_LINES.test(source)) return false;
  const text = (node: SyntaxNode) => textOf(node, source);
  const isCalled = (node: SyntaxNode) => node.parent?.name === "CallExpression";
  const namesAfter = (keyword: string) =>
    new Set(nodes.filter(({ prevSibling }) => prevSibling?.name === keyword).map(text));
  const [functions, classes] = [namesAfter("def"), namesAfter("class")];
  const imported = new Set(imports.flatMap(({ binds }) => binds));
  const isParameter = (node: SyntaxNode) => node.parent?.name === "ParamList" && !isDefault(node);
  const variables = new Set(nodes.filter((node) => isParameter(node) || isWritten(node)).map(text));
  const isBound = (name: string) => [functions, classes, variables].some((names) => names.has(name));
  const isOfPython = (name: string) => !isBound(name) && (!imported.has(name) || name === "dataclass");
  const isStatic = (node: SyntaxNode) =>
    node.parent!.getChildren("Decorator").some((one) => text(one).includes("staticmethod"));
  // Functions that are called by these names may get something else for `self` than an instance.
  const takers = new Set(
    nodes.filter((node) => SELF.test(text(node)) && isParameter(node)).map(({ parent }) =>
      text(parent!.prevSibling!)
    ),
  );
  const isKnownName = (node: SyntaxNode) => {
    const [name, { parent, prevSibling }] = [text(node), node];
    if (/^(?:def|class)$/.test(prevSibling?.name ?? "") || parent?.name === "ImportStatement") return true;
    if (SELF.test(name)) {
      if (!isParameter(node)) return node.nextSibling?.name === ".";
      const definition = parent!.parent!;
      return prevSibling?.name === "(" && !isStatic(definition) && (name === "self" || isOfClass(definition));
    }
    if (isType(node) || node.nextSibling?.name === "TypeDef") return true;
    if (parent?.name === "Decorator") return DECORATOR.test(name) && isOfPython(name);
    if (DECORATOR.test(name) || WORDS.makers.has(name)) return false;
    if (name === "object") return parent?.parent?.name === "ClassDefinition" && isOfPython(name);
    if (imported.has(name)) return name === "math";
    // The text of an instance may contain its address in memory, as may that of a function.
    if (classes.has(name)) return false;
    if (functions.has(name)) return isCalled(node) && !takers.has(name);
    const isKeyword = parent?.name === "ArgList" && node.nextSibling?.name === "AssignOp";
    return isKeyword || variables.has(name) || WORDS.plainNames.has(name);
  };
  const isKnownMember = (node: SyntaxNode) => {
    const [owner, name] = [node.parent!.firstChild!, text(node)];
    if (name.startsWith("__") || classes.has(name)) return false;
    // Keys of dicts can be combined into sets.
    if (/^(?:items|keys)$/.test(name)) {
      const { prevSibling, nextSibling } = node.parent!.parent!;
      return isCalled(node.parent!) && prevSibling?.name === "in" && nextSibling?.name !== ",";
    }
    if (SELF.test(text(owner))) return isCalled(node.parent!) || !functions.has(name);
    return isCalled(node.parent!) && (text(owner) === "math" || WORDS.plainMethods.has(name));
  };
  const consumes = (name: string) => WORDS.consuming.has(name) && isOfPython(name);
  return nodes.every((node) => {
    switch (node.name) {
      case "ClassDefinition": {
        // Instances of classes with other bases have further methods of Python's own.
        const bases = node.getChild("ArgList");
        return bases === null || /^\((?:object)?\)$/.test(text(bases));
      }
      case "FunctionDefinition": {
        if (isStatic(node)) return node.parent!.getChildren("Decorator").length === 1;
        const first = node.getChild("ParamList")?.firstChild?.nextSibling;
        return (first && SELF.test(text(first))) || !isOfClass(node);
      }
      case "as":
        return node.parent!.name !== "ImportStatement";
      case "VariableName":
        return isKnownName(node);
      case "PropertyName":
        return isKnownMember(node);
      case "for":
        return node.parent!.name !== "ArgList" || consumes(text(node.parent!.prevSibling!));
      case "async":
        return false;
      default:
        return !/^[A-Z]/.test(node.name) || WORDS.plainSyntax.has(node.name);
    }
  });
}

/** Characters by which Python divides lines, or reads names, in another way than the grammar. */
const ODD_LINES = /[\f\ufeff]|\\\r|^[ \t]*\\$/m;

const DECORATOR = /^(?:dataclass|property|staticmethod)$/;
const SELF = /^(?:self|cls)$/;

/** Whether a function is defined in the body of a class. */
function isOfClass(definition: SyntaxNode): boolean {
  let around = definition.parent;
  while (around && !/^(?:Function|Class)Definition$/.test(around.name)) around = around.parent;
  return around?.name === "ClassDefinition";
}

function isDefault({ parent, prevSibling }: SyntaxNode): boolean {
  let before = prevSibling;
  while (before?.name === "Comment") before = before.prevSibling;
  return parent?.name === "ParamList" && before?.name === "AssignOp";
}

/**
 * Whether a program that {@linkcode actsAlone} leaves nothing in its module, so that the module need not be loaded for each
 * call: the module, its classes and the defaults of parameters hold nothing but functions and values that cannot change.
 */
export function keepsNothing(top: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  return holdsNothing(top) && nodes.filter(isDefault).every(isFixed);
}

/** Whether the body of a module or a class holds nothing that can change. */
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
      return statement.getChild("AssignOp") === null || bindsFixed(statement);
    case "ExpressionStatement":
      return isFixed(statement.firstChild!);
    default:
      return /^(?::|Comment|FunctionDefinition|ImportStatement|PassStatement)$/.test(statement.name);
  }
}

/** Whether an assignment binds names to values that cannot change; a name with a star is bound to a list. */
function bindsFixed(statement: SyntaxNode): boolean {
  const parts = childrenOf(statement).filter(({ name }) => name !== ",");
  const sign = parts.findIndex(({ name }) => name === "AssignOp");
  return parts.slice(0, sign).every(({ name }) => /^(?:VariableName|TypeDef)$/.test(name)) &&
    parts.slice(sign + 1).every(isFixed);
}

/** Whether the value of an expression cannot change. */
function isFixed(node: SyntaxNode): boolean {
  return /^(?:Number|String|ContinuedString|Boolean|None|Ellipsis)$/.test(node.name) ||
    (/^(?:Unary|Binary|Parenthesized|Tuple)Expression$/.test(node.name) &&
      childrenOf(node).every((part) =>
        !/^[A-Z]/.test(part.name) || part.name === "ArithOp" || isFixed(part)
      ));
}

/** The names of methods of classes that are not the names of anything else. */
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
