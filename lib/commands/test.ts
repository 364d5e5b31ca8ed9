/**
 * `deno task test [FILTER]`: sets up, runs the checks and all tests, and ends with the totals.
 *
 * @module
 */

import { runCommand } from "../notebook/command_line.ts";
import { setUp } from "../setup/setup.ts";
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

async function runTests(args: readonly string[]): Promise<Totals> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const filter = args.length > 0 ? [`--filter=${args.join(" ")}`] : [];
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "-A",
      "--quiet",
      "--doc",
      `--junit-path=${report}`,
      ...filter,
      "lib",
      "tests",
      "README.md",
    ],
    cwd: paths.root,
    env: { INIT_CWD: paths.root }, // relative paths in tests are meant from the checkout
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  const totals = testTotals(await Deno.readTextFile(report), { filtered: args.length > 0 });
  await Deno.remove(report);
  // A file that does not even load fails the run without a failed test.
  return success || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

if (import.meta.main) await runCommand(test);
