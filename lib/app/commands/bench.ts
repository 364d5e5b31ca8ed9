/**
 * `deno task bench NAME [--against DIR] [options]`: runs a benchmark of tests/bench; gives ratios to a
 * baseline in the same run, or to another checkout.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { runCommand } from "../command_line/command.ts";
import { requireSetUp } from "../setup/ready.ts";
import { unknownName } from "../../core/nearest.ts";
import { paths, typedPath } from "../../store/paths.ts";
import { benchAgainst } from "./bench/against.ts";
import { benchmarkFile, benchmarksOf } from "./bench/checkout.ts";

async function bench(given: string[]): Promise<boolean> {
  const known = await benchmarksOf(paths.root);
  if (given.some((arg) => arg === "-h" || arg === "--help")) {
    console.log(
      `Usage: deno task bench NAME [--against DIR] [options]

  NAME           ${known.join(", ")}; its file in tests/bench says more
  --against DIR  runs the benchmark here and in another checkout in turn, 7 rounds, and prints each figure's ratio`,
    );
    return true;
  }
  const { against, rest: [name, ...args] } = withoutAgainst(given);
  if (name === undefined) throw new RangeError(`Name a benchmark: ${known.join(", ")}`);
  if (name.startsWith("-")) throw unknownName("option", name, ["--against", "--help"]);
  if (!known.includes(name)) throw unknownName("benchmark", name, known);
  if (against !== undefined) return await benchAgainst(name, args, typedPath(against));
  await requireSetUp(paths.environment, { notebooks: false });
  const script = benchmarkScript(benchmarkFile(paths.root, name));
  const process = new Deno.Command(Deno.execPath(), { args: ["eval", script, ...args], cwd: paths.root });
  return (await process.spawn().status).success;
}

/** Takes `--against DIR` out of the arguments; the rest is for the benchmark. */
function withoutAgainst(given: readonly string[]): { against?: string; rest: string[] } {
  const { tokens } = parseArgs({
    args: [...given],
    options: { against: { type: "string" } },
    strict: false,
    tokens: true,
  });
  const found = tokens.filter((token) => token.kind === "option" && token.name === "against");
  if (found.length === 0) return { rest: [...given] };
  const [{ index, value, inlineValue }] = found as { index: number; value?: string; inlineValue?: boolean }[];
  if (!value || found.length > 1) {
    throw new RangeError("--against needs one folder: that of another checkout");
  }
  return { against: value, rest: given.toSpliced(index, inlineValue ? 1 : 2) };
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
