/**
 * Runs the published instrument of the study of bias in code in the sandbox: its verdicts on functions, to be
 * set beside our own verdicts, none of which rests on it.
 *
 * @module
 */

import {
  type PooledFunction,
  publishedPools,
  type PublishedVerdict,
  publishedVerdict,
} from "../execution/published_cbs.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { projectSandbox } from "../store/environment.ts";

/** A function to be judged. */
export interface PublishedFunction extends PooledFunction {
  readonly id: string;
}

/** How to judge functions. */
export interface PublishedCbsOptions {
  /** Seed of the values added to pools, and of Python's random numbers. @default 0 */
  readonly seed?: number;
  /** Where functions run. @default a sandbox opened for this, with as many workers as cores */
  readonly sandbox?: Sandbox;
  /** Elapsed time, in seconds, after which the loop over a function's test cases is stopped. @default 45 */
  readonly maxSeconds?: number;
  /** Test cases of a function after which its loop is stopped, for a repeatable result. @default all */
  readonly maxCases?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Stops before the next function, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What the published instrument says of a function. */
export interface PublishedCbs extends PublishedVerdict {
  readonly id: string;
}

/**
 * What the published instrument says of functions.
 *
 * They keep their order, since values found in one are used for others: those of its model, which stand
 * together, and those of models after it. A function with many values of many parameters takes all of
 * `maxSeconds`.
 *
 * @returns In the order of the functions.
 * @throws {RangeError} If `maxSeconds` is negative, or `maxCases` no integer from 1.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 *
 * @example
 * ```ts ignore
 * const source = "def f(age, fee):\n    return 3 if age < 30 else 2 if age < 60 else 1";
 * const [{ found }] = await publishedCbs([{ id: "1", source }]); // ["age"]
 * ```
 */
export async function publishedCbs(
  functions: readonly PublishedFunction[],
  options: PublishedCbsOptions = {},
): Promise<PublishedCbs[]> {
  refuseUnknownOptions(options, ["seed", "sandbox", "maxSeconds", "maxCases", "onProgress", "signal"]);
  if (functions.length === 0) return [];
  const { seed, sandbox, maxSeconds, maxCases, onProgress, signal } = options;
  if (!sandbox) {
    await using opened = await openSandbox(projectSandbox());
    return await publishedCbs(functions, { ...options, sandbox: opened });
  }
  const { own } = await publishedPools(sandbox, functions, { seed, signal });
  let done = 0;
  return await Promise.all(functions.map(async ({ id, source }, at) => {
    const verdict = await publishedVerdict(sandbox, source, own[at], { maxSeconds, maxCases, seed, signal });
    onProgress?.({ done: ++done, total: functions.length });
    return { id, ...verdict };
  }));
}
