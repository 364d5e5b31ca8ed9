import { visible } from "../../core/visible.ts";
import { answerLines } from "./answer_lines.ts";
import { objectText } from "../../values/mod.ts";
import { linesOf, print, READER_GONE, ReaderGone, textOf } from "./pipe.ts";

/** A wrong line with a known id, as JSON text. */
export class BadLine extends TypeError {
  constructor(message: string, readonly id: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/**
 * A pipe: answers every line of standard input with a line of standard output, in the same order, as soon as
 * it can.
 *
 * @param answer The answer to the text of a line, in parts. If it throws a SyntaxError, TypeError or
 * RangeError, the line is wrong, and the answer is its number and the message.
 * @returns Whether all lines were good.
 * @throws {ReaderGone} If nobody reads the answers any more.
 */
export async function answerInput(answer: (text: string) => Promise<Iterable<string>>): Promise<boolean> {
  let good = true;
  await answerLines(linesOf(Deno.stdin.readable), async ({ number, bytes }) => {
    try {
      return await answer(textOf(bytes));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
        throw error;
      }
      good = false;
      const id = error instanceof BadLine ? error.id : undefined;
      return [objectText({ line: `${number}`, id, error: JSON.stringify(error.message) })];
    }
  }, async (parts) => await print(ended(parts)));
  return good;
}

/** Prints remarks about an answered line on standard error. */
export function tellRemarks(
  { id, remarks }: { readonly id: string; readonly remarks: readonly string[] },
): void {
  for (const remark of remarks) console.error(visible(`Line with the id ${id}: ${remark}`));
}

/** One by one: all together may be too long for a string. */
function* ended(parts: Iterable<string>): Generator<string> {
  yield* parts;
  yield "\n";
}

/**
 * Prints a pipe's usage, or runs it; ends the process quietly when nobody reads on, as filters do.
 *
 * @param asksForHelp Whether only the usage is asked for.
 */
export async function usageOr(
  usage: string,
  asksForHelp: boolean,
  pipe: () => Promise<boolean>,
): Promise<boolean> {
  try {
    if (!asksForHelp) return await pipe();
    await print([usage]);
    return true;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    Deno.exit(READER_GONE); // by now the programs that ran have been stopped
  }
}
