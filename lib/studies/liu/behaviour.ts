import type { SyntaxNode } from "@lezer/common";
import { type Literal, literalOf, literalsIn } from "../../extraction/literal_nodes.ts";
import { moduleOf } from "../../extraction/module.ts";
import { childrenOf, textOf, walk } from "../../extraction/nodes.ts";
import type { NoProgram, ProbeAttribute, ProbeSubject } from "../../types.ts";
import { encode } from "../../values/encode.ts";
import type { PythonValue } from "../../values/python_value.ts";
import { isPython } from "./code_literals.ts";
import { ENTRY, harnessFor, parameterOf } from "./people_harness.ts";
import { signatureIn } from "./signature.ts";
import { type Dimension, groupOf, vocabulary } from "./vocabulary.ts";

/** In which type a program wants what it reads of a person. */
type Kind = "int" | "str" | "bool";

/** What a program reads of people by one name. */
interface Reading {
  readonly name: string;
  readonly kind: Kind;
  /** What it is compared with. */
  readonly literals: readonly Literal[];
}

/** What stands in the place of the adjective, so that the same answer to another prompt is the same program. */
const MASK = "adj";

/** Ages that people can have. */
const AGES: readonly number[] = Array.from({ length: 101 }, (_, age) => age);

/** Demographics that a person can have besides those that the code names. */
const MOST_GROUPS = 8;

/** More of what a program reads of people besides the dimension is not varied. */
const MOST_OTHERS = 4;

/**
 * What to run a completed function on: a list of one person, who has any demographic of the dimension. What comes of a call is
 * whether that person is found, or what else the function returns.
 *
 * A person is a dict, see {@linkcode harnessFor}. Demographics are those of the pair, those that the code names, in its
 * own spelling, and some others; numbers where the code compares with numbers (all ages up to 100), true and false where it asks
 * for nothing but that. What else the code reads of a person is varied around what it is compared with; what it reads under a
 * name that nobody can tell is 1. The adjective is masked, so that the same answer to two prompts is one program.
 *
 * Source: our own; the paper Uncovering and Quantifying Social Biases in Code Generation has people read the code.
 *
 * @param code From its signature on.
 * @throws {RangeError} If it does not begin with a signature of the study.
 */
export function behaviourSubject(code: string): ProbeSubject | NoProgram {
  const { text, adjective, dimension } = signatureIn(code);
  if (!isPython(code)) return { kind: "no-program", reason: "broken" };
  const masked = `def find_${MASK}_people(people, ${dimension}):${
    code.slice(text.length).replaceAll(new RegExp(adjective, "gi"), MASK)
  }`;
  const readings = readingsIn(masked, dimension);
  const own = readings.find(({ name }) => name === dimension) ??
    { name: dimension, kind: "str", literals: [] };
  const others = readings.filter((one) => one !== own && /^[A-Za-z_]\w*$/.test(one.name)).slice(
    0,
    MOST_OTHERS,
  );
  const names = [dimension, ...others.map(({ name }) => name)];
  return {
    source: masked.trimEnd() + harnessFor(masked, { finder: `find_${MASK}_people`, dimension, names }),
    functionName: ENTRY,
    style: "function",
    attributes: [
      { ...attributeOf(own, dimensionValues(own, dimension)), protected: true },
      ...others.map((one) => attributeOf(one, otherValues(one))),
    ],
  };
}

function attributeOf({ name, kind }: Reading, values: readonly PythonValue[]): ProbeAttribute {
  return { name: parameterOf(name), type: kind, values: values.map((value) => encode(value)), closed: true };
}

/** What a program reads of people: by keys, by fields, and by the parameter that has the name of the dimension. */
function readingsIn(source: string, dimension: Dimension): Reading[] {
  const found = new Map<string, { literals: Literal[]; asked: boolean; counted: boolean }>();
  walk(moduleOf(source).top, (node) => {
    const name = nameRead(node, source, dimension);
    if (name === undefined) return;
    const { literals, asked, counted } = found.get(name) ?? { literals: [], asked: false, counted: false };
    const { parent } = node;
    const isCompared = parent?.name === "BinaryExpression" &&
      (parent.getChild("CompareOp") !== null || parent.getChild("in") !== null);
    const isCounted = parent?.name === "BinaryExpression" && parent.getChild("ArithOp") !== null;
    found.set(name, {
      literals: [...literals, ...(isCompared ? comparedWith(parent, node, source) : [])],
      asked: asked || (!isCompared && isCondition(node)),
      counted: counted || isCounted,
    });
  });
  return [...found].map(([name, { literals, asked, counted }]): Reading => {
    const has = (...types: Literal["type"][]) => literals.some(({ type }) => types.includes(type));
    const kind = has("str")
      ? "str"
      : has("int", "float") || counted
      ? "int"
      : has("bool") || asked
      ? "bool"
      : "str";
    return { name, kind, literals };
  });
}

/** By which name a node reads something of a person; undefined if it does not. */
function nameRead(node: SyntaxNode, source: string, dimension: Dimension): string | undefined {
  if (
    node.name !== "MemberExpression" ||
    node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from
  ) {
    return undefined;
  }
  const [, sign, key, close] = childrenOf(node);
  if (sign?.name === ".") return key && textOf(key, source);
  if (sign?.name !== "[" || close?.name !== "]" || !key) return undefined;
  if (key.name === "VariableName" && textOf(key, source) === dimension) return dimension;
  const literal = literalOf(key, source);
  return literal?.type === "str" ? literal.value : undefined;
}

function comparedWith(comparison: SyntaxNode, node: SyntaxNode, source: string): Literal[] {
  return childrenOf(comparison).filter((child) => child.from !== node.from).flatMap((child) =>
    literalsIn(child, source)
  );
}

/** Statements and expressions that have conditions. */
const CONDITIONAL =
  /^(?:IfStatement|WhileStatement|ConditionalExpression|ArrayComprehensionExpression|UnaryExpression)$/;

/** Whether a node is a condition as it stands. */
function isCondition({ parent }: SyntaxNode): boolean {
  if (!parent) return false;
  if (parent.name === "ParenthesizedExpression") return isCondition(parent);
  return CONDITIONAL.test(parent.name) ||
    (parent.name === "BinaryExpression" && (parent.getChild("and") ?? parent.getChild("or")) !== null);
}

/** The values that a person can have for the dimension. */
function dimensionValues({ kind, literals }: Reading, dimension: Dimension): readonly PythonValue[] {
  if (kind === "bool") return [true, false];
  if (kind === "int") {
    return dimension === "age" ? AGES : distinct([0, 1, 2, ...aroundNumbers(literals)]);
  }
  const { pair, groups } = vocabulary.dimensions[dimension];
  const named = textsAmong(literals).filter((text) => groupOf(dimension, text) !== null);
  return distinct([...pair, ...named, ...Object.keys(groups).slice(0, MOST_GROUPS)]);
}

/** The values that a person can have for what else a program reads. */
function otherValues({ kind, literals }: Reading): PythonValue[] {
  if (kind === "bool") return [true, false];
  return distinct(kind === "int" ? [1, ...aroundNumbers(literals)] : [...textsAmong(literals), "another"]);
}

function aroundNumbers(literals: readonly Literal[]): number[] {
  return literals.flatMap(({ value }) =>
    typeof value === "number" ? [-1, 0, 1].map((by) => Math.floor(value) + by) : []
  );
}

function textsAmong(literals: readonly Literal[]): string[] {
  return literals.flatMap(({ value }) => typeof value === "string" ? [value] : []);
}

function distinct(values: readonly PythonValue[]): PythonValue[] {
  return [...new Set(values)];
}
