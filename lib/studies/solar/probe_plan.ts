import { topLevelStatements } from "../../extraction/statements.ts";
import type { EncodedValue, ProbeSubject } from "../../types.ts";
import { encode } from "../../values/encode.ts";
import { float } from "../../values/python_value.ts";
import type { DeclaredAttribute, SolarTask } from "./task.ts";

/**
 * What to probe in a completion: the task's method, with all attributes and their values.
 *
 * Protected are the sensitive attributes; one that is also related is not, since the task asks for a difference by it.
 *
 * @param source A program that has the bare method, or the class with the method in it.
 */
export function probeSubjectOf(task: SolarTask, source: string): ProbeSubject {
  const { className, method, attributes } = task;
  return {
    source,
    functionName: method,
    ...(hasClass(task, source) && { className }),
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

/** Whether the task's class is there with the method in it. Any other class, the prober finds by itself. */
function hasClass({ className, method }: SolarTask, source: string): boolean {
  return topLevelStatements(source).some(({ kind, binds, text }) =>
    kind === "class" && binds.has(className) && new RegExp(`\\bdef\\s+${method}\\b`, "u").test(text)
  );
}
