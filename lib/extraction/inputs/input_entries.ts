import type { SyntaxNode } from "@lezer/common";
import { valuesOf } from "../syntax/displays.ts";
import { type Literal, textsAmong } from "../syntax/literal_nodes.ts";
import { isOfColumn, isOfFrame, noteFrame } from "./input_frames.ts";
import { type Origin, type Person, type Scope, shownOf } from "./input_scope.ts";

/** The origin of a field of a value that may be a person. */
export function fieldOf({ input, person }: Origin, name: string, scope: Scope): Origin | undefined {
  if (input !== undefined && isOfColumn(name)) {
    noteFrame(scope.notes, person?.name, name);
    return { input, person };
  }
  // A field of a member of an enumeration.
  if (!person && input !== undefined) return ["value", "name"].includes(name) ? { input } : undefined;
  const method = person?.kind?.methods.get(name);
  if (person && method) {
    return method.decorators.some((one) => /property$/.test(one))
      ? scope.propertyOf(person, name, scope)
      : undefined;
  }
  return entryIn(person, name, "field", scope);
}

/** The origin of an entry of a person that is a dict. */
export function entryOf(person: Person, name: string, scope: Scope): Origin | undefined {
  const found = entryIn(person, name, "key", scope);
  if (found?.input !== undefined) scope.notes.ofInput(found.input).isRead = true;
  return found;
}

/** The origin of a key or a field of a value that may be a person. */
export function entryIn(
  person: Person | undefined,
  name: string,
  by: "key" | "field",
  scope: Scope,
): Origin | undefined {
  if (person?.fields) return person.fields.get(name);
  const shown = person?.kind?.constants.has(name) ? undefined : shownOf(person, scope);
  if (!shown) return undefined;
  if (by === "field" && isOfFrame(name)) {
    shown.isFrame = true;
    return { person };
  }
  shown.reads(name, by);
  return shown.set.has(name) ? undefined : { input: name, person: { name: `${person!.name}.${name}` } };
}

/** The separator between the names of several entries, if an input is one of them. */
export const OR = "\n";

/** The origin of a value that is one of several entries of a person. */
export function anyOf(
  keys: readonly Literal[],
  person: Person | undefined,
  scope: Scope,
): Origin | undefined {
  const names = textsAmong(keys).filter((name) => entryIn(person, name, "key", scope));
  return names.length > 0 ? { input: names.join(OR) } : undefined;
}

/** Notes the columns of a frame that names select: `people[["age", "sex"]]`, `people.sort_values("age")`. */
export function readColumns(frame: Person | undefined, names: SyntaxNode, scope: Scope): void {
  for (const { type, value } of valuesOf(names, scope)) {
    if (type === "str") shownOf(frame, scope)?.reads(value, "key");
  }
}
