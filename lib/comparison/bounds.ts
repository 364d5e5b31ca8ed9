/** An interval, or none. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The bounds that are computed, or none where the values allow no finite ones: too few, or all the same.
 *
 * @param compute Throws a `RangeError` where there are none.
 */
export function boundsOrNone(compute: () => { readonly low: number; readonly high: number }): Bounds {
  try {
    const { low, high } = compute();
    return Number.isFinite(high - low) ? { low, high } : { low: null, high: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { low: null, high: null };
  }
}
