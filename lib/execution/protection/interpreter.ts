import { SandboxError } from "../../core/errors.ts";

/** The oldest Python version with which programs are run. */
const OLDEST_PYTHON = [3, 10] as const;

/** A real Python executable, with shims and virtual environments resolved. */
export interface Interpreter {
  /** The absolute path of the real executable. */
  readonly executable: string;
  /** The folder that holds its standard library. */
  readonly prefix: string;
  /** The version, e.g. `3.11.7`. */
  readonly version: string;
}

const ASK = `
import sys, ctypes, marshal, mmap, resource, select, os
base = getattr(sys, "_base_executable", None) or sys.executable
if base == sys.executable and sys.prefix != sys.base_prefix:  # Python 3.10 does not know of which one it is a copy
    base = os.path.join(sys.base_prefix, "bin", "python%d.%d" % sys.version_info[:2])
print(os.path.realpath(base)); print(os.path.realpath(sys.base_prefix)); print(sys.version.split()[0])
`;

/**
 * Resolves a Python command once to the real interpreter behind it, past pyenv shims and virtual environments.
 *
 * @param command A command name or path, e.g. `python3` or `.venv/bin/python`.
 * @throws {SandboxError} If it cannot be run or is older than 3.10.
 */
export async function resolveInterpreter(command: string): Promise<Interpreter> {
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(command, { args: ["-I", "-c", ASK] }).output();
  } catch (cause) {
    throw new SandboxError(`Cannot run ${command}: install Python 3.10 or newer`, { cause });
  }
  const [executable, prefix, version] = new TextDecoder().decode(output.stdout).trim().split("\n");
  if (!output.success || !version) {
    const complaint = new TextDecoder().decode(output.stderr).trim().split("\n").at(-1);
    const reason = complaint || "it does not answer as a Python interpreter does";
    throw new SandboxError(`Cannot run programs with ${command}: ${reason}`);
  }
  const [major, minor] = version.split(".").map(Number);
  if (major !== OLDEST_PYTHON[0] || minor < OLDEST_PYTHON[1]) {
    throw new SandboxError(
      `Cannot run programs with Python ${version} (${executable}): Python 3.10 or newer is needed; ` +
        `install one and name it in CODEBIAS_PYTHON`,
    );
  }
  return { executable, prefix, version };
}

/** The folders that may hold the system's programs and libraries. */
export const SYSTEM_FOLDERS = ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin"] as const;

/** The PATH for the programs that start a worker. */
export const WORKER_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The whole environment of a worker and its programs.
 *
 * @param hashSeed Python's hash seed, which determines the order of the items of a set.
 */
export function workerEnvironment(hashSeed: number): Readonly<Record<string, string>> {
  return {
    PYTHONHASHSEED: `${hashSeed}`,
    LANG: "C.UTF-8",
    OPENBLAS_NUM_THREADS: "1",
    OMP_NUM_THREADS: "1",
  };
}

/** The source of the worker, from its files in this order. */
export const WORKER = (
  "values rebuilding confine awaiting loading records body program calls watch child zygote"
).split(" ").map(textOf).join("\n\n");

/**
 * The command line of the worker itself, which reads {@linkcode WORKER} from standard input.
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

/** A file of the worker as text: programs have no path to it, and their user may not be able to read this checkout. */
function textOf(part: string): string {
  return Deno.readTextFileSync(new URL(`../worker/${part}.py`, import.meta.url));
}

/** The paths of an interpreter's installation that Python reads. */
export function interpreterFiles({ prefix, executable }: Interpreter): string[] {
  return [prefix, executable];
}

/** The user and group as which programs run when the driver is root. */
const NOBODY = "65534";

/** The beginning of a command line that runs the rest as nobody. */
export function asNobody(): string[] {
  return ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"];
}
