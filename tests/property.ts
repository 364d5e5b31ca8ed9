/**
 * fast-check, as all tests import it: with one seed for the whole run, which a failure prints beside the smallest failing case.
 * `deno task test` takes the same seed every time, so that nothing fails by chance; `deno task test:long` a fresh one, which finds more.
 * `CODEBIAS_SEED=N` repeats a failure.
 */

import fc from "fast-check/package";
import { LONG } from "./long.ts";

const given = Deno.env.get("CODEBIAS_SEED");
if (given && !/^-?\d+$/.test(given)) {
  throw new RangeError(`CODEBIAS_SEED must be a whole number, as a failed test prints it, not "${given}"`);
}

/** The seed of this run. */
export const SEED = given ? Number(given) : LONG ? Date.now() % 2 ** 31 : 1;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
export * from "fast-check/package";
