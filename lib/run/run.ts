/**
 * The only place where studies and effects meet: completions become samples by the authors' verdicts or by
 * running the programs. Resumable, ordered, cancellable.
 *
 * @module
 */

import { hash } from "node:crypto";
import type { Sandbox } from "../execution/sandbox.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions } from "../core/nearest.ts";
import { untilInterrupted } from "../store/interrupted.ts";
import { probedRun, scoredRun } from "./questions.ts";
import type { RunOptions, RunResult } from "./run_options.ts";
import { checkTask } from "./reference_check.ts";
import { remembering } from "../store/outcomes/remembering.ts";
import { askTool, keyFor, openProjectSandbox, sideBySide } from "./tool.ts";
import type {
  Checking,
  Completion,
  Execution,
  ExecutionRequest,
  Sample,
  Settings,
  Study,
  Task,
  TaskReport,
} from "../core/types.ts";

/** What a run of each kind of study takes besides tasks and completions. */
const OPTIONS = {
  checking: ["verdicts", "rule", "seed", "draws", "sandbox", "outcomes"],
  probing: ["prober", "reports"],
  scoring: ["scorer", "reports"],
} as const satisfies Readonly<Record<Study["judge"]["kind"], readonly (keyof RunOptions)[]>>;

/**
 * Turns completions into samples: checked against the tasks' references, probed for bias, or asked for scores
 * of people, as the study judges. Equal programs are probed, or asked for scores, once.
 *
 * @throws {RangeError} If recorded verdicts are asked for and a completion has none, the task of a completion to
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
  if (options.rule === undefined) throw new RangeError("Cannot execute programs without a rule: name one");
  if (options.completions.length === 0) {
    return { study, verdicts: "executed", rule: options.rule, samples: [], tasks: [] };
  }
  if (options.sandbox) return await executedRun(study, judge, options.rule, options, options.sandbox);
  await using sandbox = await openProjectSandbox();
  return await executedRun(study, judge, options.rule, options, sandbox);
}

/** Where and how to execute single requests. */
export type ExecuteOptions = Pick<RunOptions, "sandbox" | "onProgress" | "signal">;

/**
 * Examines cases that take one or more executions each: asks `next` what to execute for a case until it
 * answers with a conclusion. Equal requests are executed once.
 *
 * @param next What to execute given the executions so far, or the conclusion.
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

async function executedRun<T extends Task, S extends Settings, F>(
  study: string,
  judge: Checking<T, S, F>,
  rule: string,
  options: RunOptions<T, S>,
  sandbox: Sandbox,
): Promise<RunResult<F, S>> {
  const { tasks, completions, seed = 1, draws, outcomes } = options;
  const groups = Map.groupBy(completions, ({ taskId }) => taskId);
  const unknown = groups.keys().find((id) => tasks.every((task) => task.id !== id));
  if (unknown !== undefined) {
    throw new RangeError(`Cannot execute completions of ${unknown}: pass that task too`);
  }
  const samples = new Map<Completion<S>, Sample<F, S>>();
  const reports = new Map<string, TaskReport>();
  const executor = outcomes ? remembering(sandbox, outcomes) : sandbox;
  const asked = tasks.filter(({ id }) => groups.has(id));
  // One more task than workers, so that none waits while a task makes its draws.
  await sideBySide(asked, sandbox.workers + 1, async (task, stop) => {
    const check = judge.check(task, { rule, seed, draws });
    const group = groups.get(task.id)!;
    const checker = { judge, rule, sandbox: executor, signal: stop };
    const { report, judgements } = await checkTask(task, group, check, checker);
    reports.set(task.id, report);
    for (const completion of group) {
      samples.set(completion, { ...completion, ...judgements.get(completion)! });
    }
    options.onProgress?.({ done: samples.size, total: completions.length });
  }, untilInterrupted(options.signal));
  outcomes?.checkpoint();
  return {
    study,
    verdicts: "executed",
    rule,
    seed,
    protection: sandbox.protection,
    samples: completions.map((completion) => samples.get(completion)!),
    tasks: tasks.flatMap(({ id }) => reports.get(id) ?? []),
  };
}
