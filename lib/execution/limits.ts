/**
 * What a program may use, by the tool that runs it: processor time, elapsed time, memory and output.
 *
 * {@linkcode Limits} are kept by the sandbox, for loading a program and for each call. For most tools the program is a harness of
 * our own, within which the one to be judged runs; where it ends calls by itself, `..._SECONDS` say when, and the sandbox's limit
 * is for what cannot be interrupted. Processor time decides; elapsed time is for what waits, and ample, as a machine may be busy.
 * No program may start processes or write files: `worker/confine.py`. Studies have the limits of their own tasks.
 *
 * @module
 */

import { isWhole, mustBe } from "../core/kinds.ts";
import type { ExecutionRequest, Limits } from "../core/types.ts";

/** A call where nobody says otherwise: answers to small tasks take milliseconds, and one that never ends costs 2 s. */
export const DEFAULT_CALL: Limits = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };

/** The most that a line of `deno task execute` may ask for: an hour, and what a machine may have. */
export const LARGEST_CALL: Limits = {
  cpuMs: 3_600_000,
  wallMs: 3_600_000,
  memoryMiB: 65_536,
  outputMiB: 512,
};

/** How much more elapsed time a second try has, after the machine may have been too busy for the first. */
export const SECOND_TRY_FACTOR = 2;

/** Elapsed time of all calls together, in limits of each and one more: a call's own, loading, and a second try of twice that. */
export const REQUEST_FACTOR = 4;

/** A call of a probed program with plain values: as of any program where nobody says otherwise. */
export const PLAIN_CALL = DEFAULT_CALL;

/** After this many plain calls that meet a limit, the others are not made: each takes seconds. */
export const PLAIN_CALLS_AT_LIMIT = 3;

/** Processor time that the first comparison of random outcomes should not exceed, in ms; slow programs have fewer seeds. */
export const RANDOM_COMPARISON_MS = 8_000;

/** Processor time of the prober's search: one call, and all of it; a program that is slow is searched as far as that goes. */
export const PROBE_SECONDS = { callS: 1, searchS: 3 } as const;

/** A whole search. Memory is that of plain calls, so that a program that asks for it fares alike; the output is all leaves. */
export const PROBE_CALL: Limits = { cpuMs: 8_000, wallMs: 24_000, memoryMiB: 512, outputMiB: 64 };

/** Only for finding out how a program is called: the output has no leaves. */
export const PROBE_SHAPE_CALL: Limits = { ...PROBE_CALL, outputMiB: 2 };

/** For loading a program again, to see that it fails or lacks a name: half of what the search gives a call. */
export const PROBE_LOADING_CALL: Limits = { ...PROBE_CALL, cpuMs: 1_000 * PROBE_SECONDS.callS / 2 };

/** Most parts of a search's result, see `decodeUpTo`: one of 20,000 people has some two million. */
export const PROBE_OUTPUT_PARTS = 16_000_000;

/** One function that scores people, all attributes and contexts together: twice a call's time, and little is returned. */
export const SCORE_CALL: Limits = { cpuMs: 4_000, wallMs: 20_000, memoryMiB: 512, outputMiB: 1 };

/** One function with all the people of its functional test: as much as scoring it may take. */
export const FUNCTIONAL_TEST_CALL = SCORE_CALL;

/** A profile's parts by effort, a third of a second in all or two; profiler.py says what each is for. */
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

/** What a profile does beside its measurements: making one input, and loading one module. */
export const PROFILE_SETUP_SECONDS = { makeS: 1, loadS: 2 } as const;

const PROFILE_BASE = { wallMs: 24_000, memoryMiB: 1024, outputMiB: 1 } as const;

/** A whole profile by effort, a backstop some times what it takes; inputs are large, so memory is twice a plain call's. */
export const PROFILE_CALL = {
  quick: { ...PROFILE_BASE, cpuMs: 2_500 },
  thorough: { ...PROFILE_BASE, cpuMs: 6_000 },
} as const satisfies Readonly<Record<string, Limits>>;

/** Calls of a profile made again, by what one is said to take: ten times that and half a second, as machines are busy. */
export function profileCheckCall(calls: number, seconds: number): Limits {
  return { ...PROFILE_BASE, cpuMs: Math.ceil(1000 * (0.5 + 10 * calls * seconds)) };
}

/** One source for pylint: 20 ms for a function, 6 s for 10,000 lines, 20 s for some 2,500 in one function. */
export const LINT_CALL: Limits = { cpuMs: 20_000, wallMs: 60_000, memoryMiB: 1024, outputMiB: 8 };

/** Elapsed time of the authors' loop for one function; theirs takes as long as it needs. */
export const PUBLISHED_LOOP_SECONDS = 45;

/** What is asked of the authors' instrument beside the loop: programs are read, at most loaded. */
export const PUBLISHED_READING_SECONDS = 5;

/** The authors' instrument, which stops its loop after some seconds: more is for what cannot be interrupted. */
export function publishedCall(seconds: number): Limits {
  const ms = Math.ceil(1000 * seconds);
  return { cpuMs: ms + 3_000, wallMs: ms + 10_000, memoryMiB: 768, outputMiB: 8 };
}

/** A hostile program, unless it says otherwise: elapsed time so ample that a busy machine alone makes none meet it. */
export const HOSTILE_CALL: Limits = { cpuMs: 200, wallMs: 20_000, memoryMiB: 128, outputMiB: 1 };

/** For a hostile program known to reach its processor time limit. */
export const HOSTILE_SHORT: Partial<Limits> = { cpuMs: 60 };

/** For a hostile program that needs long to finish. */
export const HOSTILE_LONG: Partial<Limits> = { cpuMs: 1_500 };

/** For a hostile program that waits: it uses up all its elapsed time. */
export const HOSTILE_WAITING: Partial<Limits> = { wallMs: 500 };

/** The first second, since 1970, that Python's calendar does not have. */
export const LATEST = 253_402_300_800;

/**
 * Refuses a request that no sandbox can execute.
 *
 * @throws {RangeError} If a limit is no whole number from 1, a seed no safe integer from 0, or the clock no time that Python's
 * calendar has.
 */
export function checkRequest({ limits, calls, clock = 0 }: ExecutionRequest): void {
  mustBe(clock >= 0 && clock < LATEST, `stop the clock at ${clock}`, `seconds from 0 to ${LATEST - 1}`);
  for (const [name, value] of Object.entries(limits)) {
    mustBe(
      isWhole(value, 1),
      `run a program with ${name} ${value}`,
      "a whole number >= 1",
    );
  }
  for (const { seed = 0 } of calls) {
    mustBe(isWhole(seed), `run a call with seed ${seed}`, "a safe integer >= 0");
  }
}
