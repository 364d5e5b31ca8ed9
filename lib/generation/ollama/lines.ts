import type { ModelError } from "../../core/errors.ts";
import type { Allowance } from "../requests/allowance.ts";
import type { BoundedBody } from "../requests/bounded_body.ts";
import { isObject, type JsonObject, parseJson, Tangled } from "../json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const EMPTY_BYTES: Bytes = new Uint8Array();

const LINE_END = 10;

const ENCODER = new TextEncoder();

/** The failure when malformed text came, from a description and the text itself. */
export type Garbage = (what: string, shown?: string) => ModelError;

/** What a stream of lines has to be like. */
export interface LineRules {
  readonly garbage: Garbage;
  /** Says how long a line may be. @default any length */
  readonly allowance?: Pick<Allowance, "held">;
  /** Whether an object is the one that ends the stream. */
  isLast(object: JsonObject): boolean;
  /** The failure that the server itself reports, in its words. */
  reported(message: string): ModelError;
}

/**
 * Checks a stream of JSON objects, one per line, as its bytes come: UTF-8 without a flaw, every line an
 * object, none of them an error, and nothing after the last.
 */
export class LineCheck {
  /** Whether the last object has come. */
  complete = false;
  /** How many objects have come. */
  count = 0;
  /** What the server reported, once the objects before it were handed on. */
  failure: ModelError | undefined;
  readonly #rules: LineRules;
  readonly #decoder = strictDecoder();
  /** The line that has begun. */
  #rest = "";
  /** Whether nothing is held back, not even a part of a character. */
  #clean = true;

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  /**
   * Checks the next bytes.
   *
   * @returns The lines that are whole now, up to one with an error, which is then `failure`. Only whole lines are handed
   * on, since Deno's decoder loses a byte order mark (U+FEFF) within a text that comes byte by byte.
   * @throws {ModelError} If they are garbage.
   */
  push(bytes: Bytes): Bytes {
    const [begun, clean] = [this.#rest, this.#clean];
    const text = this.#decode(bytes);
    let start = 0;
    let handed = 0;
    for (let end; !this.failure && (end = text.indexOf("\n", start)) >= 0; start = end + 1) {
      this.#line(this.#rest + text.slice(start, end));
      this.#rest = "";
      if (!this.failure) handed = end + 1;
    }
    this.#rest += start === 0 ? text : text.slice(start);
    this.#clean = bytes.at(-1) === LINE_END;
    this.#rules.allowance?.held(this.#rest.length);
    if (handed === 0) return EMPTY_BYTES;
    // Most often a read ends with a line.
    return clean && this.#clean && handed === text.length
      ? bytes
      : ENCODER.encode(begun + text.slice(0, handed));
  }

  /**
   * Checks what stood after the last line break.
   *
   * @returns The line that it is.
   * @throws {ModelError} As `push`, and if the stream ends within a character.
   */
  end(): Bytes {
    this.#decode();
    return this.#rest === "" ? EMPTY_BYTES : this.push(Uint8Array.of(LINE_END));
  }

  #decode(bytes?: Bytes): string {
    return decoded(this.#decoder, bytes, this.#rules.garbage);
  }

  #line(line: string): void {
    if (this.complete) {
      if (line.trim() === "") return;
      throw this.#rules.garbage("more after the end of its answer", line);
    }
    const object = parsedObject(line, "a line", this.#rules.garbage);
    if ("error" in object) {
      this.failure = this.#rules.reported(words(object.error));
      return;
    }
    this.complete = this.#rules.isLast(object);
    this.count++;
  }
}

/** Parses a whole body as one JSON object. */
export async function objectIn(body: BoundedBody, garbage: Garbage): Promise<JsonObject> {
  const decoder = strictDecoder();
  return parsedObject(await body.text((bytes) => decoded(decoder, bytes, garbage)), "an answer", garbage);
}

function strictDecoder(): TextDecoder {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

function decoded(decoder: TextDecoder, bytes: Bytes | undefined, garbage: Garbage): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (error) {
    if (error instanceof TypeError) throw garbage("bytes that are not UTF-8");
    throw error;
  }
}

function parsedObject(text: string, what: string, garbage: Garbage): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (error instanceof Tangled) throw garbage(`${what} that is ${error.message}`, text);
    throw text.trim() === ""
      ? garbage(`${what} without anything`)
      : garbage(`${what} that is not JSON`, text);
  }
  if (isObject(value)) return value;
  throw garbage(`${what} that is not a JSON object`, text);
}

function words(error: unknown): string {
  return typeof error === "string" ? error : JSON.stringify(error) ?? "";
}
