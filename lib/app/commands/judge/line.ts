import { nearMisses, object, readLine, textField } from "../../../values/line_fields.ts";
import { unknownName } from "../../../core/nearest.ts";

/** The settings of samples; other fields are ignored. */
const SETTINGS = ["prompt", "language", "round", "temperature", "topP"];

/** A line of `deno task judge`: a model's answer to a task. */
export type JudgeLine = ReturnType<typeof readAnswer>;

/**
 * Reads one line: `{id, task, text, settings?, finish?}`; other fields are ignored.
 *
 * @param methods The study's prompting methods; the first is the default of a line.
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field.
 * @throws {RangeError} If there is no such prompting method.
 *
 * @example
 * ```ts
 * import { readAnswer } from "codebias/app/commands/judge/line.ts";
 * import assert from "node:assert/strict";
 * const { id, settings } = readAnswer('{"id": 1.0, "task": "t", "text": "", "settings": {"round": 2}}', ["default"]);
 * assert.deepEqual([id, settings], ["1.0", { prompt: "default", language: "en", round: 2 }]);
 * ```
 */
export function readAnswer(line: string, methods: readonly string[]) {
  const { id, fields, remarks } = readLine(line, ["task", "text", "settings", "finish"]);
  const [task, text] = ["task", "text"].map((name) => textField(fields, name));
  const given = object(fields.get("settings") ?? new Map(), `"settings"`);
  const prompt = given.get("prompt") ?? methods[0];
  const language = given.get("language") ?? "en";
  const round = given.get("round") ?? 0;
  if (typeof prompt !== "string") throw new TypeError(`"prompt" of "settings" must be a text`);
  if (!methods.includes(prompt)) throw unknownName("prompting method", prompt, methods);
  if (language !== "en" && language !== "zh") {
    throw new TypeError(`"language" of "settings" must be "en" or "zh"`);
  }
  if (typeof round !== "number" || round < 0) {
    throw new TypeError(`"round" of "settings" must be a whole number from 0`);
  }
  return {
    ...{ id, task },
    /** The whole answer. */
    text,
    /** The reason why the answer was cut off; undefined if it is complete. */
    finish: (["length", "looping"] as const).find((name) => name === fields.get("finish")),
    settings: {
      /** The prompting method. @default the study's first */
      prompt,
      /** The language of the prompt. @default "en" */
      language,
      /** The number of rounds of feedback that the model had. @default 0 */
      round,
    },
    remarks: [...remarks, ...nearMisses(given.keys(), SETTINGS)],
  };
}
