import { join } from "node:path";
import { ifThere } from "../../store/files/files.ts";
import { DataError } from "../../core/errors.ts";
import { ensureEnvironment, type Group } from "./environment.ts";

/** Time before a failed installation of packages is tried again, in milliseconds. */
const PATIENCE = 3_600_000;

/**
 * Installs missing packages that all else works without, if possible. If not, it says why; it is tried only
 * once an hour, so that a machine without a network does not wait for it each time.
 *
 * @param environment The Python environment, e.g. `.venv`, which has been made and remembers when it was tried.
 * @param group What is wanted.
 * @param say Told what is being done, when something is, and why it cannot be done.
 */
export async function ensureOptional(
  environment: string,
  group: Group,
  say: (step: string) => void,
): Promise<void> {
  const tried = join(environment, `${group}-tried`);
  const last = (await ifThere(Deno.stat(tried)))?.mtime?.getTime() ?? 0;
  if (Date.now() - last < PATIENCE) return;
  try {
    await ensureEnvironment(environment, [group], say);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    say(error.message);
    await Deno.writeTextFile(tried, `${error.message}\n`);
  }
}
