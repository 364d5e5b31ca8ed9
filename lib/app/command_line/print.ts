import { DataError } from "../../core/errors.ts";

/** The exit status when nobody reads the output any more, as shells define it (SIGPIPE). */
export const READER_GONE = 141;

/** The error that nobody reads the output any more, after which the command ends quietly, as filters do. */
export class ReaderGone extends Error {}

/** The maximum number of characters that are written at a time, unless one text has more. */
const BLOCK = 1 << 20;

/**
 * Writes texts to standard output.
 *
 * @throws {ReaderGone} If nobody reads it any more.
 * @throws {DataError} If it cannot be written for another reason, e.g. a full disk.
 */
export async function print(texts: Iterable<string>): Promise<void> {
  let block = "";
  for (const text of texts) {
    if (block.length + text.length > BLOCK) {
      await write(block);
      block = "";
    }
    block += text;
  }
  await write(block);
}

async function write(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
  } catch (cause) {
    if (cause instanceof Deno.errors.BrokenPipe) throw new ReaderGone("nobody reads the answers", { cause });
    throw new DataError(`Cannot write to standard output: ${(cause as Error).message}`, { cause });
  }
}
