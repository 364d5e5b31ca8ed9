/**
 * How close adaptive concurrency comes to the best fixed number of requests at a time, in one run.
 *
 *     deno task bench concurrency [--ms N] [--samples N]
 *
 * The server is a process of its own that computes so many answers at a time (1, 2, 4 and 8), each in `--ms`
 * milliseconds; further requests wait. The baselines are half as many, as many and twice as many requests at a time as it
 * has slots. Every line makes `--samples` times as many samples as there are slots, through the whole client.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { generate, openModel } from "codebias";
import { figure, missedAim } from "codebias/app/commands/bench/figures.ts";
import { startInstantServer } from "../generation/instant_server.ts";

const REQUIRED = 0.9;

const { values: options } = parseArgs({
  options: { ms: { type: "string", default: "40" }, samples: { type: "string", default: "150" } },
});
const [ms, each] = [options.ms, options.samples].map(Number);
if (!(ms > 0) || !Number.isInteger(each) || each < 1) {
  throw new RangeError("Cannot measure: --ms must be above 0, --samples an integer >= 1");
}

/** Samples a second. */
async function measure(url: string, samples: number, concurrency: number | undefined): Promise<number> {
  const prompts = Array.from(
    { length: samples },
    (_, task) => ({ taskId: `${task}`, prompt: `Task ${task}` }),
  );
  const started = performance.now();
  const model = openModel("ollama/instant", { url });
  const { failures } = await generate({ model, prompts, concurrency, onNotice: () => {} });
  if (failures.length > 0) throw new Error(`${failures.length} samples failed`);
  return samples / (performance.now() - started) * 1000;
}

let missed = false;
for (const slots of [1, 2, 4, 8]) {
  await using server = await startInstantServer(ms, slots);
  const samples = each * slots;
  const fixed = [...new Set([Math.max(1, slots / 2), slots, 2 * slots])];
  const rates: [number, number][] = [];
  for (const count of fixed) rates.push([count, await measure(server.url, samples, count)]);
  const adaptive = await measure(server.url, samples, undefined);
  const best = Math.max(...rates.map(([, rate]) => rate));
  missed ||= adaptive < REQUIRED * best;
  console.log(
    `${slots} slots, ${samples} samples: adaptive ${
      figure(`adaptive, ${slots} slots`, adaptive, "/s").toFixed(1)
    }/s, ${(adaptive / best).toFixed(2)} of the best ` +
      `fixed number (${rates.map(([count, rate]) => `${count}: ${rate.toFixed(1)}`).join(", ")}), ` +
      `required ${REQUIRED}${adaptive < REQUIRED * best ? "   MISSED" : ""}`,
  );
}
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
if (missed) missedAim();
