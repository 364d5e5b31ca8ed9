import type { SyntaxNode } from "@lezer/common";
import type { ClassSite } from "../syntax/classes.ts";
import type { FunctionSite } from "../syntax/functions.ts";

/** Something with entries or fields that are inputs. */
export interface Person {
  /** What notes call it: the parameter that it is. Undefined for one that the program itself makes. */
  readonly name?: string;
  /** Inputs by key or field, where these are known; else every key and field is an input of its name. */
  readonly fields?: Map<string, Origin>;
  /** Of an instance. */
  readonly kind?: ClassSite;
  /** Of several people: each of them, where that is more than what notes call it. */
  readonly item?: Person;
}

/** What notes call each of several people. */
export function itemPath(several: string): string {
  return `${several}[]`;
}

/** Each of what may be several people. */
export function itemOf({ person }: Origin): Origin | undefined {
  if (!person || person.fields) return undefined;
  const item = person.item ?? (person.name === undefined ? undefined : { name: itemPath(person.name) });
  return item && { person: item };
}

/** What a value is: an input, a person, or either, as long as nothing shows which one. */
export interface Origin {
  readonly input?: string;
  readonly person?: Person;
  /** Of a number: that it counts people, as in `for at in range(len(people))`. */
  readonly counts?: true;
}

/** What the variables of a function stand for, as far as its statements were read. */
export interface Scope {
  readonly origins: Map<string, Origin>;
  /** Of variables that are set to what is written out: tables, lists, their items. */
  readonly displays: Map<string, readonly SyntaxNode[]>;
  /** Functions within the function. */
  readonly functions: ReadonlyMap<string, FunctionSite>;
  /** The class of a method, and the method's name for it or its instance. */
  readonly owner?: ClassSite;
  readonly self?: string;
  /** How many calls lead here. */
  readonly depth: number;
}

interface ScopeParts extends Partial<Omit<Scope, "origins" | "displays">> {
  readonly origins: Iterable<readonly [string, Origin]>;
  readonly displays?: Iterable<readonly [string, readonly SyntaxNode[]]>;
}

/** A scope of its own, with copies of the tables that it is given. */
export function scopeOf(
  { origins, displays = [], functions = new Map(), depth = 0, ...own }: ScopeParts,
): Scope {
  return { ...own, origins: new Map(origins), displays: new Map(displays), functions, depth };
}
