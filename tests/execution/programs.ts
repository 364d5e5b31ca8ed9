import type { Call, Execution, ExecutionRequest, Limits, Namespace } from "codebias/types.ts";
import { decode } from "codebias/values/decode.ts";
import { encode } from "codebias/values/encode.ts";
import { toJson } from "codebias/values/json.ts";
import { dict, type PythonValue } from "codebias/values/python_value.ts";

/** Limits under which a test is quick. */
export const QUICK: Limits = { cpuMs: 300, wallMs: 1_500, memoryMiB: 128, outputMiB: 1 };

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

/** The outcomes in brief, e.g. `["returned 3", "raised ValueError", "cpu-limit"]`. */
export function brief(execution: Execution): string[] {
  return execution.outcomes.map((outcome) => {
    if (outcome.kind === "returned") return `returned ${toJson(decode(outcome.value))}`;
    return "type" in outcome ? `${outcome.kind} ${outcome.type}` : outcome.kind;
  });
}

/** How the program ended if it did not load, else its outcomes in brief. */
export function ending(execution: Execution): string {
  const { kind, type } = execution.program;
  if (kind !== "loaded") return `program ${kind}${type ? ` ${type}` : ""}`;
  return brief(execution).join(", ");
}
