import type { ModelError } from "../../core/errors.ts";
import type { Allowance } from "./allowance.ts";
import { isTangled } from "../json.ts";
import type { Watch } from "./timeouts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Tokens are short; the reader's own buffers are 64 KiB for each piece, which costs more than all the rest. */
const BUFFER_BYTES = 16_384;

/** How long reading may leave everything else without a turn, e.g. an interrupt, milliseconds. */
const TURN_MS = 20;

/** When all else last had its turn: shared by all bodies, or busy ones would only pass it to each other. */
let lastTurn = 0;

/** Most characters of a refusal that are read, and most of one that nobody could make sense of. */
const [LONGEST_WORDS, LONGEST_TANGLE] = [65_536, 1_000];

/**
 * The body of a server's answer, read piece by piece and never further than it is allowed to go. Bytes are counted after
 * decompression, and the rest of a longer body is not taken from the connection.
 */
export class BoundedBody {
  readonly #watch: Watch | undefined;
  readonly #allowance: Allowance | undefined;
  #reader: ReadableStreamBYOBReader | undefined;
  #buffer: Bytes | undefined;

  /** @param allowance May be left out where only `words` are read. */
  constructor(response: Response, watch?: Watch, allowance?: Allowance) {
    this.#reader = response.body ? readerOf(response.body) : undefined;
    this.#watch = watch;
    this.#allowance = allowance;
  }

  /** Whether it has ended or was closed. */
  get ended(): boolean {
    return this.#reader === undefined;
  }

  /**
   * The next bytes; undefined at the end. They stand in one buffer, only until the next are read.
   *
   * @throws {ModelError} If there are more than the allowance has, or none come for too long.
   * @throws {Error} What `fetch` throws when the connection breaks or the bytes cannot be decompressed.
   */
  read(): Promise<Bytes | undefined> {
    return this.#next(1);
  }

  /** @param min How many bytes to wait for, unless the end comes before. */
  async #next(min: number): Promise<Bytes | undefined> {
    await turn();
    if (!this.#reader) return undefined;
    const reading = this.#reader.read(this.#buffer ?? new Uint8Array(BUFFER_BYTES), { min });
    const { done, value } = await (this.#watch?.race(reading) ?? reading);
    if (value) this.#buffer = new Uint8Array(value.buffer);
    if (done) this.#reader = undefined; // there may be some bytes, yet fewer than were waited for
    this.#allowance?.came(value?.length ?? 0);
    return value?.length ? value : undefined;
  }

  /** All of it, in large pieces: a text assembled from single characters takes thirty times its size. */
  async *#pieces(): AsyncGenerator<Bytes, void> {
    for (let bytes; (bytes = await this.#next(BUFFER_BYTES));) yield bytes;
  }

  /**
   * All of it as one text, which has to be short enough for one piece.
   *
   * @param decode Decodes the next bytes, and none at the end.
   * @throws As `read`, and what `decode` throws.
   */
  async text(decode = decoder()): Promise<string> {
    let text = "";
    for await (const bytes of this.#pieces()) {
      text += decode(bytes);
      this.#allowance?.held(text.length);
    }
    return text + decode();
  }

  /** The words with which a server refuses, as far as anybody could read them. The rest is not taken. */
  async words(): Promise<string> {
    const decode = decoder();
    let text = "";
    for await (const bytes of this.#pieces()) {
      text += decode(bytes);
      if (text.length >= LONGEST_WORDS) break;
    }
    this.close();
    return text.slice(0, isTangled(text) ? LONGEST_TANGLE : LONGEST_WORDS);
  }

  /** Closes the connection. Where it already failed, so does this, and there is nothing left to close. */
  close(): void {
    if (this.#reader) Promise.allSettled([this.#reader.cancel()]);
    this.#reader = undefined;
  }
}

/** A body not from `fetch` may have no reader that fills a buffer; its usual one is used the same way. */
function readerOf(body: ReadableStream<Bytes>): ReadableStreamBYOBReader {
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return body.getReader() as unknown as ReadableStreamBYOBReader;
  }
}

function decoder(): (bytes?: Bytes) => string {
  const lenient = new TextDecoder();
  return (bytes) => lenient.decode(bytes, { stream: bytes !== undefined });
}

/**
 * Decodes UTF-8 as its bytes come, and none at the end.
 *
 * @param garbage The failure where bytes are no UTF-8.
 * @param ignoreBOM Whether a byte order mark is a character as any other. @default false
 */
export function strictDecoder(
  garbage: (what: string) => ModelError,
  ignoreBOM: boolean = false,
): (bytes?: Bytes) => string {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM });
  return (bytes) => {
    try {
      return strict.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      if (error instanceof TypeError) throw garbage("bytes that are not UTF-8");
      throw error;
    }
  };
}

/** Gives a turn to timers, signals and other requests: bytes that are there already are read without one. */
async function turn(): Promise<void> {
  if (performance.now() - lastTurn < TURN_MS) return;
  await new Promise((resolve) => setTimeout(resolve, 0));
  lastTurn = performance.now();
}
