import type { ModelError } from "../core/errors.ts";

export { isObject, type JsonObject } from "../values/plain_json.ts";

/** The value if it is a text that is not empty, else undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value if it is a number, else undefined. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The maximum levels of nesting: no answer needs more, and recursive code may fail with more. */
const MAX_DEPTH = 256;

/** The number of lists and objects that any answer may have, and the characters after which one more is allowed. */
const [PARTS, PART_CHARACTERS] = [65_536, 16];

/**
 * Parses a text that a server sent as JSON.
 *
 * @param garbage Makes the failure if it is not, from the flaw, as in `what is not JSON`, and the parser's error.
 * @throws {ModelError} The failure, if the text is not JSON or should not be parsed.
 */
export function sentJson(text: string, garbage: (flaw: string, error: SyntaxError) => ModelError): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw garbage(error instanceof Tangled ? error.message : "not JSON", error);
  }
}

/** The error for JSON that would take far more time and memory than its length suggests. */
class Tangled extends SyntaxError {}

/**
 * Parses a text as JSON.
 *
 * @throws {SyntaxError} If it is not JSON; a Tangled if it should not be parsed.
 */
export function parseJson(text: string): unknown {
  if (isTangled(text)) throw new Tangled("JSON with too many levels or too many lists and objects");
  return JSON.parse(text);
}

/** Whether a text, as JSON, has more levels, or more lists and objects, than any server's answer. */
export function isTangled(text: string): boolean {
  if (text.length <= MAX_DEPTH) return false;
  let [depth, parts, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) quoted = !quoted;
    else if (quoted) at += character === 0x5c ? 1 : 0;
    else if (character === 0x5b || character === 0x7b) {
      parts++;
      if (++depth > MAX_DEPTH) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return parts > PARTS + text.length / PART_CHARACTERS;
}
