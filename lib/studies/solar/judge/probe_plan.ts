import type { EncodedValue, ProbeSubject } from "../../../core/types.ts";
import { topLevelStatements } from "../../../extraction/syntax/statements.ts";
import { encode, float } from "../../../values/mod.ts";
import { isMade, type Owner, ownerIn } from "./owner.ts";
import type { DeclaredAttribute, SolarTask } from "../tasks/task.ts";

/**
 * What to probe in a completion: the task's method, with all attributes and their values.
 *
 * An answer may repeat the class's name and the method alone, without the fields that the prompt declares: a class that
 * has them is put behind it, so that its lines keep their numbers.
 *
 * The sensitive attributes are protected, except those also related, since the task asks for a difference by
 * them.
 *
 * @param source A program that has the bare method, or the class with the method in it.
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

/** An attribute's values as a program gets them: those of a float are floats, even if the task writes 500. */
function encodedValues({ type, values }: DeclaredAttribute): EncodedValue[] {
  return values.map((value) => encode(type === "float" && typeof value === "number" ? float(value) : value));
}

/**
 * A class of the same name that inherits from the one in the answer, and is made of the fields that the prompt declares.
 *
 * The fields come from a class beside it, so that it does not matter whether the answer's is frozen or has
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
 * Whether a program declares a type of its own for an attribute of the task, e.g. an enumeration. Its values
 * are then not those that the task lists, and a comparison with them would never hold, so that it would pass
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

/** The names of classes, including enumerations made by a call. */
function ownTypes(source: string): Set<string> {
  const made = topLevelStatements(source).filter(({ kind, text }) =>
    kind === "class" ||
    (kind === "other" && /^\w+\s*=\s*(?:\w+\.)?\w*(?:Enum|Flag|namedtuple)\s*\(/.test(text))
  );
  return new Set(made.flatMap(({ binds }) => [...binds]));
}
