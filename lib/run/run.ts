/**
 * The only place where studies and effects meet: completions become samples by the authors' verdicts or by
 * running the programs. Resumable, ordered, cancellable.
 *
 * @module
 */

import { hash } from "node:crypto";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions, taskFinder } from "../core/nearest.ts";
import { probedRun, scoredRun } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";
import { checkTask } from "./reference_check.ts";
import { remembering } from "../store/outcomes/remembering.ts";
import { askTool, keyFor, openProjectSandbox } from "./tool.ts";
import type { Checking, Execution, ExecutionRequest, Settings, Study, Task } from "../core/types.ts";

/** The options of a run besides tasks and completions, for each kind of study. */
const OPTIONS = {
  checking: ["verdicts", "rule", "seed", "draws", "sandbox", "outcomes"],
  probing: ["prober", "reports"],
  scoring: ["scorer", "reports"],
} as const satisfies Readonly<Record<Study["judge"]["kind"], readonly (keyof RunOptions)[]>>;

/**
 * Turns completions into samples: they are checked against the tasks' references, probed for bias, or asked for scores
 * of people, as the study requires. Equal programs are probed, or asked for scores, once.
 *
 * @throws {RangeError} If recorded verdicts are requested and a completion has none, the task of a completion to
 * execute is not among the tasks, or an option is wrong.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export async function run<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S>> {
  const { name, judge } = study;
  refuseUnknownOptions<object, []>(
    options,
    ["tasks", "completions", ...OPTIONS[judge.kind], "onProgress", "signal"] as never,
  );
  switch (judge.kind) {
    case "checking":
      return await checkedRun(name, judge, options);
    case "probing":
      return await probedRun(name, judge, options) as RunResult<unknown, S> as RunResult<F, S>;
    case "scoring":
      return await scoredRun(name, judge, options);
  }
}

async function checkedRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Checking<T, S, F>,
  options: RunOptions<T, S>,
): Promise<RunResult<F, S>> {
  refuseUnknown("verdicts", `${options.verdicts}`, ["recorded", "executed"]);
  if (options.verdicts === "recorded") return recordedRun(study, judge, options);
  const { tasks, completions, rule, seed = 1, draws, sandbox, outcomes, onProgress, signal } = options;
  if (rule === undefined) throw new RangeError("Cannot execute programs without a rule: name one");
  const taskOf = taskFinder(tasks);
  const asked = completions.map(({ taskId }) => taskOf(taskId, `execute completions of ${taskId}`));
  const byTask = Map.groupBy(completions, ({ taskId }) => taskId);
  const { found, protection } = await askTool(asked, {
    ...{ given: sandbox, open: openProjectSandbox, onProgress, signal },
    tool: (place) => {
      const executor = outcomes ? remembering(place, outcomes) : place;
      return {
        ...{ name: "reference check", key: ({ id }) => id, lasts: () => false },
        ask: (task, signal) => {
          const check = judge.check(task, { rule, seed, draws });
          return checkTask(task, byTask.get(task.id)!, check, { judge, rule, sandbox: executor, signal });
        },
      };
    },
  });
  outcomes?.checkpoint();
  const reports = new Map(found.map(({ report }) => [report.taskId, report]));
  return {
    ...{ study, verdicts: "executed", rule, ...(protection && { seed, protection }) },
    samples: completions.map((one, at) => ({ ...one, ...found[at].judgements.get(one)! })),
    tasks: tasks.flatMap(({ id }) => reports.get(id) ?? []),
  };
}

/** The options of executing single requests. */
export type ExecuteOptions = Pick<RunOptions, "sandbox" | "onProgress" | "signal">;

/**
 * Examines cases that take one or more executions each: calls `next` for the next request of a case until it
 * returns a conclusion. Equal requests are executed once.
 *
 * @param next The next request, given the executions so far, or the conclusion.
 * @returns The conclusions in the order of the cases.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export async function investigate<C, R extends { conclusion: unknown }>(
  cases: readonly C[],
  next: (one: C, executions: readonly Execution[]) => ExecutionRequest | R,
  options: ExecuteOptions = {},
): Promise<R["conclusion"][]> {
  refuseUnknownOptions(options, ["sandbox", "onProgress", "signal"]);
  refuseOther("investigate", cases, "a list");
  refuseOther("ask what is next of", next, "a function");
  const { sandbox, ...asking } = options;
  const running = new Map<string, Promise<Execution>>();
  const { found } = await askTool([...cases.keys()], {
    ...{ ...asking, given: sandbox, open: openProjectSandbox },
    tool: (place) => ({
      name: "investigation",
      lasts: () => false,
      async ask(at, signal): Promise<R["conclusion"]> {
        const executions: Execution[] = [];
        for (;;) {
          const step = next(cases[at], executions);
          if ("conclusion" in step) return step.conclusion;
          const execute = () => place.execute(step, signal);
          executions.push(await running.getOrInsertComputed(hash("sha256", keyFor(step)), execute));
        }
      },
    }),
  });
  return found;
}

function recordedRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Checking<T, S, F>,
  { completions, onProgress }: RunOptions<T, S>,
): RunResult<F, S> {
  const samples = completions.map((completion) => {
    if (!completion.recorded) {
      throw new RangeError(
        `Cannot use recorded verdicts: ${completion.model} has completions without one; use verdicts: "executed"`,
      );
    }
    const { passed, result } = completion.recorded;
    return { ...completion, judgement: judge.recorded(passed, result) };
  });
  onProgress?.({ done: samples.length, total: samples.length });
  return { study, verdicts: "recorded", samples, tasks: [] };
}
