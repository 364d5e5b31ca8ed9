import { Buffer } from "node:buffer";
import { ModelError } from "../../core/errors.ts";
import type { Prompt } from "../../core/types.ts";

const MIB = 2 ** 20;

/** The maximum size of an answer, bytes after decompression. */
export interface Limits {
  /** The maximum of the whole body, including everything around the text. */
  readonly body: number;
  /** The maximum of a line, an event or an answer in one piece of JSON, which has to be held in memory whole; characters. */
  readonly piece: number;
  /** The maximum of the model's text, including its thoughts, in UTF-8. */
  readonly text: number;
  /** The expected answer, for messages, e.g. `an answer of at most 100 tokens`. */
  readonly expected: string;
  /** What to do if a longer answer is intended. */
  readonly remedy?: string;
}

/** The maximum of a piece in an answer to one prompt, characters: the worst JSON takes twenty times its size in memory. */
const LONGEST_PIECE = 12 * MIB;

/** The bytes allowed for each token of a text. Four are usual; the longest token, of many spaces, has some 256. */
const TEXT_BYTES = 64;

/**
 * The bytes allowed for each token of a stream. Chunks of OpenAI's interface have 200 to 400, Ollama's lines 150; with the
 * probabilities of twenty other tokens and their bytes, none has more than 3,500.
 */
const STREAM_BYTES = 4096;

/** The bytes allowed per byte of a prompt: Ollama's last line has its tokens as numbers, others repeat it with `\u0000`. */
const PROMPT_BYTES = 16;

/** The limits of a completion, which may repeat the prompt. @param promptBytes The bytes of all messages. */
export function completionLimits(maxTokens: number, promptBytes: number): Limits {
  const text = TEXT_BYTES * maxTokens + MIB + promptBytes;
  const prompt = PROMPT_BYTES * promptBytes;
  return {
    text,
    piece: Math.min(LONGEST_PIECE, text + prompt),
    body: STREAM_BYTES * maxTokens + MIB + prompt,
    expected: `an answer of at most ${maxTokens} tokens`,
    remedy: "raise maxTokens if it may be that long, else ",
  };
}

/** The bytes allowed per byte of a text with token probabilities: four names, three numbers, an offset. */
const ECHO_BYTES = 256;

/** The limits of a text that is returned token by token. @param textBytes The bytes of the text that was sent. */
export function echoLimits(textBytes: number): Limits {
  const bytes = Math.min(LONGEST_PIECE, ECHO_BYTES * textBytes + MIB);
  return whole(bytes, `an echo of ${textBytes} bytes with log-probabilities`);
}

/** The bytes allowed for one embedding: 12,288 numbers, the most of any model, of 28 characters each. */
const EMBEDDING_BYTES = 12_288 * 28;

/** The limits of an answer with the embeddings of a number of texts. */
export function embeddingLimits(texts: number): Limits {
  return whole(EMBEDDING_BYTES * texts + MIB, `the embeddings of ${texts} texts`);
}

/** The limits of a description: a list of thousands of models, or one model with its template, licence and tensors. */
export const DESCRIPTION_LIMITS: Limits = whole(4 * MIB, "a description of the server and its models");

/** The limits of the progress of fetching a model, a short line every 60 ms, which may go on for days. */
export const PULL_LIMITS: Limits = {
  ...whole(1024 * MIB, "the progress of fetching a model"),
  piece: MIB / 16,
};

function whole(bytes: number, expected: string): Limits {
  return { body: bytes, piece: bytes, text: bytes, expected };
}

/** A count of the bytes of one answer as it comes, against its limits. */
export class Allowance {
  readonly #who: string;
  readonly #limits: Limits;
  #body = 0;
  #text = 0;

  /** @param who The name of the server in messages, e.g. `The Ollama server at http://127.0.0.1:11434`. */
  constructor(who: string, limits: Limits) {
    this.#who = who;
    this.#limits = limits;
  }

  /** Counts received bytes. @throws {ModelError} If they are too many. */
  came(bytes: number): void {
    this.#body += bytes;
    if (this.#body > this.#limits.body) throw this.#excess("", this.#limits.body);
  }

  /** Checks the length of a text that has to be held in memory whole. @throws {ModelError} If it is too long. */
  held(characters: number): void {
    if (characters > this.#limits.piece) throw this.#excess(" in one piece", this.#limits.piece);
  }

  /** Counts the text of the model. @throws {ModelError} If it is too long. */
  wrote(text: string): void {
    this.#text += Buffer.byteLength(text, "utf8");
    if (this.#text > this.#limits.text) throw this.#excess(" of text", this.#limits.text);
  }

  /** The failure for too long an answer; without retry, since asking again would take as long and end the same way. */
  #excess(what: string, limit: number): ModelError {
    const { expected, remedy = "" } = this.#limits;
    const mib = Number((limit / MIB).toFixed(1));
    return new ModelError(
      `${this.#who} sent more than ${mib} MiB${what} where ${expected} was expected; ` +
        `${remedy}check that a model server answers there and that nothing changes its answers`,
      { failure: "garbage", retry: false },
    );
  }
}

/** The maximum average number of bytes per token: a text with more must lack tokens. */
export const MAX_BYTES_A_TOKEN = 8;

/** The number of bytes up to which a prompt fits into the context of any model. */
export const ALWAYS_FITS_BYTES = 4096;

/** The length of a prompt in UTF-8, bytes: all texts of a conversation, without the chat template. */
export function promptBytes(prompt: Prompt): number {
  if (typeof prompt === "string") return Buffer.byteLength(prompt, "utf8");
  return prompt.reduce((sum, { content }) => sum + Buffer.byteLength(content, "utf8"), 0);
}
