import type { ModelError } from "../../core/errors.ts";
import type { Allowance } from "./allowance.ts";
import { isTangled } from "../json.ts";
import type { Watch } from "./timeouts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The size of the buffer, bytes: tokens are short, and the reader's own buffers of 64 KiB for each piece are slow. */
const BUFFER_BYTES = 16_384;

/** The maximum time for which reading may keep other events, e.g. an interrupt, waiting, milliseconds. */
const TURN_MS = 20;

/** When other events last had their turn: shared by all bodies, as busy bodies would otherwise only alternate. */
let lastTurn = 0;

/** The maximum number of characters of a refusal that are read, and of one that is tangled JSON. */
const [LONGEST_WORDS, LONGEST_TANGLE] = [65_536, 1_000];

/**
 * The body of a server's answer, which is read piece by piece and never beyond its allowance. Bytes are counted after
 * decompression, and the rest of a longer body is not read from the connection.
 */
export class BoundedBody {
  readonly #watch: Watch | undefined;
  readonly #allowance: Allowance | undefined;
  #reader: ReadableStreamBYOBReader | undefined;
  #buffer: Bytes | undefined;

  /** @param allowance The limits; they may be left out if only `words` are read. */
  constructor(response: Response, watch?: Watch, allowance?: Allowance) {
    this.#reader = response.body ? readerOf(response.body) : undefined;
    this.#watch = watch;
    this.#allowance = allowance;
  }

  /** Whether the body has ended or was closed. */
  get ended(): boolean {
    return this.#reader === undefined;
  }

  /**
   * The next bytes; undefined at the end. They are in a buffer that the next read overwrites.
   *
   * @throws {ModelError} If there are more bytes than the allowance has, or none come for too long.
   * @throws {Error} The error of `fetch` if the connection breaks or the bytes cannot be decompressed.
   */
  read(): Promise<Bytes | undefined> {
    return this.#next(1);
  }

  /** The next bytes. @param min The number of bytes to wait for, unless the end comes before. */
  async #next(min: number): Promise<Bytes | undefined> {
    await turn();
    if (!this.#reader) return undefined;
    const reading = this.#reader.read(this.#buffer ?? new Uint8Array(BUFFER_BYTES), { min });
    const { done, value } = await (this.#watch?.race(reading) ?? reading);
    if (value) this.#buffer = new Uint8Array(value.buffer);
    if (done) this.#reader = undefined; // the last bytes may be fewer than `min`
    this.#allowance?.came(value?.length ?? 0);
    return value?.length ? value : undefined;
  }

  /** The whole body in large pieces, since a text that is assembled from single characters takes thirty times its size. */
  async *#pieces(): AsyncGenerator<Bytes, void> {
    for (let bytes; (bytes = await this.#next(BUFFER_BYTES));) yield bytes;
  }

  /**
   * The whole body as one text, which has to be within the limit of one piece.
   *
   * @param decode Decodes the next bytes; called without bytes at the end.
   * @throws As `read`, and the errors of `decode`.
   */
  async text(decode = decoder()): Promise<string> {
    let text = "";
    for await (const bytes of this.#pieces()) {
      text += decode(bytes);
      this.#allowance?.held(text.length);
    }
    return text + decode();
  }

  /** The beginning of a refusal's text. The rest is not read. */
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

  /** Closes the connection. An error is ignored: if the connection has failed already, there is nothing left to close. */
  close(): void {
    if (this.#reader) Promise.allSettled([this.#reader.cancel()]);
    this.#reader = undefined;
  }
}

/** The reader of a body; a body that is not from `fetch` may have only a default reader, which is used in the same way. */
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
 * A decoder of UTF-8 as its bytes come; it is called without bytes at the end.
 *
 * @param garbage Makes the failure if the bytes are not UTF-8.
 * @param ignoreBOM Whether a byte order mark is kept as a character. @default false
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

/** Gives a turn to timers, signals and other requests, since reading available bytes gives them none. */
async function turn(): Promise<void> {
  if (performance.now() - lastTurn < TURN_MS) return;
  await new Promise((resolve) => setTimeout(resolve, 0));
  lastTurn = performance.now();
}
