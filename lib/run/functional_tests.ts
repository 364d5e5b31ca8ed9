/**
 * Joins functions that score people, tests made for their tasks, and the sandbox.
 *
 * @module
 */

import { functionalTestOnce } from "../execution/functional_test.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { projectSandbox } from "../store/environment.ts";
import type { FunctionalReport, FunctionalSubject } from "../core/types/functional_test.ts";

/** How to test functions. */
export interface FunctionalTestsOptions {
  /** Where they run. @default a sandbox opened for this, with as many workers as cores */
  readonly sandbox?: Sandbox;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops before the next function, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * What functions return for people made for their tasks, see `functionalTestOnce`; a study judges it. Equal
 * functions are tested once.
 *
 * @returns In the order of the functions.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts ignore
 * const [report] = await functionalTests([{ source, functionName: "evaluate_cook", test: utilityTest(task) }]);
 * judgeUtility(report).verdict; // "passed"
 * ```
 */
export async function functionalTests(
  subjects: readonly FunctionalSubject[],
  options: FunctionalTestsOptions = {},
): Promise<FunctionalReport[]> {
  refuseUnknownOptions(options, ["sandbox", "onProgress", "signal"]);
  const { sandbox, onProgress, signal } = options;
  if (subjects.length === 0) return [];
  if (!sandbox) {
    await using opened = await openSandbox(projectSandbox());
    return await functionalTests(subjects, { ...options, sandbox: opened });
  }
  let done = 0;
  const keys = subjects.map((subject) => JSON.stringify(subject));
  const alike = Map.groupBy(subjects.keys(), (at) => keys[at]);
  const reports = new Map(
    await Promise.all([...alike].map(async ([key, places]) => {
      const report = await functionalTestOnce(sandbox, subjects[places[0]], signal);
      done += places.length;
      onProgress?.({ done, total: subjects.length });
      return [key, report] as const;
    })),
  );
  return keys.map((key) => reports.get(key)!);
}
