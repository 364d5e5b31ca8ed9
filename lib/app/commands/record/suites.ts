import type { TaskPrompt } from "../../../generation/plan.ts";
import { openSource, type Sourced } from "../../../store/source.ts";
import { study as faircoder } from "../../../studies/faircoder/study.ts";
import { study as huang } from "../../../studies/huang/study.ts";
import { study as linguistic } from "../../../studies/linguistic/study.ts";
import { study as liu } from "../../../studies/liu/study.ts";
import { study as solar } from "../../../studies/solar/study.ts";
import type { Settings, StudyForm, Task } from "../../../core/types.ts";

/** A study's own tasks, and how a model is asked about them. */
export interface Suite<T extends Task = Task> {
  readonly tasks: readonly T[];
  /** Prompting methods, the usual one first. */
  readonly methods: readonly string[];
  readonly prompts: (tasks: readonly T[], methods: readonly string[]) => readonly TaskPrompt[];
}

/** The own suites of the studies that can be recorded, by name. */
export const SUITES = {
  solar: () => suiteOf(solar),
  huang: () => suiteOf(huang),
  liu: () => suiteOf(liu),
  faircoder: () => suiteOf(faircoder),
  linguistic: () => suiteOf(linguistic),
} satisfies Readonly<Record<string, () => Promise<Suite>>>;

/** A study with a suite that can be recorded. */
export type RecordedStudy = keyof typeof SUITES;

async function suiteOf<T extends Task, S extends Settings>(
  study: Sourced<T, S> & { readonly form?: StudyForm<T> },
): Promise<Suite> {
  const form = study.form!;
  const source = await openSource(study, { source: "model" });
  const templates = form.methods ? {} : await source.methods();
  return {
    tasks: form.tasks ?? await source.tasks(),
    methods: form.methods ?? Object.keys(templates),
    prompts: (tasks, methods) => form.prompts(tasks as readonly T[], templates, methods),
  };
}
