import type { ModelError } from "../../core/errors.ts";
import type { Allowance } from "../requests/allowance.ts";
import { type BoundedBody, strictDecoder } from "../requests/bounded_body.ts";
import { isObject, type JsonObject, sentJson } from "../json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The failure when malformed text came, from a description and the text itself. */
export type Garbage = (what: string, shown?: string) => ModelError;

/** What a stream of lines has to be like. */
export interface LineRules {
  readonly garbage: Garbage;
  /** Says how long a line may be. @default any length */
  readonly allowance?: Pick<Allowance, "held">;
  /** Whether an object is the one that ends the stream. */
  readonly isLast: (object: JsonObject) => boolean;
  /** The failure that the server itself reports, in its words. */
  readonly reported: (message: string) => ModelError;
}

/**
 * Reads a stream of JSON objects, one per line, as its bytes come, and checks it: UTF-8 without a flaw, every line an
 * object, none of them an error, and nothing after the last.
 */
export class LineReader {
  /** Whether the last object has come. */
  complete = false;
  /** How many objects have come. */
  count = 0;
  readonly #rules: LineRules;
  readonly #decode: (bytes?: Bytes) => string;
  /** The line that has begun. */
  #rest = "";

  constructor(rules: LineRules) {
    this.#rules = rules;
    this.#decode = strictDecoder(rules.garbage, true);
  }

  /**
   * The objects in the lines that more bytes complete; without bytes, in the last line, which has no end.
   *
   * @throws {ModelError} If a line is garbage or reports a failure, after the objects before it; if the stream ends within a
   * character.
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
