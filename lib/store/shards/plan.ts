import { hash } from "node:crypto";
import { join } from "node:path";
import { exists, fileError, ifThere, writeWhole } from "../files/files.ts";
import { hashTree } from "../manifest.ts";
import { paths, shortPath } from "../paths.ts";
import { idOf, inLines, sealedIn } from "./sealed_folder.ts";

/** The plan of a folder of shards: the samples that all its shards ask for together. */
export interface ShardPlan {
  readonly study: string;
  readonly settings: {
    /** The model as `openModel` takes it. */
    readonly model: string;
    readonly methods: readonly string[];
    readonly temperatures: readonly number[];
    readonly epochs: number;
    readonly seed: number;
    /** The ids of the tasks, in order. */
    readonly tasks: readonly string[];
  };
  /** The model's identity when the plan was made; undefined if no server was asked. */
  readonly identity?: string;
  /** The total number of samples. */
  readonly samples: number;
  /** SHA-256 of the code and of the data that results depend on. */
  readonly checkout: CheckoutHashes;
  readonly shards: readonly PlannedShard[];
}

/** A plan's entry for a shard. */
export interface PlannedShard {
  /** The name of the shard's file without ending, e.g. `shard-001`. */
  readonly name: string;
  readonly samples: number;
  /** SHA-256 of the shard's file. */
  readonly sha256: string;
}

/** The samples of one shard: some tasks, with some prompting methods, at some temperatures, in all epochs. */
export interface Part extends Pick<ShardPlan["settings"], "methods" | "temperatures"> {
  /** The range of indices in the plan's list of tasks, from 0; `to` is exclusive. */
  readonly tasks: { readonly from: number; readonly to: number };
  readonly samples: number;
}

/** The content of a shard's file: its samples, and the fields of the plan that they need. */
export type Shard =
  & Part
  & Pick<ShardPlan, "study" | "checkout">
  & Pick<ShardPlan["settings"], "model" | "epochs" | "seed">;

/** SHA-256 of the code and of the data that results depend on. */
export type CheckoutHashes = Readonly<Awaited<ReturnType<typeof checkoutHashes>>>;

/** A plan that was read, with its hash. */
export type StoredPlan = ShardPlan & { readonly id: string };

const PLAN = "plan.json";

/** Hashes the code and the data of this checkout on which results depend. */
export async function checkoutHashes() {
  return {
    code: await hashTree(paths.root, ["lib", "deno.json", "deno.lock"]),
    data: await hashTree(paths.root, ["data"]),
  };
}

/**
 * Writes a plan and its shards to a folder, each file atomically, the plan last.
 *
 * @returns The plan's id.
 * @throws {DataError} If the folder has another plan, or cannot be written.
 */
export async function writePlan(
  folder: string,
  plan: Omit<ShardPlan, "shards">,
  shards: readonly Part[],
): Promise<string> {
  const { study, settings: { model, epochs, seed }, checkout } = plan;
  const digits = Math.max(3, `${shards.length}`.length);
  const files = shards.map((one, at) => ({
    name: `shard-${`${at + 1}`.padStart(digits, "0")}`,
    samples: one.samples,
    text: inLines({ study, model, epochs, seed, ...one, checkout } satisfies Shard),
  }));
  const whole: ShardPlan = {
    ...plan,
    shards: files.map(({ name, samples, text }) => ({ name, samples, sha256: hash("sha256", text) })),
  };
  const id = idOf(whole);
  if (exists(join(folder, PLAN)) && (await readPlan(folder)).id !== id) {
    throw fileError(folder, "there is another plan here: choose another folder with --out DIR");
  }
  for (const { name, text } of files) await writeWhole(join(folder, `${name}.json`), text);
  await writeWhole(join(folder, PLAN), inLines({ id, ...whole }));
  return id;
}

/**
 * The plan of a folder.
 *
 * @throws {DataError} If there is none, or it was changed.
 */
export async function readPlan(folder: string): Promise<StoredPlan> {
  const path = join(folder, PLAN);
  const text = await ifThere(Deno.readTextFile(path));
  if (text === undefined) {
    throw fileError(folder, "there is no plan.json here; deno task shard STUDY --out DIR makes one");
  }
  const plan = sealedIn<ShardPlan>(text);
  if (plan) return plan;
  throw fileError(path, "this plan was changed since it was made; make it anew with deno task shard");
}

/**
 * A shard of a plan.
 *
 * @throws {DataError} If its file is gone or was changed.
 */
export async function readShard(folder: string, { name, sha256 }: PlannedShard): Promise<Shard> {
  const path = join(folder, `${name}.json`);
  const text = await ifThere(Deno.readTextFile(path));
  if (text === undefined) throw fileError(path, "there is no such shard");
  if (hash("sha256", text) === sha256) return JSON.parse(text);
  throw fileError(path, "this shard is not the plan's: it was changed since, or is another plan's");
}

/**
 * Refuses code or data other than those with which a plan was made.
 *
 * @param what The owner of the checked hashes, for the message, e.g. `this checkout`.
 * @throws {DataError} If a hash differs.
 */
export function checkSame(
  folder: string,
  { checkout: planned }: Pick<ShardPlan, "checkout">,
  { checkout, what }: { readonly checkout: CheckoutHashes; readonly what: string },
): void {
  const differs = (["code", "data"] as const).find((name) => planned[name] !== checkout[name]);
  if (differs === undefined) return;
  throw fileError(
    folder,
    `${what} has other ${differs} (${checkout[differs].slice(0, 12)}) than the plan was made with (${
      planned[differs].slice(0, 12)
    }): results of both do not belong together; use the same checkout, or make a new plan`,
  );
}

/** The path of a shard's file for messages. */
export function shardPath(folder: string, name: string): string {
  return shortPath(join(folder, `${name}.json`));
}
