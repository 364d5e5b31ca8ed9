/** Totals of a test run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What became of a test. */
export interface TestCase {
  readonly name: string;
  /** Where it stands, as Deno writes it: `./tests/nearest_test.ts`. */
  readonly file: string;
  readonly seconds: number;
  readonly result: keyof Totals;
}

/**
 * The test cases of a JUnit report, which include the steps of tests.
 *
 * @param xml As `deno test --junit-path` writes it.
 * @param options.filtered Whether a filter left out tests, which the report lists as skipped, without a time.
 */
export function testCases(
  xml: string,
  { filtered = false }: { readonly filtered?: boolean } = {},
): TestCase[] {
  return [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)]
    .filter(([, attributes]) => !filtered || / time="/.test(attributes))
    .map(([, attributes, body = ""]) => {
      const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
      const result = /<(?:failure|error)\b/.test(body)
        ? "failed"
        : /<skipped\b/.test(body)
        ? "skipped"
        : "passed";
      return {
        name: unescaped(value("name")),
        file: value("classname"),
        seconds: Number(value("time")),
        result,
      };
    });
}

/** How many tests passed, failed and were skipped. */
export function totalsOf(cases: readonly Pick<TestCase, "result">[]): Totals {
  const count = (result: keyof Totals) => cases.filter((one) => one.result === result).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** The totals of several runs. */
export function sumOf(totals: readonly Totals[]): Totals {
  const sum = (name: keyof Totals) => totals.reduce((total, part) => total + part[name], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** The line that ends a test run. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => ENTITIES[name]);
}
