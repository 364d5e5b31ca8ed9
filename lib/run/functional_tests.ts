/**
 * Connects functions that score people, tests made for their tasks, and the sandbox.
 *
 * @module
 */

import { functionalTestOnce } from "../execution/functional_test.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import type { FunctionalReport, FunctionalSubject } from "../core/types/functional_test.ts";
import { askTool, openProjectSandbox, type ToolOptions } from "./tool.ts";

/**
 * The results of functions for people made for their tasks, see `functionalTestOnce`; a study judges them. Equal
 * functions are tested once.
 *
 * @returns The reports in the order of the functions.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
 *
 * @example
 * ```ts ignore
 * const [report] = await functionalTests([{ source, functionName: "evaluate_cook", test: utilityTest(task) }]);
 * judgeUtility(report).verdict; // "passed"
 * ```
 */
export async function functionalTests(
  subjects: readonly FunctionalSubject[],
  options: ToolOptions = {},
): Promise<FunctionalReport[]> {
  refuseUnknownOptions(options, ["sandbox", "reports", "onProgress", "signal"]);
  refuseOther("test", subjects, "a list of objects", ["source", "functionName", "test"]);
  refuseOther("test", subjects.map(({ source }) => source), "a list of texts");
  refuseOther("test with", subjects.map(({ test }) => test), "a list of objects", ["fields", "words"]);
  const { sandbox, ...asking } = options;
  const { found } = await askTool(subjects, {
    ...{ ...asking, given: sandbox, open: openProjectSandbox },
    tool: (place) => ({
      name: "functional test",
      ask: (subject, signal) => functionalTestOnce(place, subject, signal),
      lasts: (report) =>
        report.kind === "scores" ? report.steady : report.end !== "limit" && report.about !== "MemoryError",
    }),
  });
  return found;
}
