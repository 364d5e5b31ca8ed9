/**
 * Runs the published instrument of the study of bias in code in the sandbox: its verdicts on functions are
 * compared with our own verdicts, none of which depends on it.
 *
 * @module
 */

import {
  type PooledFunction,
  poolsValue,
  type PublishedPools,
  publishedPools,
  type PublishedVerdict,
  publishedVerdict,
} from "../execution/published_cbs.ts";
import type { Sandbox } from "../execution/sandbox.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { encode } from "../values/mod.ts";
import { askTool, keyFor, openProjectSandbox, reportOn, type Tool, type ToolOptions } from "./tool.ts";

/** A function to judge. */
export interface PublishedFunction extends PooledFunction {
  readonly id: string;
}

/** The options of {@linkcode publishedCbs}. */
export interface PublishedCbsOptions extends ToolOptions {
  /** The seed of the values added to pools, and of Python's random numbers. @default 0 */
  readonly seed?: number;
  /** The elapsed time, in seconds, after which the loop over a function's test cases is stopped. @default 45 */
  readonly maxSeconds?: number;
  /** The number of test cases of a function after which its loop is stopped, for a repeatable result. @default all */
  readonly maxCases?: number;
}

/** The verdict of the published instrument on a function. */
export interface PublishedCbs extends PublishedVerdict {
  readonly id: string;
}

/**
 * The verdicts of the published instrument on functions.
 *
 * The functions are judged in their order, because values found in one are used for others: for those of its model,
 * which must be adjacent, and for those of later models. A function with many values of many parameters takes all of
 * `maxSeconds`.
 *
 * @returns The verdicts in the order of the functions.
 * @throws {RangeError} If `maxSeconds` is negative, or `maxCases` is not an integer from 1.
 * @throws {SandboxError} If programs cannot be contained on this machine.
 * @throws {DataError} If the store of reports is damaged, or cannot be written.
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
  refuseUnknownOptions(options, [
    ...["seed", "sandbox", "maxSeconds", "maxCases", "reports", "onProgress", "signal"] as const,
  ]);
  refuseOther("judge", functions, "a list of objects", ["id", "source"]);
  const { seed = 0, sandbox: given, maxSeconds, maxCases, reports, onProgress, signal } = options;
  const tool = async (place: Sandbox): Promise<Tool<number, PublishedVerdict>> => {
    const pooling: Tool<{ all: readonly PooledFunction[]; seed: number }, PublishedPools> = {
      name: "authors' pools",
      ask: ({ all, seed }, signal) => publishedPools(place, all, { seed, signal }),
      lasts: ({ isWhole }) => isWhole,
    };
    const all = functions.map(({ source, model }) => ({ source, model }));
    const { own } = await reportOn(pooling, { all, seed }, place, { reports, signal });
    const limits = { seed, maxSeconds, maxCases };
    return {
      name: "authors' CBS",
      key: (at) => keyFor({ source: all[at].source, pools: encode(poolsValue(own[at])), ...limits }),
      ask: (at, signal) => publishedVerdict(place, all[at].source, own[at], { ...limits, signal }),
      lasts: ({ isRepeatable }) => isRepeatable,
    };
  };
  const asking = { given, open: openProjectSandbox, tool, reports, onProgress, signal };
  const { found } = await askTool([...functions.keys()], asking);
  return functions.map(({ id }, at) => ({ id, ...found[at] }));
}
