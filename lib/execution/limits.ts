/**
 * The limits of programs, by the tool that runs them: processor time, elapsed time, memory and output.
 *
 * The sandbox enforces {@linkcode Limits} for loading a program and for each call. For most tools the program is a harness
 * of this project, within which the judged program runs. If the harness ends calls by itself, after `..._SECONDS`, the limit
 * of the sandbox is for calls that cannot be interrupted. Processor time is decisive; the limit on elapsed time is for programs
 * that wait, and ample, as a machine may be busy. No program may start processes or write files: `worker/confine.py`. Studies
 * have the limits of their own tasks.
 *
 * @module
 */

import { isWhole, mustBe } from "../core/kinds.ts";
import type { ExecutionRequest, Limits } from "../core/types.ts";

/** The default limits of a call: answers to small tasks take milliseconds, and a call that never ends costs 2 s. */
export const DEFAULT_CALL: Limits = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };

/** The largest limits in a line of `deno task execute`: an hour, and as much memory as a machine may have. */
export const LARGEST_CALL: Limits = {
  cpuMs: 3_600_000,
  wallMs: 3_600_000,
  memoryMiB: 65_536,
  outputMiB: 512,
};

/** The factor on the limit of elapsed time for a second try, if the machine may have been too busy for the first. */
export const SECOND_TRY_FACTOR = 2;

/** The elapsed time of a request, in wall limits for each call and one more: the call, loading, a second try of twice that. */
export const REQUEST_FACTOR = 4;

/** The limits of a call of a probed program with plain values: the default ones. */
export const PLAIN_CALL = DEFAULT_CALL;

/** The number of plain calls that meet a limit after which no others are made, since each takes seconds. */
export const PLAIN_CALLS_AT_LIMIT = 3;

/** The maximum processor time of the first comparison of random outcomes, milliseconds; slow programs get fewer seeds. */
export const RANDOM_COMPARISON_MS = 8_000;

/** The processor time of the prober's search: of one call, and in all; the search of a slow program ends unfinished. */
export const PROBE_SECONDS = { callS: 1, searchS: 3 } as const;

/** The limits of a whole search. Memory is as for plain calls, so that programs fail alike; the output has all leaves. */
export const PROBE_CALL: Limits = { cpuMs: 8_000, wallMs: 24_000, memoryMiB: 512, outputMiB: 64 };

/** The limits for only finding out how a program is called: the output has no leaves. */
export const PROBE_SHAPE_CALL: Limits = { ...PROBE_CALL, outputMiB: 2 };

/** The limits for loading a program again, to check that it fails or lacks a name: half of a call's time in the search. */
export const PROBE_LOADING_CALL: Limits = { ...PROBE_CALL, cpuMs: 1_000 * PROBE_SECONDS.callS / 2 };

/** The maximum number of parts of a search's result, see `decodeUpTo`: with 20,000 people it has some two million. */
export const PROBE_OUTPUT_PARTS = 16_000_000;

/** The limits for scoring or testing one function, with all attributes or people: twice a call's time, and little output. */
export const SCORE_CALL: Limits = { cpuMs: 4_000, wallMs: 20_000, memoryMiB: 512, outputMiB: 1 };

/** The times of a profile's parts by effort, in all a third of a second or two seconds; see profiler.py for each. */
export const PROFILE_SECONDS = {
  quick: {
    callS: 0.016,
    inputS: 0.02,
    climbS: 0.2,
    countableS: 0.005,
    countS: 0.08,
    measureS: 0.1,
    wallS: 2,
  },
  thorough: { callS: 0.08, inputS: 0.1, climbS: 0.9, countableS: 0.03, countS: 0.4, measureS: 0.7, wallS: 5 },
} as const;

/** The times for the steps of a profile beside its measurements: making one input, and loading one module. */
export const PROFILE_SETUP_SECONDS = { makeS: 1, loadS: 2 } as const;

const PROFILE_BASE = { wallMs: 24_000, memoryMiB: 1024, outputMiB: 1 } as const;

/** The limits of a whole profile by effort, some times its usual time; inputs are large, so memory is twice a plain call's. */
export const PROFILE_CALL = {
  quick: { ...PROFILE_BASE, cpuMs: 2_500 },
  thorough: { ...PROFILE_BASE, cpuMs: 6_000 },
} as const satisfies Readonly<Record<string, Limits>>;

/** The limits for repeating calls of a profile: ten times their claimed time and half a second, as machines may be busy. */
export function profileCheckCall(calls: number, seconds: number): Limits {
  return { ...PROFILE_BASE, cpuMs: Math.ceil(1000 * (0.5 + 10 * calls * seconds)) };
}

/** The limits of pylint for one source: 20 ms for a function, 6 s for 10,000 lines, 20 s for some 2,500 in one function. */
export const LINT_CALL: Limits = { cpuMs: 20_000, wallMs: 60_000, memoryMiB: 1024, outputMiB: 8 };

/** The elapsed time of the authors' loop for one function, seconds; the authors' script has no limit. */
export const PUBLISHED_LOOP_SECONDS = 45;

/** The elapsed time of other requests to the authors' instrument, which read programs or at most load them, seconds. */
export const PUBLISHED_READING_SECONDS = 5;

/** The limits of the authors' instrument, which stops its loop after some seconds; more is for uninterruptible calls. */
export function publishedCall(seconds: number): Limits {
  const ms = Math.ceil(1000 * seconds);
  return { cpuMs: ms + 3_000, wallMs: ms + 10_000, memoryMiB: 768, outputMiB: 8 };
}

/** The default limits of a hostile program; the elapsed time is so ample that a busy machine alone does not exceed it. */
export const HOSTILE_CALL: Limits = { cpuMs: 200, wallMs: 20_000, memoryMiB: 128, outputMiB: 1 };

/** The limit of a hostile program that is known to reach its limit of processor time. */
export const HOSTILE_SHORT: Partial<Limits> = { cpuMs: 60 };

/** The limit of a hostile program that needs long to finish. */
export const HOSTILE_LONG: Partial<Limits> = { cpuMs: 1_500 };

/** The limit of a hostile program that waits and uses up all its elapsed time. */
export const HOSTILE_WAITING: Partial<Limits> = { wallMs: 500 };

/** The first time beyond Python's calendar, seconds since 1970. */
export const LATEST = 253_402_300_800;

/**
 * Refuses a request that no sandbox can execute.
 *
 * @throws {RangeError} If a limit is not a whole number from 1, a seed not a safe integer from 0, or the clock not a time in
 * Python's calendar.
 */
export function checkRequest({ limits, calls, clock = 0 }: ExecutionRequest): void {
  mustBe(clock >= 0 && clock < LATEST, `stop the clock at ${clock}`, `seconds from 0 to ${LATEST - 1}`);
  for (const [name, value] of Object.entries(limits)) {
    mustBe(isWhole(value, 1), `run a program with ${name} ${value}`, "a whole number >= 1");
  }
  for (const { seed = 0 } of calls) {
    mustBe(isWhole(seed), `run a call with seed ${seed}`, "a safe integer >= 0");
  }
}
