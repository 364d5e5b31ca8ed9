/**
 * `deno task test [FILTER]`: sets up, runs the checks and all tests, and ends with the totals.
 *
 * @module
 */

import { join } from "node:path";
import { runCommand } from "../notebook/command_line.ts";
import { setUp } from "../setup/setup.ts";
import { exists } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { testTotals, type Totals } from "../store/test_report.ts";

const USAGE = `Usage: deno task test [FILTER]

  FILTER  only tests with this in their name, or that match it if it is a /regular expression/; no checks then
          (default: the checks and all tests)
`;

async function test(args: string[]): Promise<boolean> {
  if (args.length === 1 && ["-h", "--help"].includes(args[0])) {
    console.log(USAGE);
    return true;
  }
  await setUp({ environment: paths.environment, notebooks: true });
  const checks = args.length > 0 ? [] : [await runChecks()];
  const tests = await runTests(args);
  if (args.length > 0 && Object.values(tests).every((count) => count === 0)) {
    console.error(`No test has "${args.join(" ")}" in its name`);
  }
  const sum = (name: keyof Totals) => [...checks, tests].reduce((total, part) => total + part[name], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return sum("failed") === 0 && sum("passed") > 0;
}

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

/** Folders whose tests neither start commands nor look at the clock: they run beside all others, on another core. */
const BESIDE = ["bias", "calibration", "comparison", "extraction", "lint", "report", "statistics", "values"];

async function runTests(args: readonly string[]): Promise<Totals> {
  const filter = args.length > 0 ? [`--filter=${args.join(" ")}`] : [];
  const folders = BESIDE.map((name) => `tests/${name}`).filter((path) => exists(join(paths.root, path)));
  const lanes = [
    ["tests", ...(folders.length > 0 ? [`--ignore=${folders}`] : [])],
    ["lib", "README.md", ...folders],
  ];
  const totals = await Promise.all(lanes.map((lane, at) => runLane([...filter, ...lane], at > 0)));
  const sum = (name: keyof Totals) => totals.reduce((total, lane) => total + lane[name], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** Runs tests in a process of their own. @param held Whether their output is shown at the end, all at once. */
async function runLane(args: readonly string[], held: boolean): Promise<Totals> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const shown = held ? "piped" : "inherit";
  const process = new Deno.Command(Deno.execPath(), {
    // Types, those of examples too, are a matter of the checks: here they would be checked again in each lane.
    args: ["test", "-A", "--quiet", "--no-check", "--doc", `--junit-path=${report}`, ...args],
    cwd: paths.root,
    env: { INIT_CWD: paths.root }, // relative paths in tests are meant from the checkout
    stdout: shown,
    stderr: shown,
  }).spawn();
  const { success, stdout, stderr } = held
    ? await process.output()
    : { ...await process.status, stdout: undefined, stderr: undefined };
  const totals = testTotals(await Deno.readTextFile(report), {
    filtered: args.some((arg) => arg.startsWith("--filter=")),
  });
  await Deno.remove(report);
  if (held) {
    console.log([stdout, stderr].map((output) => new TextDecoder().decode(output)).join("").trimEnd());
  }
  // A file that does not even load fails the run without a failed test.
  return success || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

if (import.meta.main) await runCommand(test);
