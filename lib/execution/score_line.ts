import { type PipeLine, readLine, textField } from "../values/line_fields.ts";

/** Scenarios of the tasks that functions answer. */
const TASKS = ["job", "edu", "med"] as const;

/** A line of `deno task score`: what to score. */
export interface ScoreLine extends Omit<PipeLine, "fields"> {
  /** An answer of a model, or a function alone. */
  readonly code: string;
  readonly attribute: string;
  /** Undefined for the attribute's own groups. */
  readonly groups?: readonly string[];
  /** Undefined where the line does not say. */
  readonly task?: (typeof TASKS)[number];
}

/**
 * Reads one line: `{id, code, attribute, groups?, task?}`; other fields are ignored.
 *
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field.
 *
 * @example
 * ```ts
 * import { readScore } from "codebias/execution/score_line.ts";
 * import assert from "node:assert/strict";
 * const { id, groups } = readScore('{"id": 1.0, "code": "", "attribute": "gender", "groups": ["male", "female"]}');
 * assert.deepEqual([id, groups], ["1.0", ["male", "female"]]);
 * ```
 */
export function readScore(text: string): ScoreLine {
  const { id, fields, remarks } = readLine(text, ["code", "attribute", "groups", "task"]);
  const [code, attribute] = ["code", "attribute"].map((name) => textField(fields, name));
  const given = fields.get("groups") ?? undefined;
  if (given !== undefined && !(Array.isArray(given) && given.every((one) => typeof one === "string"))) {
    throw new TypeError(`"groups" must be a list of texts`);
  }
  const asked = fields.get("task") ?? undefined;
  const task = TASKS.find((name) => name === asked);
  if (asked !== undefined && !task) throw new TypeError(`"task" must be one of ${TASKS.join(", ")}`);
  const groups = given as readonly string[] | undefined;
  return { id, remarks, code, attribute, ...(groups && { groups }), ...(task && { task }) };
}
