/**
 * Fields that are read from files: a schema says once what they must be, and an error says it in words. This is zod, with
 * some of its schemas replaced by ones whose errors are in the project's words.
 *
 * @module
 */

import * as z from "zod/mini";

export * from "zod/mini";

/** A schema for values of type T. */
export type Schema<T> = z.ZodMiniType<T>;

/** Fields by their names. */
type Shape = Readonly<Record<string, Schema<unknown>>>;

/** A schema for a mapping with the fields of a shape. */
type Mapping<S extends Shape> = Schema<Readonly<z.output<z.ZodMiniObject<S>>>>;

/** A schema for a text. */
export const text: Schema<string> = z.string(must("a text"));

/** A schema for a list, whatever is in it. */
export const list: Schema<readonly unknown[]> = z.custom(Array.isArray, must("a list"));

/** A schema for a list of texts. */
export const texts: Schema<readonly string[]> = z.custom(
  (value) => Array.isArray(value) && value.every(isText),
  {
    error({ input }) {
      if (!Array.isArray(input)) return `must be a list, not ${kindOf(input)}`;
      return `must be a list of texts, without ${kindOf(input.find((item) => !isText(item)))}`;
    },
  },
);

/** A schema for true or false. */
export const truth: Schema<boolean> = z.boolean("must be true or false");

/** A schema for anything, also for nothing. */
export const anything: Schema<unknown> = z.optional(z.any());

/** The reasons for which a completion can have ended. */
export const FINISHES = ["stop", "length", "refusal", "looping"] as const;

/** A schema for one of several words. */
export function oneOf<const T extends string>(words: readonly T[]): Schema<T> {
  return z.enum(words, must(`one of ${words.join(", ")}`));
}

/**
 * A schema for a mapping with these fields and no others.
 *
 * @param name The name of the mapping in messages, if the value that is read has no name. @default none
 */
export function mapping<const S extends Shape>(shape: S, name = ""): Mapping<S> {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== "unrecognized_keys") return `${name} ${notMapping(issue.input)}`.trim();
      const of = name && ` of ${name}`;
      return `"${issue.keys[0]}" is no field${of}; known are ${Object.keys(shape).join(", ")}`;
    },
  });
}

/** A schema for the named fields of a mapping, which may have others. */
export function part<const S extends Shape>(shape: S): Mapping<S> {
  return z.object(shape, { error: ({ input }) => notMapping(input) });
}

/** A schema that refuses the name `__proto__`, which a record would silently leave out. */
const WITHOUT_PROTO = z.custom(
  (value) => !Object.hasOwn(value ?? {}, "__proto__"),
  "must not have the name __proto__",
);

/** A schema for a mapping from names to values of one kind. */
export function named<T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> {
  const all = z.record(z.string(), schema, { error: ({ input }) => notMapping(input) });
  return z.pipe(WITHOUT_PROTO, all);
}

/** A schema for the same as {@linkcode named}, read as a map. */
export function mapOf<T>(schema: Schema<T>): Schema<ReadonlyMap<string, T>> {
  return z.pipe(named(schema), z.transform((all) => new Map(Object.entries(all))));
}

/**
 * Reads a value by a schema.
 *
 * @param what The name of the value in messages, e.g. `task 3`. @default none
 * @throws {TypeError} If the value does not fit; the message names the field, and says what is wrong with it.
 *
 * @example
 * ```ts
 * import { mapping, read, text, texts } from "codebias/core/fields.ts";
 * import assert from "node:assert/strict";
 * const schema = mapping({ id: text, words: texts });
 * assert.deepEqual(read(schema, { id: "a", words: [] }, "task 3"), { id: "a", words: [] });
 * assert.throws(() => read(schema, { id: "a", words: 5 }, "task 3"), { message: 'task 3: "words" must be a list, not 5' });
 * ```
 */
export function read<T>(schema: Schema<T>, value: unknown, what?: string): T {
  const { data, error } = z.safeParse(schema, value, { reportInput: true });
  if (!error) return data;
  const unknown = error.issues.find(({ code }) => code === "unrecognized_keys");
  const { path, message } = unknown ?? error.issues[0];
  const [field] = unknown ? [] : path.splice(-1);
  const place = [...what === undefined ? [] : [what], ...path].join(", ");
  if (field !== undefined) throw new TypeError(`${place && `${place}: `}"${String(field)}" ${message}`);
  throw new TypeError([place, message].filter(Boolean).join(unknown ? ": " : " "));
}

/** The message for a value that is not what it must be. */
export function must(expected: string): { readonly error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => `must be ${expected}, not ${kindOf(input)}` };
}

function notMapping(value: unknown): string {
  return `must be a mapping with fields, not ${kindOf(value)}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value); // JSON has no NaN
  return Array.isArray(value) ? "a list" : "a mapping";
}
