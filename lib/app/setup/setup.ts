import { aptInstall, succeeds } from "./apt.ts";
import { ensureEnvironment, type Group } from "./environment.ts";
import { ensureKernel } from "./kernel.ts";
import { groupsOf, type Needs, optionalOf } from "./ready.ts";
import { join } from "node:path";
import { exists, ifThere } from "../../store/files/files.ts";
import { DataError } from "../../core/errors.ts";

/** Options of the set-up: the needs of a command, and where and how to meet them. */
export interface SetUpOptions extends Needs {
  /** The Python environment, e.g. `.venv` in the checkout. */
  readonly environment: string;
  /** Called with a description of each step. @default a line on standard error */
  readonly say?: (step: string) => void;
}

/**
 * Sets up the environment of this checkout's commands. Idempotent, quiet if nothing is missing, and changes nothing outside
 * the checkout and package caches, except that bubblewrap, python3-venv and a font with Chinese characters are installed
 * as root on Debian. Optional parts (the font, pylint and pandas) may be missing afterwards. Packages of Debian and
 * of Python are fetched at the same time.
 *
 * @returns The environment's Python.
 * @throws {DataError} If Python or its packages cannot be installed; the message says what still works.
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

/** Installs bubblewrap, which contains programs, if possible; without it, the sandbox uses a lower level or refuses. */
async function ensureBubblewrap(say: (step: string) => void): Promise<void> {
  if (!await succeeds("bwrap", ["--version"])) await aptInstall("bubblewrap", say);
}

/** The time between messages about the steps that are waited for, milliseconds. */
const SILENCE_MS = 15_000;

/** Waits for all steps even if one fails, so that no step is left half done. Now and then prints the steps it waits for. */
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

/** The Debian package of the font for Chinese characters in PNG files, some 8 MB. */
const PACKAGE = "fonts-droid-fallback";

/**
 * Installs a font with Chinese characters if it is missing and that is possible. If not, a notice appears when figures with
 * Chinese names are drawn, and everything else works. It is tried only once per environment, so that a machine
 * without a network does not wait each time.
 *
 * @param environment The Python environment, e.g. `.venv`, in which a file records that it was tried.
 * @param say Called with a description of each step.
 * @param made A promise that resolves when the environment exists.
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

/** The time before a failed installation of packages is tried again, milliseconds. */
const PATIENCE = 3_600_000;

/**
 * Installs a missing optional group of packages if possible. If not, prints why; it is tried only once an hour, so that
 * a machine without a network does not wait for it each time.
 *
 * @param environment The existing Python environment, e.g. `.venv`, in which a file records when it was tried.
 * @param group The group to install.
 * @param say Called with a description of each step, and with the reason if a step fails.
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
