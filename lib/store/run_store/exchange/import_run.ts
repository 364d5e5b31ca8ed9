import { refuseOther } from "../../../core/kinds.ts";
import { fileError } from "../../files/files.ts";
import { join } from "node:path";
import { DataError, type Place } from "../../../core/errors.ts";
import { shortPath } from "../../paths.ts";
import { fromJsonLines, fromParquet } from "./exported_files.ts";
import { type Exported, importedSample } from "./exported_sample.ts";
import type { Run } from "../run.ts";
import { readListed, readRunManifest, type RunManifest } from "../run_manifest.ts";
import { type PlanRecord, RunPlan } from "../run_plan.ts";
import type { ExportedRun, RunStore } from "../run_store.ts";

/**
 * Imports an exported run into a store: the same id, the same samples. Either the JSON Lines files or the
 * Parquet file may be missing. A run already in the store gets the samples that it lacks.
 *
 * @param folder The folder that `exportRun` wrote.
 * @throws {DataError} If the folder is not an exported run, a file is missing or damaged, or the store has other answers to
 * the same requests; the message says which. Then nothing is imported.
 */
export async function importRun(folder: string, store: RunStore): Promise<Run> {
  refuseOther("import", folder, "a text");
  refuseOther("import into", store, "an object", ["restore"], "openStore");
  return store.restore(await readExport(folder));
}

/**
 * Reads an exported run; see {@linkcode importRun}.
 *
 * @throws {DataError} If the folder is not an exported run, or a file is missing or damaged; the message says which.
 */
export async function readExport(folder: string): Promise<ExportedRun> {
  const manifest = await readRunManifest(folder);
  const plan = await readPlan(folder, manifest);
  const { raw, file } = await readSamples(folder, manifest);
  const place = (index: number) => ({ file: shortPath(join(folder, file)), line: index + 1 });
  if (raw.length !== manifest.counts.completions) {
    throw fileError(
      join(folder, file),
      `there are ${raw.length} samples here, but the manifest counts ${manifest.counts.completions}`,
    );
  }
  const { models, run } = manifest;
  const samples = raw.map((sample, index) => importedSample(sample, { plan, models }, place(index)));
  const createdAt = new Date(run.created);
  return { name: run.name, plan, createdAt, models, samples };
}

async function readPlan(folder: string, manifest: RunManifest): Promise<RunPlan> {
  const name = "plan.json";
  const place = { file: shortPath(join(folder, name)) };
  const bytes = await readListed(folder, name, manifest);
  if (!bytes) throw new DataError("there is no such file; export the run again", { place });
  const plan = planIn(fromJsonLines(bytes, place.file)[0], place);
  if (plan.id === manifest.run.id) return plan;
  throw new DataError(`this is the plan of run ${plan.id}, not of ${manifest.run.id}`, { place });
}

function planIn(record: unknown, place: Place): RunPlan {
  try {
    return new RunPlan(record as PlanRecord);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new DataError("this is not the plan of a run; export the run again", { place, cause });
  }
}

/** The unchecked samples in the files, and the name of the file for messages about them. */
async function readSamples(
  folder: string,
  manifest: RunManifest,
): Promise<{ raw: Exported[]; file: string }> {
  const [lines, provenance, parquet] = await Promise.all(
    ["samples.jsonl", "provenance.jsonl", "samples.parquet"].map((name) =>
      readListed(folder, name, manifest)
    ),
  );
  const path = (name: string) => shortPath(join(folder, name));
  if (lines && provenance) {
    const recorded = fromJsonLines(lines, path("samples.jsonl"));
    const about = fromJsonLines(provenance, path("provenance.jsonl"));
    const raw = recorded.map((line, index) => ({ recorded: line, provenance: about[index] }));
    return { raw, file: "samples.jsonl" };
  }
  if (parquet) return { raw: fromParquet(parquet, path("samples.parquet")), file: "samples.parquet" };
  throw fileError(
    folder,
    "the samples are missing: there must be samples.parquet, or samples.jsonl and provenance.jsonl",
  );
}
