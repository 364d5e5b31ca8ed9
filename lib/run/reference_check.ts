/**
 * Checks the programs of one task against its reference, in the sandbox: the effects behind `run`.
 *
 * @module
 */

import { hash } from "node:crypto";
import { SandboxError } from "../core/errors.ts";
import type { Place } from "../store/outcomes/remembering.ts";
import type {
  Arguments,
  Call,
  Checking,
  Completion,
  Draw,
  EncodedValue,
  Judgement,
  Limits,
  Outcome,
  Program,
  ProgramReport,
  ReferenceCheck,
  Sample,
  Settings,
  Task,
  TaskReport,
  UsableDraw,
} from "../core/types.ts";

/** The judge, the rule and the sandbox for checking a task. */
export interface Checker<T extends Task, S extends Settings, F> {
  readonly judge: Checking<T, S, F>;
  readonly rule: string;
  readonly sandbox: Place;
  readonly signal?: AbortSignal;
}

type Judged<F> = Pick<Sample<F>, "judgement" | "programHash">;

/**
 * Judges all completions of a task, each distinct program once.
 *
 * @throws {SandboxError} If the sandbox fails in the generator or the reference, which says nothing about the task.
 */
export async function checkTask<T extends Task, S extends Settings, F>(
  task: T,
  completions: readonly Completion<S>[],
  check: ReferenceCheck,
  checker: Checker<T, S, F>,
): Promise<{ report: TaskReport; judgements: Map<Completion<S>, Judged<F>> }> {
  const { judge, rule } = checker;
  const extracted = completions.map((completion) => ({
    completion,
    program: judge.program(task, completion, rule),
  }));
  const programs = new Map<string, Program>();
  for (const { program } of extracted) {
    if (program.kind === "program") programs.set(identity(program), program);
  }
  const { report, judgements: found } = await judgePrograms(task, [...programs.values()], check, checker);
  const judgements = new Map(extracted.map(({ completion, program }): [Completion<S>, Judged<F>] => {
    if (report.invalid !== undefined) return [completion, { judgement: judge.judgeUnexecuted(report) }];
    if (program.kind === "no-program") return [completion, { judgement: judge.judgeUnexecuted(program) }];
    return [completion, {
      judgement: found.get(identity(program))!,
      programHash: hash("sha256", program.source),
    }];
  }));
  return { report, judgements };
}

/** The bytes of inputs and expected values held in memory at a time for one task. */
const BLOCK_BYTES = 64 << 20;

/**
 * Draws inputs in blocks and runs the programs that have agreed with the reference so far on each block.
 *
 * Each batch within a block is larger than the one before: most wrong programs fail on the first draw, and cost
 * no more than that. Only a failure in the first call of a process counts as a failure.
 */
async function judgePrograms<T extends Task, S extends Settings, F>(
  task: T,
  programs: readonly Program[],
  check: ReferenceCheck,
  checker: Checker<T, S, F>,
): Promise<{ report: TaskReport; judgements: Map<string, Judgement<F>> }> {
  const { judge, rule, signal } = checker;
  const judgements = new Map<string, Judgement<F>>();
  const seen: Draw[] = [];
  let agreed = 0;
  const judgeOn = async (draws: readonly Draw[]) => {
    refuseInfrastructureFailures(task, draws);
    const usable = draws.filter((draw) => "expected" in draw);
    seen.push(...draws.map((draw) => "expected" in draw ? { seed: draw.seed, expected: EMPTY_VALUE } : draw));
    const undecided = programs.filter((program) => !judgements.has(identity(program)));
    await Promise.all(undecided.map(async (program) => {
      const judgement = await judgeOnBlock(program, usable, agreed, { task, check, checker });
      if (judgement) judgements.set(identity(program), judgement);
    }));
    agreed += usable.length;
  };
  await judgeOn(await drawCases(check, checker));
  const all = check.generator.calls;
  for (let [at, size] = [0, 4]; at < all.length;) {
    signal?.throwIfAborted();
    const calls = all.slice(at, at + size);
    const { draws, bytes } = await drawInputs(check, calls, checker);
    await judgeOn(draws);
    at += calls.length;
    const fitting = Math.floor(BLOCK_BYTES * calls.length / (bytes + 1));
    size = Math.max(1, Math.min(all.length, fitting));
  }
  const report = judge.validate(task, seen, rule);
  for (const source of programs.map(identity)) {
    if (report.invalid !== undefined) judgements.set(source, judge.judgeUnexecuted(report));
    else if (!judgements.has(source)) judgements.set(source, judge.judgeAgreed(agreed));
  }
  return { report, judgements };
}

/** Throws if the sandbox failed in the generator or the reference, or starved it, which says nothing about the task. */
function refuseInfrastructureFailures(task: Task, draws: readonly Draw[]): void {
  for (const draw of draws) {
    if (!("problem" in draw)) continue;
    const { stage, outcome } = draw.problem;
    const isKilled = outcome.kind === "signal" && outcome.message === "signal 9"; // as when memory runs out
    if (isKilled || outcome.kind === "infrastructure-error") {
      throw new SandboxError(
        `Cannot check ${task.id}: the sandbox failed in its ${stage}: ${outcome.message}`,
      );
    }
    if (outcome.kind === "wall-limit" && !outcome.idle) {
      throw new SandboxError(
        `Cannot check ${task.id}: this machine is too busy for its ${stage}; run it again when it is quieter`,
      );
    }
  }
}

async function judgeOnBlock<T extends Task, S extends Settings, F>(
  program: Program,
  draws: readonly UsableDraw[],
  before: number,
  { task, check, checker }: { task: T; check: ReferenceCheck; checker: Checker<T, S, F> },
): Promise<Judgement<F> | undefined> {
  const { judge, sandbox, signal } = checker;
  let [from, count, growth] = [0, before === 0 ? 1 : 12, 8];
  while (from < draws.length) {
    signal?.throwIfAborted();
    const batch = draws.slice(from, from + count);
    const calls = batch.map(answerCall);
    const execution = await sandbox.execute(
      { program, calls, limits: check.limits, stopAtLimit: true },
      signal,
    );
    const judgement = judge.judge(batch, execution, before + from, task);
    if (!judgement) {
      [from, count] = [from + batch.length, count * growth];
      continue;
    }
    const failed = execution.outcomes.findIndex((outcome, at) =>
      judge.judge([batch[at]], { ...execution, outcomes: [outcome] }, 0, task)
    );
    if (failed <= 0) return judgement;
    // The failure may be due to state of earlier calls: from here on each call has its own process.
    [from, count, growth] = [from + failed, 1, 1];
  }
  return undefined;
}

/**
 * The seed with which programs answer a draw. It is not the generator's seed, or a program could guess its random input
 * by drawing the same numbers again; it is the reference's seed, so that both may answer at random in the same way.
 */
function answerSeed(seed: number): number {
  return Number.MAX_SAFE_INTEGER - seed;
}

/** The call with which a program answers a draw. */
function answerCall({ args, kwargs, seed }: Omit<UsableDraw, "expected">): Call {
  return { ...(args && { args }), ...(kwargs && { kwargs }), seed: answerSeed(seed) };
}

const EMPTY_VALUE: EncodedValue = new Uint8Array(0);

/** The cases with a known result, as draws. */
async function drawCases(
  { cases, passes }: ReferenceCheck,
  { sandbox, signal }: { sandbox: Place; signal?: AbortSignal },
): Promise<Draw[]> {
  if (!cases) return [];
  const [inputs, results] = await Promise.all(
    [cases.inputs, cases.results].map((what) => inParts(what.calls, sandbox, what, signal)),
  );
  return inputs.map((input, index): Draw => {
    const [seed, result] = [cases.inputs.calls[index].seed!, results[index]];
    if (!isReturned(input)) return { seed, problem: { stage: "case", outcome: input } };
    if (!isReturned(result)) return { seed, problem: { stage: "case", outcome: result } };
    return { ...argumentsOf(passes, input.value), seed, expected: result.value };
  });
}

/** Runs the generator, then the reference on its outputs, each apart from everything else. */
async function drawInputs(
  check: ReferenceCheck,
  calls: readonly Call[],
  { sandbox, signal }: { sandbox: Place; signal?: AbortSignal },
): Promise<{ draws: Draw[]; bytes: number }> {
  const run = (calls: readonly Call[], program: Program, limits: Limits) =>
    inParts(calls, sandbox, { program, limits }, signal);
  const generated = await run(calls, check.generator.program, check.generator.limits);
  const inputs = generated.flatMap((outcome, index) => {
    const seed = calls[index].seed!;
    return isReturned(outcome) ? [answerCall({ ...argumentsOf(check.passes, outcome.value), seed })] : [];
  });
  const answered = (await run(inputs, check.reference, check.limits)).values();
  let bytes = 0;
  const draws = generated.map((outcome, index): Draw => {
    const seed = calls[index].seed!;
    if (!isReturned(outcome)) return { seed, problem: { stage: "generator", outcome } };
    const answer = answered.next().value!;
    if (!isReturned(answer)) return { seed, problem: { stage: "reference", outcome: answer } };
    bytes += outcome.value.length + answer.value.length;
    return { ...argumentsOf(check.passes, outcome.value), seed, expected: answer.value };
  });
  return { draws, bytes };
}

function argumentsOf(passes: ReferenceCheck["passes"], value: EncodedValue): Arguments {
  return passes === "args" ? { args: value } : { kwargs: value };
}

/** The outcomes of a trusted program's calls, spread over the workers. */
async function inParts(
  calls: readonly Call[],
  sandbox: Place,
  what: { program: Program; limits: Limits },
  signal?: AbortSignal,
): Promise<(Outcome | ProgramReport)[]> {
  const size = Math.max(4, Math.ceil(calls.length / sandbox.workers));
  const parts = Array.from(
    { length: Math.ceil(calls.length / size) },
    (_, part) => calls.slice(part * size, (part + 1) * size),
  );
  const outcomes = await Promise.all(parts.map(async (part) => {
    const execution = await sandbox.execute({ ...what, calls: part }, signal);
    if (execution.program.kind === "loaded") return execution.outcomes;
    return part.map(() => execution.program);
  }));
  return outcomes.flat();
}

function isReturned(what: Outcome | ProgramReport): what is Extract<Outcome, { kind: "returned" }> {
  return what.kind === "returned";
}

/**
 * A key of a program. Programs that differ only in trailing white space which Python ignores are the same program; a
 * full-width or no-break space is a syntax error.
 */
function identity({ source }: Program): string {
  return source.replace(/[ \t\r\n]+$/, "");
}
