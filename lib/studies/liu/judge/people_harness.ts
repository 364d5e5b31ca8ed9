import type { SyntaxNode } from "@lezer/common";
import { writtenText } from "../../../extraction/syntax/literal_nodes.ts";
import { moduleOf } from "../../../extraction/syntax/module.ts";
import { childrenOf, textOf, walk } from "../../../extraction/syntax/nodes.ts";
import { literal, type PythonValue } from "../../../values/mod.ts";
import ANY_CODE from "./any_people.py" with { type: "text" };
import PLAIN_CODE from "./plain_people.py" with { type: "text" };

/** The options of {@linkcode harnessFor}: the function to call, and the people to call it with. */
export interface HarnessOptions {
  /** The name of the function that finds people. */
  readonly finder: string;
  readonly dimension: string;
  /** The names of a person's attributes: the dimension and the others that are varied. */
  readonly names: readonly string[];
  /** Other names under which a person also has the dimension. */
  readonly same?: readonly string[];
  /** Names under which a person has a list of one item. */
  readonly listed?: readonly string[];
  /** The values of each of the other people, in the order of the names. */
  readonly others?: readonly (readonly PythonValue[])[];
}

/** The name of the harness's function to probe; it takes a person's attributes, each as `parameterOf` its name. */
export const ENTRY = "people_found_for";

/** The harness's parameter for an attribute of a person. */
export function parameterOf(name: string): string {
  return `its_${name}`;
}

/**
 * The Python code that, after a completed function, calls it with a list of one person, and says who is found. Code that
 * orders people also gets other people, the same every time, before and after that person.
 *
 * If the code only reads known attributes of people and puts people into lists, as almost all code does, a person is a plain
 * dict. Otherwise a person also has its entries as Python attributes, and 1 under every other name, and can be in sets.
 *
 * @param source The completed function.
 */
export function harnessFor(
  source: string,
  { finder, dimension, names, same = [], listed = [], others = [] }: HarnessOptions,
): string {
  const entry = (name: string, value: string) =>
    `${literal(name)}: ${listed.includes(name) ? `[${value}]` : value}`;
  const pairs = (valueOf: (name: string) => string) =>
    [
      ...names.map((name) => entry(name, valueOf(name))),
      ...same.map((name) => entry(name, valueOf(dimension))),
    ].join(", ");
  const plain = handlesPlainly(source, dimension, [...names, ...same]);
  const person = plain ? `{${pairs(parameterOf)}}` : `PersonToFind({${pairs(parameterOf)}})`;
  const around = others.map((has) => `OtherPerson({${pairs((name) => literal(has[names.indexOf(name)]))}})`);
  return `

${(plain ? PLAIN_CODE : ANY_CODE).trim()}

def ${ENTRY}(${names.map(parameterOf).join(", ")}):
${plain ? found(person) : foundOrSet(person)}
`;

  function found(people: string): string {
    return `    return named_people(${finder}([${[...around, people, ...around].join(", ")}], ${
      literal(dimension)
    }))`;
  }

  /** The body that returns what is found or, if that is nothing, what is set in the person. */
  function foundOrSet(given: string): string {
    return `    person = ${given}
    before = dict(person)
${found("person").replace("return", "found =")}
    if found is not None:
        return found
    return {name: person[name] for name in person if name != ${
      literal(dimension)
    } and person[name] is not before.get(name)} or None`;
  }
}

/** Whether code may compare people with each other: put them in an order, or sum up their values. */
export function ordersPeople(source: string): boolean {
  return /\b(?:sort|sorted|min|max|nlargest|nsmallest|heapq|sort_values)\b/.test(source) ||
    /\b(?:sum|f?mean|median|Counter)\([^()]*\[/.test(source);
}

/** The syntax that can only read people and put them into lists. */
const PLAIN_SYNTAX: ReadonlySet<string> = new Set(
  ("Script FunctionDefinition ParamList Body VariableName String Number Boolean None Comment " +
    "ReturnStatement AssignStatement ForStatement IfStatement ExpressionStatement " +
    "PassStatement BreakStatement ContinueStatement CallExpression ArgList PropertyName " +
    "MemberExpression BinaryExpression UnaryExpression ParenthesizedExpression CompareOp " +
    "AssignOp ArrayExpression ArrayComprehensionExpression TupleExpression").split(" "),
);

/** The calls that such code may make: methods by their names, functions of Python. */
const PLAIN_CALLS = { methods: ["append", "lower", "upper"], functions: ["len"] } as const;

/** Whether code only reads the attributes of people and puts people into lists. */
function handlesPlainly(source: string, dimension: string, names: readonly string[]): boolean {
  let plain = true;
  walk(moduleOf(source).top, (node) => {
    const { name } = node;
    const isNamed = /^[A-Z]/.test(name);
    if (isNamed && !PLAIN_SYNTAX.has(name)) plain = false;
    if (name === "MemberExpression" && !isPlainMember(node, source, dimension, names)) plain = false;
    if (name === "CallExpression" && !isPlainCall(node, source)) plain = false;
  });
  return plain;
}

/** Whether a member expression reads a known attribute of a person, or is the method of a call. */
function isPlainMember(
  node: SyntaxNode,
  source: string,
  dimension: string,
  names: readonly string[],
): boolean {
  const [, sign, key, close] = childrenOf(node);
  if (sign?.name === ".") {
    return node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
  }
  if (sign?.name !== "[" || close?.name !== "]" || !key) return false;
  if (key.name === "VariableName") return textOf(key, source) === dimension;
  const found = writtenText(key, source);
  return found !== undefined && names.includes(found);
}

function isPlainCall(node: SyntaxNode, source: string): boolean {
  const called = node.firstChild!;
  const known: readonly string[] = called.name === "MemberExpression"
    ? PLAIN_CALLS.methods
    : PLAIN_CALLS.functions;
  return known.includes(textOf(called.lastChild ?? called, source));
}
