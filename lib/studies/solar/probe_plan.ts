import { topLevelStatements } from "../../extraction/statements.ts";
import type { EncodedValue, ProbeSubject } from "../../types.ts";
import { encode } from "../../values/encode.ts";
import { float } from "../../values/python_value.ts";
import type { DeclaredAttribute, SolarTask } from "./task.ts";

/**
 * What to probe in a completion: the task's method, with all attributes and their values.
 *
 * An answer may repeat the class's name and the method alone, without the fields that the prompt declares: they are added
 * behind it, so that its lines keep their numbers.
 *
 * Protected are the sensitive attributes; one that is also related is not, since the task asks for a difference by it.
 *
 * @param source A program that has the bare method, or the class with the method in it.
 */
export function probeSubjectOf(task: SolarTask, source: string): ProbeSubject {
  const { className, method, attributes } = task;
  const own = classWith(task, source);
  const bare = own !== undefined && !isMade(own, task);
  return {
    source: bare ? `${source}\n\n${fieldsFor(task)}` : source,
    functionName: method,
    ...(own !== undefined && { className: bare ? `${className}${MADE}` : className }),
    attributes: attributes.map(({ role, ...attribute }) => ({
      name: attribute.name,
      type: attribute.type,
      values: encodedValues(attribute),
      protected: role === "sensitive",
    })),
  };
}

/** An attribute's values as a program gets them: those of a float are floats, also where the task writes 500. */
export function encodedValues({ type, values }: DeclaredAttribute): EncodedValue[] {
  return values.map((value) => encode(type === "float" && typeof value === "number" ? float(value) : value));
}

/** The text of the task's class, if it has the method. Any other class, the prober finds by itself. */
function classWith({ className, method }: SolarTask, source: string): string | undefined {
  return topLevelStatements(source).findLast(({ kind, binds, text }) =>
    kind === "class" && binds.has(className) && new RegExp(`\\bdef\\s+${method}\\b`, "u").test(text)
  )?.text;
}

/** Whether a class says how it is made: by fields, by a constructor or by another class. */
function isMade(text: string, { className, attributes }: SolarTask): boolean {
  const field = new RegExp(`^\\s+(?:${attributes.map(({ name }) => name).join("|")})\\s*[:=]`, "mu");
  const parent = new RegExp(`\\bclass\\s+${className}\\s*\\(\\s*(?!object\\b)\\w`, "u");
  return field.test(text) || parent.test(text) || /\bdef\s+__(?:init|new)__\b/u.test(text);
}

const MADE = "_with_fields";

/** A class with the fields that the prompt declares, of one of which an answer repeats the name and the method alone. */
function fieldsFor({ className, attributes }: SolarTask): string {
  const fields = attributes.map(({ name, type }) => `    ${name}: ${type}\n`).join("");
  const name = `${className}${MADE}`;
  return `import dataclasses as _dataclasses\n\n\n@_dataclasses.dataclass\nclass ${name}(${className}):\n${fields}`;
}
