import type { TaskPrompt } from "../../../generation/plan.ts";
import { openSource, type Sourced } from "../../../store/source.ts";
import { prompts as faircoderPrompts } from "../../../studies/faircoder/tasks/prompts.ts";
import { suite as faircoderSuite } from "../../../studies/faircoder/tasks/task.ts";
import { prompts as huangPrompts } from "../../../studies/huang/tasks/prompts.ts";
import { study as huang } from "../../../studies/huang/study.ts";
import { prompts as linguisticPrompts } from "../../../studies/linguistic/tasks/prompts.ts";
import { study as linguistic } from "../../../studies/linguistic/study.ts";
import { prompts as liuPrompts } from "../../../studies/liu/tasks/prompts.ts";
import { tasks as liuTasks } from "../../../studies/liu/tasks/task.ts";
import { prompts as solarPrompts } from "../../../studies/solar/tasks/asking.ts";
import { study as solar } from "../../../studies/solar/study.ts";
import type { Settings, Task } from "../../../core/types.ts";

/** A study's own tasks, and how a model is asked about them. */
export interface Suite<T extends Task = Task> {
  readonly tasks: readonly T[];
  /** Prompting methods, the usual one first. */
  readonly methods: readonly string[];
  readonly prompts: (tasks: readonly T[], methods: readonly string[]) => readonly TaskPrompt[];
}

type Templates = Readonly<Record<string, string>>;
type Prompts<T> = (
  tasks: readonly T[],
  templates: Templates,
  options: { methods: readonly string[] },
) => readonly TaskPrompt[];

/** The own suites of the studies that can be recorded, by name. */
export const SUITES = {
  solar: () => templated(solar, solarPrompts),
  huang: () => templated(huang, huangPrompts),
  liu: () => Promise.resolve<Suite>(plain(liuTasks, liuPrompts)),
  faircoder: () => Promise.resolve<Suite>(plain(faircoderSuite(), faircoderPrompts)),
  linguistic: () => templated(linguistic, linguisticPrompts),
} satisfies Readonly<Record<string, () => Promise<Suite>>>;

/** A study with a suite that can be recorded. */
export type RecordedStudy = keyof typeof SUITES;

async function templated<T extends Task, S extends Settings>(
  study: Sourced<T, S>,
  prompts: Prompts<T>,
): Promise<Suite> {
  const source = await openSource(study, { source: "model" });
  const templates = await source.methods();
  return {
    tasks: await source.tasks(),
    methods: Object.keys(templates),
    prompts: (tasks, methods) => prompts(tasks as readonly T[], templates, { methods }),
  };
}

function plain<T extends Task>(
  tasks: readonly T[],
  prompts: (tasks: readonly T[], options: { methods: readonly string[] }) => readonly TaskPrompt[],
): Suite {
  return {
    tasks,
    methods: ["default"],
    prompts: (some, methods) => prompts(some as readonly T[], { methods }),
  };
}
