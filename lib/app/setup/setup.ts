import { aptInstall, succeeds } from "./apt.ts";
import { ensureEnvironment, type Group } from "./environment.ts";
import { ensureKernel } from "./kernel.ts";
import { groupsOf, type Needs, optionalOf } from "./ready.ts";
import { join } from "node:path";
import { exists, ifThere } from "../../store/files/files.ts";
import { DataError } from "../../core/errors.ts";

/** What to set up. */
export interface SetUpOptions extends Needs {
  /** The Python environment, e.g. `.venv` in the checkout. */
  readonly environment: string;
  /** Told what is being done, when something is. @default a line on standard error */
  readonly say?: (step: string) => void;
}

/**
 * Makes this checkout's commands work. Idempotent, quiet when done, and touches nothing outside the
 * checkout and package caches, except that bubblewrap, python3-venv and a typeface with Chinese signs are installed
 * as root on Debian. Optional parts (a typeface, pylint and pandas) are not waited for if they cannot be had.
 * Debian's packages and Python's are fetched at the same time.
 *
 * @returns The environment's Python.
 * @throws {DataError} If Python or its packages cannot be had; says what still works.
 */
export async function setUp(options: SetUpOptions): Promise<string> {
  const { environment, notebooks, programs = true, say = (step) => console.error(`${step} …`) } = options;
  const optional = optionalOf(options);
  const python = ensureEnvironment(environment, groupsOf(options), say, optional);
  const steps = {
    "Python packages": python.then(async () => {
      if (notebooks) await ensureKernel(environment);
      for (const group of optional) await ensureOptional(environment, group, say);
    }),
    ...(programs && { bubblewrap: ensureBubblewrap(say) }),
    ...(notebooks && { "a typeface": ensureFonts(environment, say, python) }),
  };
  await all(steps, say);
  return await python;
}

/** Bubblewrap contains the programs; where it cannot be had, the sandbox says what it can do without it, or refuses. */
async function ensureBubblewrap(say: (step: string) => void): Promise<void> {
  if (!await succeeds("bwrap", ["--version"])) await aptInstall("bubblewrap", say);
}

/** Time before it says what it is waiting for. */
const SILENCE_MS = 15_000;

/** Waits for all, whatever fails: nothing is left half done. Says now and then what it is waiting for. */
async function all(
  steps: Readonly<Record<string, Promise<unknown>>>,
  say: (step: string) => void,
): Promise<void> {
  const waiting = new Set(Object.keys(steps));
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    say(`Waiting for ${[...waiting].join(" and ")}, ${seconds} s so far`);
  }, SILENCE_MS);
  const ends = await Promise.allSettled(
    Object.entries(steps).map(([name, step]) => step.finally(() => waiting.delete(name))),
  );
  clearInterval(timer);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

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
