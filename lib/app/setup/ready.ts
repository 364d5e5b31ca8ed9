import { DataError } from "../../core/errors.ts";
import { type Group, missingGroups, pythonOf } from "./environment.ts";

/** The parts of the environment that a command needs. */
export interface Needs {
  /** Whether notebooks will be run. */
  readonly notebooks: boolean;
  /** Whether JupyterLab will be opened. @default false */
  readonly lab?: boolean;
  /** Whether programs will be run, in the sandbox. @default true */
  readonly programs?: boolean;
}

/** The environment variable that tells a command why the preceding set-up failed. */
export const NOT_SET_UP = "CODEBIAS_NOT_SET_UP";

/** The groups of packages that a command needs. */
export function groupsOf({ notebooks, lab = false, programs = true }: Needs): Group[] {
  return [
    ...programs ? ["programs" as const] : [],
    ...notebooks ? ["notebooks" as const] : [],
    ...lab ? ["lab" as const] : [],
  ];
}

/** The groups of packages that a command needs for some programs only. */
export function optionalOf({ notebooks, programs = true }: Needs): Group[] {
  if (!programs) return [];
  return ["frames", ...notebooks ? ["linting" as const] : []];
}

/**
 * Refuses to go on if the Python environment has not been set up, which `deno task` does before a command
 * starts. Only reads.
 *
 * @param environment The environment, e.g. `.venv` in the checkout.
 * @param needs The needs of the command.
 * @returns The environment's Python.
 * @throws {DataError} With the reason for the failed set-up.
 */
export async function requireSetUp(environment: string, needs: Needs): Promise<string> {
  const lacking = await missingGroups(environment, groupsOf(needs));
  if (lacking.length === 0) return pythonOf(environment);
  throw new DataError(
    Deno.env.get(NOT_SET_UP) ||
      `The Python packages for ${lacking.join(", ")} are not installed: start the command with deno task, ` +
        "which installs them",
  );
}
