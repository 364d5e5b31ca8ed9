import type { Cell } from "./cells.ts";
import { beside, type Comparison } from "./beside.ts";

/** What was measured of a synthetic model beside what it declares; null is missing. */
export interface Calibration extends Omit<Comparison, "published"> {
  readonly declared: number | null;
}

/**
 * Declared numbers of a synthetic model beside the measured ones, as {@linkcode beside} has printed ones beside ours; nothing where
 * nothing was measured or declared.
 *
 * @param options.on Key columns, in both.
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
