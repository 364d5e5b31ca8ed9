import { hash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError } from "../../core/errors.ts";
import { ensureWritable, writeWhole } from "../files/files.ts";
import { hashFiles, writeManifest } from "../manifest.ts";
import { shortPath } from "../paths.ts";
import { checkSame, readPlan, type StoredPlan } from "./plan.ts";
import { readResult, type ShardResult, type ShardTables } from "./shard_result.ts";

/** What the shards of some folders have together. */
export interface Merged {
  /** As one process would have made them; without a row if no shard is done. */
  readonly tables?: ShardTables;
  readonly plans: readonly MergedPlan[];
  /** What may not stand, in sentences: nothing should be made of the tables then. */
  readonly faults: readonly string[];
}

/** What there is of a plan. */
export interface MergedPlan {
  readonly plan: StoredPlan;
  readonly done: readonly ShardResult["about"][];
  /** Names of the shards without a result. */
  readonly missing: readonly string[];
}

/**
 * Puts together what the shards of one or more folders found, in whichever order they were done. Folders with the same plan, as
 * of two machines, complete each other; plans that differ, as of two models, follow each other.
 *
 * @param folders With plans, at least one.
 * @throws {DataError} If a folder has no plan, or a changed one.
 */
export async function mergeShards(folders: readonly string[]): Promise<Merged> {
  const places = await Promise.all(folders.map(async (folder) => ({ folder, plan: await readPlan(folder) })));
  const faults: string[] = [];
  const merged = [];
  for (const group of Map.groupBy(places, ({ plan: { id } }) => id).values()) {
    merged.push(
      await mergePlan(group[0].plan, group.map(({ folder }) => folder), (fault) => faults.push(fault)),
    );
  }
  faults.push(...strangers(merged.map(({ plan }) => plan)));
  const tables = merged.flatMap(({ tables }) => tables ?? []);
  return {
    ...(tables.length > 0 && { tables: joined(tables) }),
    plans: merged.map(({ plan, done, missing }) => ({ plan, done, missing })),
    faults,
  };
}

/** Why plans do not belong in one table, in sentences: rows of it do not say which plan they are from. */
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

/** Whether two plans have samples in common. */
function isSame(one: StoredPlan["settings"], other: StoredPlan["settings"]): boolean {
  if (one.model !== other.model || one.seed !== other.seed) return false;
  const lists = ["tasks", "methods", "temperatures"] as const;
  return lists.every((name) => {
    const others: readonly unknown[] = other[name];
    return one[name].some((value) => others.includes(value));
  });
}

type Tell = (fault: string) => void;

async function mergePlan(
  plan: StoredPlan,
  folders: readonly string[],
  tell: Tell,
): Promise<MergedPlan & { readonly tables?: ShardTables }> {
  const results: ShardResult[] = [];
  const missing: string[] = [];
  for (const { name } of plan.shards) {
    const found: ShardResult[] = [];
    for (const folder of new Set(folders)) {
      const one = await soundResult(folder, { name, plan }, tell);
      if (one) found.push(one);
    }
    const [first, ...others] = found;
    if (!first) missing.push(name);
    else results.push(first);
    const other = others.find((one) => contentOf(one) !== contentOf(first));
    if (other) tell(contradiction(first, other));
  }
  const identities = new Map(results.map(({ about: { identity, shard } }) => [identity, shard]));
  if (identities.size > 1) {
    const which = Array.from(identities, ([identity, shard]) => `${identity} (${shard})`);
    tell(`${plan.settings.model} was not the same model in all shards: ${which.join(", ")}`);
  }
  const done = results.map(({ about }) => about);
  if (results.length === 0) return { plan, done, missing };
  const { frame, completions, findings } = joined(results.map(({ tables }) => tables));
  const places = completions.getColumn("position");
  if (places.nUnique() < places.length) {
    tell(`Some samples of the plan ${plan.id.slice(0, 12)} are in two shards`);
  }
  const tables = { frame: inOrder(frame), completions: inOrder(completions), findings };
  return { plan, done, missing, tables };
}

/** A result that is the plan's and was not changed; undefined where there is none, and a fault told where it is another. */
async function soundResult(
  folder: string,
  { name, plan }: { readonly name: string; readonly plan: StoredPlan },
  tell: Tell,
): Promise<ShardResult | undefined> {
  try {
    const result = await readResult(folder, name);
    if (!result) return undefined;
    const { plan: id, shard, checkout } = result.about;
    checkSame(folder, plan, { checkout, what: name });
    if (id === plan.id && shard === name) return result;
    tell(`${shortPath(folder)}: the result of ${name} is one of another plan or shard`);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    tell(error.message);
  }
}

/** What a result says, without times and places. */
function contentOf({ tables: { frame, completions } }: ShardResult): string {
  const said = completions.select("position", "text");
  return hash("sha256", JSON.stringify([frame.writeCSV().toString(), said.rows()]));
}

/** How two results of a shard differ. */
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

function joined(tables: readonly ShardTables[]): ShardTables {
  const all = (name: keyof ShardTables) => pl.concat(tables.map((one) => one[name]), { how: "diagonal" });
  return { frame: all("frame"), completions: all("completions"), findings: all("findings") };
}

/** Rows by the places of their samples; those of a sample stay as they are. */
function inOrder(frame: pl.DataFrame): pl.DataFrame {
  return frame.sort({ by: "position", maintainOrder: true }).drop("position");
}

/**
 * Writes what was merged to a folder: frame.parquet, completions.parquet, findings.parquet, and a manifest.json that says
 * where they come from.
 *
 * @returns The names of the files.
 * @throws {DataError} If they cannot be written.
 */
export async function writeMerged(folder: string, { tables, plans }: Merged): Promise<string[]> {
  await ensureWritable(folder);
  const names = Object.keys(tables!) as (keyof ShardTables)[];
  const files = names.map((name) => join(folder, `${name}.parquet`));
  for (const [at, name] of names.entries()) {
    await writeWhole(files[at], new Uint8Array(tables![name].writeParquet()));
  }
  const isWhole = plans.every(({ missing }) => missing.length === 0);
  const status = isWhole ? "complete" : "running";
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
        outputs: await hashFiles(folder, files),
      },
    },
  });
  return [...names.map((name) => `${name}.parquet`), "manifest.json"];
}
