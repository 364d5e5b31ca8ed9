import { hash } from "node:crypto";
import { join } from "node:path";
import { DataError } from "../../../core/errors.ts";
import { ensureWritable, fileError, writeWhole } from "../../files/files.ts";
import { versions } from "../../environment.ts";
import { toJsonLines, toParquet } from "./exported_files.ts";
import { exportedSample } from "./exported_sample.ts";
import type { Run } from "../run.ts";
import { FORMAT, MANIFEST, readRunManifest, type RunManifest, VERSION } from "../run_manifest.ts";

/** What is written, in this order; the manifest after all others. */
const FILES = ["plan.json", "samples.jsonl", "provenance.jsonl", "samples.parquet"] as const;

/**
 * Writes a run to a folder, to be archived, shared, read elsewhere, and imported again with `importRun`.
 *
 * `samples.jsonl` is a file for the model `recorded/<path>`; `provenance.jsonl` says line by line how each sample came
 * about; `samples.parquet` has both; `plan.json` says what was asked for; `manifest.json` what the run is,
 * with the SHA-256 of every file. The samples are of the model that the run was last begun with. A run that
 * samples are being added to is written as it is at the moment. All of it is held in memory.
 *
 * @returns The paths of the files, relative to the folder.
 * @throws {DataError} If the folder holds other things, or cannot be written.
 */
export async function exportRun(run: Run, folder: string): Promise<string[]> {
  const descriptions = [...run.descriptions()];
  const indices = new Map(descriptions.map(([number], index) => [number, index]));
  const samples = run.samples({ prompts: true }).map((sample) => exportedSample(sample, run.plan, indices));
  const contents: Readonly<Record<typeof FILES[number], Uint8Array>> = {
    "plan.json": new TextEncoder().encode(JSON.stringify(run.plan.record) + "\n"),
    "samples.jsonl": toJsonLines(samples.map(({ recorded }) => recorded)),
    "provenance.jsonl": toJsonLines(samples.map(({ provenance }) => provenance)),
    "samples.parquet": toParquet(samples),
  };
  const { settings, samplings } = run.plan.record;
  const manifest: RunManifest = {
    format: FORMAT,
    version: VERSION,
    ...(run.synthetic &&
      { warning: "SYNTHETIC: the model only imitates one, so nothing in this run is a finding." }),
    synthetic: run.synthetic,
    run: {
      id: run.id,
      name: run.name,
      study: run.study,
      model: run.model,
      seed: run.seed,
      created: run.createdAt.toISOString(),
      settings,
      samplings,
    },
    counts: { wanted: run.wanted, completions: samples.length, failed: run.failures().length },
    models: descriptions.length > 0 ? descriptions.map(([, description]) => description) : [run.description],
    files: Object.fromEntries(FILES.map((name) => [name, hash("sha256", contents[name])])),
    environment: await versions(),
  };
  await makeRoom(folder, run.id);
  for (const name of FILES) await writeWhole(join(folder, name), contents[name]);
  await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest, null, 2) + "\n");
  return [...FILES, MANIFEST];
}

/** Makes sure that the folder is empty, or holds an export of the same run: then without its manifest. */
async function makeRoom(folder: string, id: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.includes(MANIFEST)) {
    const { run } = await readRunManifest(folder);
    if (run.id !== id) throw occupied(folder, `another run (${run.id})`);
    await Deno.remove(join(folder, MANIFEST));
  } else if (names.some((name) => !LEFT_BEHIND.test(name))) {
    throw occupied(folder, "other things");
  }
  await ensureWritable(folder);
}

/** What an interrupted export leaves behind. */
const LEFT_BEHIND = new RegExp(`^(?:\\..*\\.part|${FILES.join("|").replaceAll(".", "\\.")})$`);

function occupied(folder: string, what: string): DataError {
  return fileError(folder, `this folder holds ${what}; export the run to an empty or new one`);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    const { message } = cause as Error;
    throw fileError(folder, `cannot write a run here: ${message}; choose another folder`, cause);
  }
}
