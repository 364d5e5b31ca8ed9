import { join } from "node:path";
import { jsonIn } from "../../values/plain_json.ts";
import { exists, fileError, ifThere } from "../files/files.ts";
import { exportRun } from "../run_store/exchange/export_run.ts";
import { importRun } from "../run_store/exchange/import_run.ts";
import type { Run } from "../run_store/run.ts";
import type { RunStore } from "../run_store/run_store.ts";
import { checkSealed, writeSealed } from "./sealed_folder.ts";
import { ABOUT, type AnswersAbout } from "./shard_result.ts";

const SEAL = "answers.json";

/** The folder for the answers of a model to a shard, before they are judged. */
function answersFolder(folder: string, shard: string): string {
  return join(folder, "answers", shard);
}

/** Whether a shard has answers already. */
export function hasAnswers(folder: string, shard: string): boolean {
  return exists(answersFolder(folder, shard));
}

/**
 * Writes the answers of a model to a shard atomically, for any machine to judge them: an exported run with its hashes.
 *
 * @throws {DataError} If it cannot be written.
 */
export async function writeAnswers(folder: string, about: AnswersAbout, run: Run): Promise<void> {
  const place = answersFolder(folder, about.shard);
  await writeSealed({ place, seal: SEAL, about }, async (neighbour) => {
    const names = Map.groupBy(await exportRun(run, neighbour), (name) => name.endsWith(".jsonl"));
    for (const name of names.get(true)!) await Deno.remove(join(neighbour, name)); // samples.parquet is smaller
    return names.get(false)!;
  });
}

/**
 * Imports the answers of a model to a shard into a store; undefined if there are none yet.
 *
 * @throws {DataError} If a file was changed since it was written, or the answers are of another plan or shard.
 */
export async function takeAnswers(
  folder: string,
  { plan, shard }: Pick<AnswersAbout, "plan" | "shard">,
  store: RunStore,
): Promise<{ readonly about: AnswersAbout; readonly run: Run } | undefined> {
  const place = answersFolder(folder, shard);
  const about = await checkSealed<AnswersAbout>({ place, seal: SEAL });
  if (!about) return undefined;
  if (about.plan === plan && about.shard === shard) return { about, run: await importRun(place, store) };
  throw fileError(place, "these answers are of another plan or shard; remove them, and work again");
}

/** The identity of the model that answered shards of a plan; undefined if no shard has one. */
export async function identityIn(folder: string, plan: string): Promise<string | undefined> {
  for (const [kind, seal] of [["results", ABOUT], ["answers", SEAL]]) {
    const place = join(folder, kind);
    for (const { name } of exists(place) ? Deno.readDirSync(place) : []) {
      const text = name.startsWith(".")
        ? undefined
        : await ifThere(Deno.readTextFile(join(place, name, seal)));
      const about = (text === undefined ? undefined : jsonIn(text)) as Partial<AnswersAbout> | undefined;
      if (about?.plan === plan && about.identity !== undefined) return about.identity;
    }
  }
}
