import { DataError } from "../../core/errors.ts";
import { type Group, missingGroups, pythonOf } from "./environment.ts";

/** What a command needs. */
export interface Needs {
  /** Whether notebooks will be run. */
  readonly notebooks: boolean;
  /** Whether JupyterLab will be opened. @default false */
  readonly lab?: boolean;
  /** Whether programs will be run, in the sandbox. @default true */
  readonly programs?: boolean;
}

/** The variable that tells a command why the preceding set-up failed. */
export const NOT_SET_UP = "CODEBIAS_NOT_SET_UP";

/** The packages that a command needs. */
export function groupsOf({ notebooks, lab = false, programs = true }: Needs): Group[] {
  return [
    ...programs ? ["programs" as const] : [],
    ...notebooks ? ["notebooks" as const] : [],
    ...lab ? ["lab" as const] : [],
  ];
}

/** The packages that a command needs for some programs only. */
export function optionalOf({ notebooks, programs = true }: Needs): Group[] {
  if (!programs) return [];
  return ["frames", ...notebooks ? ["linting" as const] : []];
}

/**
 * Refuses to go on where the Python environment has not been set up, which `deno task` does before a command
 * starts. Only reads.
 *
 * @param environment E.g. `.venv` in the checkout.
 * @param needs What will be done.
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
