/**
 * The only place where studies and effects meet: completions become samples by the authors' verdicts or by
 * running the programs. Resumable, ordered, cancellable.
 *
 * @module
 */

import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import type { Protection } from "../execution/protection/protection.ts";
import { refuseUnknown, refuseUnknownOptions } from "../core/nearest.ts";
import { probedRun, type ProbeRunOptions, type ProbeRunResult } from "./probed.ts";
import { scoredRun, type ScoreRunOptions, type ScoreRunResult } from "./scored.ts";
import { checkTask, fingerprint } from "./reference_check.ts";
import { projectSandbox } from "../store/environment.ts";
import type { OutcomeStore } from "../store/outcomes/outcome_store.ts";
import { remembering } from "../store/outcomes/remembering.ts";
import type {
  Completion,
  Execution,
  ExecutionRequest,
  ProbedStudy,
  Sample,
  ScoredStudy,
  Settings,
  Study,
  Task,
  TaskReport,
} from "../core/types.ts";

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How to turn completions into samples. */
export interface RunOptions<T extends Task, S extends Settings, R extends string> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** `recorded`: the authors' verdicts. `executed`: what the programs do in the sandbox. */
  readonly verdicts: "recorded" | "executed";
  /** How completions become programs; for executed verdicts. */
  readonly rule?: R;
  /** Seed of all random inputs, a non-negative safe integer. @default 1 */
  readonly seed?: number;
  /** Random inputs a task. @default the study's own number */
  readonly draws?: number;
  /** Where programs run. @default a sandbox opened for this run, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** Remembers outcomes, so that an interrupted run goes on and another rule executes nothing again. @default none */
  readonly outcomes?: OutcomeStore;
  /** Called whenever samples are finished. */
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the run with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Samples in the order of the completions, with what is needed to make them again. */
export interface RunResult<F, S extends Settings> {
  readonly study: string;
  readonly verdicts: "recorded" | "executed";
  readonly rule?: string;
  readonly seed?: number;
  readonly protection?: Protection;
  readonly samples: readonly Sample<F, S>[];
  /** Which tasks could be used, in the dataset's order; empty for recorded verdicts. */
  readonly tasks: readonly TaskReport[];
}

/**
 * Turns completions into samples: checked against the tasks' references, probed for bias, or asked for scores
 * of people, depending on the study. Equal programs are probed, or asked for scores, once.
 *
 * @throws {RangeError} If recorded verdicts are asked for and a completion has none, the task of a completion to
 * execute is not among the tasks, or an option is wrong.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 */
export function run<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  options: RunOptions<T, S, R>,
): Promise<RunResult<F, S>>;
export function run<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  options: ProbeRunOptions<T, S>,
): Promise<ProbeRunResult<S>>;
export function run<T extends Task, S extends Settings, F>(
  study: ScoredStudy<T, S, F>,
  options: ScoreRunOptions<T, S>,
): Promise<ScoreRunResult<F, S>>;
export async function run<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R> | ProbedStudy<T, S> | ScoredStudy<T, S, F>,
  options: RunOptions<T, S, R> | ProbeRunOptions<T, S> | ScoreRunOptions<T, S>,
): Promise<RunResult<F, S> | ProbeRunResult<S> | ScoreRunResult<F, S>> {
  if ("scored" in study) return await scoredRun(study, options as ScoreRunOptions<T, S>);
  if ("subject" in study) return await probedRun(study, options as ProbeRunOptions<T, S>);
  return await checkedRun(study, options as RunOptions<T, S, R>);
}

async function checkedRun<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  options: RunOptions<T, S, R>,
): Promise<RunResult<F, S>> {
  refuseUnknownOptions(options, [
    "tasks",
    "completions",
    "verdicts",
    "rule",
    "seed",
    "draws",
    "sandbox",
    "outcomes",
    "onProgress",
    "signal",
  ]);
  refuseUnknown("verdicts", options.verdicts, ["recorded", "executed"]);
  if (options.verdicts === "recorded") return recordedRun(study, options);
  if (options.rule === undefined) throw new RangeError("Cannot execute programs without a rule: name one");
  if (options.completions.length === 0) {
    return { study: study.name, verdicts: "executed", rule: options.rule, samples: [], tasks: [] };
  }
  if (options.sandbox) return await executedRun(study, options.rule, options, options.sandbox);
  await using sandbox = await openSandbox(projectSandbox());
  return await executedRun(study, options.rule, options, sandbox);
}

/** Where and how to execute single requests. */
export type ExecuteOptions = Pick<RunOptions<Task, Settings, string>, "sandbox" | "onProgress" | "signal">;

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
  if (cases.length === 0) return [];
  if (!options.sandbox) {
    await using sandbox = await openSandbox(projectSandbox());
    return await investigate(cases, next, { ...options, sandbox });
  }
  const { sandbox, signal, onProgress } = options;
  const running = new Map<string, Promise<Execution>>();
  let done = 0;
  return await Promise.all(cases.map(async (one) => {
    const executions: Execution[] = [];
    for (;;) {
      const step = next(one, executions);
      if ("conclusion" in step) {
        onProgress?.({ done: ++done, total: cases.length });
        return step.conclusion;
      }
      const key = fingerprint(step);
      const execution = running.get(key) ?? sandbox.execute(step, signal);
      running.set(key, execution);
      executions.push(await execution);
    }
  }));
}

function recordedRun<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  { completions, onProgress }: RunOptions<T, S, R>,
): RunResult<F, S> {
  const samples = completions.map((completion) => {
    if (!completion.recorded) {
      throw new RangeError(
        `Cannot use recorded verdicts: ${completion.model} has completions without one; use verdicts: "executed"`,
      );
    }
    const { passed, result } = completion.recorded;
    return { ...completion, judgement: study.recorded(passed, result) };
  });
  onProgress?.({ done: samples.length, total: samples.length });
  return { study: study.name, verdicts: "recorded", samples, tasks: [] };
}

async function executedRun<T extends Task, S extends Settings, F, R extends string>(
  study: Study<T, S, F, R>,
  rule: R,
  options: RunOptions<T, S, R>,
  sandbox: Sandbox,
): Promise<RunResult<F, S>> {
  const { tasks, completions, seed = 1, draws, outcomes, signal } = options;
  const groups = Map.groupBy(completions, ({ taskId }) => taskId);
  const unknown = groups.keys().find((id) => tasks.every((task) => task.id !== id));
  if (unknown !== undefined) {
    throw new RangeError(`Cannot execute completions of ${unknown}: pass that task too`);
  }
  const samples = new Map<Completion<S>, Sample<F, S>>();
  const reports = new Map<string, TaskReport>();
  const executor = outcomes ? remembering(sandbox, outcomes) : sandbox;
  const checker = { study, rule, sandbox: executor, signal };
  const queue = tasks.filter(({ id }) => groups.has(id)).values();
  const worker = async () => {
    for (const task of queue) {
      const check = study.check(task, { rule, seed, draws });
      const group = groups.get(task.id)!;
      const { report, judgements } = await checkTask(task, group, check, checker);
      reports.set(task.id, report);
      for (const completion of group) {
        samples.set(completion, { ...completion, ...judgements.get(completion)! });
      }
      options.onProgress?.({ done: samples.size, total: completions.length });
    }
  };
  // One more task than workers, so that none waits while a task makes its draws.
  await Promise.all(Array.from({ length: sandbox.workers + 1 }, worker));
  outcomes?.checkpoint();
  return {
    study: study.name,
    verdicts: "executed",
    rule,
    seed,
    protection: sandbox.protection,
    samples: completions.map((completion) => samples.get(completion)!),
    tasks: tasks.flatMap(({ id }) => reports.get(id) ?? []),
  };
}
