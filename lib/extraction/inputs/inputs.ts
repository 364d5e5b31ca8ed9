import type { FunctionSite } from "../syntax/functions.ts";
import type { Usage } from "./input_notes.ts";
import type { Literal } from "../syntax/literal_nodes.ts";
import { handingOf } from "../handing.ts";
import { moduleOf } from "../syntax/module.ts";

/** A value that a function is handed: a parameter, or a part of one. */
export interface Input {
  readonly name: string;
  /** A parameter of the function; a key of a dict; a field of an object, or what its class is made of; an item of a tuple. */
  readonly from: "parameter" | "key" | "field" | "item";
  /** What it is directly a part of, if it is: a parameter, or a part of one. */
  readonly within?: string;
  /** Whether a call may leave it out. */
  readonly optional: boolean;
  readonly annotation?: string;
  /** Plain values that the program compares it with or looks it up among, and its default; each once. */
  readonly literals: readonly Literal[];
  readonly used: ReadonlySet<Usage>;
  /** Numbers by which the program takes remainders of it. */
  readonly moduli: readonly number[];
  /** The members, by name, of an enumeration of the source, if it must be one of them. */
  readonly members?: readonly string[];
  /** Whether the program reads it at all. */
  readonly isRead: boolean;
}

/**
 * What a function is handed, with what the code shows of the types of it: by its parameters, by the keys and fields that it
 * reads of a record that it takes, or by what the class is made of of which it is a method. Values are followed through
 * assignments, through methods such as `lower()`, and into the functions of the same source that are called with them.
 *
 * @param entry One of the source's functions, see {@linkcode functionsIn}.
 *
 * @example
 * ```ts
 * import { functionsIn } from "codebias/extraction/syntax/functions.ts";
 * import { inputsOf } from "codebias/extraction/inputs/inputs.ts";
 * import assert from "node:assert/strict";
 * const source = "def f(p):\n    sex = p.get('sex')\n    return sex == 'f' and 18 <= p['age'] < 65\n";
 * const [sex, age] = inputsOf(source, functionsIn(source)[0]);
 * assert.deepEqual([sex.name, sex.from, sex.literals.map(({ value }) => value)], ["sex", "key", ["f"]]);
 * assert.deepEqual([age.name, age.literals.map(({ value }) => value).sort()], ["age", [18, 65]]);
 * ```
 */
export function inputsOf(source: string, entry: FunctionSite): readonly Input[] {
  return handingOf(moduleOf(source), entry).inputs;
}
