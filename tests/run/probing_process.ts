/**
 * Probes programs with a store of reports, and prints how many samples are finished; the tests kill it.
 *
 * @module
 */

import { run } from "codebias/run/run.ts";
import { ReportStore } from "codebias/store/reports.ts";
import { probedStudy, tasks, texts } from "./reporting.ts";

const [path, count] = Deno.args;
using reports = new ReportStore(path, "code 1");
await run(probedStudy, {
  tasks,
  completions: texts(Number(count)),
  reports,
  onProgress: ({ done }) => Deno.stdout.writeSync(new TextEncoder().encode(`${done}\n`)),
});
