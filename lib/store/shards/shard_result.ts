import { join } from "node:path";
import pl from "nodejs-polars";
import { ensureWritable, exists, writeWhole } from "../files/files.ts";
import type { CheckoutHashes } from "./plan.ts";
import { checkSealed, writeSealed } from "./sealed_folder.ts";

/** The provenance of the answers to a shard. */
export interface AnswersAbout {
  /** Hash of the plan. */
  readonly plan: string;
  readonly shard: string;
  /** The identity of the model. */
  readonly identity: string;
  readonly samples: number;
  /** The number of samples without an answer. */
  readonly unanswered: number;
  readonly notices: readonly string[];
  readonly host: string;
  /** When the work on the shard began and ended, ISO 8601. */
  readonly begun: string;
  readonly ended: string;
}

/** The provenance of a shard's tables. */
export interface ShardAbout extends AnswersAbout {
  readonly study: string;
  /** The label of the answers: the model, and a note if they are synthetic. */
  readonly label: string;
  /** The number of rows of the frame without a verdict, by the reason. */
  readonly unjudged: Readonly<Record<string, number>>;
  /** The protection under which programs were run; undefined if the study does not report it. */
  readonly protection?: unknown;
  readonly checkout: CheckoutHashes;
  readonly versions: Readonly<Record<string, unknown>>;
  /** The provenance of the answers, if another job asked the model. */
  readonly asked?: AnswersAbout;
}

/** The result of a shard: its description and its tables. */
export interface ShardResult {
  readonly about: ShardAbout;
  readonly tables: Readonly<Record<(typeof TABLES)[number], pl.DataFrame>>;
}

/**
 * The names of a shard's tables, one file each: `frame` as `run` returns it, the completions of the model, the findings as
 * `save` writes them, and the judged programs by their hash. In `frame` and `completions`, the column `position` is the
 * position of the sample in the plan.
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
 * Makes sure, before a shard is worked on, that its results can be written.
 *
 * @param kind The name of the folder to which they will be written.
 * @throws {DataError} If they cannot be written.
 */
export async function ensureRoom(folder: string, kind: "results" | "answers"): Promise<void> {
  const place = join(folder, kind);
  await ensureWritable(exists(place) ? place : folder);
}

/**
 * Writes the result of a shard atomically. If another process was faster, its result stays.
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
 * The description of the result of a shard, after a check that its files are unchanged; undefined if there is none yet.
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
