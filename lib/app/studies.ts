/**
 * The studies as commands and notebooks know them: by name, with the tasks that models are asked.
 *
 * @module
 */

import { type AskedStudy, FORMS } from "./studies/forms.ts";
import type { CalibrationSpec } from "../calibration/spec.ts";
import type { TaskPrompt } from "../generation/plan.ts";
import { openSource, type Source } from "../store/source.ts";
import type { Experiment, Study, Task } from "../core/types.ts";

/** The studies that models can be asked for by name, in the order of their notebooks. */
export const STUDIES = Object.fromEntries(
  await Promise.all(Object.entries(FORMS).map(async ([name, load]) => [name, await load()])),
) as Readonly<Record<AskedStudy, Study>>;

/** How models are asked for a study's answers, unless something else is said. */
export function experimentOf(name: AskedStudy): Experiment {
  return STUDIES[name].experiment!;
}

/** A study's own tasks, and how a model is asked about them. */
export interface Suite<T extends Task = Task> {
  readonly tasks: readonly T[];
  /** Prompting methods, the usual one first. */
  readonly methods: readonly string[];
  /** Texts of the methods, by name; empty if the study has none. */
  readonly templates: Readonly<Record<string, string>>;
  readonly prompts: (tasks: readonly T[], methods: readonly string[]) => readonly TaskPrompt[];
  /** The same of tasks by their ids, all of which are known. */
  readonly promptsOf: (ids: readonly string[], methods: readonly string[]) => readonly TaskPrompt[];
  /** The model that answers at declared rates. @param others The methods that are named, but for the usual one. */
  readonly synthetic: (others: readonly string[]) => CalibrationSpec;
}

/**
 * The tasks that models are asked.
 *
 * @param source Where they come from. @default the study's own
 * @throws {DataError} If they cannot be read.
 */
export async function suiteOf(
  name: AskedStudy,
  source?: Pick<Source<Task>, "tasks" | "methods">,
): Promise<Suite> {
  const study = STUDIES[name];
  const from = source ?? await openSource(study, { source: "model" });
  const templates = study.methods ? {} : await from.methods();
  const methods = study.methods ?? Object.keys(templates);
  const tasks = study.tasks ?? await from.tasks();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const prompts: Suite["prompts"] = (some, names) => study.prompts(some, templates, { methods: names });
  return {
    ...{ tasks, methods, templates, prompts },
    promptsOf: (ids, names) => prompts(ids.map((id) => byId.get(id)!), names),
    synthetic: (others) =>
      study.calibration!(tasks, templates, { methods: [methods[0], ...others] }) as CalibrationSpec,
  };
}
