import { join } from "node:path";
import { exists } from "../../store/files/files.ts";
import { aptInstall, succeeds } from "./apt.ts";

/** The Debian package with the Chinese signs of figures' PNG files, some 8 MB. */
const PACKAGE = "fonts-droid-fallback";

/**
 * Installs a typeface with Chinese characters if it is missing and that is possible. If not, figures with
 * Chinese names say so when drawn, and all else works; it is tried only once per environment, so that a
 * machine without a network does not wait each time.
 *
 * @param environment The Python environment, e.g. `.venv`, which remembers that it was tried.
 * @param say Told what is being done, when something is.
 * @param made When the environment is there.
 */
export async function ensureFonts(
  environment: string,
  say: (step: string) => void,
  made: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const tried = join(environment, "fonts-tried");
  if (exists(tried) || await succeeds("dpkg-query", ["--listfiles", PACKAGE])) return;
  if (await aptInstall(PACKAGE, say)) return;
  await made;
  await Deno.writeTextFile(tried, `${PACKAGE} could not be installed\n`);
}
