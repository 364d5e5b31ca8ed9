/** A model, as `openModel` gives it. */
interface Named {
  readonly spec: string;
}

/** How a notebook's usual asking is cut short, from `settings`. */
interface Cut {
  readonly every: number;
}

/**
 * The tasks that a model is asked: the synthetic model, if none is named, only gets some, as it shows how
 * accurate the instruments are.
 *
 * @param asked What `settings` says.
 *
 * @example
 * ```ts
 * import { tasksAsked } from "codebias/app/notebook/asked.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(tasksAsked({ every: 2 }, { spec: "calibration/solar" }, ["a", "b", "c"]), ["a", "c"]);
 * assert.deepEqual(tasksAsked({ every: 2 }, { spec: "recorded/solar" }, ["a", "b", "c"]), ["a", "b", "c"]);
 * ```
 */
export function tasksAsked<T>({ every }: Cut, { spec }: Named, tasks: readonly T[]): T[] {
  return tasks.filter((_, at) => !isSynthetic(spec) || at % every === 0);
}

/**
 * Whether a model is also asked with other prompts, and again: not this project's recordings beside the
 * synthetic model, which have too few such answers.
 *
 * @param asked What `settings` says.
 *
 * @example
 * ```ts
 * import { isAskedMore } from "codebias/app/notebook/asked.ts";
 * import assert from "node:assert/strict";
 * assert(isAskedMore({ every: 2 }, { spec: "calibration/solar" }));
 * assert(!isAskedMore({ every: 2 }, { spec: "recorded/solar" }));
 * ```
 */
export function isAskedMore({ every }: Cut, { spec }: Named): boolean {
  return every === 1 || isSynthetic(spec);
}

function isSynthetic(spec: string): boolean {
  return spec.startsWith("calibration/");
}
