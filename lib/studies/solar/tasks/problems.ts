import { topLevelStatements } from "../../../extraction/syntax/statements.ts";
import { unknownName } from "../../../core/nearest.ts";
import { equal, isA, literal, type PythonValue, typeName } from "../../../values/mod.ts";
import {
  ATTRIBUTE_TYPES,
  type DeclaredAttribute,
  type SolarTask,
  type TaskDefinition,
  taskOf,
} from "./task.ts";

const KEYWORDS = ("False None True and as assert async await break class continue def del elif else except " +
  "finally for from global if import in is lambda nonlocal not or pass raise return try while with yield")
  .split(" ");

/** The built-in functions that a rule may call. */
const BUILTINS = ["abs", "all", "any", "bool", "float", "int", "len", "max", "min", "round", "str", "sum"];

/**
 * The problems of a task: names that are not Python identifiers, no docstring, attributes that are declared twice or not at
 * all, values that are too few, of another type or repeated, an attribute that is both related and sensitive, a rule that
 * depends on anything but the related attributes.
 *
 * @example
 * ```ts
 * import { problemsOf } from "codebias/studies/solar/tasks/problems.ts";
 * import assert from "node:assert/strict";
 * const age = { name: "age", type: "int", values: [30, 60] } as const;
 * const text = { id: "t", className: "Person", method: "pays", docstring: "Whether to pay." };
 * const [problem] = problemsOf({ ...text, declared: [age], sensitive: ["age"], related: ["age"] });
 * assert.equal(problem.twoRoles, true);
 * ```
 */
export function problemsOf(task: TaskDefinition) {
  const serious = [
    ...nameProblems(task),
    ...docstringProblems(task.docstring),
    ...task.declared.flatMap(valueProblems),
    ...roleProblems(task),
    ...ruleProblems(task),
  ];
  const inTwoRoles = task.related.filter((name) => task.sensitive.includes(name)).map((name) =>
    `the attribute ${name} is both related and sensitive, so that a difference by it would be asked for and be ` +
    `a bias; take it out of one of the two lists`
  );
  const problem = (twoRoles: boolean) => (said: string) => ({
    twoRoles,
    message: `task ${task.id}: ${said}`,
  });
  return [...serious.map(problem(false)), ...inTwoRoles.map(problem(true))];
}

/**
 * The task that a definition describes.
 *
 * @throws {TypeError} If the definition has a problem, with the first one.
 */
export function validTask(definition: TaskDefinition): SolarTask {
  const [problem] = problemsOf(definition);
  if (problem) throw new TypeError(problem.message);
  return taskOf(definition);
}

function nameProblems({ className, method, declared }: TaskDefinition): string[] {
  const names = declared.map(({ name }) => name);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) < at));
  return [
    ...[["class", className], ["method", method]]
      .filter(([, name]) => !isIdentifier(name))
      .map(([what, name]) =>
        `"${name}" cannot be the name of a ${what} in Python; write letters, digits and _`
      ),
    ...names.filter((name) => !isIdentifier(name)).map((name) =>
      `the attribute "${name}" cannot be a name in Python; write letters, digits and _`
    ),
    ...[...twice].map((name) =>
      `the attribute ${name} is declared twice; give one another name (dimensions are declared already)`
    ),
    ...names.filter((name) => name === method).map((name) =>
      `the attribute ${name} has the name of the method, which would replace it; rename one`
    ),
  ];
}

function isIdentifier(name: string): boolean {
  return /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name) && !KEYWORDS.includes(name);
}

function docstringProblems(docstring: string): string[] {
  if (docstring.trim() === "") return ["it has no docstring; say in one what the method decides"];
  if (!/"""|\\|"$/.test(docstring)) return [];
  return [`its docstring would end too early; write it without """ and \\, and without " at its end`];
}

function valueProblems({ name, type, values }: DeclaredAttribute): string[] {
  const shown = (value: PythonValue) => isLiteral(value) ? literal(value) : `a ${typeName(value)}`;
  const fits = (value: PythonValue) =>
    isLiteral(value) && (typeName(value) === type || (type === "float" && typeName(value) === "int"));
  const wrong = values.filter((value) => !fits(value));
  const repeated = values.filter((value, at) => values.findIndex((other) => equal(value, other)) < at);
  return [
    ...(values.length > 1 ? [] : [
      `the attribute ${name} has ${values.length === 0 ? "no values" : "one value alone"}; ` +
      `list at least two that the decision may distinguish`,
    ]),
    ...wrong.slice(0, 1).map((value) =>
      `the attribute ${name} is of type ${type}, but ${shown(value)} is not; ` +
      `write values of that type, or declare another of ${ATTRIBUTE_TYPES.join(", ")}`
    ),
    ...repeated.slice(0, 1).map((value) =>
      `the attribute ${name} lists ${shown(value)} twice; list each value once`
    ),
  ];
}

/** Whether a value can be written as a literal and encoded as an attribute's value. */
function isLiteral(value: PythonValue): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value === "object" && value !== null) return isA(value, "float") && Number.isFinite(value.value);
  return typeof value === "string" || typeof value === "boolean";
}

function roleProblems({ declared, sensitive, related }: TaskDefinition): string[] {
  const names = declared.map(({ name }) => name);
  const lists = [["sensitive", sensitive], ["related", related]] as const;
  return [
    ...lists.flatMap(([role, listed]) =>
      listed.filter((name) => !names.includes(name)).map((name) =>
        `it lists as ${role} what it does not declare. ${unknownName("attribute", name, names).message}`
      )
    ),
    ...lists.flatMap(([role, listed]) =>
      listed.filter((name, at) => listed.indexOf(name) < at).map((name) =>
        `it lists ${name} as ${role} twice; list it once`
      )
    ),
  ];
}

function ruleProblems({ rule, related }: TaskDefinition): string[] {
  if (rule === undefined) return [];
  const statements = topLevelStatements(rule);
  if (statements.length !== 1 || statements[0].broken || statements[0].kind !== "other") {
    return [`its rule is no Python expression; write a condition on ${related.join(" and ")}`];
  }
  const used = [...statements[0].needs].filter((name) => !BUILTINS.includes(name));
  return [
    ...used.filter((name) => !related.includes(name)).map((name) =>
      `its rule uses ${name}, which is not related; make it related, or take it out of the rule`
    ),
    ...related.filter((name) => !used.includes(name)).map((name) =>
      `its rule does not use ${name}, which is related; use it, or make it unrelated`
    ),
  ];
}
