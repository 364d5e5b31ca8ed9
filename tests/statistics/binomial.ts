import assert from "node:assert/strict";
import { incompleteBeta, shareOf } from "codebias/statistics/distributions/incomplete_beta.ts";
import { binomialAtMost } from "codebias/statistics/tests/tails.ts";

/** Probability of at least k successes in n trials of probability p, also where it is next to nothing; k is at most n. */
export function binomialAtLeast(k: number, n: number, p: number): number {
  return k <= 0 ? 1 : incompleteBeta(shareOf(p), k, n - k + 1);
}

/** Fails if so many successes are less probable than one in a thousand, on either side. */
export function plausible(count: number, n: number, p: number, what: string): void {
  const least = Math.min(binomialAtMost(count, n, p), binomialAtLeast(count, n, p));
  assert(least > 5e-4, `${what}: ${count} of ${n} where ${p * n} are expected`);
}
