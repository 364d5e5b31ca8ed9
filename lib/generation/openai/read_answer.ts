import type { Reply } from "../../core/types.ts";
import { Allowance } from "../requests/allowance.ts";
import { BoundedBody, strictDecoder } from "../requests/bounded_body.ts";
import { sentJson } from "../json.ts";
import type { Watch } from "../requests/timeouts.ts";
import { Answer, type AnswerContext } from "./answer.ts";
import { EventStream, type StreamEvent } from "./event_stream.ts";
import { addressHint, connectionFailure, errorInAnswer, garbageFailure } from "./failure.ts";

/** The time to wait for the end of the body after the end of the answer, milliseconds; then the connection is closed. */
const LINGER_MS = 1_000;

/** The messages of the JSON parser when the text ends too early. */
const BROKEN_OFF = /end of JSON|Unterminated/;

/** The facts about a request whose answer is read as it comes. */
export interface ReplyContext extends AnswerContext {
  /** The watch over the request, which each token restarts. */
  readonly watch: Watch;
  readonly idleMs: number;
  /** When the request was sent, as a `performance.now` time. */
  readonly sentAt: number;
}

/**
 * Reads an answer: an event stream, or one JSON object if a server does not stream.
 *
 * @throws {ModelError} If there is no complete answer.
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
  /** The text so far, until its format is clear, then undefined; the whole text if it is one JSON object. */
  #beginning: string | undefined = "";
  /** Whether the answer is one JSON object. */
  #whole = false;
  /** Whether the answer has reported its end, and whether the body has ended. */
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

  /** Waits briefly for the end of the body, so that its connection can serve the next request. */
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
      if (data.trim() === "" || event === "ping") continue; // an empty event, which keeps the connection open
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
