import { DataError, ModelError, SandboxError } from "../../core/errors.ts";
import { visible } from "../../core/visible.ts";

/** Exit status after Ctrl-C, as shells count it. */
const INTERRUPTED = 130;

/**
 * Runs a command and ends the process: with 0 if it returns nothing or true, with 1 otherwise.
 *
 * Errors of the analyst or the world become one sentence on standard error; anything else is our bug and
 * keeps its stack trace. Ctrl-C and a request to terminate end it with 130; everything it started ends with
 * it.
 *
 * @param options.interrupted What to do after an interruption, for the sentence about it.
 */
export async function runCommand(
  command: (args: string[]) => Promise<boolean | void>,
  options: { readonly interrupted?: string } = {},
): Promise<never> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {
      console.error(`\nInterrupted${options.interrupted ? `; ${options.interrupted}` : ""}`);
      Deno.exit(INTERRUPTED);
    });
  }
  Deno.exit(await statusOf(command, Deno.args));
}

/**
 * Runs a command and returns the process's exit status: 0 if it returns nothing or true, 1 otherwise; errors
 * of the analyst or the world go to standard error.
 *
 * @param command The command.
 * @param args Its arguments.
 * @throws Our bugs.
 */
export async function statusOf(
  command: (args: string[]) => Promise<boolean | void>,
  args: string[],
): Promise<number> {
  try {
    return await command(args) === false ? 1 : 0;
  } catch (error) {
    if (!isForTheUser(error)) throw error;
    console.error(visible(sentence(error as Error)));
    return 1;
  }
}

function isForTheUser(error: unknown): boolean {
  return error instanceof DataError || error instanceof ModelError || error instanceof SandboxError ||
    error instanceof RangeError || isArgumentError(error);
}

/** The message; for `parseArgs` without its final advice on how to write odd arguments. */
function sentence(error: Error): string {
  return isArgumentError(error) ? error.message.split(/\. |\n/)[0] : error.message;
}

/** Whether `parseArgs` of node:util refused the arguments. */
function isArgumentError(error: unknown): boolean {
  return error instanceof TypeError && String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
}
