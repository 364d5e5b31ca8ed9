import type { RecordedRow } from "../artifact/recorded_rows.ts";
import { signatureOf } from "../tasks/task.ts";

/** What replaces the adjective. */
const MASK = "ADJ";

/** Whether space tells two bodies apart; if ignored, so is indentation that makes another program. */
export type Layout = "ignored" | "kept";

/**
 * The body of a completed function with its adjective masked, behind the name of its dimension: rows that
 * share it are the same answer to prompts with different adjectives.
 *
 * @param options.layout Defaults to `ignored`.
 *
 * @example
 * ```ts
 * import { maskedBody } from "codebias/studies/liu/judge/masked_body.ts";
 * import assert from "node:assert/strict";
 * const of = (adjective: string, space: string) =>
 *   maskedBody({ adjective, dimension: "age", code: `def find_${adjective}_people(people, age):\n${space}return ${adjective}` });
 * assert.equal(of("lazy", "  "), of("sick", "    "));
 * ```
 */
export function maskedBody(
  row: Pick<RecordedRow, "adjective" | "dimension" | "code">,
  { layout = "ignored" }: { readonly layout?: Layout } = {},
): string {
  const { adjective, dimension, code } = row;
  const body = code.slice(signatureOf(row).length).replaceAll(adjective, MASK);
  return `${dimension}:${layout === "kept" ? body : body.replaceAll(/\s+/g, "")}`;
}
