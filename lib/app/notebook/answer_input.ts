import { visible } from "../../core/visible.ts";
import { answerLines } from "./answer_lines.ts";
import { objectText } from "../../values/json.ts";
import { linesOf, print, READER_GONE, ReaderGone, textOf } from "./pipe.ts";

/** A line that is wrong, whose id is known, as JSON text. */
export class BadLine extends TypeError {
  constructor(message: string, readonly id: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/**
 * A pipe: every line of standard input is answered by a line of standard output, in the same order, as soon as it is there.
 *
 * @param answer The answer to the text of a line, in parts. If it throws a SyntaxError, TypeError or RangeError, then the line
 * is wrong, and answered with its number and the message.
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

/** Says on standard error what should be known about a line that is answered. */
export function tellRemarks(
  { id, remarks }: { readonly id: string; readonly remarks: readonly string[] },
): void {
  for (const remark of remarks) console.error(visible(`Line with the id ${id}: ${remark}`));
}

/** One after the other: all of them may be longer than a text can be. */
function* ended(parts: Iterable<string>): Generator<string> {
  yield* parts;
  yield "\n";
}

/**
 * Says how a pipe is used, or runs it; ends the process quietly where nobody reads on, as filters do.
 *
 * @param asksForHelp Whether the usage is all that is asked for.
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
