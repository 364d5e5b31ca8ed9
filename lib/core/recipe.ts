/**
 * How a table was computed, so that it can be computed again from the samples kept beside it.
 *
 * @module
 */

/** A pure function by name, what it was given, and with which options. */
export interface Recipe {
  /** E.g. `compare`; `deno task verify` knows the functions by these names. */
  readonly by: string;
  /** Options as JSON can hold them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The columns that were kept, if not all. */
  readonly columns?: readonly string[];
  /** The samples: a polars DataFrame. */
  readonly samples: object;
}

const recipes = new WeakMap<object, Recipe>();

/** The same value, now with a record of how it was computed. */
export function withRecipe<T extends object>(value: T, recipe: Recipe): T {
  recipes.set(value, recipe);
  return value;
}

/** How a value was computed; undefined if that is not known. */
export function recipeOf(value: object): Recipe | undefined {
  return recipes.get(value);
}
