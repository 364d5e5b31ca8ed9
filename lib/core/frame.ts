/**
 * Refuses what is no polars DataFrame: notebooks check no types, and a run's result is easily taken for its frame.
 *
 * @param verb What cannot be done with it, e.g. `compare`.
 * @throws {TypeError} Says what to pass.
 *
 * @example
 * ```ts
 * import { refuseNoFrame } from "codebias/core/frame.ts";
 * import assert from "node:assert/strict";
 * const frame = { toRecords: () => [] };
 * refuseNoFrame("compare", frame);
 * assert.throws(() => refuseNoFrame("compare", { frame }), /^TypeError: Cannot compare a run's result: pass result.frame$/);
 * ```
 */
export function refuseNoFrame(verb: string, given: unknown): void {
  if (isFrame(given)) return;
  throw new TypeError(
    isResult(given)
      ? `Cannot ${verb} a run's result: pass result.frame`
      : `Cannot ${verb} this: expected a polars DataFrame, e.g. result.frame`,
  );
}

/** Whether it is what `run` gave. */
export function isResult(given: unknown): boolean {
  return !isFrame(given) && isFrame((given as { readonly frame?: unknown } | null | undefined)?.frame);
}

/** Whether it is a polars LazyFrame. */
export function isLazy(given: unknown): boolean {
  return !isFrame(given) &&
    typeof (given as { readonly collectSync?: unknown } | null | undefined)?.collectSync === "function";
}

/** Whether it is a polars DataFrame. */
export function isFrame(given: unknown): boolean {
  return typeof (given as { readonly toRecords?: unknown } | null | undefined)?.toRecords === "function";
}
