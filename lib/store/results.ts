import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { ensureWritable } from "./files/files.ts";
import { hashFiles, type Manifest, type NotebookRecord, readManifest } from "./manifest.ts";
import { paths, shortPath } from "./paths.ts";

/** What is left of a file that was being written when its process was killed. */
const UNFINISHED = /^\..*\.part$/;

/**
 * Makes sure that the results of a run can go to a folder and overwrite nothing that is not theirs.
 *
 * @returns What an earlier, interrupted run of the same left there, to be kept.
 * @throws {DataError} If the folder is the checkout, holds other things or other results, or cannot be written.
 */
export async function openResults(folder: string, runId: string): Promise<Pick<Manifest, "notebooks">> {
  const place = { file: shortPath(folder) };
  if (await isCheckout(folder)) {
    throw new DataError("this is the checkout itself; choose another folder with --out DIR", { place });
  }
  const names = await namesIn(folder);
  const manifest = names.includes("manifest.json") ? await readManifest(folder) : undefined;
  if (!manifest && names.some((name) => !UNFINISHED.test(name))) {
    throw new DataError(
      "this folder holds other things, not results; choose an empty or new one with --out DIR",
      { place },
    );
  }
  if (manifest && manifest.runId !== runId) {
    throw new DataError(
      `this folder holds other results (run ${manifest.runId}); choose an empty one with --out DIR`,
      { place },
    );
  }
  await ensureWritable(folder);
  return { notebooks: manifest?.notebooks ?? {} };
}

/**
 * Why a finished notebook must be run again: the file that is gone or not as it was left.
 *
 * @returns Undefined if all is as it was left.
 */
export async function whyAgain(
  folder: string,
  name: string,
  { outputs = {} }: NotebookRecord,
): Promise<string | undefined> {
  for (const file of [`notebooks/${name}.ipynb`, `notebooks/${name}.html`]) {
    if (await hash(folder, file) === undefined) return `${file} is gone`;
  }
  for (const [file, expected] of Object.entries(outputs)) {
    const found = await hash(folder, file);
    if (found !== expected) return `${file} ${found === undefined ? "is gone" : "has changed"}`;
  }
}

async function hash(folder: string, file: string): Promise<string | undefined> {
  try {
    return (await hashFiles(folder, [join(folder, file)]))[file];
  } catch (error) {
    const gone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    if (gone || error instanceof Deno.errors.IsADirectory) return undefined;
    throw error;
  }
}

/** What is in a folder; nothing if it is missing or a file; writing to it will say so. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) return [];
    throw new DataError(
      `cannot read this folder: ${(cause as Error).message}; choose another one with --out DIR`,
      { place: { file: shortPath(folder) }, cause },
    );
  }
}

async function isCheckout(folder: string): Promise<boolean> {
  try {
    return await Deno.realPath(folder) === await Deno.realPath(paths.root);
  } catch (error) {
    const { NotFound, NotADirectory, PermissionDenied } = Deno.errors;
    if ([NotFound, NotADirectory, PermissionDenied].some((kind) => error instanceof kind)) return false;
    throw error;
  }
}
