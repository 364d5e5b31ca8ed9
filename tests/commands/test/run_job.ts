import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ifThere, temporaryFolder } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { paths } from "codebias/store/paths.ts";
import { type TestCase, testCases } from "../test_report.ts";
import { type Example, exampleModule, examplesIn } from "./examples.ts";
import type { Job } from "./jobs.ts";

/** Result of a job. */
export interface JobReport {
  readonly job: Job;
  readonly cases: readonly TestCase[];
  readonly seconds: number;
  /** Why the process failed and what its failed tests said; undefined if all is well. */
  readonly failure?: string;
}

/** How to run a job. */
export interface RunJobOptions {
  /** As `deno test --filter` takes it. @default all tests */
  readonly filter?: string;
  /** A folder for coverage as `deno coverage` reads it. @default none is taken */
  readonly coverage?: string;
}

/**
 * Runs the tests of a job in a process of their own, which ends with this one.
 *
 * The files are imported by one module, so that their imports are loaded once; types, also in examples, are
 * left to the checks.
 */
export async function runJob(job: Job, { filter, coverage }: RunJobOptions = {}): Promise<JobReport> {
  await using folder = await temporaryFolder({ prefix: "codebias-job-" });
  const [entry, report] = ["entry.ts", "report.xml"].map((name) => join(folder.path, name));
  await Deno.writeTextFile(entry, await entryOf(job));
  const started = performance.now();
  const { success, out, error } = await ran(Deno.execPath(), [
    ...["test", "-A", "--quiet", "--frozen", "--no-check", "--config", join(paths.root, "deno.json")],
    ...filter === undefined ? [] : [`--filter=${filter}`],
    ...coverage === undefined ? [] : coverageOf(job, coverage),
    `--junit-path=${report}`,
    entry,
  ], { cwd: paths.root, env: { INIT_CWD: paths.root, NO_COLOR: "1" } }); // relative paths in tests are meant from the checkout
  const seconds = (performance.now() - started) / 1000;
  const xml = await ifThere(Deno.readTextFile(report)) ?? ""; // none if the process ended before it could write it
  const cases = testCases(xml, { filtered: filter !== undefined });
  return { job, cases, seconds, ...!success && { failure: failureIn(`${out}\n${error}`) } };
}

/** A module that imports test files and holds examples as tests. */
async function entryOf({ files }: Job): Promise<string> {
  const examples: Example[] = [];
  const imports: string[] = [];
  for (const file of files) {
    if (file.startsWith("tests/")) {
      imports.push(`import ${JSON.stringify(pathToFileURL(join(paths.root, file)).href)};\n`);
    } else {
      examples.push(...examplesIn(file, await Deno.readTextFile(join(paths.root, file))));
    }
  }
  return imports.join("") + exampleModule(examples);
}

/** What Deno prints before and after the output of a test that failed. */
const OUTPUT = /^(.*) \.\.\.\n-+ output -+\n(?:(?!^-+ output -+$).)*?^-+ output end -+\n\1 \.\.\. FAILED/gms;

/** Of all output: that of failed tests, with their errors; the last lines of a process that died. */
function failureIn(text: string): string {
  const errors = text.indexOf("\n ERRORS ");
  if (errors < 0) return text.trim().split("\n").slice(-40).join("\n");
  return [...(text.match(OUTPUT) ?? []), text.slice(errors).trim()].join("\n\n");
}

/**
 * A folder for each process, as `deno test` empties it; one report for all, which fails if a file that was
 * run is gone.
 */
function coverageOf({ name }: Job, folder: string): string[] {
  return [`--coverage=${join(folder, name.replaceAll(/\W+/g, "_"))}`, "--coverage-raw-data-only"];
}
