import type { Cell } from "./cells.ts";
import { beside, type Comparison } from "./beside.ts";

/** A measured number of a synthetic model beside the declared one; null is missing. */
export interface Calibration extends Omit<Comparison, "published"> {
  readonly declared: number | null;
}

/**
 * The declared numbers of a synthetic model beside the measured ones, as in {@linkcode beside}; no rows if
 * nothing was measured or declared.
 *
 * @param options.on The key columns, in both.
 * @throws {RangeError} As {@linkcode beside}.
 */
export function besideDeclared<M extends { readonly [Key in K]: Cell }, K extends keyof M & string>(
  measured: readonly M[],
  declared: readonly object[],
  { on }: { readonly on: readonly K[] },
): (Pick<M, K> & Calibration)[] {
  if (measured.length === 0 || declared.length === 0) return [];
  const rows = beside(measured, declared, { on }).map(({ published, ...row }) => ({
    ...row,
    declared: published,
  }));
  return rows as unknown as (Pick<M, K> & Calibration)[];
}

/**
 * The declared number for a row of a figure; null for other models, and where nothing is declared.
 *
 * @param options.on The key columns, in both.
 * @param options.model The model whose numbers are declared.
 */
export function declaredOf<K extends string>(
  declared: readonly (Readonly<Record<K, Cell>> & { readonly value: number | null })[],
  { on, model }: { readonly on: readonly K[]; readonly model: string },
): (row: Readonly<Record<K, Cell>> & { readonly model: string }) => number | null {
  const keyOf = (row: Readonly<Record<K, Cell>>) => JSON.stringify(on.map((key) => row[key]));
  const values = new Map(declared.map((one) => [keyOf(one), one.value]));
  return (row) => row.model === model ? values.get(keyOf(row)) ?? null : null;
}
