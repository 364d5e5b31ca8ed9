/**
 * Many samples through shards: how long `work` takes a sample, and how much memory each step has.
 *
 *     deno task bench shards [--samples 10000,100000] [--figure FILE.svg]
 *
 * They are Solar's with all attributes, by the synthetic model, whose answers repeat, as those of models do; equal programs are
 * judged once. A sample may take 2 ms, from 100,000 on, and no process may have 2 GiB. A million takes about 20 minutes.
 *
 * @module
 */

import { parseArgs } from "node:util";
import * as Plot from "@observablehq/plot";
import { figure } from "codebias/app/commands/bench/figures.ts";
import { missedAim } from "codebias/app/commands/bench/figures.ts";
import { figure as drawn } from "codebias/report/figures/figure.ts";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { type Steps, TASKS, TEMPERATURES, throughShards } from "../app/commands/million.ts";

const { values: options } = parseArgs({
  options: { samples: { type: "string", default: "10000,100000" }, figure: { type: "string" } },
});
const sizes = options.samples.split(",").map(Number);
if (!sizes.every((one) => one >= 1000)) throw new RangeError("--samples must be numbers from 1000");

const [MAX_MS, MAX_MIB, LARGE] = [2, 2048, 100_000];

/** Samples a shard has, about. */
const SHARD = 10_000;

let missed = false;
const found: { step: string; samples: number; seconds: number; MiB: number }[] = [];
for (const wanted of sizes) {
  await using folder = await temporaryFolder();
  const epochs = Math.ceil(wanted / TASKS / TEMPERATURES.length);
  const samples = epochs * TASKS * TEMPERATURES.length;
  const { steps } = await throughShards(folder.path, { epochs, shards: Math.ceil(samples / SHARD) });
  for (const step of Object.keys(steps) as (keyof Steps)[]) {
    const { seconds, peakMiB } = steps[step];
    found.push({ step, samples, seconds, MiB: peakMiB });
    missed ||= peakMiB > MAX_MIB;
    console.log(
      `${samples.toLocaleString("en")} samples, ${step}: ${
        figure(`${step}, ${wanted}`, seconds, "s").toFixed(1)
      } s, ` +
        `${peakMiB.toFixed(0)} MiB${peakMiB > MAX_MIB ? "   MISSED" : ""}`,
    );
  }
  const ms = 1000 * Object.values(steps).reduce((sum, { seconds }) => sum + seconds, 0) / samples;
  const isSlow = samples >= LARGE && ms > MAX_MS;
  missed ||= isSlow;
  console.log(`${ms.toFixed(2)} ms a sample, all steps together${isSlow ? "   MISSED" : ""}`);
}
if (options.figure) {
  const { svg } = drawn({
    ...{ width: 640, height: 360, marginLeft: 60, marginRight: 90, grid: true },
    x: { type: "log", label: "samples" },
    y: { type: "log", label: "seconds" },
    marks: [
      Plot.lineY(found, { x: "samples", y: "seconds", z: "step", stroke: "#57606a" }),
      Plot.dot(found, { x: "samples", y: "seconds", fill: "#57606a" }),
      Plot.text(found.filter(({ samples }) => samples === Math.max(...found.map((one) => one.samples))), {
        ...{ x: "samples", y: "seconds", text: (one) => `${one.step}, ${Math.round(one.MiB)} MiB` },
        ...{ textAnchor: "start", dx: 8, fill: "#1b1f24" },
      }),
    ],
  });
  await Deno.writeTextFile(options.figure, svg);
}
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
if (missed) missedAim();
