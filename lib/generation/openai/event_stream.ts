import type { Allowance } from "../requests/allowance.ts";

const LINE_END = /[\r\n]/;

/** One event of an event stream. */
export interface StreamEvent {
  /** The name of the event; undefined if it has none. */
  readonly event?: string;
  readonly data: string;
}

/**
 * Parses an event stream (`text/event-stream`). Stricter than the standard and packages for it, which skip unknown lines,
 * since a skipped line may have been part of the answer. A line that comes in many pieces is scanned only once.
 *
 * @example
 * ```ts
 * import { EventStream } from "codebias/generation/openai/event_stream.ts";
 * import assert from "node:assert/strict";
 * const stream = new EventStream();
 * assert.deepEqual(stream.push("data: {}\n\nda"), [{ data: "{}" }]);
 * assert.deepEqual(stream.push("ta: [DONE]"), []);
 * assert.deepEqual(stream.end(), [{ data: "[DONE]" }]);
 * ```
 */
export class EventStream {
  readonly #lineEnd = /\r\n|\n|\r/g;
  readonly #allowance: Pick<Allowance, "held"> | undefined;
  #rest = "";
  /** Whether the rest ends with a \r, whose \n may come later. */
  #returned = false;
  /** The number of characters of the current event's data. */
  #held = 0;
  #event: string | undefined;
  #data: string[] = [];

  /** @param allowance The allowance that limits the length of an event. @default any length */
  constructor(allowance?: Pick<Allowance, "held">) {
    this.#allowance = allowance;
  }

  /**
   * The events that more text completes.
   *
   * @throws {SyntaxError} If a line is not valid in an event stream.
   * @throws {ModelError} If an event is too long.
   */
  push(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    if (!this.#returned && !LINE_END.test(text)) {
      this.#rest += text;
      this.#allowance?.held(this.#held + this.#rest.length);
      return events;
    }
    const all = this.#rest + text;
    let start = 0;
    this.#lineEnd.lastIndex = Math.max(0, this.#rest.length - 1);
    for (let match; (match = this.#lineEnd.exec(all));) {
      const end = match.index + match[0].length;
      if (match[0] === "\r" && end === all.length) break;
      this.#line(all.slice(start, match.index), events);
      start = end;
    }
    this.#rest = all.slice(start);
    this.#returned = this.#rest.endsWith("\r");
    this.#allowance?.held(this.#held + this.#rest.length);
    return events;
  }

  /**
   * The event that the end of the stream completes, if one has begun.
   *
   * @throws {SyntaxError} As {@linkcode push}.
   */
  end(): StreamEvent[] {
    return this.push(this.#rest === "" ? "\n" : "\n\n");
  }

  #line(line: string, events: StreamEvent[]): void {
    if (line === "") return this.#complete(events);
    const colon = line.indexOf(":");
    if (colon === 0) return; // a comment, which keeps the connection open
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data" || name === "error") {
      this.#held += value.length + 1;
      this.#data.push(value);
      if (name === "error") this.#event = name; // llama.cpp sends errors in this field
    } else if (name === "event") this.#event = value;
    else if (name !== "id" && name !== "retry") {
      throw new SyntaxError(`not a line of an event stream: ${line}`);
    }
  }

  #complete(events: StreamEvent[]): void {
    if (this.#data.length > 0) {
      const data = this.#data.join("\n");
      events.push(this.#event === undefined ? { data } : { event: this.#event, data });
    }
    this.#event = undefined;
    this.#data = [];
    this.#held = 0;
  }
}
