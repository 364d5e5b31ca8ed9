import { distance } from "fastest-levenshtein";
import type { ExactJson } from "./json.ts";
import { type ParsedJson, parseWithTexts } from "./parse_json.ts";

/** A line of a pipe: an object with an id. */
export interface PipeLine {
  /** The id as JSON text, exactly as it was written. */
  readonly id: string;
  readonly fields: ReadonlyMap<string, ExactJson>;
  /** Sentences about ignored fields that may be meant as known ones. */
  readonly remarks: readonly string[];
}

/**
 * Reads a line of a pipe.
 *
 * @param known The names of its fields besides `id`; others are ignored, and reported if they have nearly these names.
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If the line is not an object, or has no id.
 */
export function readLine(text: string, known: readonly string[]): PipeLine {
  const { json, fieldTexts } = parseLine(text);
  const fields = object(json, "the line");
  const id = fieldTexts.get("id");
  if (id === undefined) throw new TypeError(`"id" is missing`);
  return { id, fields, remarks: nearMisses(fields.keys(), ["id", ...known]) };
}

/**
 * The value of a field that must be a text.
 *
 * @throws {TypeError} If the field is missing, or is anything else.
 */
export function textField(fields: ReadonlyMap<string, ExactJson>, name: string): string {
  const value = fields.get(name);
  if (typeof value === "string") return value;
  throw new TypeError(`"${name}" must be a text`);
}

/** The greatest edit distance from the name of a field at which another name is reported. */
const NEAR_DISTANCE = 2;

/** The length up to which a name is not taken for the beginning of others: it begins too many. */
const SHORT = 3;

/** A sentence for each name that is nearly that of a field, or the beginning of the name of an absent field. */
export function nearMisses(names: Iterable<string>, known: readonly string[]): string[] {
  const all = new Set(names);
  const absent = known.filter((one) => !all.has(one));
  return [...all].filter((name) => !known.includes(name)).flatMap((name) => {
    const meant = absent.find((one) => name.length > SHORT && one.startsWith(name)) ??
      known.find((one) => distance(one, name) <= NEAR_DISTANCE);
    return meant === undefined
      ? []
      : [`the field ${JSON.stringify(name)} is ignored; did you mean "${meant}"?`];
  });
}

/**
 * A line of NDJSON, with the texts of its fields.
 *
 * @throws {SyntaxError} If it is not JSON, or nested too deep.
 */
function parseLine(text: string): ParsedJson {
  try {
    return parseWithTexts(text);
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError("the line is nested too deep", { cause });
    throw new SyntaxError(`the line is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The fields of an object, which may have no others than `known`, if that is given.
 *
 * @throws {TypeError} If it is not an object, or has another field; the message names the field.
 */
export function object(
  json: ExactJson | undefined,
  where: string,
  known?: readonly string[],
): ReadonlyMap<string, ExactJson> {
  if (!(json instanceof Map)) {
    throw new TypeError(`${where} must be an object${Array.isArray(json) ? ", not a list" : ""}`);
  }
  const unknown = known && json.keys().find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `${where} has an unknown field ${JSON.stringify(unknown)}; known are ${known!.join(", ")}`,
    );
  }
  return json;
}
