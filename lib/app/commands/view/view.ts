/**
 * `deno task view`: writes a page for looking at samples.
 *
 * @module
 */

import { basename, extname, join } from "node:path";
import { visible } from "../../../core/visible.ts";
import { view, type Viewable, type ViewedRun, type ViewOptions } from "../../../run/results/view.ts";
import { readAnswerFile } from "../../../run/study/answer_file.ts";
import { exists, fileError } from "../../../store/files/files.ts";
import { type NotebookRecord, readManifest } from "../../../store/manifest.ts";
import { paths, shortPath, typedPath } from "../../../store/paths.ts";
import { readExport } from "../../../store/run_store/exchange/import_run.ts";
import { openFrame } from "../../../store/shards/merged_frame.ts";
import { isExport } from "../../../store/run_store/run_manifest.ts";
import { openStore, type RunStore } from "../../../store/run_store/run_store.ts";
import { readTable } from "../../../store/table_files.ts";
import { command, runCommand } from "../../command_line/command.ts";

const EXPECTED = "RUN|DIR|FILE";

/** Samples to look at, with a title for their page. */
interface Found {
  readonly what: Viewable;
  readonly title?: string;
}

const viewCommand = command({
  name: "view",
  usage: `${EXPECTED} [options]`,
  about: `
Writes a page on which samples can be filtered, put side by side and opened: one HTML file that works without a network
and without a server. Prints where it is.`,
  takes: {
    RUN: "a run that was asked: its id or name, or the beginning of one (deno task runs lists them)",
    DIR:
      `an exported run, a merge of shards, or results that save() or deno task reproduce left; of results that have pages,
      their names are printed, and none is written`,
    FILE:
      `CSV, TSV, Parquet or JSON Lines: answers, with the columns task and text, or any rows, e.g. those of a frame`,
  },
  options: {
    by: "COLUMN  its values stand side by side first, e.g. temperature",
    title: "TEXT  stands above the page",
    store: "FILE  the store that has the run (default: outputs/runs.sqlite)",
    out: "DIR  the page goes to views in it (default: outputs)",
  },
  async does({ store, ...options }, words) {
    if (words.length !== 1) {
      throw new RangeError(`Name one thing to look at, ${EXPECTED}, not ${words.length}; -h says more`);
    }
    const path = typedPath(words[0]);
    if (store !== undefined || !exists(path)) return viewRun(words[0], { ...options, store });
    const isFolder = (await Deno.stat(path)).isDirectory;
    const pages = isFolder ? await pagesIn(path, options) : [];
    for (const page of pages) console.log(visible(shortPath(page)));
    if (pages.length > 0) return;
    for (const found of isFolder ? await inFolder(path) : [await inFile(path)]) written(found, options);
  },
});

function written({ what, title }: Found, options: ViewOptions): void {
  console.log(visible(shortPath(view(what, { ...title !== undefined && { title }, ...options }).file)));
}

/** Writes the page of a run. @throws {RangeError} If there is no such run. */
function viewRun(
  typed: string,
  { store: given, ...options }: ViewOptions & { readonly store?: string },
): void {
  const file = given ?? join(paths.outputs, "runs.sqlite");
  const nothing = `Cannot look at ${typed}: expected ${EXPECTED}, but there is no such file or folder`;
  if (!exists(file)) {
    throw given === undefined
      ? new RangeError(`${nothing}, and no run yet`)
      : fileError(given, "there is no such store of runs");
  }
  using store = openStore(file);
  written({ what: runIn(store, typed, given === undefined ? `${nothing}. ` : "") }, options);
}

function runIn(store: RunStore, typed: string, said: string): ViewedRun {
  try {
    return store.openRun(typed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(said + error.message, { cause: error });
  }
}

/**
 * The pages that a folder of results has already.
 *
 * @throws {RangeError} If options ask for another page.
 */
async function pagesIn(folder: string, options: ViewOptions): Promise<string[]> {
  const views = join(folder, "views");
  if (!exists(views)) return [];
  const names = await Array.fromAsync(Deno.readDir(views), ({ name }) => name);
  const pages = names.filter((name) => name.endsWith(".html")).sort().map((name) => join(views, name));
  const [asked] = Object.entries(options).flatMap(([name, value]) => value === undefined ? [] : [name]);
  if (asked === undefined || pages.length === 0) return pages;
  throw new RangeError(
    `Cannot use --${asked} with ${shortPath(folder)}: its pages are there already, e.g. ${
      shortPath(pages[0])
    }`,
  );
}

/** A manifest's entry for a run, with the label of its answers. */
type KeptRun = Readonly<Partial<Record<"file" | "answers", string>>> & Pick<NotebookRecord, "notices">;

/** The samples in a folder. @throws {DataError} If the folder is not an exported run and holds no samples. */
async function inFolder(folder: string): Promise<Found[]> {
  if (await isExport(folder)) return [{ what: await exportedRun(folder) }];
  const { notebooks = {} } = await readManifest(folder) ?? {};
  const records = Object.values(notebooks);
  const files = records.flatMap(({ outputs = {} }) => Object.keys(outputs));
  if (files.includes("witnesses.parquet")) return [mergedRows(folder, records)];
  const kept = [...new Set(files.filter((file) => /^samples\/[^/]+\.parquet$/.test(file)))];
  if (kept.length === 0) {
    const expected =
      "an exported run, or results of save() or deno task reproduce with samples in them, or a merge of shards";
    throw fileError(folder, `there is nothing to look at in this folder; expected ${expected}`);
  }
  const runs = records.flatMap((record) => record.runs ?? []) as readonly KeptRun[];
  return await Promise.all(kept.map(async (file) => {
    const { answers: label, notices } = runs.find((one) => one.file === file) ?? {};
    const frame = await readTable(join(folder, file));
    return {
      what: { samples: [], frame, ...label && { label }, notices },
      title: `${basename(folder)} ${basename(file, ".parquet")}`,
    };
  }));
}

/** The maximum number of rows from which a page draws its samples; each takes about 1.5 KB of memory. */
const MOST_ROWS = 1_000_000;

/**
 * The rows of a merge, with their witnesses.
 *
 * @throws {RangeError} If there are too many.
 */
function mergedRows(folder: string, records: readonly NotebookRecord[]): Found {
  const { height } = openFrame(folder).select("epoch").collectSync();
  if (height > MOST_ROWS) {
    throw new RangeError(
      `Cannot look at ${height} rows at once, at most at ${MOST_ROWS}: take some of openFrame(${
        JSON.stringify(shortPath(folder))
      }) in a notebook, e.g. those of a task, and pass them to view`,
    );
  }
  const frame = openFrame(folder, { witnesses: true }).collectSync();
  const notices = records.flatMap(({ notices = [] }) => notices);
  return { what: { samples: [], frame, notices }, title: basename(folder) };
}

async function exportedRun(folder: string): Promise<ViewedRun> {
  const { name, plan, models, samples } = await readExport(folder);
  const { id, record: { model } } = plan;
  return { id, name, model, synthetic: models.some(({ synthetic }) => synthetic), samples: () => samples };
}

/** The answers in a file with their other columns or, if it has no answers, the rows of the table. */
async function inFile(path: string): Promise<Found> {
  const title = basename(path, extname(path));
  const frame = await readTable(path, { anyDelimiter: true });
  const [asked, missing] = [true, false].map((is) =>
    ["task", "text"].filter((name) => frame.columns.includes(name) === is)
  );
  if (missing.length > 0) {
    if (asked.length > 0) {
      console.error(`There is no column ${missing}: these are taken as rows, not as answers`);
    }
    return { what: frame, title };
  }
  const { completions: samples, carried, notices } = await readAnswerFile(path, TAKEN);
  return { what: { samples, carried, notices }, title };
}

/** The columns of the page with names that no column of an answer file may have. */
const TAKEN = ["taskId", "turn", "answer"];

if (import.meta.main) await runCommand(viewCommand);
