/**
 * Saves results: tables, figures, the samples behind them, and a manifest of their origin.
 *
 * @module
 */

import { createHash, hash } from "node:crypto";
import { join } from "node:path";
import type pl from "nodejs-polars";
import { isFrame } from "../../core/frame.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { recipeOf, syntheticNote } from "../../core/recipe.ts";
import { JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { enumerated, plural } from "../../report/words.ts";
import { checkFileName, fileError, writeWhole } from "../../store/files/files.ts";
import {
  hashFiles,
  type Manifest,
  type NotebookRecord,
  readManifest,
  type Recipes,
  recordNotebook,
} from "../../store/manifest.ts";
import { paths, shortPath } from "../../store/paths.ts";
import { findingsFrame } from "../../store/findings_frame.ts";
import { toPng } from "../../store/files/png.ts";
import { keptPages } from "./kept_pages.ts";
import type { Run } from "../../store/run_store/run.ts";
import type { Source } from "../../store/source.ts";
import { versions } from "../../store/environment.ts";
import type { ModelDescription, Sample } from "../../core/types.ts";

/** The basis of results: a run, a generation, or samples in a DataFrame. */
export type Result = RunSummary | GenerationSummary | pl.DataFrame;

/** The part of a run that a manifest keeps. */
export interface RunSummary {
  readonly study?: string;
  readonly verdicts?: string;
  readonly rule?: string;
  readonly seed?: number;
  readonly protection?: unknown;
  readonly samples: readonly Sample[];
  readonly frame?: pl.DataFrame;
  /** The label of the answers: their origin, marked if they are synthetic. */
  readonly label?: string;
  readonly notices?: readonly string[];
}

/** The part of a generation that a manifest keeps. */
export interface GenerationSummary {
  readonly model: ModelDescription;
  readonly samples: readonly unknown[];
  readonly failures: readonly unknown[];
  readonly run?: Pick<Run, "id" | "name" | "study" | "seed" | "frame">;
}

/** The options of {@linkcode save}. */
export interface SaveOptions {
  /**
   * The tables by file name without ending; written to tables/<name> as .csv, .parquet, .tex and .md. Undefined tables,
   * for which a result has no rows, are left out.
   */
  readonly tables?: Readonly<Record<string, Table | pl.DataFrame | undefined>>;
  /** The figures by file name without ending; written to figures/<name> as .svg and .png; undefined ones are left out. */
  readonly figures?: Readonly<Record<string, { readonly svg: string } | undefined>>;
  /**
   * The further basis of single tables and figures that name it themselves: the manifest has it, but tables
   * without a note do not mention it. @default none
   */
  readonly besides?: readonly Result[];
  /** The folder. @default outputs/<run-id>, a new one for other samples or tables */
  readonly out?: string;
  /** The name of their maker, e.g. the notebook; several may share a folder. @default "results" */
  readonly name?: string;
  /** The data from which they were computed, for the manifest. */
  readonly source?: Source;
  /**
   * Whether CSV files are for spreadsheets: texts that a spreadsheet would compute, e.g. `=1+1`, then begin
   * with an apostrophe. Numbers, and all other files, are unchanged. @default false: CSV files hold every
   * value as it is
   */
  readonly spreadsheet?: boolean;
  /** Called with a sentence that the analyst should know. @default a warning on the console */
  readonly onNotice?: (sentence: string) => void;
}

type Contents = Map<string, string | Uint8Array>;

/**
 * Writes tables, figures and samples to a folder, with a manifest: hash of every file, seeds, versions, model digests,
 * protection level. A table without its own note gets a note if a model is synthetic or the source is a demonstration.
 * `deno task verify DIR` checks the files, and recomputes each table that came from `compare` or `summarize` from the
 * samples kept for that. For each result with a frame there is a page in `views`, on which its samples can be viewed.
 *
 * @param result The basis of the tables; several runs as a list.
 * @throws {RangeError} If a name is not valid for a file in the folder.
 * @throws {DataError} If a file cannot be written (each is then whole or missing), or other results in the
 *   folder left a different file of that name.
 */
export async function save(result: Result | readonly Result[], options: SaveOptions = {}) {
  refuseUnknownOptions(options, [
    ...["tables", "figures", "besides", "out", "name", "source", "onNotice", "spreadsheet"] as const,
  ]);
  const { name = "results", besides = [], source, onNotice = console.warn } = options;
  refuseOther("save as tables", options.tables ?? {}, "an object");
  [name, ...Object.keys(options.tables ?? {}), ...Object.keys(options.figures ?? {})].forEach((one) =>
    checkFileName(one, "save as")
  );
  const results = [result].flat() as Result[];
  [...results, ...besides].forEach(checkResult);
  const samples: Contents = new Map();
  const how = { samples, warning: warningOf(results, source), spreadsheet: options.spreadsheet ?? false };
  const { contents: tables, recipes } = tableFiles(options.tables ?? {}, how);
  const runs = [...results, ...besides].map((one) => entryOf(one, samples));
  const contents = new Map([...tables, ...figureFiles(options.figures ?? {}, onNotice), ...samples]);
  const folder = options.out ?? join(paths.outputs, `${name}-${idOf(contents)}`); // the same even if pages look different
  const from = source?.kind === "demo" ? source.label : undefined;
  for (const [path, page] of keptPages(results, { name, onNotice, from })) contents.set(path, page);
  const before = await readManifest(folder);
  checkOthers(contents, { folder, notebooks: before?.notebooks ?? {}, name });
  for (const [path, content] of contents) await writeWhole(join(folder, path), content);
  const outputs = await hashFiles(folder, [...contents.keys()].map((path) => join(folder, path)));
  const environment = before ? undefined : { ...await versions() };
  const record: NotebookRecord = {
    status: before?.status === "running" ? "running" : "complete", // a notebook's command marks its end
    runs,
    ...(source && { inputs: Object.fromEntries(source.files), notices: source.notices }),
    ...(Object.keys(recipes).length > 0 && { recipes }),
    outputs,
  };
  await recordNotebook(folder, name, record, environment);
  const [files, place] = [Object.keys(outputs), shortPath(folder)];
  const shown = {
    "text/markdown": sentenceOf(files, `\`${place}\``),
    "text/plain": sentenceOf(files, place),
  };
  return {
    folder,
    /** Paths relative to the folder. */
    files,
    [JUPYTER_DISPLAY]: (): MediaBundle => shown,
  };
}

/** Refuses a value that is not a result: notebooks check no types, and an `await` is easily forgotten. */
function checkResult(result: Result): void {
  if (isFrame(result) || Array.isArray(result?.samples)) return;
  throw new TypeError("Cannot save this: pass what run or generate gave, awaited, or a DataFrame");
}

/** The sentence that a notebook shows instead of a list of files. */
function sentenceOf(files: readonly string[], folder: string): string {
  const counts = [[".csv", "table"], [".svg", "figure"]].map(([ending, noun]) =>
    plural(files.filter((file) => file.endsWith(ending)).length, noun)
  );
  return `${enumerated(counts)} saved in ${folder}; manifest.json there says what they rest on.`;
}

/** Refuses to overwrite a file of another notebook with other content; several notebooks may share a folder. */
function checkOthers(
  contents: Contents,
  { folder, notebooks, name }: Pick<Manifest, "notebooks"> & { folder: string; name: string },
): void {
  for (const [other, { outputs = {} }] of Object.entries(notebooks)) {
    if (other === name) continue;
    for (const [path, content] of contents) {
      if (outputs[path] === undefined || outputs[path] === hash("sha256", content)) continue;
      throw fileError(
        join(folder, path),
        `there is already one here, from "${other}"; choose another name or folder`,
      );
    }
  }
}

/** The warning below a table without a note: some or all of its data are not from a real model. */
function warningOf(results: readonly Result[], source?: Source): string | undefined {
  const models = results.flatMap((result) => isFrame(result) || !isGeneration(result) ? [] : [result.model]);
  if (models.some(({ synthetic }) => synthetic)) {
    return [...new Set(models.map(({ spec, synthetic }) => synthetic ? `SYNTHETIC: ${spec}` : spec))].join(
      "; ",
    );
  }
  const labels = results.flatMap((result) =>
    isFrame(result) ? syntheticNote(result) ?? [] : isGeneration(result) ? [] : result.label ?? []
  );
  const wary = labels.filter((label) => /\bSYNTHETIC\b|^demonstration/.test(label));
  if (wary.length > 0) return [...new Set(wary)].join("; ");
  return source?.kind === "demo" ? source.label : undefined;
}

function tableFiles(
  tables: NonNullable<SaveOptions["tables"]>,
  how: { readonly samples: Contents; readonly warning: string | undefined; readonly spreadsheet: boolean },
): { readonly contents: Contents; readonly recipes: Recipes } {
  const { samples, warning, spreadsheet } = how;
  const contents: Contents = new Map();
  const recipes: Record<string, Recipes[string]> = {};
  for (const [name, given] of Object.entries(tables)) {
    if (!given) continue;
    const bare = tableOf(name, given);
    const shown = warning === undefined ? bare : bare.withNote(warning);
    contents.set(`tables/${name}.csv`, shown.toCSV({ spreadsheet }));
    contents.set(`tables/${name}.parquet`, shown.toParquet());
    contents.set(`tables/${name}.tex`, shown.toLatex());
    contents.set(`tables/${name}.md`, shown.toMarkdown());
    const recipe = recipeOf(given);
    if (!recipe) continue;
    const { by, options, columns } = recipe;
    const path = keepFrame(recipe.samples as pl.DataFrame, samples);
    recipes[`tables/${name}.csv`] = {
      ...{ by, options, ...(columns && { columns }), ...(spreadsheet && { spreadsheet }) },
      samples: path,
    };
  }
  return { contents, recipes };
}

/** A table, also from a DataFrame; notebooks check no types, so that a figure or a number is easily passed instead. */
function tableOf(name: string, given: Table | pl.DataFrame): Table {
  if ("toLatex" in Object(given)) return given as Table;
  if (isFrame(given) || Array.isArray(given)) return table(given as pl.DataFrame);
  throw new TypeError(`Cannot save ${name} as a table: expected a DataFrame, or what table() gave`);
}

function figureFiles(
  figures: NonNullable<SaveOptions["figures"]>,
  onNotice: (sentence: string) => void,
): Contents {
  return new Map(
    Object.entries(figures).flatMap(([name, figure]): [string, string | Uint8Array][] => {
      if (!figure) return [];
      refuseOther(`save as the figure ${name}`, figure, "an object", ["svg"]);
      return [[`figures/${name}.svg`, figure.svg], [`figures/${name}.png`, toPng(figure.svg, { onNotice })]];
    }),
  );
}

/** Adds a DataFrame to the files, once, under a name made from its content. */
function keepFrame(frame: pl.DataFrame, samples: Contents): string {
  const bytes = new Uint8Array(frame.writeParquet());
  const path = `samples/${hash("sha256", bytes).slice(0, 12)}.parquet`;
  samples.set(path, bytes);
  return path;
}

/** The manifest's entry for a result: its origin, and the file with its samples, if they are kept. */
function entryOf(result: Result, samples: Contents): unknown {
  if (isFrame(result)) {
    return { answers: syntheticNote(result), samples: result.height, file: keepFrame(result, samples) };
  }
  if (isGeneration(result)) {
    const { model, samples: all, failures, run } = result;
    return {
      ...(run && { run: run.id, name: run.name, study: run.study, seed: run.seed }),
      ...{ model, samples: all.length, failures: failures.length },
      file: run && keepFrame(run.frame(), samples),
    };
  }
  const { samples: all, label, notices, study, verdicts, rule, seed, protection } = result;
  const file = all.length === 0 ? undefined : keepFrame(findingsFrame(all), samples);
  return { study, verdicts, rule, seed, protection, answers: label, notices, samples: all.length, file };
}

function isGeneration(result: RunSummary | GenerationSummary): result is GenerationSummary {
  return "failures" in result;
}

/** An id that is the same for the same tables, figures and samples. */
function idOf(contents: Contents): string {
  const all = createHash("sha256");
  for (const [path, content] of contents) all.update(path).update("\0").update(content).update("\0");
  return all.digest("hex").slice(0, 10);
}
