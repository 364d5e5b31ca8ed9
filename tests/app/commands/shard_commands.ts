import assert from "node:assert/strict";
import { join } from "node:path";
import { openStore } from "codebias";
import { exists } from "codebias/store/files/files.ts";
import { readPlan } from "codebias/store/shards/plan.ts";
import { mergeCommand } from "codebias/app/commands/merge/merge.ts";
import { shardCommand } from "codebias/app/commands/shard/shard.ts";
import { workCommand } from "codebias/app/commands/work/work.ts";
import { type Command, statusOf } from "codebias/app/command_line/command.ts";
import { type Said, saidBy } from "./said.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  shard: shardCommand,
  work: workCommand,
  merge: mergeCommand,
};

/** What a command says that is typed in a folder. */
export function say(folder: string, line: string): Promise<Said> {
  const [name, ...args] = line.split(" ");
  return saidBy(folder, () => statusOf(COMMANDS[name], args));
}

/** Waits until the store of the first shard of the plan in `p` has so many answers; returns its path. */
export async function storeWith(
  answers: number,
  { folder, process }: { readonly folder: string; readonly process: Deno.ChildProcess },
): Promise<string> {
  let hasEnded = false;
  process.status.then(() => hasEnded = true);
  const { id } = await readPlan(join(folder, "p"));
  const path = join(folder, `codebias-shards-${Deno.uid()}`, id.slice(0, 16), "shard-001/runs.sqlite");
  for (;;) {
    assert(!hasEnded, "it ended before so many answers");
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (!exists(path)) continue;
    using store = openStore(path);
    if (store.listRuns().some(({ samples }) => samples === answers)) return path;
  }
}
