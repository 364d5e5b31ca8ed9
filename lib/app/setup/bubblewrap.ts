import { aptInstall, succeeds } from "./apt.ts";

/**
 * Installs bubblewrap, which contains the programs, if it is missing and that is possible. If not, the
 * sandbox says what it can do without it, or refuses.
 *
 * @param say Told what is being done, when something is.
 */
export async function ensureBubblewrap(say: (step: string) => void): Promise<void> {
  if (!await succeeds("bwrap", ["--version"])) await aptInstall("bubblewrap", say);
}
