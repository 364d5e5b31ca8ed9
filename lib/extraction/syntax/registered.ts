import type { SyntaxNode } from "@lezer/common";
import { type FunctionSite, lambdaAt } from "./functions.ts";
import { namesOf } from "./names.ts";
import { childrenOf, memberOf, nodesIn, textOf, walk } from "./nodes.ts";

/**
 * The functions of a source that may be called by another name than their own (functions that are passed on as values, in a
 * table or to a call, or looked up by a computed name, unnamed lambdas, and functions that a decorator of the source
 * registers), and the calls that may call them.
 */
export class Registered {
  readonly functions: readonly FunctionSite[];
  readonly #source: string;
  readonly #sites: readonly FunctionSite[];
  /** Names of fields, which may hold functions. */
  readonly #fields: ReadonlySet<string>;
  /** Names that are not variables of an outermost function, by the offset of that function. */
  readonly #fixed = new Map<number, ReadonlySet<string>>();

  constructor(top: SyntaxNode, sites: readonly FunctionSite[], source: string) {
    this.#source = source;
    this.#sites = sites;
    const fields = source.matchAll(/\bself\.(\w+)\s*=|^[ \t]+(\w+)\s*:\s*\S/gm);
    const methods = new Set(sites.map(({ name }) => name));
    this.#fields = new Set(
      [...fields].map(([, set, said]) => set ?? said).filter((name) => !methods.has(name)),
    );
    this.functions = registeredAmong(top, sites, source);
  }

  /** Whether a function calls the value of a variable, of a table entry or of another call. */
  callsIndirectly({ node }: FunctionSite): boolean {
    return nodesIn(node).some(({ name, firstChild }) =>
      name === "CallExpression" && firstChild && this.isIndirect(firstChild)
    );
  }

  /** Whether the callee is a variable of the enclosing function or a field of one, a table entry, or the result of another call. */
  isIndirect(called: SyntaxNode): boolean {
    const field = memberOf(called);
    if (field) return this.#fields.has(textOf(field, this.#source)) && this.#isVariable(called.firstChild!);
    if (called.name === "MemberExpression" || called.name === "CallExpression") return true;
    return this.#isVariable(called);
  }

  /** The methods that `rule.applies(person)` may call: those of classes that the source instantiates. */
  methodsBy(called: SyntaxNode): readonly FunctionSite[] {
    const field = memberOf(called);
    if (!field || !this.#isVariable(called.firstChild!)) return [];
    const isMade = (name = "") => this.#source.split(new RegExp(`\\b${name}\\b`)).length > 2;
    return this.#sites.filter(({ name, className }) =>
      className !== undefined && name === textOf(field, this.#source) && isMade(className)
    );
  }

  /** Whether the callee is a variable of the enclosing function. */
  #isVariable(called: SyntaxNode): boolean {
    if (called.name !== "VariableName") return false;
    let around: SyntaxNode | undefined;
    for (let node = called.parent; node; node = node.parent) {
      if (node.name === "FunctionDefinition" || node.name === "LambdaExpression") around = node;
    }
    return around !== undefined && !this.#fixedIn(around).has(textOf(called, this.#source));
  }

  /** Globals and built-ins that a function uses, and functions within it. */
  #fixedIn(around: SyntaxNode): ReadonlySet<string> {
    return this.#fixed.getOrInsertComputed(around.from, () => {
      const defined = nodesIn(around).flatMap((node) =>
        node.name === "FunctionDefinition" ? node.getChild("VariableName") ?? [] : []
      );
      const names = defined.map((name) => textOf(name, this.#source));
      return namesOf([around], this.#source).needs.union(new Set(names));
    });
  }
}

function registeredAmong(
  top: SyntaxNode,
  sites: readonly FunctionSite[],
  source: string,
): readonly FunctionSite[] {
  const names = new Set(sites.map(({ name }) => name));
  const handedOn = new Set<string>();
  const lambdas: FunctionSite[] = [];
  walk(top, (node) => {
    if (node.name === "LambdaExpression" && isKept(node, source)) lambdas.push(lambdaAt(node, source));
    const isName = node.name === "VariableName" || node.name === "PropertyName";
    if (isName && names.has(textOf(node, source)) && isValue(node)) handedOn.add(textOf(node, source));
  });
  const registering = new Map<string, boolean>();
  const registers = (decorator: string) =>
    registering.getOrInsertComputed(
      decorator.split(".")[0],
      (name) => keepsWhatItIsHanded(name, top, source),
    );
  const named = sites.filter((site) =>
    handedOn.has(site.name) || site.decorators.some(registers) || isLookedUp(site, source)
  );
  return [...named, ...lambdas];
}

/** Whether a name is used as a value: it is not called, defined, or an argument's name. */
function isValue(node: SyntaxNode): boolean {
  const whole = node.name === "PropertyName" ? node.parent! : node;
  const { parent } = whole;
  if (!parent) return false;
  const isCalled = parent.name === "CallExpression" && parent.firstChild?.from === whole.from;
  const isOwner = parent.name === "MemberExpression" && parent.firstChild?.from === whole.from;
  const isArgument = parent.name === "ArgList" && whole.nextSibling?.name === "AssignOp";
  const isTarget = parent.name === "AssignStatement" && parent.firstChild?.from === whole.from;
  if (parent.name === "ParamList") return whole.prevSibling?.name === "AssignOp";
  return !isCalled && !isOwner && !isArgument && !isTarget &&
    !["FunctionDefinition", "ClassDefinition", "Decorator"].includes(parent.name);
}

/** Whether the source looks up methods, or functions, by computed names; one that does such look-ups itself is not looked up. */
function isLookedUp({ node, name, className }: FunctionSite, source: string): boolean {
  const looks = className === undefined
    ? /\b(?:globals|locals|vars)\(/
    : /\b(?:getattr|dir|vars)\(\s*(?:self|cls)\b/;
  return looks.test(source) && !looks.test(textOf(node, source)) && !/^__\w+__$/.test(name);
}

/** Whether a lambda without a name stands at the top level or in a constructor. */
function isKept(lambda: SyntaxNode, source: string): boolean {
  if (lambda.parent?.name === "AssignStatement") return false;
  for (let node = lambda.parent; node; node = node.parent) {
    const name = node.name === "FunctionDefinition" ? node.getChild("VariableName") : null;
    if (name) return textOf(name, source) === "__init__";
  }
  return true;
}

/** Whether a decorator keeps functions: it changes something that outlasts its call. */
function keepsWhatItIsHanded(name: string, top: SyntaxNode, source: string): boolean {
  return childrenOf(top).some((statement) => {
    const { binds, alters } = namesOf([statement], source);
    if (!binds.has(name)) return false;
    if (statement.name !== "AssignStatement") return alters.size > 0;
    const made = statement.lastChild?.name === "CallExpression" ? statement.lastChild.firstChild : null;
    const kind = made === null ? name : textOf(made, source);
    return kind !== name && keepsWhatItIsHanded(kind, top, source);
  });
}
