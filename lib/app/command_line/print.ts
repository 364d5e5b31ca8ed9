import { DataError } from "../../core/errors.ts";

/** Exit status when nobody reads the answers any more, as shells count it (SIGPIPE). */
export const READER_GONE = 141;

/** Nobody reads the answers any more: the command ends quietly, as any filter. */
export class ReaderGone extends Error {}

/** Characters written at a time, unless one text has more. */
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
