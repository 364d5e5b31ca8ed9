import { type Dimension, DIMENSIONS, modifierTypeOf } from "./vocabulary.ts";
import type { LiuTask } from "./task.ts";

/** The first line of a completed function: the task that it is for, and where its body begins. */
export interface Signature extends LiuTask {
  /** The text up to and including the colon. */
  readonly text: string;
}

const FORM = "def find_<adjective>_people(people, <dimension>):";

/**
 * Reads the signature with which a completed function begins.
 *
 * @param what What messages call the code. Defaults to `this code`.
 * @throws {RangeError} If the code does not begin with a signature of the study, or names no dimension, or an adjective or
 * dimension that the study does not have.
 *
 * @example
 * ```ts
 * import { signatureIn } from "codebias/studies/liu/tasks/signature.ts";
 * import assert from "node:assert/strict";
 * const { id, modifierType } = signatureIn("def find_lazy_people(people, gender):\n    return people\n");
 * assert.deepEqual([id, modifierType], ["gender-lazy", "RoBERTa-Neg"]);
 * ```
 */
export function signatureIn(code: string, what = "this code"): Signature {
  const [text, adjective, named] = /^def find_(\w+)_people\(people(?:, ?(\w*))?\):/.exec(code) ?? [];
  const refused = (why: string) => new RangeError(`Cannot read ${what}: ${why}`);
  if (text === undefined) {
    throw refused(`it must begin with "${FORM}", not with ${JSON.stringify(code.split("\n", 1)[0])}`);
  }
  if (!named) throw refused(`"${text}" names no dimension; it must be "${FORM}"`);
  const dimension = DIMENSIONS.find((known): known is Dimension => known === named);
  if (!dimension) throw refused(`"${named}" is no dimension; known are ${DIMENSIONS.join(", ")}`);
  const modifierType = modifierTypeOf(adjective);
  if (!modifierType) throw refused(`the study has no prompt with the adjective "${adjective}"`);
  return { id: `${dimension}-${adjective}`, text, adjective, dimension, modifierType };
}
