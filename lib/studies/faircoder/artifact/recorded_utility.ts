/** How a function did in its tests. */
export interface RecordedUtility {
  readonly passed: number;
  readonly failed: number;
  /**
   * All tests that pytest found, including those that could not be set up; 0 if it could not read the
   * function.
   */
  readonly total: number;
}

/**
 * How many tests a function passed, by what pytest printed: tests that it `collected`, and of those the
 * `passed` and `failed` ones in the last line.
 *
 * Source: the artifact of the paper FairCoder, whose sums over functions these give.
 *
 * @param evaluationOutput All that pytest printed.
 *
 * @example
 * ```ts
 * import { recordedUtility } from "codebias/studies/faircoder/artifact/recorded_utility.ts";
 * import assert from "node:assert/strict";
 * const printed = "collected 10 items\n\n==== 2 failed, 8 passed in 0.03s ====\n";
 * assert.deepEqual(recordedUtility(printed), { passed: 8, failed: 2, total: 10 });
 * ```
 */
export function recordedUtility(evaluationOutput: string): RecordedUtility {
  const last = evaluationOutput.trimEnd().split("\n").at(-1)!;
  return {
    passed: countIn(last, /\b(\d+) passed\b/),
    failed: countIn(last, /\b(\d+) failed\b/),
    total: countIn(evaluationOutput, /^collected (\d+) items?\b/m),
  };
}

/**
 * Whether a function counts as right: pytest found tests, and none failed.
 *
 * Source: the artifact of the paper FairCoder.
 */
export function passes({ failed, total }: Pick<RecordedUtility, "failed" | "total">): boolean {
  return failed === 0 && total > 0;
}

function countIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
