import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { ensureWritable, exists, fileError, ifThere, namesIn, writeWhole } from "./files/files.ts";
import {
  changeManifest,
  hashFiles,
  hashOf,
  type Manifest,
  type NotebookRecord,
  readManifest,
} from "./manifest.ts";
import { paths, shortPath } from "./paths.ts";
import { hash } from "node:crypto";

/** The name of a temporary file that stays when the process that was writing it is killed. */
const UNFINISHED = /^\..*\.part$/;

/**
 * Makes sure that the results of a run can be written to a folder and overwrite no other files.
 *
 * @returns The records of notebooks that an earlier, interrupted run with the same id left there, to be kept.
 * @throws {DataError} If the folder is the checkout, holds other things or other results, or cannot be written.
 */
export async function openResults(folder: string, runId: string): Promise<Pick<Manifest, "notebooks">> {
  if (await isCheckout(folder)) {
    throw fileError(folder, "this is the checkout itself; choose another folder with --out DIR");
  }
  const names = await namesIn(folder);
  const manifest = names.includes("manifest.json") ? await readManifest(folder) : undefined;
  if (!manifest && names.some((name) => !UNFINISHED.test(name))) {
    const what = "this folder holds other things, not results; choose an empty or new one with --out DIR";
    throw fileError(folder, what);
  }
  if (manifest && manifest.runId !== runId) {
    const what =
      `this folder holds other results (run ${manifest.runId}); choose an empty one with --out DIR`;
    throw fileError(folder, what);
  }
  await ensureWritable(folder);
  return { notebooks: manifest?.notebooks ?? {} };
}

/**
 * The reason why a finished notebook must be run again: a file that is gone or has changed.
 *
 * @returns Undefined if no file has changed.
 */
export async function whyAgain(
  folder: string,
  name: string,
  { outputs = {} }: NotebookRecord,
): Promise<string | undefined> {
  for (const file of [`notebooks/${name}.ipynb`, `notebooks/${name}.html`]) {
    if (await hashOf(folder, file) === undefined) return `${file} is gone`;
  }
  for (const [file, expected] of Object.entries(outputs)) {
    const found = await hashOf(folder, file);
    if (found !== expected) return `${file} ${found === undefined ? "is gone" : "has changed"}`;
  }
}

async function isCheckout(folder: string): Promise<boolean> {
  try {
    return await ifThere(Deno.realPath(folder)) === await Deno.realPath(paths.root);
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/**
 * SHA-256 of an executed notebook's files: the notebook itself, its page, the page for reviewing its runs, and the pages of
 * its samples, whose names begin with the notebook's name.
 */
export async function pagesOf(folder: string, name: string): Promise<Record<string, string>> {
  const views = (await namesIn(join(folder, "views"))).filter((file) =>
    file === `${name}.html` || (file.startsWith(`${name}-`) && file.endsWith(".html"))
  );
  const files = [
    `notebooks/${name}.ipynb`,
    `notebooks/${name}.html`,
    `reviews/${name}.html`,
    ...views.sort().map((file) => `views/${file}`),
  ];
  return await hashFiles(folder, files.map((file) => join(folder, file)).filter(exists));
}

/**
 * Copies the results of a notebook from an earlier run, so that it need not run again; only if the notebook was completed
 * there with the same key, and all its files are unchanged.
 *
 * @param folder The destination, which has a manifest.
 * @param key See {@linkcode NotebookRecord}.
 * @param outputs The folder that holds earlier runs, one folder each.
 * @returns The folder of the earlier run; undefined if none fits.
 */
export async function takeOver(
  folder: string,
  { name, key, outputs = paths.outputs }: {
    readonly name: string;
    readonly key: string;
    readonly outputs?: string;
  },
): Promise<string | undefined> {
  for (const earlier of await foldersIn(outputs)) {
    if (earlier === join(folder)) continue;
    const record = (await manifestOf(earlier))?.notebooks[name];
    if (record?.status !== "complete" || record.key !== key) continue;
    const contents = await contentsOf(earlier, { ...record.pages, ...record.outputs });
    if (!contents || !record.pages?.[`notebooks/${name}.html`]) continue;
    for (const [file, bytes] of contents) await writeWhole(join(folder, file), bytes);
    await changeManifest(folder, (manifest) => ({
      ...manifest!,
      notebooks: { ...manifest!.notebooks, [name]: { ...record, takenFrom: shortPath(earlier) } },
    }));
    return earlier;
  }
}

/** The folders in a folder, by name; none if it is not there. */
async function foldersIn(outputs: string): Promise<string[]> {
  if (!exists(outputs)) return [];
  const entries = await Array.fromAsync(Deno.readDir(outputs));
  return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => join(outputs, name)).sort();
}

/** The manifest of a folder; undefined if there is none or it is damaged. */
async function manifestOf(folder: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(folder);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return undefined;
  }
}

/** The contents of files, if all match their hashes. */
async function contentsOf(
  folder: string,
  hashes: NonNullable<NotebookRecord["outputs"]>,
): Promise<Map<string, Uint8Array> | undefined> {
  const contents = new Map<string, Uint8Array>();
  for (const [file, expected] of Object.entries(hashes)) {
    if (!exists(join(folder, file))) return undefined;
    const bytes = await Deno.readFile(join(folder, file));
    if (hash("sha256", bytes) !== expected) return undefined;
    contents.set(file, bytes);
  }
  return contents;
}
