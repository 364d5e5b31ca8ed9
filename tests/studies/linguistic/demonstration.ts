import { join } from "node:path";
import { linguistic, openSource, run } from "codebias";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import type { RunResult } from "codebias/run/run_options.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { paths } from "codebias/store/paths.ts";
import type { LinguisticSettings } from "codebias/studies/linguistic/tasks/layout.ts";
import type { Rule } from "codebias/studies/linguistic/judge/programs.ts";
import type { Verdict } from "codebias/studies/linguistic/judge/verdict.ts";
import { observed } from "../../fake_sandbox.ts";

/** A hand-written completion with its labels, as it stands in its file. */
export interface Labelled {
  readonly completion: string;
  readonly written_as: string;
  readonly dressed_as: string;
}

/** Draws that show every wrong program of the demonstration. */
const DRAWS = 25;

/** Runs the demonstration under a rule, with less patience than usual for programs that never end. */
export async function runDemonstration(rule: Rule): Promise<RunResult<Verdict, LinguisticSettings>> {
  const source = await openSource(linguistic, { source: "demo" });
  const [tasks, completions] = [await source.tasks(), await source.completions()];
  await using sandbox = await openSandbox(projectSandbox());
  const options = { tasks, completions, verdicts: "executed", rule, draws: DRAWS } as const;
  return await run(linguistic, { ...options, sandbox: impatient(sandbox) });
}

function impatient(sandbox: Sandbox): Sandbox {
  const { execute } = sandbox;
  const quick: Sandbox["execute"] = (request, signal) =>
    execute.call(sandbox, { ...request, limits: { ...request.limits, cpuMs: 400 } }, signal);
  return Object.assign(observed(sandbox).sandbox, { execute: quick });
}

/** All completions with their labels, in the order in which `openSource` reads them. */
export async function readLabels(): Promise<Labelled[]> {
  const folder = join(paths.data, "linguistic/demonstration/data/gencodes/Handwritten");
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(join(folder, name))));
  return texts.flatMap((text) => text.trim().split("\n").map((line) => JSON.parse(line)));
}
