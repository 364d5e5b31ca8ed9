/** Below these, three decimals would be 0.000 or nearly so, and a test's own rounding errors would be shown. */
const [LEAST_DECIMAL, LEAST_SHOWN] = [0.001, 1e-12];

/**
 * A p-value to read, the same in tables and in sentences: with three decimals, or what it is less than. Never 0, which no
 * p-value is.
 *
 * @param p In [0, 1].
 * @param equals What stands before one that is shown with decimals. @default nothing
 *
 * @example
 * ```ts
 * import { pText } from "codebias/statistics/p_text.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual([0.04213, 0.0002, 0].map((p) => pText(p)), ["0.042", "< 0.001", "< 1e-12"]);
 * assert.equal(`p ${pText(0.5, "= ")}`, "p = 0.500");
 * ```
 */
export function pText(p: number, equals = ""): string {
  if (p < LEAST_SHOWN) return "< 1e-12";
  return p < LEAST_DECIMAL ? "< 0.001" : `${equals}${p.toFixed(3)}`;
}
