/**
 * An object whose parts are each computed when they are first asked for, and once.
 *
 * @param parts How each is computed; it may ask for others.
 *
 * @example
 * ```ts
 * import { lazily } from "codebias/report/lazily.ts";
 * import assert from "node:assert/strict";
 * let sums = 0;
 * const found = lazily<{ numbers: number[]; sum: number }>({
 *   numbers: () => [1, 2, 3],
 *   sum({ numbers }) {
 *     sums++;
 *     return numbers.reduce((sum, one) => sum + one, 0);
 *   },
 * });
 * assert.deepEqual([found.sum, found.sum, sums], [6, 6, 1]);
 * ```
 */
export function lazily<P extends object>(parts: { readonly [K in keyof P]: (all: P) => P[K] }): Readonly<P> {
  const all = {} as P;
  for (const name of Object.keys(parts) as (keyof P)[]) {
    Object.defineProperty(all, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = parts[name](all);
        Object.defineProperty(all, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return all;
}
