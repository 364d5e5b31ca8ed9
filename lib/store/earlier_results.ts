import { hash } from "node:crypto";
import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import { exists, writeWhole } from "./files/files.ts";
import { changeManifest, hashFiles, type Manifest, type NotebookRecord, readManifest } from "./manifest.ts";
import { paths, shortPath } from "./paths.ts";

/** SHA-256 of an executed notebook's files: itself, its page, and the page for reviewing what it ran. */
export async function pagesOf(folder: string, name: string): Promise<Record<string, string>> {
  const files = [`notebooks/${name}.ipynb`, `notebooks/${name}.html`, `reviews/${name}.html`];
  return await hashFiles(folder, files.map((file) => join(folder, file)).filter(exists));
}

/**
 * Takes over what a notebook left in an earlier run, so that it need not run again. Only if that run finished
 * it with the same key, and all its files are unchanged.
 *
 * @param folder Its destination, with a manifest.
 * @param key See {@linkcode NotebookRecord}.
 * @param outputs Where earlier runs lie, a folder each.
 * @returns The folder that it was taken from; undefined if there is none.
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

/** A damaged manifest says nothing. */
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
