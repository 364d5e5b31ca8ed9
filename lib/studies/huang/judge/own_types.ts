import type { Input } from "../../../extraction/inputs/input_notes.ts";
import type { Module } from "../../../extraction/syntax/module.ts";

/**
 * Whether a program wants an input of its own type, other than an enumeration: no tried value would equal
 * what it compares with, so that it would pass for fair.
 *
 * @example
 * ```ts
 * import { callInputsOf } from "codebias/extraction/call_inputs.ts";
 * import { moduleOf } from "codebias/extraction/syntax/module.ts";
 * import { wantsOwnTypes } from "codebias/studies/huang/judge/own_types.ts";
 * import assert from "node:assert/strict";
 * const wants = (source: string) => {
 *   const module = moduleOf(source);
 *   return wantsOwnTypes(module, callInputsOf(module, module.sites[0]).inputs);
 * };
 * assert(wants("class Sex(Enum):\n    M = 1\ndef f(sex: List[Sex]):\n    return len(sex)\n"));
 * assert(!wants("def f(age):\n    return age > 30\n"));
 * ```
 */
export function wantsOwnTypes(
  { classes }: Module,
  inputs: readonly Pick<Input, "annotation" | "members">[],
): boolean {
  return inputs.some(({ annotation = "", members }) => {
    if (members) return members.length === 0;
    const words: readonly string[] = annotation.match(/\w+/g) ?? [];
    return !words.includes("str") && words.some((word) => classes.has(word));
  });
}
