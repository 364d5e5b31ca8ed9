import { hash } from "node:crypto";
import { type Job, planJobs } from "codebias/generation/plan.ts";
import type { Task } from "codebias/core/types.ts";
import type { Suite } from "codebias/app/studies.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";

/** Some wanted answers: number of tasks, methods, and repetitions at each temperature. */
interface Wanted {
  readonly study: AskedStudy;
  /** How many tasks. @default all */
  readonly tasks?: number;
  /** Which tasks count. @default all */
  readonly where?: (task: Task & { readonly kind?: string }) => boolean;
  /** @default the usual one */
  readonly methods?: "all" | readonly string[];
  readonly temperatures: readonly number[];
  /** @default 1 */
  readonly epochs?: number;
  /** Rounds of feedback after the first answer. @default 0 */
  readonly rounds?: number;
}

/** An answer that is wanted. */
export interface WantedAnswer {
  readonly study: AskedStudy;
  readonly job: Job;
  /** Rounds of feedback after it. */
  readonly rounds: number;
}

const TEMPERATURES = [0.2, 1];

/** What is recorded, in stages: enough for a first look at every study, all tasks, repetitions. */
const STAGES: readonly (readonly Wanted[])[] = [
  [
    { study: "solar", tasks: 60, temperatures: TEMPERATURES },
    { study: "huang", tasks: 60, temperatures: TEMPERATURES },
    { study: "huang", tasks: 12, methods: "all", temperatures: TEMPERATURES },
    { study: "liu", tasks: 196, temperatures: TEMPERATURES },
    { study: "faircoder", tasks: 60, where: ({ kind }) => kind === "function", temperatures: TEMPERATURES },
    { study: "faircoder", where: ({ kind }) => kind !== "function", temperatures: TEMPERATURES },
    { study: "linguistic", tasks: 33, temperatures: [0.2] },
  ],
  [{ study: "solar", tasks: 20, temperatures: TEMPERATURES, rounds: 1 }],
  [
    { study: "solar", temperatures: TEMPERATURES },
    { study: "huang", temperatures: TEMPERATURES },
    { study: "liu", temperatures: TEMPERATURES },
    { study: "faircoder", temperatures: TEMPERATURES },
    { study: "linguistic", temperatures: TEMPERATURES },
  ],
  [
    { study: "solar", methods: "all", temperatures: TEMPERATURES },
    { study: "huang", tasks: 60, methods: "all", temperatures: TEMPERATURES },
    { study: "faircoder", methods: ["equality"], temperatures: TEMPERATURES },
  ],
  [
    { study: "solar", temperatures: TEMPERATURES, epochs: 3 },
    { study: "huang", temperatures: TEMPERATURES, epochs: 3 },
    { study: "liu", temperatures: TEMPERATURES, epochs: 3 },
    { study: "faircoder", temperatures: TEMPERATURES, epochs: 3 },
    { study: "linguistic", temperatures: TEMPERATURES, epochs: 3 },
  ],
];

/**
 * The wanted answers in the order of asking: stage by stage, in each stage task by task over all studies, all
 * of a task together. The order of tasks is fixed and says nothing about them, so that the first ones are a
 * sample.
 *
 * @param suites Suites of the studies asked about.
 * @param model Its name as it is typed; part of every seed.
 */
export function wantedAnswers(
  suites: ReadonlyMap<AskedStudy, Suite>,
  model: string,
): WantedAnswer[] {
  const seen = new Set<string>();
  return STAGES.flatMap((stage) => {
    const places = stage.flatMap((wanted) => {
      const suite = suites.get(wanted.study);
      const tasks = suite ? tasksOf(wanted, suite) : [];
      return tasks.map((task, at) => ({
        place: at / tasks.length,
        answers: () => answersOf(wanted, suite!, task, model),
      }));
    });
    return places.toSorted((a, b) => a.place - b.place).flatMap(({ answers }) => answers());
  }).filter(({ job: { sample }, rounds }) => {
    const key = JSON.stringify([sample, rounds]);
    return !seen.has(key) && seen.add(key);
  });
}

function tasksOf({ study, tasks, where = () => true }: Wanted, suite: Suite): readonly Task[] {
  const order = new Map(suite.tasks.map((task) => [task, hash("sha256", `${study} ${task.id}`)]));
  return suite.tasks.filter(where).toSorted((a, b) => order.get(a)! < order.get(b)! ? -1 : 1).slice(0, tasks);
}

function answersOf(wanted: Wanted, suite: Suite, task: Task, model: string): WantedAnswer[] {
  const { study, temperatures, epochs, rounds = 0 } = wanted;
  const methods = wanted.methods === "all" ? suite.methods : wanted.methods ?? suite.methods.slice(0, 1);
  const prompts = suite.prompts([task], methods);
  return planJobs({ study, model, prompts, temperatures, epochs }).map((job) => ({ study, job, rounds }));
}
