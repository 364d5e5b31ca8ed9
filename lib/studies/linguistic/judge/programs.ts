import { extractProgram } from "../../../extraction/program.ts";
import type { Completion, Limits, NoProgram, Program } from "../../../core/types.ts";
import { LANGUAGES, type LinguisticSettings, type LinguisticTask } from "../tasks/layout.ts";
import { refuseUnknown } from "../../../core/nearest.ts";

/**
 * How a completion becomes a program.
 *
 * `published`: exactly what the authors' scripts do. The completion is cut at the first `def` at the start of
 * a line and at the first `if __name__ ==`, put after the English prompt whatever the language was, and run with
 * separate globals and locals.
 * `corrected`: the whole completion is parsed, fences are removed, helpers and imports kept, the prompt is the
 * one that the model saw, and the program runs in one namespace.
 */
export type Rule = "published" | "corrected";

/** The rules in the order of tables. */
export const RULES: readonly Rule[] = ["published", "corrected"];

/** The program in a completion under a rule; under `published` every text is a program. */
export function programOf(
  task: LinguisticTask,
  completion: Completion<LinguisticSettings>,
  rule: Rule,
): Program | NoProgram {
  if (rule === "published") {
    const source = task.prompts.en + completion.text.split("\ndef")[0].split("if __name__ ==")[0];
    return { kind: "program", source, entryPoint: task.entryPoint, namespace: "split" };
  }
  const { language = "en" } = completion.settings;
  refuseUnknown("language", language, LANGUAGES);
  const prompt = task.prompts[language];
  return extractProgram(completion.text, { prompt, entryPoint: task.entryPoint });
}

/** The reference solution as a program of its own, run as the rule runs programs. */
export function referenceOf(task: LinguisticTask, rule: Rule): Program {
  if (task.suite) return moduleOf(task.reference, task.entryPoint);
  const source = `${task.prompts.en}\n${task.reference}`;
  return {
    kind: "program",
    source,
    entryPoint: task.entryPoint,
    namespace: rule === "published" ? "split" : "one",
  };
}

/** The input generator as a program, which is given a size n: see {@linkcode LinguisticTask}. */
export function generatorOf(task: LinguisticTask): Program {
  return moduleOf(task.generator, task.suite ? "make" : "rules");
}

function moduleOf(source: string, entryPoint: string): Program {
  return { kind: "program", source, entryPoint, namespace: "one" };
}

/** An input generator: its inputs may be as large as the task allows, and it is not judged. */
export const GENERATOR_CALL: Limits = { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 2048, outputMiB: 64 };

/** The authors allow 4 s for a candidate and the reference together; here each has 4 s of processor time. */
export const PROGRAM_CALL: Limits = { cpuMs: 4_000, wallMs: 40_000, memoryMiB: 1024, outputMiB: 64 };

/** Generator, program and reference in one call that says only whether both agree: the time of both, and little output. */
export const COMPARISON_CALL: Limits = { cpuMs: 8_000, wallMs: 80_000, memoryMiB: 2048, outputMiB: 1 };
