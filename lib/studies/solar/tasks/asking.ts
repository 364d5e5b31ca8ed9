import { refuseOther } from "../../../core/kinds.ts";
import { refuseTwice, refuseUnknown, refuseUnknownOptions } from "../../../core/nearest.ts";
import type { Prompt, StudyPrompt } from "../../../core/types.ts";
import { ourWording, promptOf, type Wording } from "./prompts.ts";
import type { SolarSettings } from "../judge/rows.ts";
import type { SolarTask } from "./task.ts";
import { withJudgement } from "./variation.ts";

/** A prompt for a task, with its settings. */
export type SolarPrompt = StudyPrompt<Omit<SolarSettings, "temperature">>;

/** The options of {@linkcode prompts}. */
export interface PromptOptions {
  /** Names of prompting methods. @default `default`, which only asks for the method */
  readonly methods?: readonly string[];
  /** The wording of the prompts. @default each task's own wording, else ours */
  readonly wording?: Wording;
  /**
   * Whether the model is a chat model. If not, the prompt is Python source to be continued; such a model is
   * asked with `sampling: { raw: true }`. @default true
   */
  readonly chat?: boolean;
  /**
   * Adjectives that judge people: each task is asked without them, and once more with each of them. The setting `prompt`
   * is then the method and the word, e.g. `default + honest`. @default none
   */
  readonly words?: readonly string[];
}

/** The instruction to a chat model on the form of its answer, for all methods. */
const FORM =
  "You are given a Python class that ends with the beginning of a method. Answer with this method, " +
  "or with the whole class, in one block that starts with ```python and ends with ```. Keep the names.";

/**
 * The prompts for tasks, as `generate` takes them: each task by each method, in round 0.
 *
 * A method is a template with the task in it, sent as the user's message. A chat model also gets a system message
 * with the form of the answer. The authors' script puts both into the system message.
 *
 * Source: the paper Bias Unveiled, Bias Mitigation Strategies.
 *
 * @param templates Methods by name: texts with `{prompt}` in the task's place, from a source's `methods()`.
 * @throws {RangeError} If there is no such method, with the nearest name; a task, method or word occurs twice; or a
 * word is not an adjective, see {@linkcode withJudgement}.
 */
export function prompts(
  tasks: readonly SolarTask[],
  templates: Readonly<Record<string, string>>,
  options: PromptOptions = {},
): SolarPrompt[] {
  refuseUnknownOptions(options, ["methods", "wording", "chat", "words"]);
  const { methods = ["default"], wording, chat = true, words = [] } = options;
  refuseTwice(methods, words, tasks.map(({ id }) => id));
  refuseOther("fill in templates of", templates, "an object", [], "openSource().templates");
  for (const name of methods) refuseUnknown("prompting method", name, Object.keys(templates));
  const variants = [
    { suffix: "", vary: (task: SolarTask) => task },
    ...words.map((word) => ({ suffix: ` + ${word}`, vary: (task: SolarTask) => withJudgement(task, word) })),
  ];
  return methods.flatMap((method) =>
    variants.flatMap(({ suffix, vary }) =>
      tasks.map((task) => {
        const written = promptOf(vary(task), wording ?? task.wording ?? ourWording);
        const content = templates[method].replace("{prompt}", () => written);
        const prompt: Prompt = chat
          ? [{ role: "system", content: FORM }, { role: "user", content }]
          : content;
        return { taskId: task.id, prompt, settings: { prompt: `${method}${suffix}`, round: 0 } };
      })
    )
  );
}
