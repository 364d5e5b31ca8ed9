/** Totals of a test run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Counts the test cases of a JUnit report; the totals at its top count steps, too.
 *
 * @param xml As `deno test --junit-path` writes it.
 * @param options.filtered Whether a filter left tests out: the report has them as skipped, but without a time.
 *
 * @example
 * ```ts
 * import { testTotals } from "codebias/store/test_report.ts";
 * import assert from "node:assert/strict";
 * const xml = `<testsuite><testcase time="1"/><testcase time="0"><skipped/></testcase></testsuite>`;
 * assert.deepEqual(testTotals(xml), { passed: 1, failed: 0, skipped: 1 });
 * ```
 */
export function testTotals(xml: string, { filtered = false }: { readonly filtered?: boolean } = {}): Totals {
  const cases = [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)]
    .filter(([, attributes]) => !filtered || / time="/.test(attributes))
    .map(([, , body = ""]) => body);
  const failed = cases.filter((body) => /<(?:failure|error)\b/.test(body)).length;
  const skipped = cases.filter((body) => /<skipped\b/.test(body)).length;
  return { passed: cases.length - failed - skipped, failed, skipped };
}
