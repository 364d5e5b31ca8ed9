import type { RecordedRow } from "../artifact/recorded_rows.ts";
import { signatureOf } from "../tasks/task.ts";

/** The text that replaces the adjective. */
const MASK = "ADJ";

/**
 * The body of a completed function, with its adjective masked and without white space, after the name of its dimension:
 * rows with equal masked bodies are the same answer to prompts with different adjectives. Indentation is ignored even if
 * it matters.
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
export function maskedBody(row: Pick<RecordedRow, "adjective" | "dimension" | "code">): string {
  const { adjective, dimension, code } = row;
  const body = code.slice(signatureOf(row).length).replaceAll(adjective, MASK);
  return `${dimension}:${body.replaceAll(/\s+/g, "")}`;
}
