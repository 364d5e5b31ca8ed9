/**
 * `deno task bench NAME|all [--json [FILE] | --against DIR] [options]`: runs benchmarks of tests/bench; gives ratios to
 * baselines in the same run, or to another checkout.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "codebias/app/command_line/command.ts";
import { setUp } from "codebias/app/setup/setup.ts";
import { unknownName } from "codebias/core/nearest.ts";
import { paths, typedPath } from "codebias/store/paths.ts";
import { benchAgainst } from "./bench/against.ts";
import { benchmarkFile, benchmarksOf } from "./bench/checkout.ts";
import { compareReports } from "./bench/compare_reports.ts";
import { benchToFile, MACHINE } from "./bench/report.ts";

/** All benchmarks, in the place of a name; two files of `--json`, in the place of a benchmark. */
const [ALL, COMPARE] = ["all", "compare"];

/** The command's own options. */
const OWN = ["--json", "--against", "--help"];

async function bench(given: string[]): Promise<boolean> {
  const known = await benchmarksOf(paths.root);
  if (given.some((arg) => arg === "-h" || arg === "--help")) {
    console.log(
      `Usage: deno task bench NAME [--json [FILE] | --against DIR] [options]
       deno task bench all [--json [FILE]]
       deno task bench compare FILE FILE

  NAME           ${known.join(", ")}; its file in tests/bench says more
  --json [FILE]  writes its figures, with their ratios to the machine's own speed (default: to outputs/bench)
  --against DIR  runs the benchmark here and in another checkout in turn, 7 rounds, and prints each figure's ratio
  all            all of them, the long ones cut short, about ten minutes; writes a file as --json does
  compare        the ratios of one such file beside another's, of another machine or commit`,
    );
    return true;
  }
  const { against, json, rest: [name, ...args] } = withoutOwn(given);
  if (name === undefined) throw new RangeError(`Name a benchmark: ${known.join(", ")}`);
  if (name.startsWith("-")) throw unknownName("option", name, OWN);
  if (name === COMPARE) return await compareReports(args.map(typedPath));
  if (![ALL, ...known].includes(name)) throw unknownName("benchmark", name, [ALL, COMPARE, ...known]);
  if (against !== undefined && (json !== undefined || name === ALL)) {
    throw new RangeError("--against compares one benchmark, and writes no file");
  }
  if (against !== undefined) return await benchAgainst(name, args, typedPath(against));
  await setUp({ environment: paths.environment, notebooks: false });
  const file = json ? typedPath(json) : undefined;
  if (name === ALL) {
    if (args.length > 0) throw unknownName("option", args[0], OWN);
    return await benchToFile(known.filter((one) => one !== MACHINE), { file });
  }
  if (json !== undefined) return await benchToFile([name], { args, file });
  const script = benchmarkScript(benchmarkFile(paths.root, name));
  const process = new Deno.Command(Deno.execPath(), { args: ["eval", script, ...args], cwd: paths.root });
  return (await process.spawn().status).success;
}

/** Takes `--against DIR` and `--json [FILE]` out of the arguments; the rest is for the benchmark. */
function withoutOwn(given: readonly string[]): { against?: string; json?: string; rest: string[] } {
  const rest: string[] = [];
  const found: Record<string, string[]> = { against: [], json: [] };
  for (let at = 0; at < given.length; at++) {
    const [, name, inline] = /^--(against|json)(?:=(.*))?$/s.exec(given[at]) ?? [];
    if (name === undefined) rest.push(given[at]);
    else if (inline !== undefined) found[name].push(inline);
    else found[name].push(name === "against" || given[at + 1]?.endsWith(".json") ? given[++at] ?? "" : "");
  }
  const { against, json } = found;
  if (against.length > 1 || against[0] === "") {
    throw new RangeError("--against needs one folder: that of another checkout");
  }
  if (json.length > 1 || given.includes("--json=")) throw new RangeError("--json takes one file, FILE.json");
  return { against: against[0], json: json[0], rest };
}

/** Runs a benchmark as a command, so that a refusal is a sentence, not a stack trace. */
function benchmarkScript(path: string): string {
  const [command, benchmark] = [join(paths.root, "lib/app/command_line/command.ts"), path].map((file) =>
    JSON.stringify(pathToFileURL(file).href)
  );
  return `import { runCommand } from ${command};
    await runCommand(async () => { await import(${benchmark}); return Deno.exitCode === 0; });`;
}

if (import.meta.main) await runCommand(bench);
