import { checking, study } from "codebias";
import type { CheckedStudy, Completion, Program, Task } from "codebias/core/types.ts";
import { PLAIN } from "./plain_study.ts";
import { encode, sameEncoding } from "codebias/values/mod.ts";

/** A task whose inputs are drawn by a program of the fake sandbox. */
export interface ToyTask extends Task {
  /** Source of the generator. @default "inputs" */
  readonly generator?: string;
  /** Source of the reference. @default "double" */
  readonly reference?: string;
}

export type ToySettings = { readonly temperature: number };
export type ToyCompletion = Completion<ToySettings>;

const LIMITS = { cpuMs: 1, wallMs: 1, memoryMiB: 1, outputMiB: 8 };

const program = (source: string): Program => ({ kind: "program", source, entryPoint: "f", namespace: "one" });

/**
 * The smallest study: a completion is a program as it stands, `-` is none, and findings are sentences. A task is
 * invalid under `strict` when a draw is unusable, under `lenient` when all are.
 */
export const toy: CheckedStudy<ToyTask, ToySettings, string> = study({
  ...PLAIN,
  name: "toy",
  judge: checking({
    rules: ["strict", "lenient"],
    program: (_task, { text }) => (text === "-" ? { kind: "no-program", reason: "empty" } : program(text)),
    check: (task, { rule, seed, draws = 100 }) => ({
      generator: {
        program: program(task.generator ?? "inputs"),
        calls: Array.from(
          { length: draws },
          (_, index) => ({ args: encode([index]), seed: 1000 * seed + index }),
        ),
        limits: LIMITS,
      },
      reference: { ...program(task.reference ?? "double"), namespace: rule === "strict" ? "split" : "one" },
      limits: LIMITS,
    }),
    validate: (task, draws, rule) => {
      const usable = draws.filter((draw) => "expected" in draw).length;
      const problems: Record<string, number> = {};
      if (usable < draws.length) problems.bad = draws.length - usable;
      const invalid = usable === 0 || (rule === "strict" && usable < draws.length);
      return { taskId: task.id, draws: draws.length, usable, problems, ...(invalid && { invalid: "bad" }) };
    },
    judgeUnexecuted: (why) => judged("taskId" in why ? `invalid: ${why.invalid}` : why.reason),
    judge: (draws, { program, outcomes }, before) => {
      if (program.kind === "infrastructure-error") return { kind: "unjudged", reason: program.kind };
      if (program.kind !== "loaded") return judged(program.kind);
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.kind === "infrastructure-error") return { kind: "unjudged", reason: outcome.kind };
        if (outcome.kind === "returned" && sameEncoding(outcome.value, draws[index].expected)) continue;
        return judged(`${outcome.kind} at ${before + index + 1}`);
      }
      return undefined;
    },
    judgeAgreed: (draws) => judged(`agreed on ${draws}`),
    recorded: (passed, result) => judged(`${passed} ${result}`),
  }),
});

function judged(finding: string) {
  return { kind: "judged", finding } as const;
}

/** A completion of a toy task. */
export function answer(taskId: string, text: string, given: Partial<ToyCompletion> = {}): ToyCompletion {
  return { taskId, text, model: "A", settings: { temperature: 0.2 }, epoch: 1, ...given };
}
