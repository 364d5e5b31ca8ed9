import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { readText } from "./json_lines.ts";
import { writeWhole } from "./files.ts";

/** Everything needed to say where a folder of results comes from. */
export interface Manifest {
  /** Identifies what was asked for: equal for equal code, inputs and options. */
  readonly runId: string;
  readonly status: "running" | "complete";
  /** The options of the command. */
  readonly command: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  /** What each notebook computed, by its name. */
  readonly notebooks: Readonly<Record<string, NotebookRecord>>;
}

/** What a notebook read, ran and left behind. */
export interface NotebookRecord {
  readonly status: "running" | "complete";
  readonly seconds?: number;
  /** SHA-256 of the input files, by their path in the source. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** How verdicts came about: rule, seed, protection level, number of samples. */
  readonly runs?: readonly unknown[];
  /** What a reader should know about the data. */
  readonly notices?: readonly string[];
  /** SHA-256 of every file left behind, by its path in the folder. */
  readonly outputs?: Readonly<Record<string, string>>;
}

const NAME = "manifest.json";

/** The manifest of a folder of results, or undefined if it has none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    await Deno.stat(join(folder, NAME));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  return JSON.parse((await readText(join(folder, NAME))).text);
}

/** Writes the manifest of a folder of results. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { runId, status, command, environment, notebooks } = manifest; // in the order in which they are read
  const text = JSON.stringify({ runId, status, command, environment, notebooks }, null, 2);
  await writeWhole(join(folder, NAME), text + "\n");
}

/** Adds to what the manifest says about a notebook; outputs are added to those already there. */
export async function recordNotebook(
  folder: string,
  notebook: string,
  record: NotebookRecord,
): Promise<void> {
  const empty: Manifest = {
    runId: "interactive",
    status: "running",
    command: {},
    environment: {},
    notebooks: {},
  };
  const manifest = await readManifest(folder) ?? empty;
  const before = manifest.notebooks[notebook];
  const merged = { ...before, ...record, outputs: { ...before?.outputs, ...record.outputs } };
  await writeManifest(folder, { ...manifest, notebooks: { ...manifest.notebooks, [notebook]: merged } });
}

/** SHA-256 of files, by their path relative to a folder. */
export async function hashFiles(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const entries = await Promise.all(files.map(async (file) => {
    return [
      relative(folder, file),
      createHash("sha256").update(await Deno.readFile(file)).digest("hex"),
    ] as const;
  }));
  return Object.fromEntries(entries);
}

/** One hash for all files below some folders of a tree: changes with every change of any of them. */
export async function hashTree(root: string, folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const file of await filesBelow(join(root, folder))) {
      hash.update(relative(root, file)).update("\0").update(await Deno.readFile(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await Array.fromAsync(Deno.readDir(folder))).toSorted((
    a,
    b,
  ) => (a.name < b.name ? -1 : 1));
  const files = await Promise.all(entries.map(({ name, isDirectory, isFile }) => {
    if (isDirectory && name !== "artifacts" && !name.startsWith(".") && name !== "__pycache__") {
      return filesBelow(join(folder, name));
    }
    return isFile ? [join(folder, name)] : [];
  }));
  return files.flat();
}
