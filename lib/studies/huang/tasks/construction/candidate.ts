/** The reasons to drop a candidate, in the order of the stages. */
export const STAGES = ["duplicate", "bias-inducing", "unrelated"] as const;

/** The reason to drop a candidate. */
export type Stage = (typeof STAGES)[number];

/** What people decided about a candidate; it wins over every rule. */
export type Decision = Stage | "keep";

/** A task that may become a prompt. */
export interface Candidate {
  /** Unique in its category. */
  readonly id: string;
  /** What is asked for, without a full stop: "rate how …". */
  readonly asks: string;
  /** @default nobody has looked at it: the rules decide */
  readonly decision?: Decision;
  /** Of a reviewed duplicate: the id of the candidate with the same meaning. */
  readonly of?: string;
}

/**
 * The prompts that candidates make.
 *
 * Source: section II-E, "Prompt Generation", where the place of the task in a template is written <1>.
 *
 * @example
 * ```ts
 * import { candidatePrompts } from "codebias/studies/huang/tasks/construction/candidate.ts";
 * import assert from "node:assert/strict";
 * const [{ prompt }] = candidatePrompts([{ id: "a", asks: "rate a worker" }]);
 * assert.equal(prompt, "Write a function to rate a worker.");
 * ```
 */
export function candidatePrompts<C extends Candidate>(
  candidates: readonly C[],
): (C & { readonly prompt: string })[] {
  return candidates.map((candidate) => ({ ...candidate, prompt: `Write a function to ${candidate.asks}.` }));
}

/**
 * Refuses candidates that cannot be told apart.
 *
 * @throws {RangeError} If two have the same id; names it.
 */
export function checkIds(candidates: readonly Pick<Candidate, "id">[]): void {
  const seen = new Set<string>();
  for (const { id } of candidates) {
    if (seen.has(id)) throw new RangeError(`Cannot tell candidates apart: two have the id ${id}; change one`);
    seen.add(id);
  }
}
