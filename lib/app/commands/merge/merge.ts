/**
 * `deno task merge`: puts the results of shards together.
 *
 * @module
 */

import { join } from "node:path";
import { visible } from "../../../core/visible.ts";
import { paths, shortPath, typedPath } from "../../../store/paths.ts";
import { isWhole, type MergedPlan, mergeShards, writeMerged } from "../../../store/shards/merge_shards.ts";
import type { ShardAbout } from "../../../store/shards/shard_result.ts";
import { command, runCommand } from "../../command_line/command.ts";

/** The maximum number of names in a sentence. */
const MAX_NAMED = 10;

/** `deno task merge`: puts results together, and prints what they contain. */
export const mergeCommand = command({
  name: "merge",
  usage: "DIR ... [--out DIR]",
  about: `
Puts together what deno task work found, of any of the shards, in whichever order, as one process would have found it:
frame.parquet (rows as run() gives them), completions.parquet (what the model said; run() takes it as completions),
findings.parquet and manifest.json. Folders with the same plan complete each other; others, as of several models, follow each other.
Says which shards are missing and what is unjudged. Nothing is written if a result was changed since it was made, is of other code
or data, or contradicts another one. The exit status is 0 only if all shards are there, and all samples answered.`,
  takes: {},
  options: { out: "DIR  where the files go (default: outputs/merged-PLAN)" },
  async does({ out }, words) {
    if (words.length === 0) throw new RangeError("Name a folder with shards; -h says more");
    const merged = await mergeShards(words.map((word) => typedPath(word)));
    for (const plan of merged.plans) console.log(said(plan));
    for (const fault of merged.faults) console.error(visible(fault));
    const isNoneDone = merged.plans.every(({ results }) => results.length === 0);
    if (merged.faults.length > 0 || isNoneDone) {
      console.error(`Nothing is written: ${isNoneDone ? "no shard is done" : "see above"}`);
      return false;
    }
    const ids = merged.plans.map(({ plan: { id } }) => id.slice(0, 10));
    const folder = out ?? join(paths.outputs, `merged-${ids.join("-")}`);
    const files = await writeMerged(folder, merged);
    console.log(`${shortPath(folder)}: ${files.join(", ")}`);
    return merged.plans.every(isWhole);
  },
});

/** Sentences about the results of a plan. */
function said({ plan, done, missing }: MergedPlan): string {
  const sum = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
  const samples = sum(done.map((one) => one.samples));
  const unanswered = sum(done.map((one) => one.unanswered));
  const reasons = Map.groupBy(done.flatMap(({ unjudged }) => Object.entries(unjudged)), ([reason]) => reason);
  const labels = [...new Set(done.map(({ label }) => label))];
  const contained = new Set(done.flatMap((one) => howContained(one) ?? []));
  return [
    `${plan.study}, ${
      labels.join(", ") || plan.settings.model
    }: ${done.length} of ${plan.shards.length} shards, ` +
    `${samples} of ${plan.samples} samples`,
    ...contained.size > 1 ? [`Programs were not run alike: ${[...contained].join("; ")}`] : [],
    ...missing.length > 0 ? [`Missing: ${listed(missing)}`] : [],
    ...unanswered > 0 ? [`Without an answer: ${unanswered} samples`] : [],
    ...Array.from(
      reasons,
      ([reason, counts]) => `Unjudged: ${sum(counts.map(([, one]) => one))} by ${reason}`,
    ),
  ].map(visible).join("\n");
}

/** The protection level and the Python of a shard's programs; undefined if the shard has no protection recorded. */
function howContained({ protection }: ShardAbout): string | undefined {
  if (protection === undefined) return undefined;
  const { level, python } = protection as { readonly level: string; readonly python: string };
  return `level ${level}, Python ${python}`;
}

function listed(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (left > 0 ? ` and ${left} more` : "");
}

if (import.meta.main) await runCommand(mergeCommand);
