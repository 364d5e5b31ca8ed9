/**
 * How the papers test differences between temperatures and prompts.
 *
 * Source: Solar's notebooks compare the tasks' ratios of two settings by Welch's t-test, two-sided, without pairs,
 * clusters or correction. (The Linguistic paper's two p-values are one-sided paired t-tests over the models of its
 * Table 3: `test: "paired", alternative: "greater"` with the models as pairs.)
 *
 * @module
 */

/** What the test is called in a result. */
export const PAPER_TEST = "paper (welch)";

/**
 * Why another test is better.
 *
 * @param isPaired Whether the levels' ids are known.
 */
export function paperRemark(isPaired: boolean): string {
  return isPaired
    ? "the papers' test takes the tasks of the two levels as different tasks; they are the same ones, so that the " +
      "test paired is right, and usually sees smaller differences"
    : "the papers' test takes every row as independent; rows of one task are not: name the tasks (pairedBy) and take " +
      "the test paired";
}
