/**
 * Seconds that pipes take for the lines of the contract, from the command to its end, and that `reproduce` takes for a notebook.
 *
 *     deno task bench pipes [--notebook solar]
 *
 * The lines are those of tests/contract/pipes. `reproduce` leaves a new bundle in a folder that is removed; outcomes and reports
 * that a store has by then are not made again, so that a comparison is about what it does besides.
 *
 * @module
 */

import { join } from "node:path";
import { figure } from "../commands/bench/figures.ts";
import { paths } from "codebias/store/paths.ts";
import { benchOptions } from "./parts/options.ts";

const { notebook } = benchOptions({ notebook: "tour" });

const PIPES = [
  ...["execute", "probe", "score", "fit"],
  ...["faircoder", "huang", "linguistic", "liu", "solar"].map((study) => `judge ${study}`),
];

/** Runs a task of this checkout and says how long it took. */
async function timed(name: string, args: readonly string[], input?: string): Promise<void> {
  const stdin = input === undefined ? "null" : "piped";
  const begun = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    ...{ args: ["task", "--quiet", ...args], cwd: paths.root, stdin },
    ...{ stdout: "null", stderr: "piped" },
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { success, code, stderr } = await child.output();
  // A pipe with a bad line ends with status 1, as the contract's do.
  if (!success && code !== 1) {
    throw new Error(`${name} ended with ${code}: ${new TextDecoder().decode(stderr)}`);
  }
  const seconds = figure(name, (performance.now() - begun) / 1000, "s");
  console.log(`${name.padEnd(20)} ${seconds.toFixed(1)} s`);
}

for (const name of PIPES) {
  const folder = join(import.meta.dirname!, "..", "contract", "pipes", name.replace(" ", "."));
  await timed(name, name.split(" "), await Deno.readTextFile(join(folder, "in.ndjson")));
}
const out = await Deno.makeTempDir({ prefix: "codebias-bench-" });
try {
  await timed(`reproduce ${notebook}`, ["reproduce", notebook, "--anew", "--out", out]);
} finally {
  await Deno.remove(out, { recursive: true });
}
