import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../../extraction/syntax/nodes.ts";
import { textOf, WORDS } from "./code_words.ts";

/** The modules and names that an import statement imports. */
export type Import = ReturnType<typeof importOf>;

/** Reads an import statement. */
export function importOf(node: SyntaxNode, source: string) {
  const parts = childrenOf(node).filter(({ name }) => !/^[()]$/.test(name));
  const isFrom = parts[0]?.name === "from";
  const start = isFrom ? parts.findIndex(({ name }) => name === "import") : 0;
  const items: SyntaxNode[][] = [[]];
  for (const part of parts.slice(start + 1)) part.name === "," ? items.push([]) : items.at(-1)!.push(part);
  const named = items.filter((item) => item.length > 0);
  const path = (some: readonly SyntaxNode[]) => some.map((part) => textOf(part, source)).join("");
  const isAlias = (item: readonly SyntaxNode[]) => item.at(-2)?.name === "as";
  return {
    /** Paths of modules as written; one of the program's own package begins with a dot. */
    modules: isFrom
      ? [path(parts.slice(1, start))]
      : named.map((item) => path(isAlias(item) ? item.slice(0, -2) : item)),
    /** The names that it binds; `*` for all. */
    binds: named.map((item) => textOf(isAlias(item) ? item.at(-1)! : item[0], source)),
    /** Whether these are names that the module defines, and not modules. */
    isFrom,
  };
}

/**
 * Whether no call can notice another call in the same process, or leave anything for it, given that the module is loaded for
 * each call: the program imports only modules that keep nothing, uses what it imports by calling it, gets hold of nothing
 * that it does not name, and writes to nothing but objects of its own. What is not understood is not blind.
 */
export function isBlind(nodes: readonly SyntaxNode[], imports: readonly Import[], source: string): boolean {
  if (!imports.every(({ modules }) => modules.every((path) => WORDS.blindModules.has(path)))) return false;
  const imported = new Map(
    imports.flatMap(({ binds, isFrom }) => binds.map((name) => [name, isFrom] as const)),
  );
  return !imported.has("*") && keepsToItself(nodes, source) && nodes.every((node) => {
    switch (node.name) {
      case "⚠":
        return false;
      case "VariableName":
        return isBlindName(node, imported, source);
      case "PropertyName":
        return isBlindProperty(node, source);
      case "MemberExpression":
        return !isWritten(node) || SELF.test(textOf(node.firstChild!, source)) ||
          node.getChild("PropertyName") === null;
      case "Decorator":
        return node.getChildren("VariableName").length <= 2;
      case "is":
        return childrenOf(node.parent!).some((side) =>
          /^(?:None|Boolean|Ellipsis)$/.test(side.name) || /^type\(/.test(textOf(side, source))
        );
      default:
        return true;
    }
  });
}

/** The names by which methods refer to their instance or class. */
const SELF = /^(?:self|cls)$/;

/**
 * Whether `self` and `cls` stand for nothing but objects and classes of the program, if anything is written through them:
 * they are first parameters of functions that are called as methods, or with the caller's own `self` or `cls`. No class goes
 * by another name, through which its functions could be called with anything else.
 */
function keepsToItself(nodes: readonly SyntaxNode[], source: string): boolean {
  const text = (node: SyntaxNode) => textOf(node, source);
  const isSelf = (node?: SyntaxNode | null) => node?.name === "VariableName" && SELF.test(text(node));
  const isMember = (node: SyntaxNode) => node.name === "MemberExpression" && isSelf(node.firstChild);
  if (!nodes.some((node) => isMember(node) && isWritten(node))) return true;
  const classes = new Set(["cls"]);
  const owners = ownersOf(nodes);
  // The name of a method is a name of its own only in the body of its class.
  const [takers, others, functions] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [at, node] of nodes.entries()) {
    const name = node.getChild("VariableName");
    if (node.name === "ClassDefinition" && name) classes.add(text(name));
    if (node.name !== "FunctionDefinition" || !name) continue;
    const by = node.parent!.getChildren("Decorator").map((one) => text(one).trim());
    const takes = isSelf(node.getChild("ParamList")?.firstChild?.nextSibling);
    if (takes && !by.every((one) => PLAIN_DECORATOR.test(one))) return false;
    const sets = by.some((one) => one.endsWith(".setter"));
    if (takes && (sets || owners[at] !== "ClassDefinition")) functions.add(text(name));
    if (sets && !by.includes(`@${text(name)}.setter`)) return false;
    (takes && !by.includes("@classmethod") ? takers : others).add(text(name));
  }
  takers.forEach((name) => others.delete(name));
  return nodes.every((node, at) => {
    const { parent, prevSibling, nextSibling } = node;
    const isTaker = node.name === "VariableName" && takers.has(text(node)) &&
      (functions.has(text(node)) ||
        (owners[at] === "ClassDefinition" &&
          (parent?.name !== "ParamList" || prevSibling?.name === "AssignOp")));
    const isOfClass = node.name === "MemberExpression" && classes.has(text(node.firstChild!));
    const asked = isOfClass ? text(node.lastChild!) : "";
    if (
      nextSibling?.name === "ArgList"
        ? isTaker || (isOfClass && !others.has(asked))
        : takers.has(asked) || (isTaker && parent?.name !== "Decorator")
    ) {
      const [, first, end] = nextSibling ? childrenOf(nextSibling) : [];
      return prevSibling?.name === "def" || (isSelf(first) && /^[,)]$/.test(end?.name ?? ""));
    }
    if (isSelf(node)) {
      const isLambdas = parent!.name === "ParamList" && prevSibling?.name !== "(";
      const isGiven = nextSibling?.name === "AssignOp" || nextSibling?.nextSibling?.name === "AssignOp";
      if (isWritten(node) || isLambdas || isGiven || /Pattern$|^Scope/.test(parent!.name)) return false;
    }
    if (node.name !== "VariableName") return true;
    if (PLAIN_DECORATOR.test(`@${text(node)}`)) return /^(?:Decorator|ImportStatement)$/.test(parent!.name);
    return !classes.has(text(node)) || isNoValue(node, source);
  });
}

/** The kind of definition, of a function or a class, whose body contains each node; undefined outside of such bodies. */
function ownersOf(nodes: readonly SyntaxNode[]): (string | undefined)[] {
  const open: SyntaxNode[] = [];
  return nodes.map((node) => {
    while (open.length > 0 && open.at(-1)!.to <= node.from) open.pop();
    const owner = open.at(-1)?.parent?.name;
    if (node.name === "Body" && /^(?:Function|Class)Definition$/.test(node.parent!.name)) open.push(node);
    return owner;
  });
}

/** The decorators that leave a function with a `self` parameter a method or a property. */
const PLAIN_DECORATOR =
  /^@(?:property|classmethod|(?:abc\.)?abstractmethod|\w+\.setter|(?:functools\.)?cached_property)$/;

/** Whether a class is only called, asked for an attribute, used as a base or named as a type. */
function isNoValue(node: SyntaxNode, source: string): boolean {
  const { parent, prevSibling, nextSibling } = node;
  if (/^(?:ArgList|Body|\.)$/.test(nextSibling?.name ?? "") || prevSibling?.name === "except") return true;
  const called = parent?.name === "ArgList" && parent.prevSibling ? textOf(parent.prevSibling, source) : "";
  return /^(?:isinstance|issubclass|super)$/.test(called) || parent?.name === "ParamList" || isType(node) ||
    isBase(node);
}

function isBlindName(node: SyntaxNode, imported: ReadonlyMap<string, boolean>, source: string): boolean {
  const name = textOf(node, source);
  const { parent, prevSibling } = node;
  if (parent?.name === "ImportStatement") {
    if (prevSibling?.name === "as" && WORDS.holders.has(name)) return false;
    return !WORDS.reaching.has(name) && (!/^_./.test(name) || name === "__future__");
  }
  if (prevSibling?.name === "def" || prevSibling?.name === "class") {
    return !name.startsWith("__") || WORDS.ownMethods.has(name);
  }
  if (parent?.name === "KeywordPattern" && !prevSibling) return isPublic(name);
  if (WORDS.reaching.has(name) || (name.startsWith("__") && !WORDS.harmless.has(name))) return false;
  if (WORDS.writers.has(name) && parent?.name !== "Decorator") return false;
  if (name === "getattr") return isPlainGetattr(node, source);
  if (name === "type" && parent?.name === "CallExpression") return isNamedOrCompared(parent, source);
  if (name === "type") return isType(node);
  const isFrom = imported.get(name);
  return isFrom === undefined || isOnlyUsed(node, isFrom, source);
}

function isBlindProperty(node: SyntaxNode, source: string): boolean {
  const name = textOf(node, source);
  const owner = node.parent!.firstChild!;
  if (name === "__class__") return isNamedOrCompared(node.parent!, source);
  if (name === "format") return /String$/.test(owner.name) && !textOf(owner, source).includes("__");
  if (WORDS.harmless.has(name) || isPublic(name)) return true;
  return /^_[^_]/.test(name) && /^(?:self|cls|other)$/.test(textOf(owner, source));
}

/** Attributes of frames. */
const FRAMES = /^(?:tb|f|gi|cr|ag|co)_/;

/** Whether an attribute of an object gives access to nothing but its own value. */
function isPublic(name: string): boolean {
  return !WORDS.reaching.has(name) && !WORDS.writers.has(name) && !WORDS.shared.has(name) &&
    !FRAMES.test(name) && !name.startsWith("_") && name !== "format_map";
}

/** Whether a class is only named or compared: through a class of a module, a program could leave something there. */
function isNamedOrCompared({ parent, nextSibling }: SyntaxNode, source: string): boolean {
  if (parent?.name === "BinaryExpression") {
    return ["CompareOp", "is", "in"].some((name) => parent.getChild(name) !== null);
  }
  if (parent?.name !== "MemberExpression") return parent?.name === "FormatReplacement";
  return nextSibling?.name === "." && textOf(nextSibling.nextSibling!, source) === "__name__";
}

/** Whether a use of `getattr` has a name that is written out. */
function isPlainGetattr(node: SyntaxNode, source: string): boolean {
  const list = node.parent?.name === "CallExpression" ? node.nextSibling : null;
  const name = list && childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name))[1];
  return name?.name === "String" && /^["'][A-Za-z]\w*["']$/.test(textOf(name, source)) &&
    isPublic(textOf(name, source).slice(1, -1)) && textOf(name, source).slice(1, -1) !== "format";
}

/** Constants of modules, which nobody can change. */
const CONSTANTS = /^(?:math\.\w+|string\.[a-z_]+|datetime\.timezone\.utc|timezone\.utc)$/;

/** Whether an imported name is only called, derived from, caught or used in an annotation, so that nobody gets hold of its value. */
function isOnlyUsed(node: SyntaxNode, isFrom: boolean, source: string): boolean {
  let whole = node;
  const owners: string[] = [];
  while (whole.parent?.name === "MemberExpression" && whole.parent.firstChild?.to === whole.to) {
    if (whole.nextSibling?.name !== ".") return isType(whole.parent);
    owners.push(textOf(whole, source));
    whole = whole.parent;
  }
  const holds = (owner: string) => WORDS.holders.has(owner.split(".").at(-1)!) || CONSTANTS.test(owner);
  if (!owners.slice(isFrom ? 0 : 1).every(holds)) return false;
  const { parent, prevSibling, nextSibling } = whole;
  if (CONSTANTS.test(textOf(whole, source)) || prevSibling?.name === "except") return true;
  const isKeyword = parent?.name === "ArgList" && nextSibling?.name === "AssignOp";
  return isKeyword || /^(?:CallExpression|Decorator)$/.test(parent?.name ?? "") || isBase(whole) ||
    isType(whole);
}

/** Whether a node is a base of a class that has nothing but bases in its head. */
function isBase({ parent }: SyntaxNode): boolean {
  return parent?.name === "ArgList" && parent.parent?.name === "ClassDefinition" &&
    childrenOf(parent).every(({ name }) => /^(?:[(),]|VariableName|MemberExpression)$/.test(name));
}

/** Whether a node is assigned to, or deleted. */
export function isWritten(node: SyntaxNode): boolean {
  let target = node;
  while (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.parent?.name ?? "")) target = target.parent!;
  const { parent, prevSibling } = target;
  const isBefore = (...names: string[]) => {
    let at = target.nextSibling;
    while (at && !names.includes(at.name)) at = at.nextSibling;
    return at !== null;
  };
  if (/^(?:Assign|Update)Statement$/.test(parent?.name ?? "")) return isBefore("AssignOp", "UpdateOp");
  if (/^For|Comprehension|^ArgList/.test(parent?.name ?? "")) {
    return /^(?:for|,)$/.test(prevSibling?.name ?? "") && isBefore("in");
  }
  return parent?.name === "DeleteStatement" || prevSibling?.name === "as";
}

/** Whether a node stands in an annotation, with nothing around it but subscripts, lists and alternatives. */
export function isType(node: SyntaxNode): boolean {
  let around = node;
  while (/^(?:VariableName|(?:Member|Binary|Tuple|Array)Expression)$/.test(around.name)) {
    around = around.parent!;
  }
  return around.name === "TypeDef";
}
