/**
 * Tests that take long have a small version, which `deno task test` runs, and a long one, which `deno task test:long` runs:
 * simulations with many runs, fuzzing with many inputs, programs at all levels of protection. Every file that imports this one is run by both.
 */

/** Whether tests run at full length: in `deno task test:long`. */
export const LONG: boolean = Deno.env.get("CODEBIAS_LONG") === "1";

/** The size of a test: how many runs, inputs or cases. @example `const RUNS = sized({ small: 100, long: 1000 });` */
export function sized<T>({ small, long }: { readonly small: T; readonly long: T }): T {
  return LONG ? long : small;
}

/**
 * Bounds for a share that was counted in few runs, where those of many are known: as much wider as chance makes it, four standard errors of
 * a share.
 *
 * @param bounds That hold for the long version, as shares in [0, 1].
 * @param runs How many there are now.
 */
export function boundsOf([low, high]: readonly [number, number], runs: number): [number, number] {
  if (LONG) return [low, high];
  const error = (share: number) => 4 * Math.sqrt(Math.max(share * (1 - share), 1 / runs) / runs);
  return [low - error(low), Math.min(1, high + error(high))];
}

/** `Deno.test` for a test that has no small version: it is run by `deno task test:long` alone. */
export const longTest: typeof Deno.test = LONG ? Deno.test : Object.assign(() => {}, Deno.test);
