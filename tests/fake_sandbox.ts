import type { Sandbox } from "codebias/execution/sandbox.ts";
import type { Execution, ExecutionRequest, Outcome } from "codebias/core/types.ts";
import { decode, dict, encode, type PythonValue } from "codebias/values/mod.ts";
import type { PythonDict } from "codebias/values/python_value.ts";

/** A sandbox, and what it was asked to execute. */
export interface Observed {
  readonly sandbox: Sandbox;
  readonly requests: ExecutionRequest[];
}

/** A sandbox that notes what it is asked for before it passes it on. */
export function observed(sandbox: Sandbox): Observed {
  return wrapped(sandbox, (request, signal) => sandbox.execute(request, signal));
}

/** What a fake sandbox says of itself. */
export const PROTECTION = {
  level: "full",
  python: "3.0",
  kernel: "fake",
  machine: "fake",
  landlock: 0,
  worker: 1,
  packages: [],
} as const;

/** A sandbox that answers in this process; `programs` has what each source does, by name. */
export function fakeSandbox(programs: Readonly<Record<string, FakeProgram>> = {}, workers = 2): Observed {
  return wrapped({ protection: PROTECTION, workers }, async (request, signal) => {
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    return execute(request, { ...PROGRAMS, ...programs });
  });
}

/** What a fake program does with its input in one call; the seed is that of the draw. */
export type FakeProgram = (x: number, seed: number) => PythonValue | Outcome;

const raised = (type: string): Outcome => ({ kind: "raised", type, message: "", cpuMs: 0 });

/** The programs that every fake sandbox knows. */
const PROGRAMS: Readonly<Record<string, FakeProgram>> = {
  "inputs": (x) => dict({ x }),
  "odd inputs": (x) => (x % 2 === 1 ? dict({ x }) : raised("ValueError")),
  "no inputs": () => raised("ValueError"),
  "lost inputs": () => ({ kind: "infrastructure-error", message: "lost", cpuMs: 0 }),
  "double": (x) => 2 * x,
  "sum": (x) => x + x,
  "raises": () => raised("KeyError"),
  "loops": () => ({ kind: "cpu-limit", message: "", cpuMs: 0 }),
  "starved": () => ({ kind: "wall-limit", message: "", cpuMs: 500, idle: false }),
  "sleeps": () => ({ kind: "wall-limit", message: "", cpuMs: 0, idle: true }),
  "lost": () => ({ kind: "infrastructure-error", message: "lost", cpuMs: 0 }),
};

function execute(
  { program, calls, stopAtLimit }: ExecutionRequest,
  programs: Readonly<Record<string, FakeProgram>>,
): Execution {
  const [, threshold] = /^wrong from (\d+)\s*$/.exec(program.source) ?? [];
  let before = 0;
  const run = threshold
    ? (x: number) => (x < Number(threshold) ? 2 * x : -1)
    : program.source === "right once a process"
    ? (x: number) => (before++ === 0 ? 2 * x : -1)
    : programs[program.source.trimEnd()];
  const protection = "full";
  if (!run) return { program: { kind: "syntax-error", protection }, outcomes: [] };
  const outcomes: Outcome[] = [];
  for (const { args, kwargs, seed } of calls) {
    const inputs = args
      ? decode(args) as number[]
      : (decode(kwargs!) as PythonDict).items.map(([, value]) => value);
    const result = run(inputs[0] as number, seed!);
    const outcome = isOutcome(result)
      ? result
      : { kind: "returned", value: encode(result), cpuMs: 0 } as const;
    outcomes.push(outcome);
    if (stopAtLimit && /limit|infrastructure/.test(outcome.kind)) break;
  }
  return { program: { kind: "loaded", protection }, outcomes };
}

function isOutcome(result: PythonValue | Outcome): result is Outcome {
  return typeof result === "object" && result !== null && "kind" in result;
}

function wrapped(
  { protection, workers }: Pick<Sandbox, "protection" | "workers">,
  execute: Sandbox["execute"],
): Observed {
  const requests: ExecutionRequest[] = [];
  const sandbox = {
    protection,
    workers,
    execute: (request: ExecutionRequest, signal?: AbortSignal) => {
      requests.push(request);
      return execute(request, signal);
    },
  };
  return { sandbox: sandbox as unknown as Sandbox, requests };
}

/** How often each source was executed, and with how many calls in all. */
export function tally(
  requests: readonly ExecutionRequest[],
): Record<string, { times: number; calls: number }> {
  const counts: Record<string, { times: number; calls: number }> = {};
  for (const { program, calls } of requests) {
    const { times, calls: before } = counts[program.source] ?? { times: 0, calls: 0 };
    counts[program.source] = { times: times + 1, calls: before + calls.length };
  }
  return counts;
}
