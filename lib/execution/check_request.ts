import type { ExecutionRequest } from "../core/types.ts";

/** The first second, since 1970, that Python's calendar does not have. */
export const LATEST = 253_402_300_800;

/**
 * Refuses a request that no sandbox can execute.
 *
 * @throws {RangeError} If a limit is no whole number from 1, a seed no safe integer from 0, or the clock no time that Python's
 * calendar has.
 */
export function checkRequest({ limits, calls, clock = 0 }: ExecutionRequest): void {
  if (!(clock >= 0 && clock < LATEST)) {
    throw new RangeError(`Cannot stop the clock at ${clock}: it must be seconds from 0 to ${LATEST - 1}`);
  }
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`Cannot run a program with ${name} ${value}: it must be a whole number >= 1`);
    }
  }
  for (const { seed = 0 } of calls) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`Cannot run a call with seed ${seed}: it must be a safe integer >= 0`);
    }
  }
}
