import type { CallShape, ProbeAttribute, ProbeSubject } from "../../core/types.ts";

/**
 * The source of a class for a method that has none. It is appended to the program, so that lines keep their numbers;
 * `{owner}` and `{entry}` stand for the names of the class and the method.
 *
 * The methods of the class are written out, since a dataclass would compile its methods at each load, which takes longer
 * than most calls.
 */
export function madeClass(attributes: readonly Pick<ProbeAttribute, "name" | "type">[]): string {
  const fields = attributes.map(({ name, type }) => `${name}: ${type}`);
  const each = (form: (name: string) => string, between = ", ") =>
    attributes.map(({ name }) => form(name)).join(between);
  return `

import dataclasses as _dataclasses


@_dataclasses.dataclass(init=False, repr=False, eq=False)
class {owner}:
    "{owner}(${fields.join(", ")})"

    ${fields.join("\n    ")}

    def __init__(_self, ${fields.join(", ")}):
        ${each((name) => `_self.${name} = ${name}`, "\n        ")}

    def __repr__(_self):
        return _self.__class__.__qualname__ + f"(${each((name) => `${name}={_self.${name}!r}`)})"

    def __eq__(_self, _other):
        if _other.__class__ is not _self.__class__:
            return NotImplemented
        return (${each((name) => `_self.${name}`)},) == (${each((name) => `_other.${name}`)},)

    {entry} = {entry}
`;
}

/** The source of `madeClass` with the names of the class and the method filled in. */
export function filledIn(source: string, owner: string, entry: string): string {
  return source.replaceAll("{owner}", owner).replaceAll("{entry}", entry);
}

/** A Python identifier. */
export const IDENTIFIER: RegExp = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** Whether a source is the one that must be appended to the submitted source so that the requested function can be called. */
export function isAppended(
  appended: unknown,
  { kind, entry, owner }: Omit<CallShape, "appended">,
  { functionName, attributes }: ProbeSubject,
): appended is string {
  const [, around, asked] = /^(?:(.*)\.)?(.*)$/s.exec(functionName)!;
  if (typeof appended !== "string") return false;
  const [, alias, itsOwner, method, getter] =
    /^\n\n(\S+) = ([^\s.]+)\.([^\s.]+?)(\.fget|\.func)?\n$/.exec(appended) ??
      /^\n\n(\S+) = lambda person: ([^\s.]+)\(\)\.([^\s.]+?)(\(person\))\n$/.exec(appended) ?? [];
  if (alias !== undefined) {
    const isItsOwner = around === undefined ? IDENTIFIER.test(itsOwner) : around === itsOwner;
    const isOfKind = kind === (getter === undefined ? "function" : "argument") ||
      (kind === "dict" && getter === "(person)");
    return isOfKind && alias === entry && method === asked && isItsOwner &&
      /^_*$/.test(entry.slice(asked.length)) && entry.startsWith(asked);
  }
  const isOwner = around === undefined || kind === "function" || owner === around;
  if (entry !== asked || !isOwner) return false;
  if (appended === "") return true;
  return kind === "method" && owner !== null && appended === filledIn(madeClass(attributes), owner, entry);
}
