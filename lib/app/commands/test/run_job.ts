import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { paths } from "../../../store/paths.ts";
import { type TestCase, testCases } from "../../../store/test_report.ts";
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
  const folder = await Deno.makeTempDir({ prefix: "codebias-job-" });
  try {
    const [entry, report] = [join(folder, "entry.ts"), join(folder, "report.xml")];
    await Deno.writeTextFile(entry, await entryOf(job));
    const started = performance.now();
    const { code, text } = await denoTest([
      ...filter === undefined ? [] : [`--filter=${filter}`],
      ...coverage === undefined ? [] : coverageOf(job, coverage),
      `--junit-path=${report}`,
      entry,
    ]);
    const seconds = (performance.now() - started) / 1000;
    const cases = testCases(await textOf(report), { filtered: filter !== undefined });
    if (code === 0) return { job, cases, seconds };
    return { job, cases, seconds, failure: failureIn(text) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function denoTest(args: readonly string[]): Promise<{ code: number; text: string }> {
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "-A", "--quiet", "--frozen", "--no-check"],
      ...["--config", join(paths.root, "deno.json"), ...args],
    ],
    cwd: paths.root,
    env: { INIT_CWD: paths.root, NO_COLOR: "1" }, // relative paths in tests are meant from the checkout
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const end = () => process.kill("SIGTERM");
  globalThis.addEventListener("unload", end);
  const { code, stdout, stderr } = await process.output();
  globalThis.removeEventListener("unload", end);
  return { code, text: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n") };
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

/** Missing if the process ended before it could write it. */
async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
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
