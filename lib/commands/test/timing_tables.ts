import type { JobReport } from "./run_job.ts";

/** How many tests the second table has. */
const SLOWEST = 50;

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
  const tests = reports.flatMap(({ cases }) => cases).toSorted((a, b) => b.seconds - a.seconds).slice(
    0,
    SLOWEST,
  )
    .map(({ name, file, seconds }) => [file.replace(/^\.\/tests\//, ""), name, seconds.toFixed(1)]);
  return [
    ...rows(["process", "tests", "seconds"], jobs),
    "",
    ...rows(["file", "test", "seconds"], tests),
    "",
  ].join("\n");
}

function rows(names: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const line = (values: readonly string[]) =>
    `| ${values.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...cells.map(line)];
}
