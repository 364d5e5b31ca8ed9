/**
 * The studies for commands and notebooks: by name, with the tasks for models.
 *
 * @module
 */

import { type AskedStudy, FORMS } from "./studies/forms.ts";
import type { CalibrationSpec } from "../calibration/spec.ts";
import type { TaskPrompt } from "../generation/plan.ts";
import { openSource, type Source } from "../store/source.ts";
import type { Experiment, Study, Task } from "../core/types.ts";

/** The studies for which models can be asked, by name, in the order of their notebooks. */
export const STUDIES = Object.fromEntries(
  await Promise.all(Object.entries(FORMS).map(async ([name, load]) => [name, await load()])),
) as Readonly<Record<AskedStudy, Study>>;

/** The default settings for asking models for a study's answers. */
export function experimentOf(name: AskedStudy): Experiment {
  return STUDIES[name].experiment!;
}

/** The tasks of a study, and the prompts for them. */
export interface Suite<T extends Task = Task> {
  readonly tasks: readonly T[];
  /** The prompting methods, the usual one first. */
  readonly methods: readonly string[];
  /** The templates of the methods, by name; empty if the study has none. */
  readonly templates: Readonly<Record<string, string>>;
  readonly prompts: (tasks: readonly T[], methods: readonly string[]) => readonly TaskPrompt[];
  /** The same prompts for tasks that are given by their ids, all of which must be known. */
  readonly promptsOf: (ids: readonly string[], methods: readonly string[]) => readonly TaskPrompt[];
  /** The synthetic model, which answers at declared rates. @param others The chosen methods except the usual one. */
  readonly synthetic: (others: readonly string[]) => CalibrationSpec;
}

/**
 * The tasks of a study for models.
 *
 * @param source The source of tasks and methods. @default the study's own suite
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
