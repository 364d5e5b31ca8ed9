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

/** Rows in columns, as far as it matters here. */
interface Columns {
  readonly columns: readonly string[];
  getColumn(name: string): { toArray(): unknown[] };
}

/**
 * A sentence about the synthetic models whose answers a value rests on, as far as its rows, or the samples that it was computed
 * from, have a column `model`; undefined if there is none.
 *
 * @param value Rows, or a DataFrame.
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
  const models = [value, recipeOf(value)?.samples].flatMap((one) => one === undefined ? [] : modelsIn(one));
  const names = [...new Set(models)].filter((name) => /^calibration(?:\/|$)/.test(String(name)));
  return names.length > 0 ? `SYNTHETIC: ${names.join(", ")}` : undefined;
}

function modelsIn(value: object): unknown[] {
  if (Array.isArray(value)) return value.map((row) => row?.model);
  const { columns } = value as Partial<Columns>;
  return columns?.includes("model") ? (value as Columns).getColumn("model").toArray() : [];
}
