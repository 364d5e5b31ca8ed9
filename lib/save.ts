import { join } from "node:path";
import { writeWhole } from "./files.ts";
import { hashFiles, recordNotebook } from "./manifest.ts";
import { toPng } from "./png.ts";
import type { Source } from "./source.ts";

/** What to leave behind for a study. */
export interface Results {
  /** Tables by file name without ending; written to tables/<name>.csv. */
  readonly tables?: Readonly<Record<string, { toCSV(): string }>>;
  /** Figures by file name without ending; written to figures/<name>.svg and .png. */
  readonly figures?: Readonly<Record<string, { readonly svg: string }>>;
  /** The runs that the results rest on, for the manifest. */
  readonly runs?: readonly RunSummary[];
  /** The source that they were computed from, for the manifest. */
  readonly source?: Source;
}

/** The part of a run that a manifest keeps. */
export interface RunSummary {
  readonly study: string;
  readonly verdicts: string;
  readonly rule?: string;
  readonly seed?: number;
  readonly protection?: unknown;
  readonly samples: readonly unknown[];
}

/**
 * Writes tables and figures to a folder of results and says in its manifest where they come from.
 *
 * @param folder Folder of results, e.g. outputs/<run-id>.
 * @param name The notebook or script that made them.
 * @returns The paths of the files written, relative to the folder.
 * @throws {DataError} If a file cannot be written; every file is whole or not there.
 */
export async function save(folder: string, name: string, results: Results): Promise<string[]> {
  const { tables = {}, figures = {}, runs = [], source } = results;
  const contents = new Map<string, string | Uint8Array>();
  for (const [table, { toCSV }] of Object.entries(tables)) {
    contents.set(join(folder, "tables", `${table}.csv`), toCSV.call(tables[table]));
  }
  for (const [figure, { svg }] of Object.entries(figures)) {
    contents.set(join(folder, "figures", `${figure}.svg`), svg);
    contents.set(join(folder, "figures", `${figure}.png`), toPng(svg));
  }
  for (const [path, content] of contents) await writeWhole(path, content);
  const outputs = await hashFiles(folder, [...contents.keys()]);
  await recordNotebook(folder, name, {
    status: "running",
    runs: runs.map(({ samples, study, verdicts, rule, seed, protection }) => ({
      study,
      verdicts,
      rule,
      seed,
      protection,
      samples: samples.length,
    })),
    ...(source && { inputs: Object.fromEntries(source.files), notices: source.notices }),
    outputs,
  });
  return Object.keys(outputs);
}
