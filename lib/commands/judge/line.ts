import { distance } from "fastest-levenshtein";
import { object, parseLine } from "../../values/line_fields.ts";
import { unknownName } from "../../nearest.ts";

/** The settings of samples that a line can name, with what they are where it does not. */
export interface LineSettings {
  /** The prompting method. @default the study's first */
  readonly prompt: string;
  /** Of the prompt. @default "en" */
  readonly language: "en" | "zh";
  /** How often the model was told what was found. @default 0 */
  readonly round: number;
}

/** Fields of a line, and of its settings; others are ignored. */
const FIELDS = ["id", "task", "text", "settings"];
const SETTINGS = ["prompt", "language", "round", "temperature", "topP"];

/** How far a name may be from a field's to be named. */
const NEAR = 2;

/** A line of `deno task judge`: the id as JSON text, exactly as it was given, and a model's answer to a task. */
export interface JudgeLine {
  readonly id: string;
  readonly task: string;
  /** The whole answer. */
  readonly text: string;
  readonly settings: LineSettings;
  /** Fields that are ignored, though they may be meant for others, in words. */
  readonly remarks: readonly string[];
}

/**
 * Reads one line: `{id, task, text, settings?}`; other fields are ignored.
 *
 * @param methods The study's prompting methods, the first of which is meant where a line names none.
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field.
 * @throws {RangeError} If there is no such prompting method.
 *
 * @example
 * ```ts
 * import { readAnswer } from "codebias/commands/judge/line.ts";
 * import assert from "node:assert/strict";
 * const { id, settings } = readAnswer('{"id": 1.0, "task": "t", "text": "", "settings": {"round": 2}}', ["default"]);
 * assert.deepEqual([id, settings], ["1.0", { prompt: "default", language: "en", round: 2 }]);
 * ```
 */
export function readAnswer(line: string, methods: readonly string[]): JudgeLine {
  const { json, fieldTexts } = parseLine(line);
  const fields = object(json, "the line");
  const id = fieldTexts.get("id");
  if (id === undefined) throw new TypeError(`"id" is missing`);
  const [task, text] = ["task", "text"].map((name) => {
    const value = fields.get(name);
    if (typeof value === "string") return value;
    throw new TypeError(`"${name}" must be a text`);
  });
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
  const remarks = [...nearMisses(fields.keys(), FIELDS), ...nearMisses(given.keys(), SETTINGS)];
  return { id, task, text, settings: { prompt, language, round }, remarks };
}

/** Names that are no fields, but nearly. */
function nearMisses(names: Iterable<string>, known: readonly string[]): string[] {
  return [...names].filter((name) => !known.includes(name)).flatMap((name) => {
    const meant = known.find((one) => distance(one, name) <= NEAR);
    return meant === undefined
      ? []
      : [`the field ${JSON.stringify(name)} is ignored; did you mean "${meant}"?`];
  });
}
