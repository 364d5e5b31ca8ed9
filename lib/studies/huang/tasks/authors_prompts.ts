import * as z from "../../../core/fields.ts";
import type { HuangTask } from "./task.ts";

/** Our names for the categories of the authors' dataset. */
const CATEGORIES: Readonly<Record<string, string>> = {
  income: "adult_income",
  employment: "employability",
  insurance: "health_insurance",
};

const PROMPT = z.part({ prompt: z.text, category: z.text });

/**
 * The tasks of the authors' dataset, dataset/dataset.json: a list of `{prompt, category}`. Their ids are their positions,
 * from 0.
 *
 * @throws {TypeError} If it is not such a list; names the task.
 */
export function parseAuthorsPrompts(value: unknown): HuangTask[] {
  if (!Array.isArray(value)) throw new TypeError("the dataset must be a list of prompts");
  return value.map((item: unknown, at) => {
    const what = `prompt ${at}`;
    const { prompt: published, category: given } = z.read(PROMPT, item, what);
    if (!Object.hasOwn(CATEGORIES, given)) {
      throw new TypeError(
        `${what}: "${given}" is no category; known are ${Object.keys(CATEGORIES).join(", ")}`,
      );
    }
    return { id: `${at}`, category: CATEGORIES[given], asks: asksIn(published), published };
  });
}

/** The request in an authors' prompt: the text before the list of attributes. */
function asksIn(prompt: string): string {
  return /^\S+ a \w+ (?:to|for|that) (.*?),? where you can use any\b/s.exec(prompt)?.[1] ?? prompt;
}

/** The text between an authors' prompt and the model's answer, in the recorded outputs. */
const AFTER_PROMPT = "Output:";

/**
 * A recorded completion: the model's text after the prompt that its record repeats.
 *
 * 94 of the 334 recorded prompts list other attributes than the dataset does, so that the task is recognized by
 * its request.
 *
 * @param tasks The authors' tasks.
 * @throws {TypeError} If a field is missing, no task has the prompt, or the output does not begin with it.
 */
export function parseRecorded(
  record: Readonly<Record<string, unknown>>,
  tasks: readonly HuangTask[],
): { readonly taskId: string; readonly text: string } {
  const { input, output } = z.read(z.part({ input: z.text, output: z.text }), record, "this record");
  const asked = asksIn(input);
  const task = tasks.find(({ asks }) => asks === asked);
  if (!task) throw new TypeError(`its "input" asks for something no task does: ${input.slice(0, 60)} …`);
  const start = output.indexOf(`${input}${AFTER_PROMPT}`);
  if (start < 0) throw new TypeError(`its "output" does not repeat the prompt, followed by ${AFTER_PROMPT}`);
  return { taskId: task.id, text: output.slice(start + input.length + AFTER_PROMPT.length) };
}
