import { checkCount } from "./checks.ts";

/**
 * pass@k: the chance that at least one of k samples passes, estimated without bias from n ≥ k samples.
 *
 * 1 − C(n − c, k) / C(n, k), the share of the choices of k among the n samples that include a passing one.
 * For a set of tasks, take the mean over tasks. 1 − (1 − c/n)ᵏ would be too low.
 *
 * Source: Chen et al. (2021), Evaluating Large Language Models Trained on Code, arXiv:2107.03374; agrees with exact
 * fractions.
 *
 * @param n Number of samples of the task, an integer of at least 1.
 * @param c How many of them pass, an integer in [0, n].
 * @param k An integer in [1, n].
 * @returns In [0, 1].
 * @throws {RangeError} If an argument is out of range; pass@k cannot be estimated from fewer than k samples.
 *
 * @example
 * ```ts
 * import { passAtK } from "codebias/statistics/pass_at_k.ts";
 * import assert from "node:assert/strict";
 * assert.equal(passAtK(5, 2, 1), 0.4);
 * assert.equal(passAtK(5, 2, 2), 0.7);
 * ```
 */
export function passAtK(n: number, c: number, k: number): number {
  checkCount("samples", n, 1);
  checkCount("samples that pass", c, 0, n);
  if (k > n) throw new RangeError(`Cannot estimate pass@${k} from ${n} samples: at least ${k} are needed`);
  checkCount("draws k", k, 1, n);
  if (c > n - k) return 1;
  // C(n − c, k) / C(n, k) is the same with c and k exchanged.
  const [draws, marked] = c < k ? [c, k] : [k, c];
  let [pass, fail] = [0, 1];
  for (let drawn = 0; drawn < draws; drawn++) {
    // Adding the chance that this draw is the first to pass keeps small results precise, as 1 − fail would not.
    pass += fail * marked / (n - drawn);
    fail *= (n - drawn - marked) / (n - drawn);
  }
  return Math.min(1, pass);
}
