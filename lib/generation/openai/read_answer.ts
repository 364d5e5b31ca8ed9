import type { Reply } from "../../core/types.ts";
import { Allowance } from "../requests/allowance.ts";
import { BoundedBody, strictDecoder } from "../requests/bounded_body.ts";
import { sentJson } from "../json.ts";
import type { Watch } from "../requests/timeouts.ts";
import { Answer, type AnswerContext } from "./answer.ts";
import { EventStream, type StreamEvent } from "./event_stream.ts";
import { addressHint, connectionFailure, errorInAnswer, garbageFailure } from "./failure.ts";

/** How long the end of a body may take after the answer's own end, milliseconds; then the connection is given up. */
const LINGER_MS = 1_000;

/** How the JSON parser says that its text ended too early. */
const BROKEN_OFF = /end of JSON|Unterminated/;

/** What is known of a request whose answer is read as it comes. */
export interface ReplyContext extends AnswerContext {
  /** Watches over the request; restarted by each token. */
  readonly watch: Watch;
  readonly idleMs: number;
  /** When the request was sent, as `performance.now()` tells. */
  readonly sentAt: number;
}

/**
 * Reads an answer: an event stream, or one JSON object where a server does not stream.
 *
 * @throws {ModelError} If there is no whole answer.
 */
export async function readAnswer(response: Response, context: ReplyContext): Promise<Reply> {
  const { sentAt } = context;
  const reader = new AnswerReader(context);
  await reader.read(response);
  const { answer, firstTokenAt } = reader;
  const firstToken = firstTokenAt === undefined ? {} : { firstTokenMs: firstTokenAt - sentAt };
  return { ...answer.whole(), ...firstToken, totalMs: performance.now() - sentAt };
}

class AnswerReader {
  readonly answer: Answer;
  firstTokenAt: number | undefined;
  readonly #context: ReplyContext;
  readonly #decode: (bytes?: Uint8Array<ArrayBuffer>) => string;
  readonly #allowance: Allowance;
  readonly #events: EventStream;
  /** What came, until its format is clear; then undefined. All of it, if it is one JSON object. */
  #beginning: string | undefined = "";
  /** Whether it is one JSON object. */
  #whole = false;
  /** Whether the answer said that it is at its end, and whether the body is. */
  #done = false;
  #ended = false;

  constructor(context: ReplyContext) {
    this.#context = context;
    this.#decode = strictDecoder((what) => garbageFailure(what, context));
    this.#allowance = new Allowance(context.endpoint.who, context.limits);
    this.#events = new EventStream(this.#allowance);
    this.answer = new Answer(context, this.#allowance);
  }

  async read(response: Response): Promise<void> {
    const body = new BoundedBody(response, this.#context.watch, this.#allowance);
    try {
      for (let bytes; !this.#done && (bytes = await this.#next(body));) this.#take(this.#decode(bytes));
      if (body.ended) this.#end();
      else await this.#linger(body);
    } finally {
      body.close();
    }
  }

  /** Lets a body end soon, so that its connection can serve the next request. */
  async #linger(body: BoundedBody): Promise<void> {
    this.#context.watch.restart(LINGER_MS);
    await Promise.allSettled([body.read()]);
  }

  async #next(body: BoundedBody): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await body.read();
    } catch (error) {
      throw connectionFailure(error, this.#context, true);
    }
  }

  #take(text: string): void {
    if (this.#beginning === undefined) return this.#takeEvents(() => this.#events.push(text));
    this.#beginning += text;
    this.#allowance.held(this.#beginning.length);
    const [first] = this.#whole ? "{" : text.trimStart();
    this.#whole = first === "{";
    if (first === undefined || this.#whole) return;
    if (first === "<") {
      throw garbageFailure(`a web page; ${addressHint(this.#context.endpoint)}`, this.#context);
    }
    const events = this.#beginning;
    this.#beginning = undefined;
    this.#takeEvents(() => this.#events.push(events));
  }

  #end(): void {
    this.#take(this.#decode());
    this.#ended = true;
    if (this.#beginning === undefined) this.#takeEvents(() => this.#events.end());
    else if (this.#beginning.trim() !== "") this.#token(this.answer.take(this.#parse(this.#beginning)));
  }

  #takeEvents(next: () => StreamEvent[]): void {
    let events: StreamEvent[];
    try {
      events = next();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw garbageFailure(error.message, this.#context);
    }
    for (const { event, data } of events) {
      if (this.#done) return;
      if (data.trim() === "" || event === "ping") continue; // which keeps the connection open
      if (data.trim() === "[DONE]") this.#done = true;
      else if (event === "error") throw errorInAnswer(data, this.#context);
      else this.#token(this.answer.take(this.#parse(data)));
    }
  }

  #parse(text: string): unknown {
    return sentJson(
      text,
      (flaw, { message }) =>
        this.#ended && BROKEN_OFF.test(message)
          ? connectionFailure("it ends within a line", this.#context, true)
          : garbageFailure(`what is ${flaw}: ${text}`, this.#context),
    );
  }

  #token(came: boolean): void {
    if (!came) return;
    this.firstTokenAt ??= performance.now();
    this.#context.watch.restart(this.#context.idleMs);
  }
}
