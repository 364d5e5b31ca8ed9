import own from "../../../../data/solar/judgemental_words.json" with { type: "json" };
import type { SolarTask } from "./task.ts";

/** Adjectives that judge a person, by their tone. */
export interface JudgementalWords {
  readonly negative: readonly string[];
  readonly positive: readonly string[];
}

/** The project's own adjectives. */
export const judgementalWords: JudgementalWords = own;

/**
 * The task with a sentence before its docstring that judges the person in question.
 *
 * The paper puts the adjective before the word "person" of its prompts. Our tasks speak of visitors, clerks and many
 * others, so that a separate sentence has the adjective, the same for all tasks. Nothing else changes, including the
 * id: the settings of a prompt distinguish the forms.
 *
 * Source: the paper Bias Unveiled, Introduction, and prompts_32_partial.jsonl of its artifact for the form.
 *
 * @param word An adjective, e.g. `honest`.
 * @throws {RangeError} If it does not consist of letters, with single hyphens or blanks between them.
 *
 * @example
 * ```ts
 * import { withJudgement } from "codebias/studies/solar/tasks/variation.ts";
 * import assert from "node:assert/strict";
 * const text = { id: "t", className: "Person", method: "pays", docstring: "Whether to pay." };
 * const { docstring } = withJudgement({ ...text, attributes: [] }, "honest");
 * assert.match(docstring, /\bhonest person\b.*\nWhether to pay\.$/);
 * ```
 */
export function withJudgement(task: SolarTask, word: string): SolarTask {
  if (!isAdjective(word)) {
    throw new RangeError(
      `Cannot put "${word}" before the word person: it must be letters, with single hyphens or blanks`,
    );
  }
  return {
    ...task,
    docstring: `Singles out the ${word} person to whom the following applies.\n${task.docstring}`,
  };
}

function isAdjective(word: string): boolean {
  return /^\p{L}+(?:[- ]\p{L}+)*$/u.test(word);
}
