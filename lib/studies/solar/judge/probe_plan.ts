import type { EncodedValue, ProbeSubject } from "../../../core/types.ts";
import { topLevelStatements } from "../../../extraction/syntax/statements.ts";
import { encode, float } from "../../../values/mod.ts";
import type { DeclaredAttribute, SolarTask } from "../tasks/task.ts";
import { classIn, type ClassSite } from "../../../extraction/syntax/classes.ts";

/**
 * The subject to probe in a completion: the task's method, with all attributes and their values.
 *
 * An answer may repeat only the class's name and the method, without the fields that the prompt declares. A class with
 * the fields is then appended to the source, so that the lines of the answer keep their numbers.
 *
 * The sensitive attributes are protected, except those that are also related, because the task asks for a difference by
 * them.
 *
 * @param source A program with the method as a function, or with a class that has the method.
 */
export function probeSubjectOf(task: SolarTask, source: string): ProbeSubject {
  const { className, method, attributes } = task;
  const owner = ownerIn(task, source);
  const lacksFields = owner !== undefined && !isMade(owner, task);
  return {
    source: lacksFields ? `${source}\n\n${withFields(owner, task)}` : source,
    functionName: method,
    // The prober itself finds a class with another name.
    ...((owner === undefined || owner.name === className) && { className }),
    attributes: attributes.map(({ role, ...attribute }) => ({
      name: attribute.name,
      type: attribute.type,
      values: encodedValues(attribute),
      protected: role === "sensitive",
    })),
  };
}

/** An attribute's values as a program gets them: values of type float are floats, even if the task writes 500. */
function encodedValues({ type, values }: DeclaredAttribute): EncodedValue[] {
  return values.map((value) => encode(type === "float" && typeof value === "number" ? float(value) : value));
}

/**
 * The source of a class of the same name that inherits from the answer's class and has the fields that the prompt declares.
 *
 * The fields come from a second base class, so that it does not matter whether the answer's class is frozen or has
 * defaults.
 */
function withFields({ name, lineage }: Owner, { attributes }: SolarTask): string {
  const fields = attributes.map(({ name, type }) => `    ${name}: ${type}\n`).join("");
  const goesOn = lineage.some(({ methods }) => methods.has("__post_init__"))
    ? "\n    def __post_init__(self):\n        super().__post_init__()\n"
    : "";
  return "import dataclasses\n\n\n@dataclasses.dataclass(eq=False, repr=False)\n" +
    `class ${FIELDS}:\n${fields}${goesOn}\n\nclass ${name}(${FIELDS}, ${name}):\n    pass\n`;
}

const FIELDS = "_Fields";

/**
 * Whether a program declares a type of its own for an attribute of the task, e.g. an enumeration. The values of that type
 * are not those that the task lists, so that a comparison with them would never hold and the program would pass
 * for fair.
 *
 * @example
 * ```ts
 * import { isRetyped } from "codebias/studies/solar/judge/probe_plan.ts";
 * import assert from "node:assert/strict";
 * const gender = { name: "gender", type: "str", values: ["female", "male"], role: "sensitive" } as const;
 * const task = { id: "t", className: "Guest", method: "stays", docstring: "Whether.", attributes: [gender] };
 * const guest = (type: string) =>
 *   `class Sex(Enum):\n    F = 1\n\nclass Guest:\n    gender: ${type}\n    def stays(self):\n        return Sex.F\n`;
 * assert(isRetyped(task, guest("Sex")));
 * assert(!isRetyped(task, guest("str")));
 * ```
 */
export function isRetyped(task: SolarTask, source: string): boolean {
  const types = ownTypes(source);
  const lineage = ownerIn(task, source)?.lineage ?? [];
  const declared = lineage.flatMap(({ annotated, methods }) => [
    ...annotated,
    ...["__init__", "__new__"].flatMap((name) => methods.get(name)?.parameters ?? [])
      .map(({ name, annotation = "" }) => [name, annotation] as const),
  ]);
  return task.attributes.some(({ name }) =>
    declared.some(([field, type]) => field === name && type.match(/\w+/g)?.some((word) => types.has(word)))
  );
}

/** The names of the classes of a program, including enumerations made by a call. */
function ownTypes(source: string): Set<string> {
  const made = topLevelStatements(source).filter(({ kind, text }) =>
    kind === "class" ||
    (kind === "other" && /^\w+\s*=\s*(?:\w+\.)?\w*(?:Enum|Flag|namedtuple)\s*\(/.test(text))
  );
  return new Set(made.flatMap(({ binds }) => [...binds]));
}

/** The class of a program that has a task's method, with its base classes. */
interface Owner {
  readonly name: string;
  /** The class first, then its bases in the program. Bases outside the program are not included. */
  readonly lineage: readonly ClassSite[];
  /** The names of bases that are not in the program. */
  readonly unknownBases: readonly string[];
}

/**
 * The class whose instances a program decides about. If the method is a function outside a class, this is the task's class
 * if the program has it, with or without the method. Otherwise it is the task's class if that has the method or inherits
 * it, else the last class that has it.
 */
export function ownerIn({ className, method }: SolarTask, source: string): Owner | undefined {
  const statements = topLevelStatements(source);
  const isBare = statements.some(({ kind, binds }) => kind === "function" && binds.has(method));
  const classes = statements.filter(({ kind }) => kind === "class").map(({ text }) => classIn(text))
    .filter((body) => body !== undefined);
  const owners = classes.map((_, at) => ownerAt(at, classes));
  const has = ({ lineage }: Owner) => lineage.some(({ methods }) => methods.has(method));
  const named = owners.findLast((owner) => owner.name === className && (isBare || has(owner)));
  return named ?? (isBare ? undefined : owners.findLast(has));
}

/** A class with its bases; only classes before it can be its bases. */
function ownerAt(at: number, classes: readonly ClassSite[]): Owner {
  const known = classes[at].bases.map((base) =>
    [base, classes.findLastIndex(({ name }, place) => place < at && name === base)] as const
  );
  const parents = known.filter(([, place]) => place >= 0).map(([, place]) => ownerAt(place, classes));
  return {
    name: classes[at].name,
    lineage: [classes[at], ...parents.flatMap(({ lineage }) => lineage)],
    unknownBases: [
      ...known.filter(([, place]) => place < 0).map(([base]) => base),
      ...parents.flatMap(({ unknownBases }) => unknownBases),
    ],
  };
}

/**
 * Whether a class can be constructed with the task's attributes: by a constructor, by fields, or by a base class outside
 * the program, which is assumed to do so.
 */
export function isMade({ lineage, unknownBases }: Owner, { attributes }: SolarTask): boolean {
  if (unknownBases.some((base) => !EMPTY_BASES.has(base))) return true;
  return lineage.some(({ methods, decorators, annotated, assigned }) => {
    const declares = (names: { has(name: string): boolean }) =>
      attributes.some(({ name }) => names.has(name));
    if (methods.has("__init__") || methods.has("__new__")) return true;
    if (decorators.some((name) => /(?:^|\.)dataclass$/.test(name))) return declares(annotated);
    return decorators.some((name) => /^(?:attrs?\.)?(?:s|attrs|define|mutable|frozen)$/.test(name)) &&
      (declares(annotated) || declares(assigned));
  });
}

/** Base classes of Python that contribute nothing to construction. */
const EMPTY_BASES: ReadonlySet<string> = new Set(["object", "ABC", "abc.ABC", "Protocol", "typing.Protocol"]);
