import { Buffer } from "node:buffer";
import { DataError } from "../../core/errors.ts";

/** A line of the input, without its end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** No string can be longer, in characters. */
const LONGEST_STRING = 2 ** 29 - 24;

/**
 * The text of a line.
 *
 * @throws {SyntaxError} If it is not UTF-8.
 * @throws {RangeError} If it is longer than a text can be.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_STRING) throw new RangeError(`the line is longer than ${LONGEST_STRING} bytes`);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new SyntaxError("the line is not UTF-8", { cause });
  }
}

const NEWLINE = 10;
const BLANK: readonly number[] = [32, 9, 13];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The lines that are not blank; a byte order mark before the first is left out. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line, void> {
  let number = 0;
  for await (const bytes of split(stream)) {
    number++;
    const marked = number === 1 && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
    const line = { number, bytes: bytes.subarray(marked ? BYTE_ORDER_MARK.length : 0) };
    if (line.bytes.some((byte) => !BLANK.includes(byte))) yield line;
  }
}

/** The bytes between line feeds. */
async function* split(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of stream) {
      let from = 0;
      for (let end; (end = chunk.indexOf(NEWLINE, from)) >= 0; from = end + 1) {
        yield Buffer.concat([...parts.splice(0), chunk.subarray(from, end)]);
      }
      parts.push(chunk.subarray(from));
    }
  } catch (cause) {
    throw new DataError(`Cannot read standard input: ${(cause as Error).message}`, { cause });
  }
  yield Buffer.concat(parts);
}
