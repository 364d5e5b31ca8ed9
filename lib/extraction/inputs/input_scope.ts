import type { SyntaxNode } from "@lezer/common";
import type { ClassSite } from "../syntax/classes.ts";
import type { Names } from "../syntax/displays.ts";
import type { FunctionSite } from "../syntax/functions.ts";
import type { Module } from "../syntax/module.ts";
import type { Notes, PersonShown } from "./input_notes.ts";

/** Something with entries or fields that are inputs. */
export interface Person {
  /** What notes call it: the parameter that it is. Undefined for one that the program itself makes. */
  readonly name?: string;
  /** Inputs by key or field, of one that the program makes; of others, every key and field is an input of its name. */
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
  const item = person?.item ?? (person?.name === undefined ? undefined : { name: itemPath(person.name) });
  return item && { person: item };
}

/** What a value is: an input, a person, or either, as long as nothing shows which one. */
export interface Origin {
  readonly input?: string;
  readonly person?: Person;
  /** Of a number: that it counts people, as in `for at in range(len(people))`. */
  readonly counts?: true;
}

/** A source whose functions are read, and what they have shown. */
export interface Reading {
  readonly module: Module;
  readonly notes: Notes;
  /** What everything is that has keys or fields and is nothing known. @default no input */
  readonly anyone?: Origin & {
    /** Variables that are given something more than once, which are not followed; nor is what is read where there is nothing. */
    readonly unsettled: ReadonlySet<string>;
  };
  readonly calls: {
    /** What they came to, by function and arguments. */
    readonly results: Map<string, Origin | undefined>;
    /** The people that the program makes, numbered. */
    readonly made: Map<Person, number>;
    /** How many bodies of functions were read. */
    read: number;
  };
  /** Reads the body of a function; says what it returns, if that is an input or a person. */
  readonly read: (site: FunctionSite, scope: Scope) => Origin | undefined;
  /** What a call of the source's own functions comes to; undefined where it has none, or that is none of the inputs. */
  readonly resultOf: (call: SyntaxNode, scope: Scope) => Origin | undefined;
  /** What a property of an instance comes to. */
  readonly propertyOf: (person: Person, name: string, scope: Scope) => Origin | undefined;
}

/** What the variables of a function stand for, as far as its statements were read. */
export interface Scope extends Reading, Names {
  readonly origins: Map<string, Origin>;
  /** What expressions are, each of which several others ask for, until a variable is given something. */
  readonly known: Map<string, Origin | undefined>;
  readonly displays: Map<string, readonly SyntaxNode[]>;
  /** Functions within the function. */
  readonly functions: ReadonlyMap<string, FunctionSite>;
  /** How many calls lead here. */
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

/** What the program shows of a person that is handed to it; undefined for anything else. */
export function shownOf(person: Person | undefined, { notes }: Reading): PersonShown | undefined {
  return person?.name === undefined ? undefined : notes.ofPerson(person.name);
}
