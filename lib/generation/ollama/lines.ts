import type { ModelError } from "../../errors.ts";
import { isObject, type JsonObject } from "../json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const NOTHING: Bytes = new Uint8Array();

/** A longer line is no token, whatever it is; characters. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** The failure when something came that is not what it should be: what, and the text itself. */
export type Garbage = (what: string, shown?: string) => ModelError;

/** What a stream of lines has to be like. */
export interface LineRules {
  readonly garbage: Garbage;
  /** Whether an object is the one that ends the stream. */
  isLast(object: JsonObject): boolean;
  /** The failure that the server itself reports, in its words. */
  reported(message: string): ModelError;
}

/**
 * Checks a stream of JSON objects, a line each, as its bytes come: UTF-8 without a flaw, every line an object, none of
 * them an error, and nothing after the last.
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
  /** The line that has begun: its text, and its bytes. */
  #rest = "";
  #held: Bytes[] = [];

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  /**
   * Checks the next bytes.
   *
   * @returns The lines that are whole now, up to one with an error, which is then `failure`. Only whole lines are handed
   * on, since Deno's decoder loses a mark of byte order (U+FEFF) within a text whose bytes come one by one.
   * @throws {ModelError} If they are garbage.
   */
  push(bytes: Bytes): Bytes {
    const text = this.#decode(bytes);
    let start = 0;
    let lines = 0;
    for (let end; !this.failure && (end = text.indexOf("\n", start)) >= 0; start = end + 1, lines++) {
      this.#line(this.#rest + text.slice(start, end));
      this.#rest = "";
    }
    this.#rest += start === 0 ? text : text.slice(start);
    if (this.#rest.length > LONGEST_LINE) throw this.#rules.garbage("a line that does not end");
    return this.#whole(bytes, this.failure ? lines - 1 : lines);
  }

  /**
   * Checks what stood after the last line break.
   *
   * @returns The line that it is.
   * @throws {ModelError} As `push`, and if the stream ends within a character.
   */
  end(): Bytes {
    this.#decode();
    return this.#rest === "" ? NOTHING : this.push(Uint8Array.of(10));
  }

  /** So many lines: what was held back of the first, and these bytes up to the end of the last. */
  #whole(bytes: Bytes, lines: number): Bytes {
    let end = 0;
    for (let line = 0; line < lines; line++) end = bytes.indexOf(10, end) + 1;
    const before = this.#held;
    const whole = bytes.subarray(0, end);
    const rest = end < bytes.length ? [bytes.slice(end)] : [];
    if (lines === 0) {
      before.push(...rest);
      return NOTHING;
    }
    this.#held = rest;
    return before.length === 0 ? whole : joined([...before, whole]);
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

/** The JSON object that a whole body is. */
export function objectIn(body: ArrayBuffer, garbage: Garbage): JsonObject {
  return parsedObject(decoded(strictDecoder(), new Uint8Array(body), garbage, false), "an answer", garbage);
}

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function strictDecoder(): TextDecoder {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

function decoded(
  decoder: TextDecoder,
  bytes: Bytes | undefined,
  garbage: Garbage,
  more = bytes !== undefined,
) {
  try {
    return decoder.decode(bytes, { stream: more });
  } catch (error) {
    if (error instanceof TypeError) throw garbage("bytes that are not UTF-8");
    throw error;
  }
}

function parsedObject(text: string, what: string, garbage: Garbage): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
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
