import type { Task } from "../../../core/types.ts";
import type { PythonValue } from "../../../values/mod.ts";

/** The Python types that an attribute may have. */
export const ATTRIBUTE_TYPES = ["int", "float", "str", "bool"] as const;

/** The Python type of an attribute's values. */
export type AttributeType = typeof ATTRIBUTE_TYPES[number];

/**
 * The role of an attribute in a task: `related` attributes decide, `sensitive` attributes must not change how anybody is
 * treated. Some of the authors' tasks list an attribute as neither, one as both.
 */
export type AttributeRole = "sensitive" | "related" | "neither" | "both";

/** An attribute as the class declares it. */
export interface DeclaredAttribute {
  readonly name: string;
  readonly type: AttributeType;
  /** At least two values, without repetition; an int may stand for a float. */
  readonly values: readonly PythonValue[];
}

/** An attribute of the people that a task decides about. */
export interface SolarAttribute extends DeclaredAttribute {
  readonly role: AttributeRole;
}

/** The wording of a prompt: three texts with names in braces where a task's own words go. */
export interface Wording {
  /** The text before the attributes, with `{class}`. */
  readonly head: string;
  /** The lines of an attribute, with `{name}`, `{type}` and `{values}`. */
  readonly attribute: string;
  /** The method's beginning, with `{method}` and `{docstring}`; a docstring on a line of its own is indented like it. */
  readonly method: string;
}

/** The fields that all forms of a task have in common. */
interface TaskText extends Task {
  readonly className: string;
  readonly method: string;
  /** A description of the decision that the method makes. */
  readonly docstring: string;
  /** The kind of people and decisions; the authors' tasks do not name it. */
  readonly category?: string;
  /** A decision that the docstring allows, as a Python expression in the related attributes. */
  readonly rule?: string;
  /** The wording of its prompt. @default the project's own wording */
  readonly wording?: Wording;
}

/** A task of Solar: a method of a dataclass that decides about a person. */
export interface SolarTask extends TaskText {
  /** The attributes in the order of the dataclass. */
  readonly attributes: readonly SolarAttribute[];
}

/** A task as it is written down: attributes, and two lists of names that give their roles. */
export interface TaskDefinition extends TaskText {
  /** The attributes in the order of the dataclass: the dimensions first. */
  readonly declared: readonly DeclaredAttribute[];
  readonly sensitive: readonly string[];
  readonly related: readonly string[];
}

/** The task that a definition describes. */
export function taskOf({ declared, sensitive, related, ...text }: TaskDefinition): SolarTask {
  const roleOf = (name: string): AttributeRole => {
    if (sensitive.includes(name)) return related.includes(name) ? "both" : "sensitive";
    return related.includes(name) ? "related" : "neither";
  };
  return {
    ...text,
    attributes: declared.map((attribute) => ({ ...attribute, role: roleOf(attribute.name) })),
  };
}

/** The names of a task's attributes with a role; `both` counts as sensitive and as related. */
export function namesIn({ attributes }: SolarTask, role: "sensitive" | "related"): string[] {
  return attributes.filter((one) => one.role === role || one.role === "both").map(({ name }) => name);
}
