import { hash } from "node:crypto";
import { join } from "node:path";
import { exists, fileError, ifThere, writeWhole } from "../files/files.ts";
import { hashTree } from "../manifest.ts";
import { paths, shortPath } from "../paths.ts";
import { idOf, inLines, sealedIn } from "./sealed_folder.ts";

/** What is asked in all shards of a folder together. */
export interface ShardPlan {
  readonly study: string;
  readonly settings: {
    /** As `openModel` takes it. */
    readonly model: string;
    readonly methods: readonly string[];
    readonly temperatures: readonly number[];
    readonly epochs: number;
    readonly seed: number;
    /** Ids, in their order. */
    readonly tasks: readonly string[];
  };
  /** What the model was when the plan was made; undefined where no server was asked. */
  readonly identity?: string;
  /** Samples in all. */
  readonly samples: number;
  /** SHA-256 of the code and of the data that results rest on. */
  readonly checkout: CheckoutHashes;
  readonly shards: readonly PlannedShard[];
}

/** What a plan says of a shard. */
export interface PlannedShard {
  /** Without ending, e.g. `shard-001`. */
  readonly name: string;
  readonly samples: number;
  /** SHA-256 of the shard's file. */
  readonly sha256: string;
}

/** Some of what is asked in all shards: some tasks, by some methods, at some temperatures, with all epochs. */
export interface Part extends Pick<ShardPlan["settings"], "methods" | "temperatures"> {
  /** Places in the plan's list of tasks, from 0; `to` is the first that is left out. */
  readonly tasks: { readonly from: number; readonly to: number };
  readonly samples: number;
}

/** What one shard asks. */
export type Shard =
  & Part
  & Pick<ShardPlan, "study" | "checkout">
  & Pick<ShardPlan["settings"], "model" | "epochs" | "seed">;

/** SHA-256 of what results rest on. */
export type CheckoutHashes = Readonly<Awaited<ReturnType<typeof checkoutHashes>>>;

/** A plan that was read, with its hash. */
export type StoredPlan = ShardPlan & { readonly id: string };

const PLAN = "plan.json";

/** What this checkout's results rest on. */
export async function checkoutHashes() {
  return {
    code: await hashTree(paths.root, ["lib", "deno.json", "deno.lock"]),
    data: await hashTree(paths.root, ["data"]),
  };
}

/**
 * Writes a plan and its shards to a folder, each file whole, the plan last.
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
 * Refuses other code or data than a plan was made with.
 *
 * @param what Whose hashes differ, e.g. `this checkout`.
 * @throws {DataError} If one differs.
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

/** What a shard is called in sentences. */
export function shardPath(folder: string, name: string): string {
  return shortPath(join(folder, `${name}.json`));
}
