import type { Call, ExecutionRequest, Limits, Namespace } from "codebias/core/types.ts";
import { dict, encode, type PythonValue } from "codebias/values/mod.ts";

export { brief, ending } from "codebias/execution/hostile/expectations.ts";

/** Limits under which a test is quick; elapsed time is so ample that a busy machine does not reach it first. */
export const QUICK: Limits = { cpuMs: 300, wallMs: 20_000, memoryMiB: 128, outputMiB: 1 };

/** Limits for a program that sleeps without end; elapsed time is so long that a busy machine has loaded it before. */
export const ASLEEP: Partial<Limits> = { wallMs: 4_000 };

/** How to ask for a program; by default one call of `f` without arguments. */
export interface ProgramOptions {
  readonly calls?: readonly Call[];
  readonly limits?: Partial<Limits>;
  readonly namespace?: Namespace;
  readonly entryPoint?: string;
  readonly stopAtLimit?: boolean;
}

/** What to execute: the source of a program and how to call its `f`. */
export function program(source: string, options: ProgramOptions = {}): ExecutionRequest {
  const { calls = [{}], limits = {}, namespace = "one", entryPoint = "f", stopAtLimit } = options;
  return {
    program: { kind: "program", source, entryPoint, namespace },
    calls,
    limits: { ...QUICK, ...limits },
    stopAtLimit,
  };
}

/** Calls with one positional argument each. */
export function callsWith(...values: PythonValue[]): Call[] {
  return values.map((value) => ({ args: encode([value]) }));
}

/** A call with keyword arguments. */
export function callNamed(args: Readonly<Record<string, PythonValue>>): Call {
  return { kwargs: encode(dict(args)) };
}
