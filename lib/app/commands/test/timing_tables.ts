import type { TestCase } from "../../../store/test_report.ts";
import type { JobReport } from "./run_job.ts";

/** How many tests the second table has. */
const SLOWEST_TESTS = 50;

/**
 * Markdown: how long each process of a test run took, and the slowest tests.
 *
 * @param reports Of the jobs that ran.
 */
export function timingTables(reports: readonly JobReport[]): string {
  const jobs = reports.toSorted((a, b) => b.seconds - a.seconds).map(({ job, cases, seconds }) => [
    job.name,
    `${cases.length}`,
    seconds.toFixed(1),
  ]);
  const slowest = reports.flatMap(({ cases }) => cases.filter(isWhole(cases)))
    .toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_TESTS);
  const tests = slowest.map(({ name, file, seconds }) => [
    file.replace(/^\.\/tests\//, ""),
    name,
    seconds.toFixed(1),
  ]);
  return [
    ...rows(["process", "tests", "seconds"], jobs),
    "",
    ...rows(["file", "test", "seconds"], tests),
    "",
  ].join("\n");
}

/** Whether a case is a test, not a step, as the test's time includes its steps'. */
function isWhole(cases: readonly TestCase[]): (testCase: TestCase) => boolean {
  const names = new Set(cases.map(({ name }) => name));
  return ({ name }) => {
    const parts = name.split(" > ");
    return !parts.some((_, index) => index > 0 && names.has(parts.slice(0, index).join(" > ")));
  };
}

function rows(names: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const line = (values: readonly string[]) =>
    `| ${values.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...cells.map(line)];
}
