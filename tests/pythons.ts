import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { projectSandbox } from "codebias/store/environment.ts";

/** The Python that the tests run programs with unless they say otherwise: the project's own, once it is set up. */
export const { python: PYTHON, packages: PACKAGES } = projectSandbox();

/** A Python version that the project supports, and where this machine has it. */
export interface PythonVersion {
  readonly version: string;
  /** Undefined where it is not installed: the tests that need it are counted as ignored. */
  readonly command?: string;
}

/** Every Python version that the project supports. */
export const PYTHONS: readonly PythonVersion[] = await Promise.all(
  ["3.10", "3.11", "3.12", "3.13"].map(async (version) => ({ version, command: await find(version) })),
);

/** What a test of a version that is not there says in its name. */
export function orSkipped({ command }: PythonVersion): string {
  return command ? "" : " (skipped: it is not installed)";
}

/** An interpreter of this version, on the PATH or among pyenv's. */
async function find(version: string): Promise<string | undefined> {
  for (const command of [`python${version}`, ...await pyenvs(version)]) {
    if (await isVersion(command, version)) return command;
  }
}

async function isVersion(command: string, version: string): Promise<boolean> {
  try {
    return (await resolveInterpreter(command)).version.startsWith(`${version}.`);
  } catch {
    return false; // counted as an ignored test
  }
}

async function pyenvs(version: string): Promise<string[]> {
  try {
    const { stdout } = await new Deno.Command("pyenv", { args: ["root"], stderr: "null" }).output();
    const versions = `${new TextDecoder().decode(stdout).trim()}/versions`;
    const names = (await Array.fromAsync(Deno.readDir(versions))).map(({ name }) => name);
    return names.filter((name) => name.startsWith(`${version}.`)).map((name) =>
      `${versions}/${name}/bin/python${version}`
    );
  } catch {
    return []; // no pyenv here
  }
}
