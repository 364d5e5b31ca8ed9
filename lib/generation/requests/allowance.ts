import { Buffer } from "node:buffer";
import { ModelError } from "../../core/errors.ts";
import type { Prompt } from "../../core/types.ts";

const MIB = 2 ** 20;

/** How long an answer may be, bytes after decompression. */
export interface Limits {
  /** All of it, with what is around the text. */
  readonly body: number;
  /** A line, an event or an answer in one piece of JSON, which has to be held whole; characters. */
  readonly piece: number;
  /** What the model wrote, its thoughts included, in UTF-8. */
  readonly text: number;
  /** What has this limit, for the sentence, e.g. `an answer of at most 100 tokens`. */
  readonly expected: string;
  /** What to do if more is meant to come. */
  readonly remedy?: string;
}

/** The longest piece in an answer to one prompt: the worst JSON takes twenty times its size in memory. */
const LONGEST_PIECE = 12 * MIB;

/** Most bytes for each token of a text. Four are usual; the longest token, of many spaces, has some 256. */
const TEXT_BYTES = 64;

/**
 * Most bytes for each token of a stream. Chunks of OpenAI's interface have 200 to 400, Ollama's lines 150; with the
 * probabilities of twenty other tokens and their bytes, nobody's have more than 3,500.
 */
const STREAM_BYTES = 4096;

/** Most bytes for each byte of a prompt: Ollama's last line has its tokens as numbers, others repeat it with `\u0000`. */
const PROMPT_BYTES = 16;

/** The longest completion, which may repeat the prompt. @param promptBytes Of all messages. */
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

/** Most bytes per byte of a text that comes with token probabilities: four names, three numbers, a place. */
const ECHO_BYTES = 256;

/** The longest text that is given back token by token. @param textBytes Of what was sent. */
export function echoLimits(textBytes: number): Limits {
  const bytes = Math.min(LONGEST_PIECE, ECHO_BYTES * textBytes + MIB);
  return whole(bytes, `an echo of ${textBytes} bytes with log-probabilities`);
}

/** Most bytes of one embedding: 12,288 numbers, the most of any model, of 28 characters each. */
const EMBEDDING_BYTES = 12_288 * 28;

/** The longest answer with so many embeddings. */
export function embeddingLimits(texts: number): Limits {
  return whole(EMBEDDING_BYTES * texts + MIB, `the embeddings of ${texts} texts`);
}

/** What a server tells of itself and its models: lists of thousands, or one with its template, licence and tensors. */
export const DESCRIPTION_LIMITS: Limits = whole(4 * MIB, "a description of the server and its models");

/** What a server says while it fetches a model, a line every 60 ms: for days, but little at a time. */
export const PULL_LIMITS: Limits = {
  ...whole(1024 * MIB, "the progress of fetching a model"),
  piece: MIB / 16,
};

function whole(bytes: number, expected: string): Limits {
  return { body: bytes, piece: bytes, text: bytes, expected };
}

/** What is left of the limits of one answer, as it comes. */
export class Allowance {
  readonly #who: string;
  readonly #limits: Limits;
  #body = 0;
  #text = 0;

  /** @param who Whose answer it is, e.g. `The Ollama server at http://127.0.0.1:11434`. */
  constructor(who: string, limits: Limits) {
    this.#who = who;
    this.#limits = limits;
  }

  /** Counts bytes that came. @throws {ModelError} If they are too many. */
  came(bytes: number): void {
    this.#body += bytes;
    if (this.#body > this.#limits.body) throw this.#excess("", this.#limits.body);
  }

  /** Checks the length of what has to be held before it can be read. @throws {ModelError} If it is too long. */
  held(characters: number): void {
    if (characters > this.#limits.piece) throw this.#excess(" in one piece", this.#limits.piece);
  }

  /** Counts what the model wrote. @throws {ModelError} If it is too much. */
  wrote(text: string): void {
    this.#text += Buffer.byteLength(text, "utf8");
    if (this.#text > this.#limits.text) throw this.#excess(" of text", this.#limits.text);
  }

  /** Asking again would take as long and end the same way. */
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

/** No text has more bytes per token than this on average, unless tokens of it are missing. */
export const MAX_BYTES_A_TOKEN = 8;

/** Prompts of fewer bytes than this fit into every model's context, whatever it is. */
export const ALWAYS_FITS_BYTES = 4096;

/** How long a prompt is in UTF-8, bytes: all texts of a conversation, without the chat template. */
export function promptBytes(prompt: Prompt): number {
  if (typeof prompt === "string") return Buffer.byteLength(prompt, "utf8");
  return prompt.reduce((sum, { content }) => sum + Buffer.byteLength(content, "utf8"), 0);
}
