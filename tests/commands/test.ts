/**
 * `deno task test [--changed | --long] [FILTER]`: sets up, runs the checks and all tests, and ends with the totals.
 *
 * @module
 */

import { command, runCommand } from "codebias/app/command_line/command.ts";
import { setUp } from "codebias/app/setup/setup.ts";
import { paths } from "codebias/store/paths.ts";
import { sumOf, type TestCase, type Totals, totalsLine, totalsOf } from "./test_report.ts";
import { changedFiles, reachedBy } from "./test/changed.ts";
import { jobsOf } from "./test/jobs.ts";
import { matches, testFiles, testNames } from "./test/known_tests.ts";
import { type JobReport, runJob, type RunJobOptions } from "./test/run_job.ts";

interface Options extends RunJobOptions {
  readonly changed?: boolean;
  readonly long?: boolean;
}

const test = command({
  name: "test",
  usage: `[--changed] [--timings FILE] [--coverage DIR] [FILTER]
       deno task test:long [--timings FILE] [FILTER]`,
  about:
    "Runs the checks and all tests, in one process more than there are cores; tests that measure time run last, alone.",
  takes: {
    FILTER:
      `only tests with this in their name, or that match it if it is a /regular expression/; no checks then
      (default: the checks and all tests)`,
  },
  options: {
    changed: "only tests that the files changed since the last commit can reach; the checks if any can",
    long: "the tests that have a small version in `deno task test`, at full length, as test:long runs them",
    timings: "FILE  writes a Markdown table of the time that folders and the slowest tests take",
    coverage: "DIR  writes what `deno coverage DIR` reads",
  },
  async does(values, words) {
    await setUp({ environment: paths.environment, notebooks: true }); // before tests are loaded
    const filter = words.length > 0 ? words.join(" ") : undefined;
    const options = { ...values, filter };
    const files = await chosenFiles(options);
    if (files.length === 0) {
      console.log(totalsLine({ passed: 0, failed: 0, skipped: 0 }));
      return filter === undefined;
    }
    if (options.long) Deno.env.set(LONG_VARIABLE, "1");
    const [checks, reports] = await runAll(files, options);
    if (options.timings) await Deno.writeTextFile(options.timings, timingTables(reports));
    tellFailures(reports);
    const totals = sumOf([checks, ...reports.map(totalsOfReport)]);
    console.log(totalsLine(totals));
    return totals.failed === 0 && totals.passed > 0;
  },
});

/** The variable that tells tests to run at full length, and the module that reads it. */
const LONG_VARIABLE = "CODEBIAS_LONG";
const LONG_MODULE = "tests/long.ts";

/** The files with the tests that were asked for; says why if there are none. */
async function chosenFiles({ changed, long, filter }: Options): Promise<readonly string[]> {
  let files: readonly string[] = await testFiles();
  if (long) files = (await reachedBy([LONG_MODULE], files)).files;
  if (changed) {
    const list = await changedFiles();
    const reached = await reachedBy(list, files);
    const why = reached.everythingFor ? `, as ${reached.everythingFor} may affect any of them` : "";
    console.error(
      `${list.length} files have changed; ${reached.files.length} of ${files.length} can be reached${why}`,
    );
    files = reached.files;
  }
  if (filter === undefined) return files;
  const names = await testNames(files);
  const found = files.filter((file) => names.get(file)!.some(matches(filter)));
  if (found.length === 0) console.error(`No test has "${filter}" in its name`);
  return found;
}

/** Runs the checks beside the tests; what must run alone comes last. */
async function runAll(files: readonly string[], options: Options): Promise<[Totals, JobReport[]]> {
  const jobs = jobsOf(files);
  const queue = jobs.filter(({ alone }) => !alone);
  const last = jobs.filter(({ alone }) => alone);
  const running = new Map<string, number>();
  const reports: JobReport[] = [];
  const run = async (job: typeof jobs[number]) => {
    running.set(job.name, performance.now());
    const report = await runJob(job, options);
    running.delete(job.name);
    reports.push(report);
    console.log(reportLine(report));
  };
  const still = setInterval(() => {
    const names = [...running].map(([name, since]) =>
      `${name} (${Math.round((performance.now() - since) / 1000)} s)`
    );
    if (names.length > 0) {
      console.error(`running: ${names.join(", ")}; ${queue.length + last.length} more to come`);
    }
  }, SILENCE_MS);
  const work = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await run(job);
  };
  const checks = options.filter === undefined && !options.long ? runChecks() : undefined;
  await Promise.all([checks, ...Array.from({ length: navigator.hardwareConcurrency + WAITING }, work)]);
  for (const job of last.splice(0)) await run(job);
  clearInterval(still);
  return [await checks ?? { passed: 0, failed: 0, skipped: 0 }, reports];
}

/**
 * Processes beyond the cores: tests waiting for a command, a server or a limit leave their core to others.
 */
const WAITING = 1;

/** Silence after which it says what is running. */
const SILENCE_MS = 30_000;

async function runChecks(): Promise<Totals> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "check"],
    cwd: paths.root,
    stderr: "inherit",
  }).output();
  const text = new TextDecoder().decode(stdout);
  console.log(text.trimEnd());
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
  const [passed, failed] = [count(/^ok /gm), count(/^FAILED /gm)];
  return { passed, failed: passed + failed === 0 ? 1 : failed, skipped: 0 };
}

/** A process that fails without a failed test, e.g. since a file does not load, counts as one. */
function totalsOfReport({ cases, failure }: JobReport): Totals {
  const totals = totalsOf(cases);
  return failure !== undefined && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

function reportLine(report: JobReport): string {
  const totals = totalsOfReport(report);
  const mark = totals.failed > 0 ? "FAILED" : "ok    ";
  const failed = report.cases.filter(({ result }) => result === "failed").map(({ name }) =>
    `\n          ${name}`
  );
  return `${mark}  ${report.job.name}: ${totalsLine(totals)}, ${report.seconds.toFixed(1)} s${
    failed.join("")
  }`;
}

/** Said after all have run, since the end is read first: the failed tests, their output and their seeds. */
function tellFailures(reports: readonly JobReport[]): void {
  for (const { job, cases, failure } of reports) {
    if (failure === undefined) continue;
    console.log(`\n== ${job.name}\n${failure}`);
    for (const { name, file, result } of cases) {
      if (result === "failed") console.log(`FAILED  ${name} (${file})`);
    }
  }
}

/** How many tests the second table has. */
const SLOWEST_TESTS = 50;

/**
 * Markdown: how long each process of a test run took, and the slowest tests.
 *
 * @param reports Of the jobs that ran.
 */
function timingTables(reports: readonly JobReport[]): string {
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

if (import.meta.main) await runCommand(test);
