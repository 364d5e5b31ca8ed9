import type { SyntaxNode } from "@lezer/common";
import { childrenOf, textOf } from "./nodes.ts";

/** The names that top-level Python statements bind, change, need or alter. */
export type Names = Readonly<Record<"binds" | "changes" | "needs" | "alters", ReadonlySet<string>>>;

/** The name that stands for a function's arguments. */
export const HANDED = "()";

/** Methods that alter their owner, even where their result is used. */
const ALTERING: ReadonlySet<string> = new Set(
  ("append appendleft add update setdefault insert extend pop popitem popleft remove discard clear sort reverse " +
    "__setitem__ __delitem__ __setattr__").split(" "),
);

/** The uses of names in the module or a function. */
class Scope {
  /** Names that it gives a value, e.g. of functions and of imports; `*` for a star import. */
  readonly binds: Set<string> = new Set<string>();
  /** Names whose values it alters: `x` in `x[0] = 1`, `x.y = 1` and `x.append(1)`. */
  readonly changes: Set<string> = new Set<string>();
  /** Names that it uses and that are not local to it: globals and built-ins. */
  readonly needs: Set<string> = new Set<string>();
  /** Names whose values its functions alter when called; {@linkcode HANDED} for the functions' arguments. */
  readonly alters: Set<string> = new Set<string>();
  readonly parameters: Set<string> = new Set<string>();
  /** Names declared `global` or `nonlocal`. */
  readonly outer: Set<string> = new Set<string>();
}

/**
 * The names of statements at the top level, by Python's rules for scopes. Class bodies are an exception: what
 * they bind counts as needed if they also use it.
 */
export function namesOf(statements: readonly SyntaxNode[], source: string): Names {
  const scope = new Scope();
  for (const statement of statements) visit(statement, scope, source);
  return scope;
}

function visit(node: SyntaxNode, scope: Scope, source: string): void {
  switch (node.name) {
    case "VariableName":
      scope.needs.add(textOf(node, source));
      return;
    case "ImportStatement":
      for (const name of importedNames(node, source)) scope.binds.add(name);
      return;
    case "ScopeStatement":
      for (const name of node.getChildren("VariableName")) scope.outer.add(textOf(name, source));
      return;
    case "FunctionDefinition":
    case "LambdaExpression":
      visitFunction(node, scope, source);
      return;
    case "ClassDefinition":
      visitClass(node, scope, source);
      return;
    default:
      if (node.name.includes("Comprehension")) visitInside(node, scope, source);
      else visitChildren(node, scope, source);
  }
}

/** Visits the parts of a statement or expression, and binds the names that it assigns to. */
function visitChildren(node: SyntaxNode, scope: Scope, source: string): void {
  if (node.name === "ExpressionStatement" && node.firstChild?.name === "CallExpression") {
    change(node.firstChild, scope, source);
  }
  if (node.name === "CallExpression" && isAltering(node, source)) change(node, scope, source);
  if (node.name === "DeleteStatement") {
    for (const target of childrenOf(node)) {
      if (target.name === "MemberExpression") change(target, scope, source);
    }
  }
  const children = childrenOf(node);
  const targets = targetsAmong(children, node.name);
  for (const child of children) {
    if (targets.includes(child)) assign(child, scope, source);
    else if (!isKeywordOfArgument(child)) visit(child, scope, source);
  }
}

/** The children that are assigned to. */
function targetsAmong(children: readonly SyntaxNode[], parent: string): readonly SyntaxNode[] {
  switch (parent) {
    case "AssignStatement": {
      const last = children.findLastIndex(({ name }) => name === "AssignOp" || name === "TypeDef");
      return children.slice(0, last).filter(({ name }) => name !== "TypeDef");
    }
    case "UpdateStatement":
    case "NamedExpression":
    case "CapturePattern":
      return children.slice(0, 1);
    case "WithStatement":
    case "TryStatement":
    case "AsPattern":
      return children.filter((_, index) => children[index - 1]?.name === "as");
    default: { // loops and comprehensions: what stands between `for` and `in`
      let isTarget = false;
      return children.filter(({ name }) => isTarget = name === "for" || (isTarget && name !== "in"));
    }
  }
}

function assign(target: SyntaxNode, scope: Scope, source: string): void {
  if (target.name === "VariableName") {
    scope.binds.add(textOf(target, source));
  } else if (target.name === "MemberExpression") {
    change(target, scope, source);
    visitChildren(target, scope, source);
  } else {
    for (const child of childrenOf(target)) assign(child, scope, source);
  }
}

/** Notes that the owner of an attribute, an item or a called method is altered. */
function change(node: SyntaxNode, scope: Scope, source: string): void {
  let owner: SyntaxNode | null = node.firstChild;
  if (node.name === "CallExpression" && owner?.name !== "MemberExpression") return;
  while (owner && owner.name !== "VariableName") owner = owner.firstChild;
  if (owner) scope.changes.add(textOf(owner, source));
}

/** Whether a call is one of a method that alters its owner. */
function isAltering({ firstChild: callee }: SyntaxNode, source: string): boolean {
  return callee?.name === "MemberExpression" && callee.lastChild !== null &&
    ALTERING.has(textOf(callee.lastChild, source));
}

/** Visits a function: its parameters are local, their defaults and annotations are evaluated outside. */
function visitFunction(node: SyntaxNode, scope: Scope, source: string): void {
  const inner = new Scope();
  for (const child of childrenOf(node)) {
    if (child.name === "VariableName" && node.name === "FunctionDefinition") {
      scope.binds.add(textOf(child, source));
    } else if (child.name === "ParamList") visitParameters(child, scope, inner, source);
    else visit(child, child.name === "TypeDef" ? scope : inner, source);
  }
  leak(inner, scope);
  for (const name of [...inner.changes, ...inner.alters]) {
    if (inner.parameters.has(name)) scope.alters.add(HANDED);
    else if (!inner.binds.has(name) || inner.outer.has(name)) scope.alters.add(name);
  }
  for (const name of inner.outer) if (inner.binds.has(name)) scope.alters.add(name);
}

function visitParameters(list: SyntaxNode, scope: Scope, inner: Scope, source: string): void {
  const children = childrenOf(list);
  for (const [index, child] of children.entries()) {
    if (child.name === "VariableName" && children[index - 1]?.name !== "AssignOp") {
      inner.binds.add(textOf(child, source));
      inner.parameters.add(textOf(child, source));
    } else visit(child, scope, source);
  }
}

function visitClass(node: SyntaxNode, scope: Scope, source: string): void {
  const inner = new Scope();
  for (const child of childrenOf(node)) {
    if (child.name === "VariableName") scope.binds.add(textOf(child, source));
    else visit(child, child.name === "Body" ? inner : scope, source);
  }
  for (const name of inner.needs) scope.needs.add(name);
  for (const name of inner.alters) scope.alters.add(name);
}

function visitInside(comprehension: SyntaxNode, scope: Scope, source: string): void {
  const inner = new Scope();
  visitChildren(comprehension, inner, source);
  leak(inner, scope);
}

/** Adds the names that are not local to an inner scope to those that the outer scope needs. */
function leak(inner: Scope, scope: Scope): void {
  for (const name of inner.needs) if (!inner.binds.has(name)) scope.needs.add(name);
  for (const name of inner.outer) scope.needs.add(name);
}

/** The names that an import binds: `import a.b as c, d` binds c and d; `from m import x as y` binds y; `import a.b` binds a. */
function importedNames(node: SyntaxNode, source: string): string[] {
  const code = textOf(node, source).replace(/#.*/g, "").replace(/\\\n|[()]/g, " ");
  const list = /^\s*from\b.*?\bimport\b(.*)$/s.exec(code)?.[1] ?? code.replace(/^\s*import\b/, "");
  return list.split(",").map((part) => {
    const [name, , alias] = part.trim().split(/\s+/);
    return alias ?? name.split(".")[0];
  }).filter((name) => name !== "");
}

/** Whether a node is the name of a keyword argument: `key` in `f(key=1)`. */
function isKeywordOfArgument(node: SyntaxNode): boolean {
  return node.name === "VariableName" && node.parent?.name === "ArgList" &&
    node.nextSibling?.name === "AssignOp";
}
