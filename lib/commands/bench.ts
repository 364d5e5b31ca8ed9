/**
 * `deno task bench NAME [options]`: runs a benchmark of tests/bench; ratios against a baseline in the same run.
 *
 * @module
 */

import { join } from "node:path";
import { runCommand } from "../notebook/command_line.ts";
import { setUp } from "../setup/setup.ts";
import { unknownName } from "../store/nearest.ts";
import { paths } from "../store/paths.ts";

const FOLDER = join(paths.root, "tests", "bench");

async function bench([name, ...args]: string[]): Promise<boolean> {
  const entries = await Array.fromAsync(Deno.readDir(FOLDER));
  const known = entries.map((entry) => entry.name).filter((file) => file.endsWith(".ts")).map((file) =>
    file.slice(0, -3)
  );
  if (name === undefined) throw new RangeError(`Name a benchmark: ${known.toSorted().join(", ")}`);
  if (!known.includes(name)) throw unknownName("benchmark", name, known);
  await setUp({ environment: paths.environment, notebooks: false });
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", join(FOLDER, `${name}.ts`), ...args],
  });
  return (await process.spawn().status).success;
}

if (import.meta.main) await runCommand(bench);
