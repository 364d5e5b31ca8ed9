import type { SyntaxNode } from "@lezer/common";
import { assignmentsAmong, pairsOf } from "./assignments.ts";
import { argumentsOf, childrenOf, memberOf, textOf, walkOwn } from "./nodes.ts";
import {
  annotationOf,
  decoratorsOf,
  definitionIn,
  functionsAmong,
  type FunctionSite,
  type Parameter,
} from "./functions.ts";
import { parse } from "./readable.ts";
import { literalOf, literalsIn } from "./literal_nodes.ts";

/** A class at the top level of a source. */
export type ClassSite = NonNullable<ReturnType<typeof classAt>>;

/**
 * The first class at the top level of a source, without what it inherits; undefined if there is none.
 *
 * @example
 * ```ts
 * import { classIn } from "codebias/extraction/syntax/classes.ts";
 * import assert from "node:assert/strict";
 * const { annotated, methods } = classIn("class A(B):\n    x: int\n    def f(self):\n        y: int = 1\n")!;
 * assert.deepEqual([...annotated], [["x", "int"]]);
 * assert.deepEqual([...methods.keys()], ["f"]);
 * ```
 */
export function classIn(source: string): ClassSite | undefined {
  const statements = childrenOf(parse(source).topNode);
  const first = statements.find((node) => definitionIn(node).name === "ClassDefinition");
  return first && classAt(first, functionsAmong([first], source), source);
}

/** The classes that statements define, by name; also those that `namedtuple` makes. */
export function classesAmong(
  statements: readonly SyntaxNode[],
  sites: readonly FunctionSite[],
  source: string,
): Map<string, ClassSite> {
  const classes = new Map<string, ClassSite>();
  for (const node of statements) {
    const own = definitionIn(node);
    const found = own.name === "ClassDefinition"
      ? classAt(node, sites, source)
      : own.name === "AssignStatement"
      ? namedTupleAt(own, source)
      : undefined;
    if (found) classes.set(found.name, withInherited(found, classes));
  }
  return classes;
}

/** A class with the members that it inherits from bases in the same source. */
function withInherited(own: ClassSite, known: ReadonlyMap<string, ClassSite>): ClassSite {
  const bases = own.bases.map((name) => known.get(name)).filter((base) => base !== undefined);
  if (bases.length === 0) return own;
  const fields = new Map(
    [...bases.flatMap((base) => base.fields), ...own.fields].map((field) => [field.name, field]),
  );
  const kinds = [own, ...bases].map(({ kind }) => kind);
  return {
    ...own,
    kind: kinds.find((kind) => kind !== "plain") ?? "plain",
    fields: [...fields.values()],
    constants: new Map([...bases.flatMap(({ constants }) => [...constants]), ...own.constants]),
    methods: new Map([...bases.flatMap(({ methods }) => [...methods]), ...own.methods]),
  };
}

/** @param statement The class, with its decorators. */
function classAt(statement: SyntaxNode, sites: readonly FunctionSite[], source: string) {
  const node = definitionIn(statement);
  const [named, body] = [node.getChild("VariableName"), node.getChild("Body")];
  if (!named || !body) return undefined;
  const name = textOf(named, source);
  const decorators = decoratorsOf(statement, source);
  const bases = argumentsOf(node).filter(({ name }) => !name).map(({ value }) => textOf(value, source));
  const methods = sites.filter((site) => site.className === name && site.node.parent !== null);
  const own = new Map(methods.map((site) => [site.name, site]));
  const assignments = childrenOf(body).filter((one) => one.name === "AssignStatement");
  const fields = assignments.flatMap((one) => fieldIn(one, source));
  return {
    name,
    /** The names of its decorators, without `@` and arguments, e.g. `dataclass`. */
    decorators,
    /** Its base classes as they are written, without keyword arguments. */
    bases,
    /** The kind of the class: an enumeration, a record of its fields, a dict with these keys, or anything else. */
    kind: kindOf(bases, decorators),
    /** The annotated fields, e.g. of a record or a typed dict, without class variables. */
    fields: fields.filter(({ annotation }) => !/\bClassVar\b/.test(annotation!)),
    /** Names that are annotated in its body, with their annotations. */
    annotated: new Map(fields.map(({ name, annotation }) => [name, annotation!])),
    /** Names that get a value in its body, annotated or not. */
    assigned: new Set(assignments.flatMap((one) => targetsOf(one, source))),
    /** The values that names get in its body, and fields of its instances in its constructor. */
    constants: new Map([
      ...assignmentsAmong(assignments, source),
      ...(own.has("__init__") ? fieldsSet(own.get("__init__")!, source) : []),
    ]),
    /** The methods by name, the last of each name. */
    methods: own,
    /** The indentation of its statements; undefined if they stand on the line of the class itself. */
    margin: marginOf(body, source),
  };
}

/** The names to which a statement assigns something. */
function targetsOf(statement: SyntaxNode, source: string): string[] {
  const targets = statement.getChild("AssignOp") ? childrenOf(statement).slice(0, -1) : [];
  return targets.filter(({ name }) => name === "VariableName").map((one) => textOf(one, source));
}

function marginOf(body: SyntaxNode, source: string): string | undefined {
  const first = childrenOf(body).slice(1).find(({ name }) => name !== "Comment");
  const margin = first && source.slice(source.lastIndexOf("\n", first.from - 1) + 1, first.from);
  return margin !== undefined && /^\s+$/u.test(margin) ? margin : undefined;
}

function kindOf(bases: readonly string[], decorators: readonly string[]) {
  if (bases.some((base) => /(?:Enum|Flag)$/.test(base))) return "enumeration";
  if (bases.some((base) => /\bTypedDict$/.test(base))) return "typed-dict";
  const isRecord = bases.some((base) => /\b(?:NamedTuple|BaseModel)$/.test(base)) ||
    decorators.some((one) => /(?:^|\.)(?:dataclass|define|frozen|s|attrs)$/.test(one));
  return isRecord ? "record" : "plain";
}

/** An annotated name in the body of a class. */
function fieldIn(statement: SyntaxNode, source: string): Parameter[] {
  const [name, annotation] = childrenOf(statement);
  if (name.name !== "VariableName" || annotation?.name !== "TypeDef") return [];
  const value = statement.getChild("AssignOp") ? statement.lastChild! : undefined;
  const literal = value && literalOf(value, source);
  return [{
    name: textOf(name, source),
    kind: "plain",
    passing: "either",
    ...annotationOf(annotation, source),
    optional: value !== undefined && textOf(value, source) !== "...",
    ...(literal && { default: literal }),
  }];
}

/** The values that a constructor assigns to fields, if they are written out, e.g. a table of weights. */
function fieldsSet({ node, self }: FunctionSite, source: string): [string, SyntaxNode][] {
  const found: [string, SyntaxNode][] = [];
  walkOwn(node, (one) => {
    if (one.name !== "AssignStatement") return;
    for (const [target, value] of pairsOf(one)) {
      const field = memberOf(target);
      const isOwn = field && textOf(target.firstChild!, source) === self;
      if (isOwn && literalsIn(value, source).length > 0) found.push([textOf(field, source), value]);
    }
  });
  return found;
}

/** The class that `namedtuple` makes: `Person = namedtuple("Person", ["age", "sex"])`, or with names in one text. */
function namedTupleAt(statement: SyntaxNode, source: string): ClassSite | undefined {
  const [target, value] = [statement.firstChild, statement.lastChild];
  if (target?.name !== "VariableName" || value?.name !== "CallExpression") return undefined;
  if (!/(?:^|\.)namedtuple$/.test(textOf(value.firstChild!, source))) return undefined;
  const [, names] = argumentsOf(value);
  const texts = names ? literalsIn(names.value, source).map((one) => String(one.value)) : [];
  const fields = texts.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== "").map((name) => ({
    ...{ name, kind: "plain" as const, passing: "either" as const, optional: false },
  }));
  return {
    ...{ name: textOf(target, source), decorators: [], bases: ["NamedTuple"], kind: "record", fields },
    ...{
      annotated: new Map(),
      assigned: new Set(),
      constants: new Map(),
      methods: new Map(),
      margin: undefined,
    },
  };
}
