import { ModelError } from "../../core/errors.ts";
import type { Finish, Reply } from "../../core/types.ts";
import { Allowance, type Limits } from "../requests/allowance.ts";
import { isObject, type JsonObject, text } from "../json.ts";
import { quote } from "../requests/failures.ts";
import { count, readComplaint } from "./complaint.ts";
import { answerFailure, type Circumstances, errorInAnswer, garbageFailure } from "./failure.ts";

/** The reasons why an answer ends: OpenAI's first, then those of other servers. */
const FINISHES: Readonly<Record<string, Finish>> = {
  stop: "stop",
  length: "length",
  content_filter: "refusal",
  ...{ eos: "stop", eos_token: "stop", stop_sequence: "stop", end_turn: "stop", complete: "stop" },
  ...{ model_length: "length", max_tokens: "length", repetition: "looping" },
  ...{ refusal: "refusal", safety: "refusal", recitation: "refusal", blocklist: "refusal" },
  ...{ prohibited_content: "refusal", spii: "refusal" },
};

/** The reasons that mean a failure of the server. */
const BROKEN = ["error", "abort", "aborted", "cancelled", "insufficient_system_resource"];

/** The repetitions of one token, white space aside, after which an Ollama server may end an answer without a reason. */
const OLLAMAS_PATIENCE = 30;

/** The types of parts that servers give an answer that is a list of parts. */
const [TEXTS, THOUGHTS]: readonly (readonly unknown[])[] = [
  ["text", "output_text", "summary_text"],
  ["thinking", "reasoning"],
];

/** The facts about a request that the reader of its answer needs. */
export interface AnswerContext extends Circumstances {
  readonly limits: Limits;
  /** The stop texts of the request. */
  readonly stop: readonly string[];
  /** Whether the server is an Ollama server. */
  readonly ollama: boolean;
  /** Called with the model that the answer names, and with the provider if the server only forwards requests. */
  readonly answeredAs?: (model: string, provider?: string) => void;
}

/** An answer that is assembled from chunks or from one piece. */
export class Answer {
  readonly #context: AnswerContext;
  readonly #allowance: Pick<Allowance, "wrote">;
  readonly #pieces: string[] = [];
  #reasoning = "";
  #refusal = "";
  #finish: Finish | undefined;
  #usage: Pick<Reply, "promptTokens" | "completionTokens"> = {};
  #repeats = 0;
  /** The last chunk without a choice. */
  #unchosen: JsonObject | undefined;
  #model: string | undefined;
  #provider: string | undefined;

  constructor(context: AnswerContext, allowance: Pick<Allowance, "wrote">) {
    this.#context = context;
    this.#allowance = allowance;
  }

  /**
   * Adds a chunk, or a whole answer.
   *
   * @returns Whether the chunk has text or the reason of the end.
   * @throws {ModelError} If the chunk reports a failure of the server, or is not in OpenAI's format.
   */
  take(chunk: unknown): boolean {
    if (!isObject(chunk)) throw this.#garbage("a chunk that is no object", chunk);
    if (chunk.error || chunk.object === "error") throw errorInAnswer(chunk, this.#context);
    this.#count(chunk.usage);
    const { choices, model, provider } = chunk;
    this.#model = text(model) ?? this.#model;
    this.#provider = text(provider) ?? this.#provider;
    const some = choices ?? (isObject(chunk.usage) ? [] : undefined);
    if (!Array.isArray(some) || some.length > 1) throw this.#garbage("a chunk without one choice", chunk);
    const [choice = undefined] = some;
    if (choice === undefined) {
      this.#unchosen = chunk;
      return false;
    }
    if (!isObject(choice) || (choice.index ?? 0) !== 0) {
      throw this.#garbage("a choice nobody asked for", chunk);
    }
    if (choice.error) throw errorInAnswer(choice.error, this.#context);
    const came = this.#takeText(choice, chunk);
    return this.#end(choice, chunk) || came;
  }

  /**
   * The complete answer.
   *
   * @throws {ModelError} If it ended without a reason, unless it is a looping answer of an Ollama server.
   */
  whole(): Omit<Reply, "firstTokenMs" | "totalMs"> {
    const looping = this.#context.ollama && this.#repeats >= OLLAMAS_PATIENCE ? "looping" : undefined;
    const finish = this.#finish ?? looping;
    const written = this.#pieces.join("");
    if (!finish) {
      const { endpoint: { who, key } } = this.#context;
      const isNothing = written + this.#refusal + this.#reasoning === "" && this.#unchosen;
      const instead = isNothing ? `: ${quote(key.redact(JSON.stringify(this.#unchosen)))}` : "";
      throw new ModelError(`${who} ended its answer without saying why${instead}`, { failure: "unfinished" });
    }
    if (this.#model) this.#context.answeredAs?.(this.#model, this.#provider);
    for (const text of [written, this.#refusal]) {
      if (!text.isWellFormed()) throw this.#garbage("a text that is not Unicode", text);
    }
    // Some servers leave the stop text in the answer, or write on; and some report the end at the limit as a stop, too.
    const ends = this.#context.stop.map((end) => written.indexOf(end)).filter((at) => at >= 0);
    const isFull = finish === "stop" && this.#usage.completionTokens === this.#context.maxTokens;
    const ended = ends.length > 0 ? "stop" : isFull ? "length" : finish;
    return {
      text: written.slice(0, Math.min(written.length, ...ends)) + this.#refusal,
      finish: this.#refusal === "" ? ended : "refusal",
      ...(this.#reasoning !== "" && { reasoning: this.#reasoning }),
      ...this.#usage,
    };
  }

  #takeText(choice: JsonObject, chunk: JsonObject): boolean {
    const part = choice.delta ?? choice.message ?? { content: choice.text };
    if (!isObject(part)) throw this.#garbage("a choice without a text", chunk);
    if (part.function_call || [part.tool_calls ?? []].flat().length > 0) {
      throw this.#garbage("the call of a tool that nobody offered", chunk);
    }
    const { content, thoughts } = this.#parted(part.content, chunk);
    const reasoned = part.reasoning_content || part.reasoning || thoughts;
    const [said, refusal, reasoning] = [content, part.refusal, reasoned]
      .map((piece) => this.#piece(piece, chunk));
    if (said !== "") this.#repeats = said.trim() === this.#pieces.at(-1)?.trim() ? this.#repeats + 1 : 0;
    if (said !== "") this.#pieces.push(said);
    this.#refusal += refusal;
    this.#reasoning += reasoning;
    this.#allowance.wrote(said + refusal + reasoning);
    const came = said + refusal + reasoning !== "";
    if (came && this.#finish) throw this.#garbage("more text after the end", chunk);
    return came;
  }

  /** The text and the thoughts of a content that is a list of parts, as some servers send it. */
  #parted(content: unknown, chunk: JsonObject): { readonly content: unknown; readonly thoughts?: string } {
    if (!Array.isArray(content)) return { content };
    const [texts, thoughts] = [[] as string[], [] as string[]];
    for (const part of content) {
      const { type, text, thinking, summary } = isObject(part) ? part : {};
      if (TEXTS.includes(type)) texts.push(this.#piece(text, chunk));
      else if (THOUGHTS.includes(type)) {
        thoughts.push(this.#piece(this.#parted(thinking ?? summary ?? text, chunk).content, chunk));
      } else throw this.#garbage("a text of another type", chunk);
    }
    return { content: texts.join(""), thoughts: thoughts.join("") };
  }

  #piece(piece: unknown, chunk: JsonObject): string {
    if (piece === undefined || piece === null) return "";
    if (typeof piece !== "string") throw this.#garbage("a text of another type", chunk);
    return piece;
  }

  #end({ finish_reason: reason }: JsonObject, chunk: JsonObject): boolean {
    if (reason === undefined || reason === null || reason === "") return false;
    const [name] = String(reason).toLowerCase().split(":"); // some servers give details after a colon
    if (BROKEN.includes(name)) throw errorInAnswer(`finish_reason ${reason}`, this.#context);
    const finish = Object.hasOwn(FINISHES, name) ? FINISHES[name] : undefined;
    if (!finish) throw this.#garbage(`an unknown way to end, ${JSON.stringify(reason)}`, chunk);
    if (finish !== "stop") this.#finish = finish;
    this.#finish ??= finish; // a stop after another reason only closes the stream
    return true;
  }

  #count(usage: unknown): void {
    if (!isObject(usage)) return;
    const [told, completionTokens] = [count(usage.prompt_tokens), count(usage.completion_tokens)];
    const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
    const cached = count(details.cached_tokens) ?? 0;
    this.#usage = {
      // If there are more cached tokens than tokens in all, the server counts only the others.
      ...(told === undefined ? {} : { promptTokens: cached > told ? told + cached : told }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
    };
  }

  #garbage(what: string, chunk: unknown): ModelError {
    return garbageFailure(`${what}: ${JSON.stringify(chunk)}`, this.#context);
  }
}

/**
 * The reply in a line of a batch's output, `{custom_id, response: {status_code, body}, error}`.
 *
 * @throws {ModelError} If the line reports that the request failed, or its body is not a complete answer; without `retry`,
 * since the file does not change.
 */
export function batchReply(line: JsonObject, context: AnswerContext): Reply {
  const response = isObject(line.response) ? line.response : {};
  const status = count(response.status_code);
  const complaint = line.error ?? undefined;
  try {
    if (status !== undefined && status >= 400) {
      throw answerFailure({ ...readComplaint(complaint ?? response.body), status }, context);
    }
    if (complaint !== undefined || !isObject(response.body)) {
      throw errorInAnswer(complaint ?? "the line has neither an answer nor an error", context);
    }
    const answer = new Answer(context, new Allowance(context.endpoint.who, context.limits));
    answer.take(response.body);
    return { ...answer.whole(), totalMs: 0 };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // The failure of one line must not fail the others.
    const failure = error.failure === "no-such-model" ? "refused-request" : error.failure;
    throw new ModelError(`In a batch, ${error.message}`, { failure, retry: false });
  }
}
