import { refuseOther } from "../../../core/kinds.ts";
import { refuseTwice, refuseUnknown, refuseUnknownOptions } from "../../../core/nearest.ts";
import type { Prompt, StudyPrompt } from "../../../core/types.ts";
import { type Language, LANGUAGES, type LinguisticSettings, type LinguisticTask } from "./layout.ts";

/** The options of {@linkcode prompts}. */
export interface PromptOptions {
  /** Names of prompting methods. @default DI, the task alone */
  readonly methods?: readonly string[];
  /** The languages of the descriptions. @default both */
  readonly languages?: readonly Language[];
  /**
   * Whether the model is a chat model. If not, the prompt is Python source to be continued, as in the paper;
   * such a model is asked with `sampling: { raw: true }`. @default true
   */
  readonly chat?: boolean;
}

/** The instruction to a chat model on the form of its answer, for all languages and methods. */
const FORM =
  "You are given the beginning of a Python function. Answer with the whole function, from its first " +
  "line to its last, with all that it needs, in one block that starts with ```python and ends with ```.";

/**
 * The prompts for tasks, as `generate` takes them: each task by each method in each language.
 *
 * A method is a template with the task in it, the same for both languages, as in the paper: its instruction is in
 * English even for tasks described in Chinese, so that languages differ only in the description. A
 * chat model also gets a system message with the form of the answer.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 4, which gives the tasks as text to be continued.
 *
 * @param templates Methods by name, from a source's `methods()`.
 * @throws {RangeError} If there is no such method, with the nearest name; or a task, method or language occurs twice.
 */
export function prompts(
  tasks: readonly LinguisticTask[],
  templates: Readonly<Record<string, string>>,
  options: PromptOptions = {},
): StudyPrompt<Omit<LinguisticSettings, "temperature">>[] {
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
