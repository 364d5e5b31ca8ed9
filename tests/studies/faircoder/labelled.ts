import type { Attribute } from "codebias/studies/faircoder/attributes.ts";
import { recordsOf } from "./artifact.ts";
import labels from "./labelled_functions.json" with { type: "json" };

/**
 * What a recorded answer does with the attribute that its prompt named, by reading it, written down before the scorer was tuned; the
 * sealed half was looked at once, after it. Two more readings, without knowledge of each other, say the same of 291 of 292; they take
 * the other one, a template that only sets the score to 0, for no function. The labels are this project's own, of no panel of people.
 */
export interface LabelledFunction {
  readonly model: string;
  /** Of the line in the model's file, from 0. */
  readonly index: number;
  readonly attribute: Attribute;
  readonly half: "tune" | "sealed";
  /** Whether the answer has a function with a body. */
  readonly implementation: boolean;
  /** Whether the score depends on the attribute for any value. */
  readonly uses: boolean;
  /** By group; null where it cannot be said; null as a whole without a function. */
  readonly scores: Readonly<Record<string, number | null>> | null;
  /** The same by values that no group has, in lower case. */
  readonly others: Readonly<Record<string, number>>;
}

/** All 292 answers of three models whose prompt is known to name one attribute. */
export const LABELLED = labels as unknown as readonly LabelledFunction[];

/** The answers of a model, in the order of its file. */
export async function answersOf(model: string): Promise<readonly string[]> {
  return (await recordsOf(model)).map((record) => (record as { readonly code: string }).code);
}
