/**
 * What the client costs: samples a second through the whole path into the store, against a server that answers at once.
 *
 *     deno task bench generation [--samples N] [--rounds N] [--concurrency N]
 *
 * The server is a process of its own. The baseline makes the same requests with `fetch` alone and reads the answers
 * without looking at them, as many at a time; the ratio is how much of that speed is left after strict reading, retries,
 * pacing and storing. The lines take turns, for some rounds; what is printed is the median and the lowest and highest.
 *
 * Reading is measured on the stored run: 10,000 samples into a polars DataFrame, against the bare query.
 *
 * @module
 */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { median } from "simple-statistics";
import { generate, openModel, openStore } from "codebias";
import { figure, missedAim } from "../commands/bench/figures.ts";
import { startInstantServer } from "../generation/instant_server.ts";
import { benchOptions } from "./parts/options.ts";

const REQUIRED_PER_SECOND = 2_000;
const REQUIRED_SECONDS = 2;
const READ = 10_000;
const READING = "10,000 stored samples into a DataFrame";

const { samples, rounds, concurrency } = benchOptions({ samples: 10_000, rounds: 5, concurrency: 16 });

const folder = await Deno.makeTempDir({ prefix: "codebias-bench-" });
await using cleaning = new AsyncDisposableStack();
cleaning.defer(() => Deno.remove(folder, { recursive: true }));
await using server = await startInstantServer();
const model = openModel("ollama/instant", { url: server.url });

/** Requests with nothing around them. */
async function bareFetch(): Promise<number> {
  const body = JSON.stringify({
    model: "instant",
    prompt: "Write a function that decides.",
    stream: true,
    options: { temperature: 1, seed: 7 },
  });
  let left = samples;
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (left-- > 0) {
      const response = await fetch(`${server.url}/api/generate`, { method: "POST", body });
      await response.arrayBuffer();
    }
  }));
  return samples / (performance.now() - started) * 1000;
}

const prompts = Array.from({ length: 100 }, (_, task) => ({
  taskId: `task/${task}`,
  prompt: `Write a function that decides. Number ${task}.`,
}));

/** The whole path; a number in `name` gives a new run, so that nothing is known before. */
async function wholePath(round: number, path?: string): Promise<number> {
  using store = path === undefined ? undefined : openStore(path);
  const epochs = Math.ceil(samples / prompts.length);
  const started = performance.now();
  const { failures, completions } = await generate({
    model,
    prompts,
    epochs,
    seed: round,
    concurrency,
    store,
  });
  const spent = performance.now() - started;
  if (failures.length > 0) {
    throw new Error(`${failures.length} samples failed: ${failures[0].error!.message}`);
  }
  return completions.length / spent * 1000;
}

const path = join(folder, "runs.sqlite");
const rates = { fetch: [] as number[], unstored: [] as number[], stored: [] as number[] };
await wholePath(0);
for (let round = 1; round <= rounds; round++) {
  rates.fetch.push(await bareFetch());
  rates.unstored.push(await wholePath(round));
  rates.stored.push(await wholePath(round, path));
}

let missed = false;
const verdict = (good: boolean) => {
  missed ||= !good;
  return good ? "" : "   MISSED";
};
const line = (name: string, values: readonly number[]) =>
  `${name.padEnd(44)} ${figure(name, values, "/s").toFixed(0).padStart(7)}/s   (${
    Math.min(...values).toFixed(0)
  } to ${Math.max(...values).toFixed(0)})`;
console.log(`${samples} samples a round, ${rounds} rounds, ${concurrency} requests at a time`);
console.log(line("fetch alone", rates.fetch));
console.log(line("asked, read strictly", rates.unstored));
console.log(
  line("the same, and stored", rates.stored) +
    `, ${
      (median(rates.stored.map((rate, round) => rate / rates.fetch[round]))).toFixed(2)
    } of fetch alone, ` +
    `required ${REQUIRED_PER_SECOND}/s${verdict(median(rates.stored) >= REQUIRED_PER_SECOND)}`,
);

await generate({
  model: openModel("ollama/instant", { url: server.url }),
  prompts,
  epochs: READ / prompts.length,
  seed: 1_000,
  concurrency,
  store: openStore(path),
  name: "read",
});
const timed = (action: () => number): number => {
  const started = performance.now();
  const rows = action();
  if (rows < READ) throw new Error(`${rows} rows were read`);
  return (performance.now() - started) / 1000;
};
const [bare, frame]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round++) {
  using database = new DatabaseSync(path, { readOnly: true });
  bare.push(timed(() => database.prepare(`SELECT * FROM completion LIMIT ${READ}`).all().length));
  using store = openStore(path);
  frame.push(timed(() => store.openRun("read").frame().height));
}
console.log(
  `${READING.padEnd(44)} ${figure(READING, frame, "s").toFixed(2).padStart(7)} s   ` +
    `(${Math.min(...frame).toFixed(2)} to ${Math.max(...frame).toFixed(2)}), bare query ${
      median(bare).toFixed(2)
    } s, ` +
    `required ${REQUIRED_SECONDS} s${verdict(median(frame) <= REQUIRED_SECONDS)}`,
);
console.log(`Load average ${Deno.loadavg()[0].toFixed(1)}`);
if (missed) missedAim();
