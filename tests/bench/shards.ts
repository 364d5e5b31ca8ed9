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

import * as Plot from "@observablehq/plot";
import { figure, missedAim } from "../commands/bench/figures.ts";
import { figure as drawn } from "codebias/report/figures/figure.ts";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { type Steps, TASKS, TEMPERATURES, throughShards } from "../app/commands/million.ts";
import { benchOptions } from "./parts/options.ts";

const options = benchOptions({ samples: "10000,100000", figure: undefined });
const sizes = options.samples.split(",").map(Number);
if (!sizes.every((one) => one >= 1000)) throw new RangeError("--samples must be numbers from 1000");

/** What a step took. */
interface Step {
  readonly step: string;
  readonly samples: number;
  readonly seconds: number;
  readonly MiB: number;
}

const [MAX_MS, MAX_MIB, LARGE] = [2, 2048, 100_000];

/** Samples a shard has, about. */
const SHARD = 10_000;

/** What each step took, by how many samples, both on logarithmic axes; what it had of memory for the most. */
function pictured(rows: readonly Step[]): string {
  const most = Math.max(...rows.map(({ samples }) => samples));
  const shift: Readonly<Record<string, number>> = { merge: -14, compare: 14 }; // they take about as long as each other
  const names = rows.filter(({ samples }) => samples === most).map((row) =>
    Plot.text(
      [row],
      {
        ...{ x: "samples", y: "seconds", text: [`${row.step}, ${Math.round(row.MiB)} MiB`] },
        ...{ textAnchor: "start", dx: 8, dy: shift[row.step] ?? 0, fill: "#1b1f24" },
      } as const,
    )
  );
  return drawn({
    ...{ width: 640, height: 320, marginLeft: 60, marginRight: 150, marginTop: 30, marginBottom: 44 },
    x: {
      type: "log",
      label: "samples",
      labelAnchor: "center",
      labelOffset: 38,
      tickFormat: "~s",
      ticks: [1e3, 1e4, 1e5, 1e6],
      grid: true,
    },
    y: {
      type: "log",
      label: "seconds",
      ticks: [0.1, 1, 10, 100, 1000],
      tickFormat: "~g",
      grid: true,
      nice: true,
    },
    marks: [
      Plot.lineY(rows, { x: "samples", y: "seconds", z: "step", stroke: "#57606a" }),
      Plot.dot(rows, { x: "samples", y: "seconds", fill: "#57606a" }),
      ...names,
    ],
  }).svg;
}

let missed = false;
const found: Step[] = [];
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
  await Deno.writeTextFile(
    options.figure,
    pictured(found.filter(({ step }) => step !== "shard")),
  );
}
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
if (missed) missedAim();
