import { hash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { isObject, jsonIn } from "../../values/plain_json.ts";
import { ensureWritable, exists, fileError, ifThere, writeWhole } from "../files/files.ts";
import { hashFiles, hashOf } from "../manifest.ts";
import type { CheckoutHashes } from "./plan.ts";

/** The tables of a shard; in `frame` and `completions` the column `position` says which sample of the plan it is. */
export interface ShardTables {
  /** As `run` gives it. */
  readonly frame: pl.DataFrame;
  /** What the model said. */
  readonly completions: pl.DataFrame;
  /** What was found, as `save` keeps it. */
  readonly findings: pl.DataFrame;
}

/** How a shard's tables came about. */
export interface ShardAbout {
  /** Hash of the plan. */
  readonly plan: string;
  readonly shard: string;
  readonly study: string;
  /** Whose answers they are, and that they are synthetic if so. */
  readonly label: string;
  /** What the model was. */
  readonly identity: string;
  readonly samples: number;
  /** Samples without an answer. */
  readonly unanswered: number;
  /** Rows of the frame without a verdict, by the reason. */
  readonly unjudged: Readonly<Record<string, number>>;
  readonly notices: readonly string[];
  /** How programs were contained; undefined where the study does not say. */
  readonly protection?: unknown;
  readonly checkout: CheckoutHashes;
  readonly versions: Readonly<Record<string, unknown>>;
  readonly host: string;
  /** Times of the clock. */
  readonly begun: string;
  readonly ended: string;
}

/** A result that was read and is as it was written. */
export interface ShardResult {
  readonly about: ShardAbout;
  readonly tables: ShardTables;
}

/** Names of a shard's tables, which are files. */
export const TABLES = ["frame", "completions", "findings"] as const satisfies (keyof ShardTables)[];

const ABOUT = "result.json";

/** The folder with the result of a shard. */
export function resultFolder(folder: string, shard: string): string {
  return join(folder, "results", shard);
}

/** Whether a shard has a result. */
export function hasResult(folder: string, shard: string): boolean {
  return exists(resultFolder(folder, shard));
}

/**
 * Makes sure, before a shard is worked on, that its result can be written.
 *
 * @throws {DataError} If it cannot.
 */
export async function ensureResults(folder: string): Promise<void> {
  const results = join(folder, "results");
  await ensureWritable(exists(results) ? results : folder);
}

/**
 * Writes the result of a shard whole or not at all: to a folder beside its place, which is then renamed. Where another process
 * was faster, its result stays.
 *
 * @throws {DataError} If it cannot be written.
 */
export async function writeResult(folder: string, { about, tables }: ShardResult): Promise<void> {
  const results = join(folder, "results");
  await ensureWritable(results);
  const neighbour = join(results, `.${about.shard}.${crypto.randomUUID()}.part`);
  try {
    for (const name of TABLES) {
      await writeWhole(join(neighbour, `${name}.parquet`), new Uint8Array(tables[name].writeParquet()));
    }
    const files = await hashFiles(neighbour, TABLES.map((name) => join(neighbour, `${name}.parquet`)));
    const told = { ...about, files };
    await writeWhole(join(neighbour, ABOUT), JSON.stringify({ id: idOf(told), ...told }, null, 1) + "\n");
    await Deno.rename(neighbour, resultFolder(folder, about.shard));
  } catch (error) {
    await ifThere(Deno.remove(neighbour, { recursive: true }));
    if (!hasResult(folder, about.shard)) throw error;
  }
}

/**
 * What is said of the result of a shard, whose files are as they were written; undefined if there is none yet.
 *
 * @throws {DataError} If one of its files was changed since it was written.
 */
export async function checkResult(folder: string, shard: string): Promise<ShardAbout | undefined> {
  if (!hasResult(folder, shard)) return undefined;
  const place = resultFolder(folder, shard);
  const text = await ifThere(Deno.readTextFile(join(place, ABOUT)));
  const about = text === undefined ? undefined : jsonIn(text) as unknown;
  if (!isObject(about)) throw changed(join(place, ABOUT));
  const { id, ...rest } = about as unknown as StoredAbout;
  if (id !== idOf(rest)) throw changed(join(place, ABOUT));
  const { files, ...told } = rest;
  for (const name of TABLES) {
    const file = `${name}.parquet`;
    if (await hashOf(place, file) !== files[file]) throw changed(join(place, file));
  }
  return told;
}

/**
 * The result of a shard; undefined if there is none yet.
 *
 * @throws {DataError} If one of its files was changed since it was written.
 */
export async function readResult(folder: string, shard: string): Promise<ShardResult | undefined> {
  const about = await checkResult(folder, shard);
  if (!about) return undefined;
  const place = resultFolder(folder, shard);
  const [frame, completions, findings] = TABLES.map((name) => pl.readParquet(join(place, `${name}.parquet`)));
  return { about, tables: { frame, completions, findings } };
}

interface StoredAbout extends ShardAbout {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
}

function changed(path: string): Error {
  return fileError(
    path,
    "this file is not as it was written; remove the folder that it is in, and work again",
  );
}

function idOf(about: object): string {
  return hash("sha256", JSON.stringify(about));
}
