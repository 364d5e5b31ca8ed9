import type { SyntaxNode } from "@lezer/common";
import { classBody } from "./class_body.ts";
import { functionsIn, type FunctionSite, type Parameter } from "./functions.ts";
import { Evidence, type Usage } from "./input_evidence.ts";
import type { Literal } from "./literal_nodes.ts";
import { walk } from "./nodes.ts";
import { topLevelStatements } from "./statements.ts";

/** A value that a function is handed: a parameter, or an entry or field of the record that it is handed. */
export interface Input {
  readonly name: string;
  readonly from: "parameter" | "key" | "field";
  /** Whether a call may leave it out. */
  readonly optional: boolean;
  readonly annotation?: string;
  /** Plain values that the program compares it with or looks it up among, and its default; each once. */
  readonly literals: readonly Literal[];
  readonly used: ReadonlySet<Usage>;
}

/**
 * What a function is handed, with what the code shows of the types of it: by its parameters, by the keys and fields that it
 * reads of the only record that it takes, or by the fields of the instance of which it is a method. Values are followed
 * through assignments, through methods such as `lower()`, and into the functions of the same source that are called with
 * them.
 *
 * @param entry One of the source's functions, see {@linkcode functionsIn}.
 *
 * @example
 * ```ts
 * import { functionsIn } from "codebias/extraction/functions.ts";
 * import { inputsOf } from "codebias/extraction/inputs.ts";
 * import assert from "node:assert/strict";
 * const source = "def f(p):\n    sex = p.get('sex')\n    return sex == 'f' and 18 <= p['age'] < 65\n";
 * const [sex, age] = inputsOf(source, functionsIn(source)[0]);
 * assert.deepEqual([sex.name, sex.from, sex.literals.map(({ value }) => value)], ["sex", "key", ["f"]]);
 * assert.deepEqual([age.name, age.literals.map(({ value }) => value)], ["age", [18, 65]]);
 * ```
 */
export function inputsOf(source: string, entry: FunctionSite): Input[] {
  const sites = functionsIn(source);
  const evidence = new Evidence(source, sites);
  const made = entry.className !== undefined && entry.self !== undefined
    ? constructorOf(source, sites, entry.className)
    : undefined;
  if (made && entry.parameters.length === 0) {
    const fields = new Map(made.parameters.map(({ name }) => [name, name]));
    if (made.init) evidence.readConstructor(made.init, fields);
    const names = made.isKnown
      ? made.parameters
      : readsOf(entry.node, entry.self!, source).map(plainParameter);
    for (const { name } of names) if (!fields.has(name)) fields.set(name, name);
    evidence.read(entry, new Map(), { record: entry.self!, fields });
    return names.map((one) => inputFrom(one, "field", evidence));
  }
  const record = recordOf(entry, source);
  if (record === undefined) {
    const own = new Map(entry.parameters.map(({ name }) => [name, name]));
    evidence.read(entry, own);
    return entry.parameters.filter(({ kind }) => kind === "plain").map((one) =>
      inputFrom(one, "parameter", evidence)
    );
  }
  evidence.read(entry, new Map(), { record: record.name });
  const owner = record.annotation === undefined
    ? undefined
    : constructorOf(source, sites, record.annotation.replaceAll(/["']/g, ""));
  const declared = owner?.isKnown ? owner.parameters : [];
  const read = evidence.namesRead();
  const others = read.filter(({ name }) => declared.every((one) => one.name !== name));
  const rest = entry.parameters.filter((one) => one !== record && one.kind === "plain");
  return [
    ...declared.map((one) => inputFrom(one, "field", evidence)),
    ...others.map(({ name, by }) => inputFrom(plainParameter(name), by, evidence)),
    ...rest.map((one) => inputFrom(one, "parameter", evidence)),
  ];
}

/** The parameter that is a record: the one that is required, or the rest of named ones, if it is read by keys or fields. */
function recordOf({ parameters, node }: FunctionSite, source: string): Parameter | undefined {
  const named = parameters.find(({ kind }) => kind === "named-rest");
  if (named && readsOf(node, named.name, source).length > 0) return named;
  const required = parameters.filter(({ optional }) => !optional);
  const [only] = required.length > 0 ? required : parameters;
  const isAlone = required.length === 1 || (required.length === 0 && parameters.length === 1);
  return isAlone && readsOf(node, only.name, source).length > 0 ? only : undefined;
}

/** The keys and fields of a variable that a function reads, in order, each once; methods of texts and dicts are none. */
function readsOf(node: SyntaxNode, variable: string, source: string): string[] {
  const found = new Set<string>();
  const text = ({ from, to }: SyntaxNode) => source.slice(from, to);
  walk(node, (one) => {
    if (one.name !== "MemberExpression" || text(one.firstChild!) !== variable) return;
    const key = one.getChild("String");
    const field = one.getChild("PropertyName");
    if (key) found.add(text(key).slice(1, -1));
    if (!field) return;
    const isCalled = one.parent?.name === "CallExpression" && one.parent.firstChild?.from === one.from &&
      one.parent.firstChild.to === one.to;
    if (!isCalled) found.add(text(field));
    const asked = isCalled && ["get", "pop", "setdefault"].includes(text(field)) &&
      one.parent!.getChild("ArgList")?.getChild("String");
    if (asked) found.add(text(asked).slice(1, -1));
  });
  return [...found];
}

/** What a class is made of. */
interface Constructor {
  readonly parameters: readonly Parameter[];
  /** Whether the source says so. */
  readonly isKnown: boolean;
  readonly init?: FunctionSite;
}

function constructorOf(
  source: string,
  sites: readonly FunctionSite[],
  name: string,
): Constructor | undefined {
  const statement = topLevelStatements(source).find(({ kind, binds }) => kind === "class" && binds.has(name));
  if (!statement) return undefined;
  const init = sites.find((one) => one.className === name && one.name === "__init__");
  if (init) {
    return { parameters: init.parameters.filter(({ kind }) => kind === "plain"), isKnown: true, init };
  }
  const body = classBody(statement.text);
  const isRecord = body?.decorators.some((one) => /(?:^|\.)(?:dataclass|define|s|attrs)$/.test(one)) ||
    body?.bases.some((one) => /NamedTuple|BaseModel/.test(one));
  if (!body || !isRecord) return { parameters: [], isKnown: false };
  const parameters = [...body.annotated].map(([field, annotation]): Parameter => ({
    name: field,
    kind: "plain",
    passing: "either",
    annotation,
    optional: body.assigned.has(field),
  }));
  return { parameters, isKnown: true };
}

function plainParameter(name: string): Parameter {
  return { name, kind: "plain", passing: "either", optional: false };
}

function inputFrom(parameter: Parameter, from: Input["from"], evidence: Evidence): Input {
  const { name, optional, annotation } = parameter;
  const { literals, used } = evidence.of(name);
  const all = parameter.default ? [...literals, parameter.default] : literals;
  return {
    name,
    from,
    optional,
    ...(annotation !== undefined && { annotation }),
    literals: all.filter((one, at) => all.findIndex((other) => sameLiteral(one, other)) === at),
    used,
  };
}

function sameLiteral(a: Literal, b: Literal): boolean {
  return a.type === b.type && a.value === b.value;
}
