import { ensureBubblewrap } from "./bubblewrap.ts";
import { ensureEnvironment, type Group } from "./environment.ts";
import { ensureFonts } from "./fonts.ts";
import { ensureKernel } from "./kernel.ts";
import { ensureLinting } from "./linting.ts";

/** What to set up. */
export interface SetUpOptions {
  /** The Python environment, e.g. `.venv` in the checkout. */
  readonly environment: string;
  /** Whether notebooks will be run. */
  readonly notebooks: boolean;
  /** Whether programs will be run, in the sandbox. @default true */
  readonly programs?: boolean;
  /** Told what is being done, when something is. @default a line on standard error */
  readonly say?: (step: string) => void;
}

/**
 * Brings this checkout to where its commands work. Idempotent, quiet when done, and touches nothing outside the
 * checkout and package caches, except that bubblewrap, python3-venv and a typeface with Chinese signs are installed
 * as root on Debian. What notebooks can do without, the typeface and pylint, is not waited for where it cannot be had.
 *
 * @returns The environment's Python.
 * @throws {DataError} If Python or its packages cannot be had; says what still works.
 */
export async function setUp(options: SetUpOptions): Promise<string> {
  const { environment, notebooks, programs = true, say = (step) => console.error(`${step} …`) } = options;
  const groups: Group[] = [
    ...programs ? ["programs" as const] : [],
    ...notebooks ? ["notebooks" as const] : [],
  ];
  const [python] = await Promise.all([ // what apt-get and pip fetch comes at the same time
    ensureEnvironment(environment, groups, say),
    programs && ensureBubblewrap(say),
  ]);
  if (notebooks) {
    await Promise.all([
      ensureKernel(environment),
      ensureFonts(environment, say),
      programs && ensureLinting(environment, say),
    ]);
  }
  return python;
}
