import { extractProgram } from "../../../extraction/program.ts";
import type { Completion, Limits, NoProgram, Program } from "../../../core/types.ts";
import { LANGUAGES, type LinguisticSettings, type LinguisticTask } from "../tasks/layout.ts";
import { refuseUnknown } from "../../../core/nearest.ts";

/**
 * The rule by which a completion becomes a program.
 *
 * `published`: exactly as in the authors' scripts. The completion is cut at the first `def` at the start of a line and
 * at the first `if __name__ ==`, appended to the English prompt whatever the language was, and run with separate
 * globals and locals. `corrected`: the whole completion is parsed, fences are removed, helpers and imports are kept,
 * the prompt is the one that the model was given, and the program runs in one namespace.
 */
export type Rule = "published" | "corrected";

/** The rules in the order of tables. */
export const RULES: readonly Rule[] = ["published", "corrected"];

/** The program in a completion by a rule; by `published`, every text is a program. */
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

/** The reference solution as a program of its own, run in the way in which the rule runs programs. */
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

/** The input generator as a program whose argument is a size n: see {@linkcode LinguisticTask}. */
export function generatorOf(task: LinguisticTask): Program {
  return moduleOf(task.generator, task.suite ? "make" : "rules");
}

function moduleOf(source: string, entryPoint: string): Program {
  return { kind: "program", source, entryPoint, namespace: "one" };
}

/** The limits of an input generator: its inputs may be as large as the task allows, and it is not judged. */
export const GENERATOR_CALL: Limits = { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 2048, outputMiB: 64 };

/** The limits of a program: 4 s of processor time; the authors allow 4 s for a candidate and the reference together. */
export const PROGRAM_CALL: Limits = { cpuMs: 4_000, wallMs: 40_000, memoryMiB: 1024, outputMiB: 64 };

/** The limits of a call of generator, program and reference that returns only whether both agree: the time of both. */
export const COMPARISON_CALL: Limits = { cpuMs: 8_000, wallMs: 80_000, memoryMiB: 2048, outputMiB: 1 };
