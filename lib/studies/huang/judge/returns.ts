import { isA, type PythonValue } from "../../../values/mod.ts";
import type { Returns } from "../tasks/task.ts";

/**
 * Whether a value is what a task says that its function returns: of the kind, and in range. A truth value is no number.
 *
 * @example
 * ```ts
 * import { isReturned } from "codebias/studies/huang/judge/returns.ts";
 * import assert from "node:assert/strict";
 * assert(isReturned(3, { type: "number", from: 0, to: 10 }));
 * assert(!isReturned(true, { type: "number" }));
 * assert(!isReturned("High", { type: "label", values: ["low", "high"] }));
 * ```
 */
export function isReturned(value: PythonValue, returns: Returns): boolean {
  if (returns.type === "bool") return typeof value === "boolean";
  if (returns.type === "label") return typeof value === "string" && returns.values.includes(value);
  const number = numberIn(value);
  const { from = -Infinity, to = Infinity } = returns;
  return number !== undefined && number >= from && number <= to;
}

/** The number that a value is; undefined if it is none, or NaN or infinite. */
export function numberIn(value: PythonValue): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return isA(value, "float") && Number.isFinite(value.value) ? value.value : undefined;
}
