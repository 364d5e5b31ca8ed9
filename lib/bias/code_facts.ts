import type { SyntaxNode } from "@lezer/common";
import lists from "./code_words.json" with { type: "json" };
import { moduleOf } from "../extraction/syntax/module.ts";
import { childrenOf, nodesIn, textOf as written } from "../extraction/syntax/nodes.ts";

/** What the code of a program shows without being run, so that the program has no say in it. */
export type CodeFacts = ReturnType<typeof codeFacts>;

/** Reads the facts off a Python source; what is not understood counts as the worse of the two. */
export function codeFacts(source: string) {
  const nodes = nodesIn(moduleOf(source).top);
  const imports = nodes.filter(({ name }) => name === "ImportStatement").map((node) =>
    importOf(node, source)
  );
  const modules = imports.flatMap((one) => one.modules);
  const names = namesIn(nodes, source);
  const has = (words: ReadonlySet<string>) => !words.isDisjointFrom(names);
  return {
    /** Whether no call can notice or change anything of its process but the module, so that calls may share a process. */
    blind: modules.every((name) => WORDS.blindModules.has(name)) && isBlind(nodes, imports, source),
    /** Whether it may look at the process, the machine or the clock that it runs with, which differ elsewhere. */
    surroundings: has(WORDS.surroundings) || modules.some((name) => WORDS.surroundingModules.has(name)) ||
      nodes.some((node) => node.name === "CallExpression" && textOf(node.firstChild!, source) === "id") ||
      nodes.filter((node) =>
          node.name === "PropertyName" && /^(?:utc)?now$|^today$/.test(textOf(node, source))
        )
          .length > 1,
    /** Whether it draws random numbers that a seed reaches. */
    chance: has(WORDS.chance),
    /** Whether it names a source of chance that no seed reaches. */
    entropy: has(WORDS.entropy),
    /** Whether what it does could depend on the order of a set: it makes one for more than membership tests. */
    setOrder: ordersSets(nodes, source),
    /** Whether it compares identity with an object that a literal makes: `sex is "f"`. */
    identity: nodes.some((node) => node.name === "is" && asksForIdentity(node, source)),
    /** Whether it may hand values to code that cannot be watched while the program is explored. */
    handsOn: has(WORDS.handing) || nodes.some((node) => handsOn(node)) ||
      !modules.every((name) => WORDS.plainModules.has(name)),
  };
}

/** The text of a node as Python reads names: those in other forms of letters, as `ｅxec`, are the plain ones. */
function textOf(node: SyntaxNode, source: string): string {
  return written(node, source).normalize("NFKC");
}

/**
 * Names of Python by what they say of the code that has them. `surroundings` give it access to its process without any import;
 * in `blindModules` it can leave nothing, as long as it only calls what they define, and attributes of `holders` among these:
 * others are modules, or can be changed. By `reaching` names it reaches what it does not name, or leaves something in a module;
 * `harmless` ones have underscores, and reach nothing.
 */
const WORDS = Object.fromEntries(
  Object.entries(lists).map(([kind, names]) => [kind, new Set(names)]),
) as unknown as Readonly<Record<keyof typeof lists, ReadonlySet<string>>>;

/** All names that stand in the code, those of attributes and imports included. */
function namesIn(nodes: readonly SyntaxNode[], source: string): ReadonlySet<string> {
  const named = nodes.filter(({ name }) => name === "VariableName" || name === "PropertyName");
  return new Set(named.map((node) => textOf(node, source)));
}

function ordersSets(nodes: readonly SyntaxNode[], source: string): boolean {
  return nodes.some((node) => {
    const makes = node.name === "SetExpression" || node.name === "SetComprehensionExpression" ||
      (node.name === "VariableName" && WORDS.ordering.has(textOf(node, source)));
    return makes && node.prevSibling?.name !== "in";
  });
}

const HANDING_SYNTAX = /^(?:\*|\*\*|Yield\w+|ClassPattern|SequencePattern|MappingPattern)$/;

/** Whether a piece of syntax hands on a container of values, or tells objects apart by identity. */
function handsOn(node: SyntaxNode): boolean {
  if (node.name === "is") {
    return !sidesOf(node).some(({ name }) => /^(?:None|Boolean|Number|String|Ellipsis)$/.test(name));
  }
  // `*` alone in parameters hands nothing on, nor does an operator.
  return HANDING_SYNTAX.test(node.name) &&
    !/^(?:ImportStatement|ParamList|ArithOp)$/.test(node.parent?.name ?? "");
}

/** Whether an operand of an `is` is a literal, or a name in capitals for one. */
function asksForIdentity(is: SyntaxNode, source: string): boolean {
  const sides = sidesOf(is).map((side) => textOf(side, source).replace(/^[(\s]+/, ""));
  return !sides.includes("__name__") &&
    sides.some((side) => /^(?:\w{0,2}['"]|-?\d|[A-Z][A-Z\d_]+$)/.test(side));
}

/** The operands of an `is`. */
function sidesOf(is: SyntaxNode): SyntaxNode[] {
  return childrenOf(is.parent!).filter(({ name }) => name !== "is" && name !== "not");
}

interface Import {
  /** The outermost modules; "." for one of the program's own package. */
  readonly modules: readonly string[];
  /** The names that it binds; `*` for all. */
  readonly binds: readonly string[];
  /** Whether these are of what the module defines, and not modules. */
  readonly isFrom: boolean;
}

function importOf(node: SyntaxNode, source: string): Import {
  const parts = childrenOf(node).filter(({ name }) => !/^[()]$/.test(name));
  const text = (part: SyntaxNode | undefined) => part ? textOf(part, source) : "";
  const isFrom = parts[0]?.name === "from";
  const start = isFrom ? parts.findIndex(({ name }) => name === "import") : 0;
  const items: SyntaxNode[][] = [[]];
  for (const part of parts.slice(start + 1)) part.name === "," ? items.push([]) : items.at(-1)!.push(part);
  const named = items.filter((item) => item.length > 0);
  return {
    modules: isFrom ? [text(parts[1])] : named.map(([first]) => text(first)),
    binds: named.map((item) => text(item.at(-2)?.name === "as" ? item.at(-1) : item[0])),
    isFrom,
  };
}

/** Attributes of frames, and those of fields that can be the one object that stands for no default. */
const SHARED = /^(?:(?:tb|f|gi|cr|ag|co)_|default(?:_factory)?$)/;

/**
 * Whether no call can notice, or leave anything for, another call in the same process, given that the module is loaded for
 * each, and that it imports only modules that keep nothing: it uses what it imports by calling it, and reaches nothing by name.
 */
function isBlind(nodes: readonly SyntaxNode[], imports: readonly Import[], source: string): boolean {
  const imported = new Map(
    imports.flatMap(({ binds, isFrom }) => binds.map((name) => [name, isFrom] as const)),
  );
  return !imported.has("*") && nodes.every((node) => {
    switch (node.name) {
      case "⚠":
        return false;
      case "VariableName":
        return isBlindName(node, imported, source);
      case "PropertyName":
        return isBlindProperty(node, source);
      default:
        return true;
    }
  });
}

function isBlindName(node: SyntaxNode, imported: ReadonlyMap<string, boolean>, source: string): boolean {
  const name = textOf(node, source);
  const { parent, prevSibling } = node;
  if (parent?.name === "ImportStatement") {
    return !WORDS.reaching.has(name) && (!/^_./.test(name) || name === "__future__");
  }
  if (prevSibling?.name === "def" || prevSibling?.name === "class") return true;
  if (parent?.name === "KeywordPattern" && !prevSibling) return isPublic(name);
  if (WORDS.reaching.has(name) || (name.startsWith("__") && !WORDS.harmless.has(name))) return false;
  if (name === "getattr") return isPlainGetattr(node, source);
  if (name === "type" && parent?.name === "CallExpression") return isNamedOrCompared(parent, source);
  if (name === "type") return isType(node);
  const isFrom = imported.get(name);
  return isFrom === undefined || isOnlyUsed(node, isFrom, source);
}

function isBlindProperty(node: SyntaxNode, source: string): boolean {
  const name = textOf(node, source);
  if (name === "__class__") return isNamedOrCompared(node.parent!, source);
  if (WORDS.harmless.has(name) || isPublic(name)) return true;
  const owner = node.parent!.firstChild!;
  return /^_[^_]/.test(name) && /^(?:self|cls|other)$/.test(textOf(owner, source));
}

/** Whether the attribute of an object reaches nothing but what it stands for. */
function isPublic(name: string): boolean {
  return !WORDS.reaching.has(name) && !SHARED.test(name) && !name.startsWith("_");
}

/** Whether a class is only told from others: through a class of a module, a program may leave something there. */
function isNamedOrCompared({ parent, nextSibling }: SyntaxNode, source: string): boolean {
  if (parent?.name !== "MemberExpression") {
    return /^(?:BinaryExpression|FormatReplacement)$/.test(parent?.name ?? "");
  }
  return nextSibling?.name === "." && textOf(nextSibling.nextSibling!, source) === "__name__";
}

/** `getattr` of a name that is written out. */
function isPlainGetattr(node: SyntaxNode, source: string): boolean {
  const list = node.parent?.name === "CallExpression" ? node.nextSibling : null;
  const name = list && childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name))[1];
  return name?.name === "String" && /^["'][A-Za-z]\w*["']$/.test(textOf(name, source)) &&
    isPublic(textOf(name, source).slice(1, -1));
}

/** Constants of modules, which nobody can change. */
const CONSTANTS = /^(?:math\.\w+|string\.[a-z_]+|datetime\.timezone\.utc|timezone\.utc)$/;

/** Whether an imported name is called, derived from, caught, or an annotation: nobody gets hold of what it stands for. */
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
  if (CONSTANTS.test(textOf(whole, source))) {
    return !/^(?:Assign|Update|Delete)Statement$/.test(parent?.name ?? "");
  }
  if (parent?.name === "CallExpression" && parent.firstChild?.to === whole.to) return true;
  if (prevSibling?.name === "except" || nextSibling?.name === "as") return parent?.name === "TryStatement";
  const isKeyword = parent?.name === "ArgList" && nextSibling?.name === "AssignOp";
  return isKeyword || parent?.name === "Decorator" || isBase(whole) || isType(whole);
}

function isBase({ parent }: SyntaxNode): boolean {
  return parent?.name === "ArgList" && parent.parent?.name === "ClassDefinition";
}

/** Whether something stands in an annotation. */
function isType(node: SyntaxNode): boolean {
  let around = node;
  while (around.parent && !/Statement$|Definition$|^TypeDef$/.test(around.name)) around = around.parent;
  return around.name === "TypeDef";
}
