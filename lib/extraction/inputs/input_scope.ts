import type { SyntaxNode } from "@lezer/common";
import type { ClassSite } from "../syntax/classes.ts";
import type { Names } from "../syntax/displays.ts";
import type { FunctionSite } from "../syntax/functions.ts";
import type { Module } from "../syntax/module.ts";
import type { Notes, PersonShown } from "./input_notes.ts";

/** A value with entries or fields that are inputs. */
export interface Person {
  /** The path by which notes refer to it; undefined for a person that the program itself makes. */
  readonly name?: string;
  /** The inputs by key or field, of a person that the program makes; of others, every key and field is an input of that name. */
  readonly fields?: Map<string, Origin>;
  /** The class of an instance. */
  readonly kind?: ClassSite;
  /** Each of several people, if more is known about them than their path. */
  readonly item?: Person;
}

/** The path by which notes refer to each of several people. */
export function itemPath(several: string): string {
  return `${several}[]`;
}

/** The origin of each item of a value that may be several people. */
export function itemOf({ person }: Origin): Origin | undefined {
  const item = person?.item ?? (person?.name === undefined ? undefined : { name: itemPath(person.name) });
  return item && { person: item };
}

/** The origin of a value: an input, a person, or either as long as nothing shows which of the two. */
export interface Origin {
  readonly input?: string;
  readonly person?: Person;
  /** Whether the value is an index of people, as in `for at in range(len(people))`. */
  readonly counts?: true;
}

/** A source whose functions are read, and what is known so far. */
export interface Reading {
  readonly module: Module;
  readonly notes: Notes;
  /** The origin of every value that has keys or fields and no other origin. @default none */
  readonly anyone?: Origin & {
    /** Variables that are assigned more than once: only inputs are followed through them, and no defaults of missing entries. */
    readonly unsettled: ReadonlySet<string>;
  };
  readonly calls: {
    /** The results of calls, by function and arguments. */
    readonly results: Map<string, Origin | undefined>;
    /** The people that the program makes, numbered. */
    readonly made: Map<Person, number>;
    /** The number of function bodies that were read. */
    read: number;
  };
  /** Reads the body of a function, and returns the origin of its result if that is an input or a person. */
  readonly read: (site: FunctionSite, scope: Scope) => Origin | undefined;
  /** The origin of the result of a call of the source's own functions; undefined for other calls and results. */
  readonly resultOf: (call: SyntaxNode, scope: Scope) => Origin | undefined;
  /** The origin of the value of an instance's property. */
  readonly propertyOf: (person: Person, name: string, scope: Scope) => Origin | undefined;
}

/** The meaning of the variables of a function, as far as its statements were read. */
export interface Scope extends Reading, Names {
  readonly origins: Map<string, Origin>;
  /** The origins of expressions, each of which is asked for repeatedly, until the next assignment. */
  readonly known: Map<string, Origin | undefined>;
  readonly displays: Map<string, readonly SyntaxNode[]>;
  /** Functions within the function. */
  readonly functions: ReadonlyMap<string, FunctionSite>;
  /** The number of calls that lead here. */
  readonly depth: number;
}

interface ScopeParts extends Reading, Partial<Omit<Scope, keyof Reading | "origins" | "known" | "displays">> {
  readonly origins: Iterable<readonly [string, Origin]>;
  readonly displays?: Iterable<readonly [string, readonly SyntaxNode[]]>;
}

/** A scope of its own, with copies of the tables that it is given. */
export function scopeOf(
  { origins, displays = [], functions = new Map(), depth = 0, ...own }: ScopeParts,
): Scope {
  return {
    ...own,
    known: new Map(),
    origins: new Map(origins),
    displays: new Map(displays),
    functions,
    depth,
  };
}

/** The known uses of a person that is passed to the program; undefined for other values. */
export function shownOf(person: Person | undefined, { notes }: Reading): PersonShown | undefined {
  return person?.name === undefined ? undefined : notes.ofPerson(person.name);
}
