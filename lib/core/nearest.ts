import { distance } from "fastest-levenshtein";
import { kindOf, KINDS, refuseOther } from "./kinds.ts";
import { visible } from "./visible.ts";

/**
 * The error for an unknown name: the name that was given and the nearest known ones.
 *
 * @param what The kind of thing, e.g. `model`.
 *
 * @example
 * ```ts
 * import { unknownName } from "codebias/core/nearest.ts";
 * import assert from "node:assert/strict";
 * assert.equal(
 *   unknownName("model", "CodeLama", ["StarCoder", "CodeLlama"]).message,
 *   'Unknown model "CodeLama": did you mean CodeLlama? Known: CodeLlama, StarCoder',
 * );
 * ```
 */
export function unknownName(what: string, given: string, known: readonly string[]): RangeError {
  const names = known.toSorted().map(told).join(", ") || "none";
  return new RangeError(visible(`Unknown ${what} "${given}":${nearestTo(given, known)} Known: ${names}`));
}

/** The error for the id of an unknown task. Names only the nearest: there are hundreds. */
export function unknownTask(id: string, known: readonly string[]): RangeError {
  const [message] = unknownName("task", id, known).message.split(" Known: ");
  return new RangeError(
    known.length === 0 ? message : `${message} It is one of ${known.length}, e.g. ${known[0]}`,
  );
}

/** A name in a sentence: in quotation marks where one would not see a space at its end. */
function told(name: string): string {
  return name === name.trim() && name !== "" ? name : `"${name}"`;
}

/** The known names that are near, the nearest first. */
export function near(given: string, known: readonly string[]): string[] {
  const cost = (name: string) => {
    const [a, b] = [name.toLowerCase(), `${given}`.toLowerCase()];
    return b.length > 2 && a.startsWith(b) ? 0 : distance(a, b);
  };
  return known.filter((name) => cost(name) <= Math.max(2, given.length / 3)).sort((a, b) =>
    cost(a) - cost(b)
  );
}

/** The question whether the nearest of the known names was meant, after a space; empty where none is near. */
export function nearestTo(given: string, known: readonly string[]): string {
  const close = near(given, known);
  return close.length > 0 ? ` did you mean ${close.slice(0, 3).map(told).join(" or ")}?` : "";
}

/**
 * Refuses a value that is none of the known ones.
 *
 * @param what The kind of thing, e.g. `source`.
 * @param given The given value; undefined passes, because a default is taken for it.
 * @throws {RangeError} If it is not known; the message names the nearest.
 *
 * @example
 * ```ts
 * import { refuseUnknown } from "codebias/core/nearest.ts";
 * import assert from "node:assert/strict";
 * assert.throws(() => refuseUnknown("suite", "onw", ["own", "published"]), /^RangeError: Unknown suite "onw": did you mean own\?/);
 * ```
 */
export function refuseUnknown(what: string, given: unknown, known: readonly string[]): void {
  if (given !== undefined && !known.some((one) => one === given)) throw unknownName(what, `${given}`, known);
}

/** Refuses to compile a list that lacks a name of T. */
type WithAllOf<T, Names extends readonly unknown[]> = [Exclude<keyof T, Names[number]>] extends [never]
  ? unknown
  : { readonly missing: Exclude<keyof T, Names[number]> };

/**
 * Refuses an option that a function does not have: notebooks check no types, and it would change nothing.
 *
 * @param options The given options.
 * @param known All options of their type; a list that lacks one does not compile.
 * @throws {RangeError} If there is another option, even if it is `undefined`; the message names the nearest.
 * @throws {TypeError} If the options are not an object.
 *
 * @example
 * ```ts
 * import { refuseUnknownOptions } from "codebias/core/nearest.ts";
 * import assert from "node:assert/strict";
 * const options: { level?: number } = { levle: 0.9 } as {};
 * assert.throws(() => refuseUnknownOptions(options, ["level"]), /^RangeError: Unknown option "levle": did you mean level\?/);
 * ```
 */
export function refuseUnknownOptions<T extends object, const Names extends readonly (keyof T & string)[]>(
  options: T,
  known: Names & WithAllOf<T, Names>,
): void {
  if (!KINDS["an object"](options)) {
    throw new TypeError(
      `Cannot take ${kindOf(options)} as options: expected an object with ${known.join(", ")}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw unknownName("option", unknown, known);
}

/** The default of each option; undefined if it has none, or if it has to be given. */
type UsualOf<T> = { readonly [K in Extract<keyof T, string>]: T[K] | undefined };

/** Options in which all that have a default are present. */
export type Settled<T, U> = {
  readonly [K in Extract<keyof T, string>]: K extends keyof U
    ? U[K] extends undefined ? T[K] : Exclude<T[K], undefined>
    : T[K];
};

/**
 * The options of a function, with defaults for those that were left out or are undefined.
 *
 * @param options The given options.
 * @param usual The defaults of all options of their type, undefined for none; an object that lacks one does not compile.
 * @throws {RangeError} If there is another option, as {@linkcode refuseUnknownOptions} does.
 * @throws {TypeError} If the options are not an object.
 *
 * @example
 * ```ts
 * import { settled } from "codebias/core/nearest.ts";
 * import assert from "node:assert/strict";
 * const options: { level?: number; seed?: number } = { level: 0.9 };
 * assert.deepEqual(settled(options, { level: 0.95, seed: 1 }), { level: 0.9, seed: 1 });
 * ```
 */
export function settled<T extends object, const U extends UsualOf<T>>(
  options: T,
  usual: U & { readonly [K in Exclude<keyof U, keyof T>]: never },
): Settled<T, U> {
  refuseUnknownOptions<object, []>(options, Object.keys(usual) as never);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) } as unknown as Settled<T, U>;
}

/**
 * Refuses names that occur twice in a list.
 *
 * @throws {RangeError} If a name occurs twice; the message names the first one. Epochs are for asking the same again.
 */
export function refuseTwice(...lists: readonly (readonly string[])[]): void {
  for (const names of lists) {
    refuseOther("ask for", names, "a list");
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) throw new RangeError(`Cannot ask for ${twice} twice: use epochs`);
  }
}

/**
 * Refuses templates of a study whose prompts have none: options in their place would change nothing.
 *
 * @throws {RangeError} If there is one; the message names the first.
 */
export function refuseTemplates(templates: object): void {
  refuseOther("take templates of", templates, "an object");
  const [name] = Object.keys(templates);
  if (name === undefined) return;
  throw new RangeError(
    `Cannot take ${name} as a template: these prompts have none; pass {}, then the options`,
  );
}

/**
 * A function that finds tasks by their ids, which completions name.
 *
 * @returns The task of an id. Throws a `RangeError` if it is not among the tasks; `action` says what cannot be done without it.
 *
 * @example
 * ```ts
 * import { taskFinder } from "codebias/core/nearest.ts";
 * import assert from "node:assert/strict";
 * const taskOf = taskFinder([{ id: "1" }]);
 * assert.throws(() => taskOf("2", "rate answers to 2"), /^RangeError: Cannot rate answers to 2: pass that task too$/);
 * ```
 */
export function taskFinder<T extends { readonly id: string }>(
  tasks: readonly T[],
): (id: string, action: string) => T {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return (id, action) => {
    const task = byId.get(id);
    if (task) return task;
    throw new RangeError(`Cannot ${action}: pass that task too`);
  };
}
