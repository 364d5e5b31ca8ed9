/**
 * What the machine itself gives, which the figures of other benchmarks are compared with: the baselines of `--json`.
 *
 *     deno task bench machine [--seconds 10] [--rounds 7]
 *
 * `spawn` starts a Python that does nothing and waits for it, `fork` does the same with a child of a process that has the modules
 * of the sandbox's worker, `loop` adds 100,000 numbers in Python, `sha256` is how long OpenSSL takes for 1 GB. They take turns.
 *
 * @module
 */

import { figure } from "../commands/bench/figures.ts";
import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { BASELINES, openMachine } from "./parts/machine.ts";
import { benchOptions } from "./parts/options.ts";

const { seconds, rounds } = benchOptions({ seconds: 10, rounds: 7 });
const { executable } = await resolveInterpreter(projectSandbox().python);
await using machine = await openMachine(executable);
const rates = BASELINES.map((what) => ({ what, found: [] as number[] }));
for (let round = 0; round < rounds; round++) {
  for (const { what, found } of rates) {
    found.push(await machine.rate(what, seconds * 1000 / rounds / BASELINES.length));
  }
}
for (const { what, found } of rates) {
  const [values, unit] = what === "sha256" ? [found.map((rate) => 10 / rate), "s"] : [found, "/s"];
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toPrecision(3));
  const text = figure(what, values, unit).toPrecision(3);
  console.log(`${what.padEnd(8)} ${text.padStart(8)} ${unit.padEnd(2)}   (${low} to ${high})`);
}
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
