import { hash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError } from "../../core/errors.ts";
import { ensureWritable } from "../files/files.ts";
import { hashFiles, writeManifest } from "../manifest.ts";
import { shortPath } from "../paths.ts";
import { checkSame, readPlan, type StoredPlan } from "./plan.ts";
import { writeMergedFrame } from "./merged_frame.ts";
import { writeMergedTable } from "./merged_table.ts";
import {
  checkResult,
  readResult,
  resultFolder,
  type ShardAbout,
  type ShardResult,
  TABLES,
} from "./shard_result.ts";

/** The merged results of the shards in some folders. */
export type Merged = Awaited<ReturnType<typeof mergeShards>>;

/** The merged results of one plan: its finished and its missing shards. */
export type MergedPlan = Awaited<ReturnType<typeof mergePlan>>;

/** Whether all shards of a plan have a result, and all samples an answer. */
export function isWhole({ missing, done }: MergedPlan): boolean {
  return missing.length === 0 && done.every(({ unanswered }) => unanswered === 0);
}

/**
 * Merges the results of the shards in one or more folders, in whichever order they were made. Folders with the same plan,
 * e.g. those of two machines, complete each other; different plans, e.g. those of two models, follow each other.
 *
 * @param folders At least one folder, each with a plan.
 * @throws {DataError} If a folder has no plan, or its plan was changed.
 */
export async function mergeShards(folders: readonly string[]) {
  const places = await Promise.all(folders.map(async (folder) => ({ folder, plan: await readPlan(folder) })));
  const faults: string[] = [];
  const merged = [];
  for (const group of Map.groupBy(places, ({ plan: { id } }) => id).values()) {
    merged.push(
      await mergePlan(group[0].plan, group.map(({ folder }) => folder), (fault) => faults.push(fault)),
    );
  }
  faults.push(...strangers(merged.map(({ plan }) => plan)));
  return { plans: merged, faults }; // the results should not be used if there are faults, which are sentences
}

/** Sentences on why plans do not belong in one table, whose rows do not tell their plan. */
function strangers(plans: readonly StoredPlan[]): string[] {
  const pairs = plans.flatMap((one, at) => plans.slice(at + 1).map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) => {
    const why = one.study !== other.study
      ? `are of ${one.study} and of ${other.study}: merge each study by itself`
      : one.checkout.code !== other.checkout.code || one.checkout.data !== other.checkout.data
      ? "were made with other code or data: make a plan anew with the same checkout, and work again"
      : isSame(one.settings, other.settings)
      ? `ask ${one.settings.model} for the same samples, which would count twice: merge one of them`
      : undefined;
    return why === undefined ? [] : [`The plans ${one.id.slice(0, 12)} and ${other.id.slice(0, 12)} ${why}`];
  });
}

/** Whether two plans of one study have samples in common. */
function isSame(one: StoredPlan["settings"], other: StoredPlan["settings"]): boolean {
  if (one.model !== other.model || one.seed !== other.seed) return false;
  const lists = ["tasks", "methods", "temperatures"] as const;
  return lists.every((name) => {
    const others: readonly unknown[] = other[name];
    return one[name].some((value) => others.includes(value));
  });
}

type Tell = (fault: string) => void;

async function mergePlan(plan: StoredPlan, folders: readonly string[], tell: Tell) {
  const done: ShardAbout[] = [];
  const results: string[] = []; // folders with the results of these shards, in the same order
  const missing: string[] = []; // names of shards
  for (const { name } of plan.shards) {
    const found: Sound[] = [];
    for (const folder of new Set(folders)) {
      const about = await soundResult(folder, { name, plan }, tell);
      if (about) found.push({ about, folder });
    }
    const [first, ...others] = found;
    if (!first) missing.push(name);
    else {
      done.push(first.about);
      results.push(resultFolder(first.folder, name));
    }
    if (others.length > 0) await compareResults(found, tell);
  }
  const identities = new Map(done.map(({ identity, shard }) => [identity, shard]));
  if (identities.size > 1) {
    const which = Array.from(identities, ([identity, shard]) => `${identity} (${shard})`);
    tell(`${plan.settings.model} was not the same model in all shards: ${which.join(", ")}`);
  }
  if (results.length > 0 && hasTwice(results)) {
    tell(`Some samples of the plan ${plan.id.slice(0, 12)} are in two shards`);
  }
  return { plan, done, results, missing };
}

/** Whether a sample has two answers in the results of shards. */
function hasTwice(results: readonly string[]): boolean {
  const places = results.map((folder) =>
    pl.scanParquet(join(folder, "completions.parquet"), { glob: false }).select("position").collectSync()
      .getColumn("position")
  );
  const all = pl.concat(places);
  return all.nUnique() < all.length;
}

/** An unchanged result, and the folder of its plan. */
interface Sound {
  readonly about: ShardAbout;
  readonly folder: string;
}

/** Reports a contradiction between the results of one shard; two results are in memory at a time. */
async function compareResults(found: readonly Sound[], tell: Tell): Promise<void> {
  const [first, ...others] = found;
  const read = async ({ folder, about: { shard } }: Sound) => (await readResult(folder, shard))!;
  const result = await read(first);
  const said = contentOf(result);
  for (const one of others) {
    const other = await read(one);
    if (contentOf(other) !== said) return tell(contradiction(result, other));
  }
}

/** The description of a shard's result; undefined if there is none, or it is changed or another plan's, which is a fault. */
async function soundResult(
  folder: string,
  { name, plan }: { readonly name: string; readonly plan: StoredPlan },
  tell: Tell,
): Promise<ShardAbout | undefined> {
  try {
    const about = await checkResult(folder, name);
    if (!about) return undefined;
    const { plan: id, shard, checkout } = about;
    checkSame(folder, plan, { checkout, what: name });
    if (id === plan.id && shard === name) return about;
    tell(`${shortPath(folder)}: the result of ${name} is one of another plan or shard`);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    tell(error.message);
  }
}

/** A hash of a result's rows and texts, without times and machines. */
function contentOf({ tables: { frame, completions } }: ShardResult): string {
  const said = completions.select("position", "text");
  return hash("sha256", JSON.stringify([frame.writeCSV().toString(), said.rows()]));
}

/** The sentence on how two results of a shard differ. */
function contradiction(a: ShardResult, b: ShardResult): string {
  const texts = new Map(a.tables.completions.select("position", "text").rows() as [number, string][]);
  const others = b.tables.completions.select("position", "task", "text").rows() as [number, string, string][];
  const differing = others.filter(([position, , text]) => texts.get(position) !== text);
  const { shard } = a.about;
  if (differing.length === 0) {
    return `Two results of ${shard} contradict each other: the same answers are judged differently`;
  }
  return `Two results of ${shard} contradict each other: ${differing.length} samples have other answers, the first to ${
    differing[0][1]
  }`;
}

/**
 * Writes merged results to a folder: frame.parquet with witnesses.parquet, completions.parquet, findings.parquet,
 * programs.parquet, and a manifest.json that says where they come from.
 *
 * @returns The names of the files.
 * @throws {DataError} If they cannot be written.
 */
export async function writeMerged(folder: string, { plans }: Pick<Merged, "plans">): Promise<string[]> {
  await ensureWritable(folder);
  const names: string[] = [];
  for (const table of TABLES) {
    const name = `${table}.parquet`;
    const results = plans.map(({ results }) => results.map((result) => join(result, name)))
      .filter(({ length }) => length > 0);
    if (table === "frame") names.push(...await writeMergedFrame(folder, results));
    else {
      await writeMergedTable(join(folder, name), results);
      names.push(name);
    }
  }
  const status = plans.every(isWhole) ? "complete" : "running";
  await writeManifest(folder, {
    runId: hash("sha256", plans.map(({ plan: { id } }) => id).join()).slice(0, 10),
    status,
    command: { merged: plans.map(({ plan: { id, study, settings } }) => ({ plan: id, study, settings })) },
    environment: plans.flatMap(({ done }) => done)[0].versions,
    notebooks: {
      merge: {
        status,
        runs: plans.flatMap(({ done }) => done),
        notices: [...new Set(plans.flatMap(({ done }) => done.flatMap(({ notices }) => notices)))],
        outputs: await hashFiles(folder, names.map((name) => join(folder, name))),
      },
    },
  });
  return [...names, "manifest.json"];
}
