import type { ModelError } from "../../core/errors.ts";
import type { Allowance } from "../requests/allowance.ts";
import { type BoundedBody, strictDecoder } from "../requests/bounded_body.ts";
import { isObject, type JsonObject, sentJson } from "../json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A function that makes the failure for malformed text, from a description and the text itself. */
export type Garbage = (what: string, shown?: string) => ModelError;

/** The rules for a stream of lines. */
export interface LineRules {
  readonly garbage: Garbage;
  /** The allowance that limits the length of a line. @default any length */
  readonly allowance?: Pick<Allowance, "held">;
  /** Whether an object ends the stream. */
  readonly isLast: (object: JsonObject) => boolean;
  /** Makes the failure for an error that the server reports, from its message. */
  readonly reported: (message: string) => ModelError;
}

/**
 * Reads a stream of JSON objects, one per line, as its bytes come, and checks it: valid UTF-8, every line an object, no
 * object an error, and nothing after the last object.
 */
export class LineReader {
  /** Whether the last object has come. */
  complete = false;
  /** The number of objects that have come. */
  count = 0;
  readonly #rules: LineRules;
  readonly #decode: (bytes?: Bytes) => string;
  /** The beginning of the current line. */
  #rest = "";

  constructor(rules: LineRules) {
    this.#rules = rules;
    this.#decode = strictDecoder(rules.garbage, true);
  }

  /**
   * The objects in the lines that more bytes complete; without bytes, the object in the last line, which has no newline.
   *
   * @throws {ModelError} If a line is garbage or reports a failure, after the objects before it have been given; or if the
   * stream ends within a character.
   */
  *read(bytes?: Bytes): Generator<JsonObject, void> {
    const text = this.#decode(bytes);
    let start = 0;
    for (let end; (end = text.indexOf("\n", start)) >= 0; start = end + 1) {
      const line = this.#rest + text.slice(start, end);
      this.#rest = "";
      yield* this.#objectIn(line);
    }
    this.#rest += text.slice(start);
    this.#rules.allowance?.held(this.#rest.length);
    if (!bytes && this.#rest !== "") yield* this.#objectIn(this.#rest);
  }

  *#objectIn(line: string): Generator<JsonObject, void> {
    const { garbage, isLast, reported } = this.#rules;
    if (this.complete) {
      if (line.trim() === "") return;
      throw garbage("more after the end of its answer", line);
    }
    const object = parsedObject(line, "a line", garbage);
    if ("error" in object) throw reported(words(object.error));
    this.complete = isLast(object);
    this.count++;
    yield object;
  }
}

/** Parses a whole body as one JSON object. */
export async function objectIn(body: BoundedBody, garbage: Garbage): Promise<JsonObject> {
  return parsedObject(await body.text(strictDecoder(garbage, true)), "an answer", garbage);
}

function parsedObject(text: string, what: string, garbage: Garbage): JsonObject {
  const value = sentJson(
    text,
    (flaw) =>
      text.trim() === "" ? garbage(`${what} without anything`) : garbage(`${what} that is ${flaw}`, text),
  );
  if (isObject(value)) return value;
  throw garbage(`${what} that is not a JSON object`, text);
}

function words(error: unknown): string {
  return typeof error === "string" ? error : JSON.stringify(error) ?? "";
}
