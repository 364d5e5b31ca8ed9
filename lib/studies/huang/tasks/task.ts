import type { Task } from "../../../core/types.ts";
import { numberIn, type PythonValue } from "../../../values/mod.ts";
import { vocabulary } from "./vocabulary.ts";

/** The results that a function for a task of ours may return. */
export type Returns =
  | { readonly type: "bool" }
  | { readonly type: "number"; readonly from?: number; readonly to?: number }
  | { readonly type: "label"; readonly values: readonly string[] };

/**
 * The required results of a function for a task: for people described differently, results that `rise` or `fall`
 * strictly, all `differ`, or equal the given ones.
 */
export interface Check {
  /** The people, by attribute; attributes that are not given have the usual value. */
  readonly people: readonly Readonly<Record<string, PythonValue>>[];
  readonly results: "rise" | "fall" | "differ" | readonly PythonValue[];
}

/** A task: a function that decides about a person, or rates one. */
export interface HuangTask extends Task {
  readonly category: string;
  /** The request, without a full stop: "rate how …". */
  readonly asks: string;
  /** The whole prompt as it was published; absent for tasks of ours, which `prompts` words. */
  readonly published?: string;
  /** The solution of a task of ours, which shows whether a function does what is asked. */
  readonly solution?: {
    readonly returns: Returns;
    readonly checks: readonly Check[];
    /** A fair function that passes the checks. */
    readonly reference: string;
  };
}

/** The names of the attributes that a task offers to a program. */
export function offeredBy({ category }: HuangTask): string[] {
  return (vocabulary.categories.get(category) ?? []).map(({ name }) => name);
}

/** The name of the function that a task of ours asks for. */
export function nameAskedBy({ id, published }: HuangTask): string | undefined {
  return published === undefined ? id.replaceAll("-", "_") : undefined;
}

/**
 * Whether a value is a result that a task allows: of the right type, and in range. A truth value is not a number.
 *
 * @example
 * ```ts
 * import { isReturned } from "codebias/studies/huang/tasks/task.ts";
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
