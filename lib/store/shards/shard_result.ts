import { join } from "node:path";
import pl from "nodejs-polars";
import { ensureWritable, exists, writeWhole } from "../files/files.ts";
import type { CheckoutHashes } from "./plan.ts";
import { checkSealed, writeSealed } from "./sealed_folder.ts";

/** How the answers to a shard came about. */
export interface AnswersAbout {
  /** Hash of the plan. */
  readonly plan: string;
  readonly shard: string;
  /** What the model was. */
  readonly identity: string;
  readonly samples: number;
  /** Samples without an answer. */
  readonly unanswered: number;
  readonly notices: readonly string[];
  readonly host: string;
  /** Times of the clock. */
  readonly begun: string;
  readonly ended: string;
}

/** How a shard's tables came about. */
export interface ShardAbout extends AnswersAbout {
  readonly study: string;
  /** Whose answers they are, and that they are synthetic if so. */
  readonly label: string;
  /** Rows of the frame without a verdict, by the reason. */
  readonly unjudged: Readonly<Record<string, number>>;
  /** How programs were contained; undefined where the study does not say. */
  readonly protection?: unknown;
  readonly checkout: CheckoutHashes;
  readonly versions: Readonly<Record<string, unknown>>;
  /** Where and when the model was asked, where another job did that. */
  readonly asked?: AnswersAbout;
}

/** A result that was read and is as it was written. */
export interface ShardResult {
  readonly about: ShardAbout;
  readonly tables: Readonly<Record<(typeof TABLES)[number], pl.DataFrame>>;
}

/**
 * Names of a shard's tables, which are files: `frame` as `run` gives it, what the model said, what was found, as `save` keeps it,
 * and the programs that were judged, by their hash. In `frame` and `completions` the column `position` says which sample of the
 * plan it is.
 */
export const TABLES = ["frame", "completions", "findings", "programs"] as const;

/** The file that seals a result. */
export const ABOUT = "result.json";

/** The folder with the result of a shard. */
export function resultFolder(folder: string, shard: string): string {
  return join(folder, "results", shard);
}

/** Whether a shard has a result. */
export function hasResult(folder: string, shard: string): boolean {
  return exists(join(resultFolder(folder, shard), ABOUT));
}

/**
 * Makes sure, before a shard is worked on, that what comes of it can be written.
 *
 * @param kind The folder that it goes to.
 * @throws {DataError} If it cannot.
 */
export async function ensureRoom(folder: string, kind: "results" | "answers"): Promise<void> {
  const place = join(folder, kind);
  await ensureWritable(exists(place) ? place : folder);
}

/**
 * Writes the result of a shard whole or not at all. Where another process was faster, its result stays.
 *
 * @throws {DataError} If it cannot be written.
 */
export async function writeResult(folder: string, { about, tables }: ShardResult): Promise<void> {
  const place = resultFolder(folder, about.shard);
  await writeSealed({ place, seal: ABOUT, about }, async (neighbour) => {
    for (const name of TABLES) {
      await writeWhole(join(neighbour, `${name}.parquet`), new Uint8Array(tables[name].writeParquet()));
    }
    return TABLES.map((name) => `${name}.parquet`);
  });
}

/**
 * What is said of the result of a shard, whose files are as they were written; undefined if there is none yet.
 *
 * @throws {DataError} If one of its files was changed since it was written.
 */
export async function checkResult(folder: string, shard: string): Promise<ShardAbout | undefined> {
  return await checkSealed<ShardAbout>({ place: resultFolder(folder, shard), seal: ABOUT });
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
  const tables = TABLES.map((name) => [name, pl.readParquet(join(place, `${name}.parquet`))] as const);
  return { about, tables: Object.fromEntries(tables) as unknown as ShardResult["tables"] };
}
