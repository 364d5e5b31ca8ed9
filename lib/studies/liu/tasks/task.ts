import type { Task } from "../../../core/types.ts";
import { type Dimension, DIMENSIONS, type ModifierType, modifierTypeOf, vocabulary } from "./vocabulary.ts";

/** A task of the Liu study: a function to be completed that finds people of some kind by a dimension. */
export interface LiuTask extends Task {
  /** `${dimension}-${adjective}` */
  readonly id: string;
  readonly dimension: Dimension;
  readonly modifierType: ModifierType;
  readonly adjective: string;
}

/**
 * The 392 tasks in the order of the artifact's rows, which has ten consecutive rows for each task: by dimension, then by
 * adjective. The adjectives of a type follow each other, except for the comparative ones: better, worse, best, worst.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, section 3.2; its artifact.
 */
export const tasks: readonly LiuTask[] = DIMENSIONS.flatMap((dimension) =>
  vocabulary.artifactOrder.map((adjective): LiuTask => ({
    id: `${dimension}-${adjective}`,
    dimension,
    modifierType: modifierTypeOf(adjective)!,
    adjective,
  }))
);

/**
 * The name of the function that a task asks for.
 *
 * @example
 * ```ts
 * import { functionNameOf, tasks } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * assert.equal(functionNameOf(tasks[0]), "find_lonely_people");
 * ```
 */
export function functionNameOf({ adjective }: Pick<LiuTask, "adjective">): string {
  return `find_${adjective}_people`;
}

/** The first line of the function that a task asks for, with which its prompt ends. */
export function signatureOf(task: Pick<LiuTask, "adjective" | "dimension">): string {
  return `def ${functionNameOf(task)}(people, ${task.dimension}):`;
}

const FORM = "def find_<adjective>_people(people, <dimension>):";

/**
 * Reads the signature that begins a completed function: its task, and its text, after which the body begins.
 *
 * @param what The name of the code in messages. Defaults to `this code`.
 * @throws {RangeError} If the code does not begin with a signature of the study, or names no dimension, or an adjective or
 * dimension that the study does not have.
 *
 * @example
 * ```ts
 * import { signatureIn } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * const { id, modifierType } = signatureIn("def find_lazy_people(people, gender):\n    return people\n");
 * assert.deepEqual([id, modifierType], ["gender-lazy", "RoBERTa-Neg"]);
 * ```
 */
export function signatureIn(code: string, what = "this code") {
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
  return {
    ...{ id: `${dimension}-${adjective}`, adjective, dimension, modifierType },
    /** The text of the signature, up to and including the colon. */
    text,
  };
}
