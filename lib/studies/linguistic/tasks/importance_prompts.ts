import { settled } from "../../../core/nearest.ts";
import type { ImportancePrompt } from "../../../core/types.ts";
import { type Language, LANGUAGES, type LinguisticTask } from "./layout.ts";

/**
 * A task whose prompts are to be weighed: one of the published suite, or one of our own with the prompts of
 * `promptsOf`.
 */
export type DescribedTask = Pick<LinguisticTask, "id" | "prompts">;

/** The options of {@linkcode importancePrompts}. */
export interface InstructionOptions {
  /** The instruction above the prompts, one for both languages or one for each: a comment without its line break. */
  readonly instruction?: string | Readonly<Record<Language, string>>;
  /** The name of the prompting method. @default "QA" */
  readonly name?: string;
}

/** An instruction that asks for both qualities that the paper examines, in this project's words. */
const QUALITY_AWARE = "# Fill in the body of this function so that it is concise and efficient.";

/**
 * The prompts of tasks in both languages with an instruction that asks for concise and efficient code, for
 * `importance` or `generate`.
 *
 * Source: the BilingualCodeEval paper, Fig. 4, the quality-aware prompt (QA). As in the paper, the instruction is
 * English for both languages, so that only the description differs; its wording is ours.
 *
 * @example
 * ```ts
 * import { importancePrompts } from "codebias/studies/linguistic/tasks/importance_prompts.ts";
 * import assert from "node:assert/strict";
 * const task = { id: "1", prompts: { en: '"""Twice x."""', zh: '"""x 的两倍。"""' } };
 * const [en, zh] = importancePrompts([task], { instruction: "# Be brief." });
 * assert.equal(zh.prompt, '# Be brief.\n"""x 的两倍。"""');
 * assert.deepEqual(en.settings, { language: "en", prompt: "QA" });
 * ```
 */
export function importancePrompts(
  tasks: readonly DescribedTask[],
  options: InstructionOptions = {},
): ImportancePrompt[] {
  const { instruction, name } = settled(options, { instruction: QUALITY_AWARE, name: "QA" });
  return tasks.flatMap(({ id, prompts }) =>
    LANGUAGES.map((language): ImportancePrompt => ({
      taskId: id,
      prompt: `${typeof instruction === "string" ? instruction : instruction[language]}\n${
        prompts[language]
      }`,
      settings: { language, prompt: name },
    }))
  );
}
