/**
 * The way in which a table was computed, so that it can be computed again from the samples kept beside it.
 *
 * @module
 */

/** The name of a pure function, with the samples and the options that it was given. */
export interface Recipe {
  /** The name, e.g. `compare`; `deno task verify` knows the functions by these names. */
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

/** The recipe of a value; undefined if it is not known. */
export function recipeOf(value: object): Recipe | undefined {
  return recipes.get(value);
}

/** The objects that a value is based on without a recipe. */
const sources = new WeakMap<object, readonly object[]>();

/** The same value, now with a record of the objects that it is based on. */
export function restingOn<T extends object>(value: T, ...others: readonly object[]): T {
  sources.set(value, others);
  return value;
}

/** A frame of rows, as far as it matters here. */
interface Columns {
  readonly columns: readonly string[];
  getColumn(name: string): { toArray(): unknown[] };
  select(...names: string[]): { unique(names: string[], keep: "first", inOrder: true): Columns };
}

/**
 * A sentence about the synthetic models whose answers a value is based on, as far as its rows, or the samples that it was
 * computed from, show it: by a column `synthetic`, or else by the names in a column `model`. Rows that were filtered or
 * sorted by polars show only what is in their own columns.
 *
 * @param value Rows, or a DataFrame.
 * @returns Undefined if no such model is known.
 *
 * @example
 * ```ts
 * import { syntheticNote } from "codebias/core/recipe.ts";
 * import assert from "node:assert/strict";
 * assert.equal(syntheticNote([{ model: "calibration/solar", value: 0.5 }]), "SYNTHETIC: calibration/solar");
 * assert.equal(syntheticNote([{ model: "ollama/qwen2.5-coder:1.5b", value: 0.5 }]), undefined);
 * ```
 */
export function syntheticNote(value: object): string | undefined {
  const names = [...new Set(syntheticModels(value))];
  return names.length > 0 ? `SYNTHETIC: ${names.join(", ")}` : undefined;
}

/**
 * A note below or above rows, which also says if the rows are those of a synthetic model.
 *
 * @param synthetic The sentence of {@linkcode syntheticNote} about the rows.
 * @param beside Other texts about the rows; if one of them says SYNTHETIC, the note does not repeat it.
 */
export function notedSynthetic(
  synthetic: string | undefined,
  note: string | undefined,
  ...beside: readonly (string | undefined)[]
): string | undefined {
  if (synthetic === undefined || [note, ...beside].some((text) => text?.includes("SYNTHETIC"))) return note;
  return note ? `${synthetic}; ${note}` : synthetic;
}

function syntheticModels(value: object): string[] {
  const own = [value, recipeOf(value)?.samples ?? []].flatMap(namedIn);
  return [...own, ...(sources.get(value) ?? []).flatMap(syntheticModels)];
}

function namedIn(value: object): string[] {
  const rows = Array.isArray(value) ? value : undefined;
  const { columns = [] } = value as Partial<Columns>;
  const names = ["model", "synthetic"].filter((name) => columns.includes(name));
  const distinct = names.length > 0
    ? (value as Columns).select(...names).unique(names, "first", true)
    : undefined;
  const column = (name: string): unknown[] | undefined => {
    if (rows) return rows.map((row) => row?.[name]);
    return names.includes(name) ? distinct!.getColumn(name).toArray() : undefined;
  };
  const synthetic = column("synthetic");
  return (column("model") ?? []).flatMap((model, at) => {
    const isSo = synthetic?.[at] ?? /^calibration(?:\/|$)/.test(String(model));
    return isSo === true ? [String(model)] : [];
  });
}
