import { hash } from "node:crypto";
import { join } from "node:path";
import type { ModelDescription, Sampling, Settings } from "../../core/types.ts";
import { fileError, ifThere } from "../files/files.ts";
import { readable } from "../files/json_lines.ts";
import { isObject, jsonIn } from "../../values/plain_json.ts";
import type { Run } from "./run.ts";

/** The name of the file that describes an exported run. */
export const MANIFEST = "manifest.json";

export const FORMAT = "codebias run";
export const VERSION = 1;

/** The description of an exported run in its folder. */
export interface RunManifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** A warning that is present only if the model is synthetic. */
  readonly warning?: string;
  readonly synthetic: boolean;
  readonly run: Pick<Run, "id" | "name" | "study" | "model" | "seed"> & {
    /** ISO 8601. */
    readonly created: string;
    readonly settings: readonly Settings[];
    readonly samplings: readonly Sampling[];
  };
  /** The numbers of planned samples, of completions, and of failed samples. */
  readonly counts: { readonly wanted: number; readonly completions: number; readonly failed: number };
  /** The descriptions of the model at the times when it answered, the latest one last. */
  readonly models: readonly ModelDescription[];
  /** SHA-256 of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
  /** The versions with which the run was exported. */
  readonly environment: unknown;
}

/** Whether a folder has the manifest of an exported run, complete or not. */
export async function isExport(folder: string): Promise<boolean> {
  const bytes = await readIfThere(join(folder, MANIFEST));
  const manifest = bytes && jsonIn(new TextDecoder().decode(bytes));
  return isObject(manifest) && manifest.format === FORMAT;
}

/**
 * Reads the manifest of a folder with an exported run.
 *
 * @throws {DataError} If there is none, or it is damaged, not that of an exported run, or of another format version.
 */
export async function readRunManifest(folder: string): Promise<RunManifest> {
  const path = join(folder, MANIFEST);
  const bytes = await readIfThere(path);
  if (!bytes) throw fileError(folder, `there is no ${MANIFEST} here, so this exported run is incomplete`);
  let manifest: Partial<RunManifest>;
  try {
    manifest = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw fileError(path, `this is damaged (${(cause as Error).message}); export the run again`, cause);
  }
  if (manifest?.format !== FORMAT) throw fileError(path, "this is not the manifest of an exported run");
  if (manifest.version !== VERSION) {
    throw fileError(
      path,
      `this was exported in format ${manifest.version}; this version of codebias knows ${VERSION}; update codebias`,
    );
  }
  if (manifest.run && manifest.counts && manifest.files && manifest.models?.length) {
    return manifest as RunManifest;
  }
  throw fileError(path, "parts of this manifest are missing; export the run again");
}

/**
 * Reads a file that a manifest lists.
 *
 * @returns Its bytes; undefined if it is missing.
 * @throws {DataError} If it is not the file that was exported.
 */
export async function readListed(
  folder: string,
  name: string,
  { files }: RunManifest,
): Promise<Uint8Array | undefined> {
  const path = join(folder, name);
  const bytes = await readIfThere(path);
  if (!bytes || hash("sha256", bytes) === files[name]) return bytes;
  const what = files[name] === undefined
    ? "the manifest does not list this file"
    : "this file was changed or damaged";
  throw fileError(path, `${what} since the run was exported; export it again, or get the file again`);
}

function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readable(path, ifThere(Deno.readFile(path)));
}
