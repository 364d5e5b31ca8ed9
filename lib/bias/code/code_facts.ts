import type { SyntaxNode } from "@lezer/common";
import { actsAlone, keepsNothing, methodsIn } from "./alone.ts";
import { importOf, isBlind } from "./blind.ts";
import { textOf, WORDS } from "./code_words.ts";
import { moduleOf } from "../../extraction/syntax/module.ts";
import { childrenOf, nodesIn } from "../../extraction/syntax/nodes.ts";

/** The facts that the code of a program shows without being run, so that the program cannot influence them. */
export type CodeFacts = ReturnType<typeof codeFacts>;

/** Reads the facts from a Python source; where code is not understood, the less favourable of the two is taken. */
export function codeFacts(given: string) {
  const source = withFields(given);
  const { top } = moduleOf(source);
  const nodes = nodesIn(top);
  const imports = nodes.filter(({ name }) => name === "ImportStatement").map((node) =>
    importOf(node, source)
  );
  const modules = imports.flatMap((one) => one.modules).map((path) => path.split(".")[0]);
  const names = namesIn(nodes, source);
  const has = (words: ReadonlySet<string>) => !words.isDisjointFrom(names);
  const blind = isBlind(nodes, imports, source);
  const calls = nodes.filter(({ name }) => name === "CallExpression").map((node) => textOf(node, source));
  const asked = nodes.filter(({ name }) => name === "PropertyName").map((node) => textOf(node, source));
  const clock = !WORDS.clock.isDisjointFrom(new Set(asked)) ||
    (!blind && modules.some((name) => name === "datetime" || name === "time"));
  const setOrder = ordersSets(nodes, source);
  const alone = blind && !setOrder && actsAlone(nodes, imports, source);
  return {
    /** Whether no call can notice or change anything of its process but the module, so that calls may share a process. */
    blind,
    /** Whether the result of a call depends on its arguments alone, so that it is the same in every process. */
    alone,
    /** Whether it is `alone` and no call leaves anything in the module for the next one. */
    keepsNothing: alone && keepsNothing(top, nodes),
    /** The names that are known to be names of methods only; none unless the program is `alone`. */
    methods: alone ? methodsIn(nodes, source) : new Set<string>(),
    /** Whether it may look at its process, machine or clock, which differ elsewhere. */
    surroundings: has(WORDS.surroundings) || modules.some((name) => WORDS.surroundingModules.has(name)) ||
      clock || calls.some((call) => /^id\s*\(/.test(call)),
    /** Whether it may ask for the time: by an attribute's name or, if it is not `blind`, by an import of `datetime` or `time`. */
    clock,
    /** Whether it draws random numbers that a seed determines. */
    chance: has(WORDS.chance) || asked.includes("sample"),
    /** Whether it names a source of randomness that no seed determines, or seeds one with nothing: `random.seed()`. */
    entropy: has(WORDS.entropy) || calls.some((call) => /\b(?:seed|Random)\s*\(\s*\)$/.test(call)),
    /** Whether its results could depend on the order of a set: it creates a set for more than membership tests. */
    setOrder,
    /** Whether it compares identity with an object that a literal makes: `sex is "f"`. */
    identity: nodes.some((node) => node.name === "is" && asksForIdentity(node, source)),
    /** Whether it may pass values to code that cannot be watched while the program is explored. */
    handsOn: has(WORDS.handing) || nodes.some((node) => handsOn(node)) ||
      !modules.every((name) => WORDS.plainModules.has(name)),
  };
}

/** The source with `/{` for `\{` in f-strings: for Python a field begins there, for the grammar it is an escape. */
function withFields(source: string): string {
  if (!source.includes("\\{")) return source;
  const texts = nodesIn(moduleOf(source).top).filter(({ name }) => name === "FormatString");
  const places = texts.flatMap(({ from, to }) =>
    [...source.slice(from, to).matchAll(/\\\{/g)].map(({ index }) => from + index)
  );
  const letters = source.split("");
  for (const place of places) letters[place] = "/";
  return letters.join("");
}

/** All names in the code, including those of attributes and imports. */
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

/** Whether a node passes on a container of values, or tells objects apart by identity. */
function handsOn(node: SyntaxNode): boolean {
  if (node.name === "is") {
    return !childrenOf(node.parent!).some(({ name }) =>
      /^(?:None|Boolean|Number|String|Ellipsis)$/.test(name)
    );
  }
  // A `*` alone in parameters passes nothing on, nor does an operator.
  return HANDING_SYNTAX.test(node.name) &&
    !/^(?:ImportStatement|ParamList|ArithOp)$/.test(node.parent?.name ?? "");
}

/** Whether an operand of an `is` is a literal, or a name in capitals for one. */
function asksForIdentity(is: SyntaxNode, source: string): boolean {
  const sides = childrenOf(is.parent!).map((side) => textOf(side, source).replace(/^[(\s]+/, ""));
  return !sides.includes("__name__") &&
    sides.some((side) => /^(?:\w{0,2}['"]|-?\d|[A-Z][A-Z\d_]+$)/.test(side));
}
