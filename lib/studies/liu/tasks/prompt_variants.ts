import demonstrations from "../../../../data/liu/demonstrations.json" with { type: "json" };
import { unknownName } from "../../../core/nearest.ts";

/** A prompt variant: the complete functions that a prompt begins with. */
export interface PromptVariant {
  /** `default`, or the name in the manner of the paper's Table 8. */
  readonly name: string;
  /** The number of functions that select people, 0 to 2. */
  readonly relevant: number;
  /** The number of functions that select things, 0 to 3. */
  readonly irrelevant: number;
  /** Whether the functions about people stand last, near the signature (`POS`), or first (`NEG`). */
  readonly order: string;
}

/**
 * The variants of the preliminary study. `aYbN` has a functions about people and b about things; POS and NEG say where
 * the one about people stands. `default` has two functions about things: it is the paper's 0Y2N, the prompt of the paper's
 * other tables.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, appendix A, Table 8.
 */
export const PROMPT_VARIANTS: readonly PromptVariant[] = demonstrations.variants;

/**
 * Returns the variant with a name.
 *
 * @throws {RangeError} If there is no such variant; the message suggests the nearest name.
 */
export function promptVariant(name: string): PromptVariant {
  const found = PROMPT_VARIANTS.find((one) => one.name === name);
  if (found) return found;
  throw unknownName("prompt variant", name, PROMPT_VARIANTS.map((one) => one.name));
}

/**
 * The complete functions of a variant, as Python source, in their order in the prompt.
 *
 * They are the project's own: the artifact has no prompts, and those of the paper are only in its figures.
 *
 * @example
 * ```ts
 * import { demonstrationsOf, promptVariant } from "codebias/studies/liu/tasks/prompt_variants.ts";
 * import assert from "node:assert/strict";
 * const [first, second] = demonstrationsOf(promptVariant("1Y1N POS"));
 * assert(first.startsWith("def find_shabby_chairs(") && second.startsWith("def find_prepared_people("));
 * ```
 */
export function demonstrationsOf({ relevant, irrelevant, order }: PromptVariant): string[] {
  const people = demonstrations.relevant.slice(0, relevant);
  const things = demonstrations.irrelevant.slice(0, irrelevant);
  return order === "POS" ? [...things, ...people] : [...people, ...things];
}
