import { ModelError } from "../../core/errors.ts";
import type { Finish, Reply } from "../../core/types.ts";
import { garbage } from "./failures.ts";
import { isObject, type JsonObject } from "../json.ts";
import type { Allowance } from "../requests/allowance.ts";
import type { OllamaServer } from "./server.ts";

/** Repetitions from which a completion counts as looping; Ollama ends one at the 32nd token that equals the one before it. */
const LOOP_REPEATS = 30;

/** A completion that is assembled from the pieces of a stream. */
export class StreamedReply {
  text = "";
  /** The thoughts of a reasoning model. */
  reasoning = "";
  readonly #server: OllamaServer;
  readonly #started: number;
  readonly #allowance: Pick<Allowance, "wrote">;
  #firstTokenMs: number | undefined;
  #last: JsonObject = {};
  #token = "";
  #times = 0;

  /** @param started When the request was sent, as a `performance.now` time. */
  constructor(server: OllamaServer, started: number, allowance: Pick<Allowance, "wrote">) {
    this.#server = server;
    this.#started = started;
    this.#allowance = allowance;
  }

  /**
   * Adds one object of `/api/generate` or `/api/chat`.
   *
   * @throws {ModelError} If it is not such an object.
   */
  add(object: JsonObject): void {
    const { message } = object;
    if (message !== undefined && !isObject(message)) throw this.#strange(object);
    if ([(message ?? object).tool_calls ?? []].flat()[0]) throw this.#strange(object); // no tool was offered
    const text = this.#piece(message ? message.content : object.response, object);
    const thought = this.#piece(message ? message.thinking : object.thinking, object);
    this.#last = object;
    if (text === undefined && thought === undefined && object.done === undefined) throw this.#strange(object);
    if (!text && !thought) return;
    this.#firstTokenMs ??= performance.now() - this.#started;
    this.#allowance.wrote(`${text ?? ""}${thought ?? ""}`);
    if (text) this.text += text;
    if (thought) this.reasoning += thought;
    this.#count((text || thought || "").trim());
  }

  /** Whether the completion ends with many repetitions of one token, at which the server gives up silently. */
  get looping(): boolean {
    return this.#times >= LOOP_REPEATS;
  }

  /**
   * The complete reply.
   *
   * @param maxTokens The limit that was asked for.
   * @param finish The reason why it ended, if the last object does not give it.
   * @throws {ModelError} If the server did not end it in a way that makes it complete.
   */
  reply(maxTokens: number, finish?: Finish): Reply {
    if (this.#last.truncated === true) {
      throw new ModelError(
        `${this.#server.who} cut a prompt, as it says; shorten it, or use a longer context`,
        { failure: "prompt-too-long" },
      );
    }
    if (!this.text.isWellFormed()) throw garbage(this.#server, "a text that is not Unicode");
    const empty = this.text === "" && this.reasoning === "";
    const completionTokens = this.#tokens("eval_count") ?? (finish || !empty ? undefined : 0);
    return {
      text: this.text,
      finish: finish ?? this.#finish(maxTokens, completionTokens),
      reasoning: this.reasoning || undefined,
      promptTokens: this.#tokens("prompt_eval_count"),
      completionTokens,
      firstTokenMs: this.#firstTokenMs,
      totalMs: performance.now() - this.#started,
    };
  }

  /** The reason why the reply ended; servers from before 2024 give none. */
  #finish(maxTokens: number, completionTokens = 0): Finish {
    const given = this.#last.done_reason ?? "";
    const reason = given === "" ? completionTokens >= maxTokens ? "length" : "stop" : given;
    if (reason === "stop" || reason === "length") return reason;
    const loaded = reason === "load" || reason === "unload";
    const what = loaded
      ? `only ${reason}ed the model`
      : `ended its answer for the reason ${JSON.stringify(reason)}`;
    throw new ModelError(`${this.#server.who} ${what}, so the completion may not be whole; ask again`, {
      failure: "unfinished",
    });
  }

  #tokens(name: "eval_count" | "prompt_eval_count"): number | undefined {
    const count = this.#last[name] ?? undefined;
    if (count === undefined || (Number.isSafeInteger(count) && Number(count) >= 0)) {
      return count as number | undefined;
    }
    throw garbage(this.#server, `an invalid count of tokens: ${JSON.stringify(count)}`);
  }

  #piece(value: unknown, object: JsonObject): string | undefined {
    if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
    throw this.#strange(object);
  }

  #count(token: string): void {
    this.#times = token === this.#token ? this.#times + 1 : 1;
    this.#token = token;
  }

  #strange(object: JsonObject): ModelError {
    return garbage(this.#server, "a line that is not part of a completion", JSON.stringify(object));
  }
}
