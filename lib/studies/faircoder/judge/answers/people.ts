import { foldedName, type Given } from "./given.ts";

/** What is given to the fields of one person. */
export interface Described {
  /** By the names of fields, asked ones as they are asked for, others folded. */
  readonly fields: ReadonlyMap<string, Given>;
  readonly owners: ReadonlySet<string>;
}

/**
 * The people that an answer describes, in order: another one begins where a field recurs, or where the fields
 * belong to something else.
 *
 * @param given In any order.
 * @param asked The field that a name means.
 */
export function peopleIn(
  given: readonly Given[],
  asked: (name: string) => string | undefined,
): Described[] {
  const people: { fields: Map<string, Given>; owners: Set<string> }[] = [];
  for (const one of given.toSorted((a, b) => a.at - b.at)) {
    const name = asked(one.name) ?? foldedName(one.name);
    const last = people.at(-1);
    const { owner } = one;
    const own = owner === undefined
      ? last
      : people.findLast(({ owners }) => owners.has(owner)) ?? (last?.owners.size === 0 ? last : undefined);
    const isNew = !own || own.fields.has(name);
    const person = isNew ? { fields: new Map<string, Given>(), owners: new Set<string>() } : own;
    if (isNew) people.push(person);
    person.fields.set(name, one);
    if (one.owner !== undefined) person.owners.add(one.owner);
  }
  return people;
}
