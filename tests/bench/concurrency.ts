/**
 * How close adaptive concurrency comes to the best fixed number of requests at a time, in one run.
 *
 *     deno task bench concurrency [--ms N] [--samples N] [--vllm 1,8,64,512]
 *
 * The server is a process of its own that computes so many answers at a time (1, 2, 4 and 8), each in `--ms`
 * milliseconds; further requests wait. The baselines are half as many, as many and twice as many requests at a time as it
 * has slots. Every line makes `--samples` times as many samples as there are slots, through the whole client.
 *
 * Then it is a vLLM of so many slots whose answers take a second: after how long the samples of two seconds
 * are 90 % of what so many slots can give, which has to be within half a minute.
 *
 * Last, what 512 streams cost this process, which come as 40 tokens a second each, one by one: less than a core.
 *
 * @module
 */

import process from "node:process";
import { generate, openModel } from "codebias";
import { figure, missedAim } from "../commands/bench/figures.ts";
import { startInstantServer } from "../generation/instant_server.ts";
import { benchOptions } from "./parts/options.ts";

const REQUIRED = 0.9;

/** How long an answer of the vLLM takes, and when the pace has to be found, seconds. */
const [ANSWER, REACHED_WITHIN] = [1, 30];

/** How long it is asked at least, seconds. */
const MEASURED = 10;

const { ms, samples: each, vllm } = benchOptions({ ms: 40, samples: 150, vllm: "1,8,64,512" });
const sizes = vllm.split(",").map(Number);
if (!sizes.every((slots) => Number.isInteger(slots) && slots > 0)) {
  throw new RangeError("--vllm must be whole numbers from 1, with commas");
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
/** Seconds until two in a row gave so many samples a second, and the most that any two gave; and the share of a core. */
async function reach(
  url: string,
  slots: number,
  wanted: number,
): Promise<[seconds: number, most: number, cores: number]> {
  const model = openModel("openai/instant", { url: `${url}/v1` });
  const prompts = Array.from({ length: 100 }, (_, task) => ({ taskId: `${task}`, prompt: `Task ${task}` }));
  const stop = new AbortController();
  const { begun, spent } = { begun: performance.now(), spent: processorSeconds() };
  const counts: number[] = [];
  const pairs = () => {
    const whole = Array.from(counts.slice(0, -1), (count = 0) => count);
    return whole.map((count, second) => (count + (whole[second - 1] ?? 0)) / 2);
  };
  const onProgress = () => {
    const second = Math.floor((performance.now() - begun) / 1000);
    counts[second] = (counts[second] ?? 0) + 1;
    const isEnough = second >= MEASURED && pairs().some((rate) => rate >= wanted);
    if (isEnough || second >= REACHED_WITHIN) stop.abort();
  };
  const epochs = Math.ceil(slots * REACHED_WITHIN / ANSWER / 50);
  await generate({ model, prompts, epochs, onProgress, onNotice: () => {}, signal: stop.signal })
    .catch((error) => stop.signal.aborted || Promise.reject(error));
  const seconds = pairs().findIndex((rate) => rate >= wanted);
  const cores = (processorSeconds() - spent) / ((performance.now() - begun) / 1000);
  return [seconds < 0 ? Infinity : seconds + 1, Math.max(...pairs()), cores];
}

/** What this process has computed, seconds. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

for (const slots of sizes) {
  await using server = await startInstantServer(1000 * ANSWER, slots);
  const possible = slots / ANSWER;
  const [seconds, most, cores] = await reach(server.url, slots, REQUIRED * possible);
  missed ||= seconds > REACHED_WITHIN;
  console.log(
    `vLLM of ${slots} slots: ${seconds} s until 90 % of ${possible}/s, at most ${
      figure(`vLLM, ${slots} slots`, most, "/s").toFixed(0)
    }/s, ${cores.toFixed(2)} of a core, required within ${REACHED_WITHIN} s` +
      (seconds > REACHED_WITHIN ? "   MISSED" : ""),
  );
}
/** Of a core, what so many streams of so many tokens a second cost, while all of them last. */
async function streaming(spec: string, streams: number, tokens: number): Promise<number> {
  const last = 8_000;
  await using server = await startInstantServer(last, streams, tokens);
  const url = spec.startsWith("openai/") ? `${server.url}/v1` : server.url;
  const prompts = Array.from(
    { length: streams },
    (_, task) => ({ taskId: `${task}`, prompt: `Task ${task}` }),
  );
  const generation = generate({
    model: openModel(spec, { url }),
    ...{ prompts, concurrency: streams, onNotice: () => {} },
  });
  while ((await server.asked()).size < streams) await new Promise((resolve) => setTimeout(resolve, 100));
  const [begun, spent] = [performance.now(), processorSeconds()];
  await new Promise((resolve) => setTimeout(resolve, last / 2));
  const cores = (processorSeconds() - spent) / ((performance.now() - begun) / 1000);
  const { failures, samples } = await generation;
  if (failures.length > 0) {
    throw new Error(`${failures.length} of ${streams} streams failed: ${failures[0].error?.message}`);
  }
  const said = samples.filter(({ reply }) => (reply?.text.length ?? 0) >= last / 1000 * tokens).length;
  if (said < streams) throw new Error(`Only ${said} of ${streams} streams came whole`);
  return cores;
}

for (const spec of ["openai/instant", "ollama/instant"]) {
  const cores = await streaming(spec, 512, 40);
  missed ||= cores >= 1;
  console.log(
    `512 streams of 40 tokens a second, ${spec}: ${
      figure(`512 streams, ${spec}`, cores, "cores").toFixed(2)
    } of a core, required below 1` +
      (cores >= 1 ? "   MISSED" : ""),
  );
}
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
if (missed) missedAim();
