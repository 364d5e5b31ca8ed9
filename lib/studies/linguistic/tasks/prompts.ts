import { refuseOther } from "../../../core/kinds.ts";
import { refuseTwice, refuseUnknown, refuseUnknownOptions } from "../../../core/nearest.ts";
import type { Prompt, StudyPrompt } from "../../../core/types.ts";
import { type Language, LANGUAGES, type LinguisticSettings, type LinguisticTask } from "./layout.ts";

/** What to ask a model for a task. */
export type LinguisticPrompt = StudyPrompt<Omit<LinguisticSettings, "temperature">>;

/** Which prompts to make. */
export interface PromptOptions {
  /** Names of prompting methods. @default DI, the task alone */
  readonly methods?: readonly string[];
  /** @default both */
  readonly languages?: readonly Language[];
  /**
   * Whether the model is a chat model. If not, the prompt is Python source to be continued, as the paper has
   * it; such a model is asked with `sampling: { raw: true }`. @default true
   */
  readonly chat?: boolean;
}

/** What a chat model is told about the form of its answer, whatever the language and the method. */
const FORM =
  "You are given the beginning of a Python function. Answer with the whole function, from its first " +
  "line to its last, with all that it needs, in one block that starts with ```python and ends with ```.";

/**
 * What to ask for tasks, as `generate` takes it: each task by each method in each language.
 *
 * A method is a text with the task in it, the same for both languages, as in the paper: its instruction is in
 * English also for tasks described in Chinese, so that languages differ in nothing but the description. A
 * chat model is also told, separately, in what form to answer.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 4, gives the tasks as text to be continued.
 *
 * @param templates Methods by name, as a source's `methods()` gives them.
 * @throws {RangeError} If there is no such method, with the nearest name; or a task, method or language is there twice.
 */
export function prompts(
  tasks: readonly LinguisticTask[],
  templates: Readonly<Record<string, string>>,
  options: PromptOptions = {},
): LinguisticPrompt[] {
  refuseUnknownOptions(options, ["methods", "languages", "chat"]);
  const { methods = ["DI"], languages = LANGUAGES, chat = true } = options;
  refuseTwice(methods, languages, tasks.map(({ id }) => id));
  refuseOther("fill in templates of", templates, "an object", [], "openSource().templates");
  for (const name of methods) refuseUnknown("prompting method", name, Object.keys(templates));
  return methods.flatMap((method) =>
    tasks.flatMap((task) =>
      languages.map((language) => {
        const content = templates[method].replace("{prompt}", () => task.prompts[language]);
        const prompt: Prompt = chat
          ? [{ role: "system", content: FORM }, { role: "user", content }]
          : content;
        return { taskId: task.id, prompt, settings: { prompt: method, language } };
      })
    )
  );
}
