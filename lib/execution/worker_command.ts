import type { Interpreter } from "./protection/interpreter.ts";

/** The folders with the system's libraries, wherever this system has them. */
export const SYSTEM_FOLDERS = ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin"] as const;

/** Where to find the programs that start a worker. */
export const WORKER_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The whole environment of a worker and its programs.
 *
 * @param hashSeed Decides Python's order of sets.
 */
export function workerEnvironment(hashSeed: number): Readonly<Record<string, string>> {
  return {
    PYTHONHASHSEED: `${hashSeed}`,
    LANG: "C.UTF-8",
    OPENBLAS_NUM_THREADS: "1",
    OMP_NUM_THREADS: "1",
  };
}

/** The worker's own script, from its files in this order. */
export const WORKER = ["values", "confine", "awaiting", "loading", "records", "body", "program", "zygote"]
  .map(textOf).join("\n\n");

/**
 * The command line of the worker itself, which reads {@linkcode WORKER} from its input.
 *
 * @param readable Files and folders that programs may read.
 * @param packages Folders of packages that they may import.
 */
export function workerCommand(
  { executable }: Interpreter,
  readable: readonly string[],
  packages: readonly string[],
): string[] {
  const args = [readable, packages].map((one) => JSON.stringify(one));
  return [executable, "-S", "-s", "-B", "-c", textOf("start"), ...args];
}

/** As text, not a file: programs have no path to it, and their user may not be able to read this checkout. */
function textOf(part: string): string {
  return Deno.readTextFileSync(new URL(`./worker/${part}.py`, import.meta.url));
}

/** The parts of its own installation that Python reads. */
export function interpreterFiles({ prefix, executable }: Interpreter): string[] {
  return [prefix, executable];
}

/** The user and group as which programs run when the driver is root. */
const NOBODY = "65534";

/** The beginning of a command line that runs the rest as nobody. */
export function asNobody(): string[] {
  return ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"];
}
