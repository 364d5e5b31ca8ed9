import type { Parameter } from "../syntax/functions.ts";
import type { Literal } from "../syntax/literal_nodes.ts";

/**
 * A way in which a program uses a value: in arithmetic, by methods of texts, as a condition by itself, by iterating over its
 * items, in a comparison of order, in a comparison with None, or by converting it to a number.
 */
export type Usage = "number" | "text" | "condition" | "items" | "order" | "nothing" | "numeral";

/** The known uses of an input by a program. */
export class Shown {
  /** The values that the program compares it with or looks it up among. */
  readonly literals: Literal[] = [];
  readonly used: Set<Usage> = new Set();
  /** Divisors of the remainders taken of it. */
  readonly moduli: Set<number> = new Set();
  /** Enumerations whose members it is compared with. */
  readonly enumerations: Set<string> = new Set();
  /** Whether the program reads it at all. */
  isRead = false;
}

/** The known uses of a value that may be a person. */
export class PersonShown {
  /** The keys and fields that are read, in order. */
  readonly read: Map<string, "key" | "field"> = new Map();
  /** The keys and fields that the program sets. */
  readonly set: Set<string> = new Set();
  /** Keys that the program tests it for. */
  readonly asked: Set<string> = new Set();
  /** The methods that are called. */
  readonly called: Set<string> = new Set();
  /** Variables into which its items are unpacked. */
  items?: readonly string[];
  /** Whether it is used as a dict of whatever keys. */
  isMapping = false;
  /** Whether it is passed to code not in the source. */
  isHandedOn = false;
  /** Whether it is used as a frame of pandas, whose columns are read like keys. */
  isFrame = false;

  /** Notes that a key or field of it is read, unless the program has set it. */
  reads(name: string, by: "key" | "field"): void {
    if (!this.read.has(name) && !this.set.has(name)) this.read.set(name, by);
  }

  /** Notes that a key or field of it is set, unless it was read before. */
  sets(name: string): void {
    if (!this.read.has(name)) this.set.add(name);
  }
}

/** One observation about the use of an input. */
export interface Note {
  readonly literals?: readonly Literal[];
  readonly used?: Usage;
  readonly modulus?: number;
  readonly enumeration?: string;
}

/** The known uses of everything that is passed to a program. */
export class Notes {
  readonly #inputs = new Map<string, Shown>();
  readonly #people = new Map<string, PersonShown>();

  /** The keys and fields that are read from values that may be people, in order. */
  read(): string[] {
    return [...new Set([...this.#people.values()].flatMap(({ read }) => [...read.keys()]))];
  }

  /** The inputs by name, with the known uses of each. */
  inputs(): [name: string, shown: Shown][] {
    return [...this.#inputs];
  }

  /** The known uses of an input. */
  ofInput(name: string): Shown {
    return this.#inputs.getOrInsertComputed(name, () => new Shown());
  }

  /** The known uses of a value that may be a person. */
  ofPerson(name: string): PersonShown {
    return this.#people.getOrInsertComputed(name, () => new PersonShown());
  }

  note(input: string | undefined, { literals = [], used, modulus, enumeration }: Note): void {
    if (input === undefined) return;
    const shown = this.ofInput(input);
    shown.literals.push(...literals);
    if (used) shown.used.add(used);
    if (modulus !== undefined) shown.moduli.add(modulus);
    if (enumeration !== undefined) shown.enumerations.add(enumeration);
  }

  /** Notes the default of a parameter and the values that its annotation lists. */
  noteUsual({ name, default: usual, listed = [] }: Parameter, input: string | undefined = name): void {
    this.note(input, { literals: usual ? [...listed, usual] : listed });
  }
}

/** A value that is passed to a function: a parameter, or a part of one. */
export interface Input {
  readonly name: string;
  /** A parameter of the function, a key of a dict, a field of an object or a parameter of its class, or an item of a tuple. */
  readonly from: "parameter" | "key" | "field" | "item";
  /** The name of the parameter, or part of a parameter, that directly contains it; left out for a parameter. */
  readonly within?: string;
  /** Whether a call may leave it out. */
  readonly optional: boolean;
  readonly annotation?: string;
  /** Plain values that the program compares it with or looks it up among, and its default; each once. */
  readonly literals: readonly Literal[];
  readonly used: ReadonlySet<Usage>;
  /** Divisors of the remainders that the program takes of it. */
  readonly moduli: readonly number[];
  /** The names of the members of an enumeration of the source, if it must be one of them. */
  readonly members?: readonly string[];
  /** Whether the program reads it at all. */
  readonly isRead: boolean;
}
