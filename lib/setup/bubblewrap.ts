import { SandboxError } from "../errors.ts";
import { aptInstall, succeeds } from "./apt.ts";

/**
 * Makes sure that bubblewrap, which contains the programs, is installed.
 *
 * @param say Told what is being done, when something is.
 * @throws {SandboxError} If it is not there and cannot be installed, with the command to run.
 */
export async function ensureBubblewrap(say: (step: string) => void): Promise<void> {
  if (await succeeds("bwrap", ["--version"])) return;
  if (await aptInstall("bubblewrap", say)) return;
  throw new SandboxError(
    "Cannot run programs safely: bubblewrap is not installed; run: sudo apt-get install bubblewrap",
  );
}
