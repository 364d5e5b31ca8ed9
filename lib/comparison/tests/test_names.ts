import { refuseUnknown } from "../../core/nearest.ts";

/** The kinds of values and rows that a test needs. */
interface Needs {
  readonly pairs?: boolean;
  readonly boolean?: boolean;
  readonly clusters?: boolean;
}

const TESTS = {
  "welch": { clusters: true },
  "pooled": { clusters: true },
  "paired": { pairs: true, clusters: true },
  "mann-whitney": {},
  "wilcoxon": { pairs: true },
  "sign": { pairs: true },
  "mcnemar": { pairs: true, boolean: true },
  "fisher": { boolean: true },
  "permutation": {},
  "trend": { boolean: true, clusters: true },
  "paper": {},
} satisfies Readonly<Record<string, Needs>>;

/** A test of two levels, or of a trend over all of them. `paper` is the one that the papers use. */
export type TestName = keyof typeof TESTS;

/** The values that the option can have. */
export const TEST_NAMES = Object.keys(TESTS) as readonly TestName[];

function needsOf(test: TestName): Needs {
  return TESTS[test];
}

/** Whether a test needs values that are true or false. */
export function needsBoolean(test: TestName): boolean {
  return needsOf(test).boolean ?? false;
}

/**
 * Refuses a test that is not known, or that lacks what it needs.
 *
 * @throws {RangeError} In words, with what to do.
 */
export function checkTest(
  test: TestName,
  { pairedBy, cluster }: { readonly pairedBy?: string; readonly cluster?: string },
): void {
  refuseUnknown("test", test, TEST_NAMES);
  const needs = needsOf(test);
  if (needs.pairs && pairedBy === undefined) {
    throw new RangeError(
      `Cannot run the test ${test} without pairs: name the column of ids that the levels share (pairedBy)`,
    );
  }
  if (cluster !== undefined && !needs.clusters) {
    const able = TEST_NAMES.filter((name) => needsOf(name).clusters);
    throw new RangeError(
      `Cannot run the test ${test} on clusters: it takes every value as independent; tests that can: ${
        able.join(", ")
      }`,
    );
  }
}
