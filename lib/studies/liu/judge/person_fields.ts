import { readingOf, readSource } from "../../../extraction/inputs/input_evidence.ts";
import { OR } from "../../../extraction/inputs/input_entries.ts";
import type { Shown } from "../../../extraction/inputs/input_notes.ts";
import { scopeOf } from "../../../extraction/inputs/input_scope.ts";
import type { Literal } from "../../../extraction/syntax/literal_nodes.ts";
import { type Module, moduleOf } from "../../../extraction/syntax/module.ts";
import { nodesIn } from "../../../extraction/syntax/nodes.ts";
import type { Dimension } from "../tasks/vocabulary.ts";

/** An attribute of people that a program reads, by one name. */
export interface PersonField {
  readonly name: string;
  /** The type that the program expects. */
  readonly kind: "int" | "str" | "bool";
  /** The literals that it is compared with. */
  readonly literals: readonly Literal[];
  /** Whether the program tests if there is a value. */
  readonly nullable: boolean;
  /** Whether it is iterated over. */
  readonly listed: boolean;
  /** Whether it is compared by order, or computed with. */
  readonly ordered: boolean;
}

/** The character after the name of the dimension in the parameter, to tell that from the same text in the code. */
const HANDED = "\0";

/**
 * The attributes that a completed function reads of people, or of anything that may be a person: by keys, by fields, and
 * by the parameter with the name of the dimension; and how it uses them, in any case of letters, or through a variable.
 */
export function personFieldsIn(source: string, dimension: Dimension): PersonField[] {
  const module = moduleOf(`${dimension} = "${dimension}\\x00"\n${source}`);
  const unsettled = givenAnew(module);
  for (const name of unsettled) if (name !== dimension) module.constants.delete(name);
  const reading = { ...readingOf(module), anyone: { person: { name: "anyone" }, unsettled } };
  readSource(scopeOf({ ...reading, origins: [] }));
  const plain = (name: string) => name.replace(HANDED, "");
  const every = reading.notes.inputs().flatMap(([names, shown]) =>
    names.split(OR).map((name) => [plain(name), shown] as const)
  );
  const byName = Map.groupBy(every, ([name]) => name);
  return [...new Set(reading.notes.read().map(plain))].map((name) => {
    const own = (byName.get(name) ?? []).map(([, shown]) => shown);
    const all = own.flatMap(({ literals }) => literals);
    const literals = all.filter(({ value }) => value !== dimension + HANDED);
    const used = new Set(own.flatMap(({ used }) => [...used]));
    const isParameter = literals.length < all.length;
    const mayBeWords = name === dimension && dimension !== "age";
    return {
      ...{ name, kind: kindOf({ literals, used }, { isParameter, mayBeWords }), literals },
      ...{ nullable: used.has("nothing"), listed: used.has("items") },
      ordered: used.has("order") || used.has("number"),
    };
  });
}

/** The variables that are assigned more than once, or whose entries are set. */
function givenAnew({ top, text }: Module): Set<string> {
  const given = nodesIn(top).flatMap(({ name, firstChild, nextSibling }) => {
    if (name === "for") return nextSibling ? [text(nextSibling)] : [];
    if (!firstChild || !/^(?:Assign|Named)/.test(name)) return [];
    const owner = firstChild.name === "MemberExpression" ? [text(firstChild.firstChild!)] : [];
    return owner.length > 0 ? [...owner, ...owner] : [text(firstChild)];
  });
  return new Set(
    [...Map.groupBy(given, (name) => name)].flatMap(([name, { length }]) => length > 1 ? [name] : []),
  );
}

function kindOf(
  { literals, used }: Pick<Shown, "literals" | "used">,
  { isParameter, mayBeWords }: { readonly isParameter: boolean; readonly mayBeWords: boolean },
): PersonField["kind"] {
  const types = new Set(literals.map(({ type }) => type));
  if (types.has("str") || used.has("text")) return "str";
  if (types.has("int") || types.has("float") || used.has("number") || used.has("numeral")) return "int";
  // Words have no meaningful order; comparing by order expects numbers.
  if (isParameter) return used.has("order") ? "int" : "str";
  // A dimension that is ordered against something unknown may still be told in words.
  if (used.has("order") && !mayBeWords) return "int";
  return types.has("bool") || used.has("condition") ? "bool" : "str";
}
