import { isObject, jsonIn } from "../values/plain_json.ts";
import { createHash } from "node:crypto";
import { basename, join, relative } from "node:path";
import { readText } from "./files/json_lines.ts";
import { ensureWritable, fileError, ifThere, writeWhole } from "./files/files.ts";
import { paths } from "./paths.ts";

/** The record of how a folder of results was made. */
export interface Manifest {
  /** A hash that identifies the run: equal for equal code, inputs and options. */
  readonly runId: string;
  readonly status: "running" | "complete";
  /** The options of the command. */
  readonly command: Readonly<Record<string, unknown>>;
  /** The versions with which the results were computed, see `environment.ts`. */
  readonly environment: Readonly<Record<string, unknown>>;
  /** The record of each notebook, by its name. */
  readonly notebooks: Readonly<Record<string, NotebookRecord>>;
}

/** The record of the files that a notebook read and wrote, and of the runs that it made. */
export interface NotebookRecord {
  readonly status: "running" | "complete";
  readonly seconds?: number;
  /** A key that is equal for equal code, data, cells and settings: a later run with the same key reuses these results. */
  readonly key?: string;
  /** SHA-256 of the executed notebook and its pages, by their path in the folder. */
  readonly pages?: Readonly<Record<string, string>>;
  /** The folder of the earlier run whose results were reused. */
  readonly takenFrom?: string;
  /** SHA-256 of the input files, by their path in the source. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** How verdicts were reached: rule, seed, protection level, number of samples. */
  readonly runs?: readonly unknown[];
  /** Sentences about the data that a reader should know. */
  readonly notices?: readonly string[];
  /** How each table can be computed again from the stored samples, by the table's path in the folder. */
  readonly recipes?: Recipes;
  /** SHA-256 of every file that the notebook wrote, by its path in the folder. */
  readonly outputs?: Readonly<Record<string, string>>;
}

/** How tables were computed, by the table's path. */
export type Recipes = Readonly<
  Record<string, {
    /** Name of the function. */
    readonly by: string;
    readonly options: Readonly<Record<string, unknown>>;
    /** The columns that were kept, if not all. */
    readonly columns?: readonly string[];
    /** Whether the file has an apostrophe before texts that a spreadsheet would evaluate as formulas. */
    readonly spreadsheet?: boolean;
    /** Path of the samples in the folder. */
    readonly samples: string;
  }>
>;

const NAME = "manifest.json";

/**
 * The manifest of a folder of results, or undefined if it has none.
 *
 * @throws {DataError} If the file is damaged or not a manifest of results; the message says what to do.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, NAME);
  if (!await ifThere(Deno.stat(path))) return undefined;
  const { text } = await readText(path);
  const manifest = jsonIn(text);
  if (isManifest(manifest)) return manifest;
  throw fileError(
    path,
    `this is not a whole manifest of results; choose an empty folder with --out DIR, or remove this one if ` +
      `nothing else is in it`,
  );
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || typeof value.runId !== "string" || !isObject(value.notebooks)) return false;
  return Object.values(value.notebooks).every((notebook) =>
    isObject(notebook) && (notebook.outputs === undefined || isObject(notebook.outputs)) &&
    (notebook.recipes === undefined || isObject(notebook.recipes)) &&
    Object.values(notebook.recipes ?? {}).every(isRecipe)
  );
}

function isRecipe(value: unknown): boolean {
  return isObject(value) && typeof value.by === "string" && typeof value.samples === "string" &&
    isObject(value.options) && (value.columns === undefined || Array.isArray(value.columns)) &&
    (value.spreadsheet === undefined || typeof value.spreadsheet === "boolean");
}

/**
 * Reads the manifest of a folder, changes it and writes it again. Concurrent calls, in this or in other processes, wait
 * for each other, so that no change is lost.
 *
 * @param change Gets the manifest, or undefined if there is none; nothing is written if it returns undefined.
 */
export async function changeManifest(
  folder: string,
  change: (manifest: Manifest | undefined) => Manifest | undefined,
): Promise<void> {
  await ensureWritable(folder);
  using lock = await Deno.open(folder); // locks the folder itself: a lock file would stay among the results
  await lock.lock(true);
  const changed = change(await readManifest(folder));
  if (changed) await writeManifest(folder, changed);
}

/** Writes the manifest of a folder of results. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { runId, status, command, environment, notebooks } = manifest; // fields in the order in which people read them
  const text = JSON.stringify({ runId, status, command, environment, notebooks }, null, 2);
  await writeWhole(join(folder, NAME), text + "\n");
}

/**
 * Updates the record of a notebook in the manifest; runs, outputs and recipes are added to those already there. A file
 * that is written again loses the recipe that it had.
 *
 * @param environment The environment to record if the folder has no manifest yet.
 */
export async function recordNotebook(
  folder: string,
  notebook: string,
  record: NotebookRecord,
  environment: Manifest["environment"] = {},
): Promise<void> {
  const empty: Manifest = {
    runId: basename(folder),
    status: "complete",
    command: {},
    environment,
    notebooks: {},
  };
  await changeManifest(folder, (manifest = empty) => {
    const merged = mergedRecord(manifest.notebooks[notebook], record);
    return { ...manifest, notebooks: { ...manifest.notebooks, [notebook]: merged } };
  });
}

function mergedRecord(before: NotebookRecord | undefined, record: NotebookRecord): NotebookRecord {
  const kept = Object.entries(before?.recipes ?? {}).filter(([file]) => !(file in (record.outputs ?? {})));
  const recipes = { ...Object.fromEntries(kept), ...record.recipes };
  const runs = [...without(before?.runs ?? [], record.runs ?? []), ...record.runs ?? []];
  return {
    ...before,
    ...record,
    ...(runs.length > 0 && { runs }),
    recipes: Object.keys(recipes).length > 0 ? recipes : undefined,
    outputs: { ...before?.outputs, ...record.outputs },
  };
}

/** The values whose JSON differs from that of all the others. */
function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((value) => JSON.stringify(value)));
  return values.filter((value) => !known.has(JSON.stringify(value)));
}

/** Removes the record of a notebook from the manifest, so that the notebook will be run again. */
export async function forgetNotebook(folder: string, notebook: string): Promise<void> {
  await changeManifest(folder, (manifest) => {
    if (!manifest) return undefined;
    const { [notebook]: _, ...notebooks } = manifest.notebooks;
    return { ...manifest, status: "running", notebooks };
  });
}

/** SHA-256 of files, by their path relative to a folder. */
export async function hashFiles(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const entries = await Promise.all(files.map(async (file) => {
    return [relative(folder, file), await digestOf(file)] as const;
  }));
  return Object.fromEntries(entries);
}

/** SHA-256 of a file by its path in a folder; undefined if it is missing or a folder. */
export async function hashOf(folder: string, file: string): Promise<string | undefined> {
  try {
    return await ifThere(digestOf(join(folder, file)));
  } catch (error) {
    if (error instanceof Deno.errors.IsADirectory) return undefined;
    throw error;
  }
}

/** SHA-256 of a file, which is read in pieces so that only one piece is in memory at a time. */
async function digestOf(path: string): Promise<string> {
  const whole = createHash("sha256");
  using file = await Deno.open(path);
  for await (const piece of file.readable) whole.update(piece);
  return whole.digest("hex");
}

/** One SHA-256 over the given files and all files below the given folders except hidden ones, artifacts and bytecode. */
export async function hashTree(root: string, parts: readonly string[]): Promise<string> {
  const whole = createHash("sha256");
  for (const file of await filesIn(root, parts)) {
    whole.update(relative(root, file)).update("\0").update(await Deno.readFile(file)).update("\0");
  }
  return whole.digest("hex");
}

/**
 * A hash of the code that this process runs: as {@linkcode hashTree} or, if a file has changed since the process began, as in
 * a notebook whose checkout is updated, a hash of its own.
 */
export async function codeHash(parts: readonly string[], root: string = paths.root): Promise<string> {
  const began = new Date(performance.timeOrigin);
  const isOld = (await filesIn(root, parts)).some((file) => Deno.statSync(file).mtime! > began);
  return await hashTree(root, parts) + (isOld ? ` before ${began.toISOString()}` : "");
}

async function filesIn(root: string, parts: readonly string[]): Promise<string[]> {
  return (await Promise.all(parts.map((part) => filesBelow(join(root, part))))).flat();
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).isFile) return [path];
  const found = await Array.fromAsync(Deno.readDir(path));
  const entries = found.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const files = await Promise.all(entries.map(({ name, isDirectory, isFile }) => {
    if (name.startsWith(".")) return []; // files of editors and file managers
    const isLeftOut = isDirectory ? name === "artifacts" || name === "__pycache__" : !isFile;
    return isLeftOut ? [] : filesBelow(join(path, name));
  }));
  return files.flat();
}
