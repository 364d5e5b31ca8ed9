import { SandboxError } from "../../core/errors.ts";

/** The oldest Python that programs are run with. */
export const OLDEST_PYTHON = [3, 10] as const;

/** A real Python executable, with shims and virtual environments resolved. */
export interface Interpreter {
  /** Absolute path of the real executable. */
  readonly executable: string;
  /** Folder that holds its standard library. */
  readonly prefix: string;
  /** E.g. `3.11.7`. */
  readonly version: string;
}

const ASK = `
import sys, ctypes, marshal, mmap, resource, select, os
base = getattr(sys, "_base_executable", None) or sys.executable
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
