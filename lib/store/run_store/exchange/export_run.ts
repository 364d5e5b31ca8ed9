import { refuseOther } from "../../../core/kinds.ts";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError } from "../../../core/errors.ts";
import type { ModelDescription } from "../../../core/types.ts";
import { ensureWritable, fileError, ifThere, namesIn, writeWhole, writeWholeBy } from "../../files/files.ts";
import { versions } from "../../environment.ts";
import { hashFiles } from "../../manifest.ts";
import { toTable } from "./exported_files.ts";
import { type ExportedSample, exportedSample } from "./exported_sample.ts";
import type { Run } from "../run.ts";
import { FORMAT, MANIFEST, readRunManifest, type RunManifest, VERSION } from "../run_manifest.ts";

/** The files of an export, in the order in which they are written; the manifest follows them. */
const FILES = ["plan.json", "samples.jsonl", "provenance.jsonl", "samples.parquet"] as const;

/** The number of samples that are read and written at a time. */
const WINDOW = 5000;

/**
 * Writes a run to a folder, to be archived, shared, read elsewhere, and imported again with `importRun`.
 *
 * `samples.jsonl` can be used as the model `recorded/<path>`; `provenance.jsonl` has, line by line, the provenance of each
 * sample; `samples.parquet` has both; `plan.json` has the planned samples; `manifest.json` describes the run, with the
 * SHA-256 of every file. The samples are those of the model with which the run was last begun. A run to which samples are
 * being added is written as it is at the moment. Memory holds the columns of `samples.parquet` and some thousand samples
 * of the other files.
 *
 * @returns The paths of the files, relative to the folder.
 * @throws {DataError} If the folder holds other files, or cannot be written.
 */
export async function exportRun(run: Run, folder: string): Promise<string[]> {
  refuseOther("export", run, "an object", ["id", "descriptions"], "openRun of a store");
  refuseOther("export into", folder, "a text");
  await checkRoom(folder, run.id);
  const [plan, ...files] = FILES.map((name) => join(folder, name));
  let samples = 0;
  let descriptions: [number, ModelDescription][] = [];
  await intoAll(files, async ([recorded, provenance, parquet]) => {
    descriptions = [...run.descriptions()];
    const indices = new Map(descriptions.map(([number], index) => [number, index]));
    const tables: pl.DataFrame[] = [];
    for (const window of windows(run, indices)) {
      samples += window.length;
      append(recorded, window.map((sample) => sample.recorded));
      append(provenance, window.map((sample) => sample.provenance));
      tables.push(toTable(window));
    }
    pl.concat(tables).writeParquet(parquet, { compression: "zstd" });
    await ifThere(Deno.remove(join(folder, MANIFEST)));
    await writeWhole(plan, JSON.stringify(run.plan.record) + "\n");
  });
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
    counts: { wanted: run.wanted, completions: samples, failed: run.failures().length },
    models: descriptions.length > 0 ? descriptions.map(([, description]) => description) : [run.description],
    files: await hashFiles(folder, [plan, ...files]),
    environment: await versions(),
  };
  await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest, null, 2) + "\n");
  return [...FILES, MANIFEST];
}

/** Writes several files atomically: each to a temporary file beside it; these are renamed when all are written. */
async function intoAll(
  [first, ...others]: readonly string[],
  write: (neighbours: readonly string[]) => Promise<void>,
): Promise<void> {
  await writeWholeBy(first, (neighbour) => {
    const all = (rest: readonly string[]) => write([neighbour, ...rest]);
    return others.length === 0 ? all([]) : intoAll(others, all);
  });
}

/** Appends JSON lines to a file; synchronously, as nothing may be written to the store while samples are read. */
function append(file: string, lines: readonly unknown[]): void {
  Deno.writeTextFileSync(file, lines.map((line) => JSON.stringify(line) + "\n").join(""), { append: true });
}

/** The samples of a run in windows of `WINDOW` samples; the last window has fewer or none. */
function* windows(run: Run, descriptions: ReadonlyMap<number, number>): Generator<ExportedSample[]> {
  let window: ExportedSample[] = [];
  for (const sample of run.eachSample({ prompts: true })) {
    window.push(exportedSample(sample, run.plan, descriptions));
    if (window.length < WINDOW) continue;
    yield window;
    window = [];
  }
  yield window;
}

/** Makes sure that the folder is empty, or holds an export of the same run. */
async function checkRoom(folder: string, id: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.includes(MANIFEST)) {
    const { run } = await readRunManifest(folder);
    if (run.id !== id) throw occupied(folder, `another run (${run.id})`);
  } else if (names.some((name) => !LEFT_BEHIND.test(name))) {
    throw occupied(folder, "other things");
  }
  await ensureWritable(folder);
}

/** The names of files that an interrupted export leaves behind. */
const LEFT_BEHIND = new RegExp(`^(?:\\..*\\.part|${FILES.join("|").replaceAll(".", "\\.")})$`);

function occupied(folder: string, what: string): DataError {
  return fileError(folder, `this folder holds ${what}; export the run to an empty or new one`);
}
