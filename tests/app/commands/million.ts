/** Many samples of Solar by the synthetic model, through shards to merged tables that are read lazily. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";
import { type Measured, measured, measuredProcess } from "./peak_memory.ts";

/** Tasks of Solar's own suite, and the temperatures that they are asked at. */
export const [TASKS, TEMPERATURES] = [343, [0.2, 1]];

/** What each step took; each ended well. */
export type Steps = Readonly<Record<"shard" | "work" | "merge" | "compare" | "summarize", Measured>>;

/** @returns The folder of the merge, `m` in the one given, and what each step took. */
export async function throughShards(
  folder: string,
  { epochs, shards }: { readonly epochs: number; readonly shards: number },
): Promise<{ readonly place: string; readonly steps: Steps }> {
  const [plan, place] = [join(folder, "p"), join(folder, "m")];
  const frame = join(place, "frame.parquet");
  const settings = ["--temperatures", TEMPERATURES.join(), "--epochs", `${epochs}`];
  const across = ["--metric", "biased", "--across", "temperature", "--paired-by", "taskId"];
  const steps = {
    shard: await measured("shard", ["solar", ...settings, "--shards", `${shards}`, "--out", plan]),
    work: await measured("work", ["--all", plan]),
    merge: await measured("merge", [plan, "--out", place]),
    compare: await measured("compare", [frame, ...across, "--format", "json"]),
    summarize: await measuredProcess(
      new Deno.Command(Deno.execPath(), {
        args: ["eval", SUMMARIZE, frame],
        ...{ cwd: paths.root, stdin: "piped", stdout: "piped", stderr: "piped" },
      }).spawn(),
    ),
  };
  for (const [name, { code, said }] of Object.entries(steps)) assert.equal(code, 0, `${name}: ${said}`);
  return { place, steps };
}

const SUMMARIZE = `import pl from "nodejs-polars";
import { summarize } from "codebias";
const by = ["attribute", "temperature"];
summarize(pl.scanParquet(Deno.args[0]), { by, metric: "biased", cluster: "taskId" });`;
