/**
 * `deno task bench NAME [options] [--against DIR]`: runs a benchmark of tests/bench; ratios against a baseline in the same run.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "../notebook/command_line.ts";
import { setUp } from "../setup/setup.ts";
import { unknownName } from "../nearest.ts";
import { paths, typedPath } from "../store/paths.ts";
import { benchAgainst } from "./bench/against.ts";

const FOLDER = join(paths.root, "tests", "bench");

async function bench([name, ...args]: string[]): Promise<boolean> {
  const known = await benchmarks();
  if ([name, ...args].some((arg) => arg === "-h" || arg === "--help")) {
    console.log(
      `Usage: deno task bench NAME [options] [--against DIR]\n\n  NAME           ${
        known.join(", ")
      }; its file in tests/bench says more\n  --against DIR  another checkout: 7 rounds in turns, and the ratio of each figure, this to the other, with its interval`,
    );
    return true;
  }
  if (name === undefined) throw new RangeError(`Name a benchmark: ${known.join(", ")}`);
  if (!known.includes(name)) throw unknownName("benchmark", name, known);
  const at = args.indexOf("--against");
  if (at >= 0) {
    const [, other] = args.splice(at, 2);
    if (!other) throw new RangeError("Option --against needs a folder: another checkout of the project");
    await benchAgainst([name, ...args], [paths.root, typedPath(other)]);
    return true;
  }
  await setUp({ environment: paths.environment, notebooks: false });
  const script = benchmarkScript(join(FOLDER, `${name}.ts`));
  const process = new Deno.Command(Deno.execPath(), { args: ["eval", script, ...args], cwd: paths.root });
  return (await process.spawn().status).success;
}

/** Runs a benchmark as a command, so that what it refuses is a sentence and no stack trace. */
function benchmarkScript(path: string): string {
  const [command, benchmark] = [join(paths.root, "lib/notebook/command_line.ts"), path].map((file) =>
    JSON.stringify(pathToFileURL(file).href)
  );
  return `import { runCommand } from ${command};
    await runCommand(async () => { await import(${benchmark}); return Deno.exitCode === 0; });`;
}

async function benchmarks(): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(FOLDER))).map((entry) => entry.name);
  return names.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -".ts".length)).sort();
}

if (import.meta.main) await runCommand(bench);
