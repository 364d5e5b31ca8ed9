import { join } from "node:path";
import { fileError, ifThere } from "codebias/store/files/files.ts";
import { readManifest } from "codebias/store/manifest.ts";
import {
  csvOf,
  hashOf,
  isWhole,
  type KeptParquet,
  keptParquet,
  type KeptTable,
  keptTable,
  type Measured,
} from "./kept.ts";

/** What is kept of a folder of results. */
export interface KeptOutputs {
  /** The cells of each CSV file, by its path in the folder. */
  readonly tables: Readonly<Record<string, KeptTable>>;
  /** Each table's Parquet file, by its path; samples by notebook and number. */
  readonly parquet: Readonly<Record<string, KeptParquet>>;
  /** A hash of each LaTeX and SVG file, by its path. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * What is kept of a folder that `deno task reproduce` left.
 *
 * @param folder With `tables/`, `figures/` and `samples/`.
 * @param measured What is left out.
 */
export async function readOutputs(folder: string, measured: readonly Measured[]): Promise<KeptOutputs> {
  const tables: Record<string, KeptTable> = {};
  const parquet: Record<string, KeptParquet> = {};
  const hashes: Record<string, string> = {};
  for (const path of await filesOf(folder, ["tables", "figures"])) {
    const [, name, ending] = /([^/]+)\.(\w+)$/.exec(path)!;
    const special = measuredOf(measured, name);
    const leftOut = special.filter(({ hashed }) => !hashed);
    const bytes = await Deno.readFile(join(folder, path));
    if (ending === "csv") tables[path] = keptTable(new TextDecoder().decode(bytes), special);
    if (ending === "parquet") {
      const csv = tables[path.replace(/parquet$/, "csv")];
      const kept = keptParquet(bytes, leftOut.flatMap((one) => one.columns ?? csv.columns), csv);
      parquet[path] = { ...kept, ...(special.some(isWhole) && { rows: 0 }) };
    }
    if ((ending === "tex" || ending === "svg") && leftOut.length === 0) hashes[path] = hashOf(bytes);
  }
  for (const [name, path] of await samplesOf(folder)) {
    const columns = measuredOf(measured, name).flatMap(({ columns = [] }) => columns);
    parquet[name] = keptParquet(await Deno.readFile(join(folder, path)), columns);
  }
  return { tables, parquet, hashes };
}

function measuredOf(measured: readonly Measured[], name: string): Measured[] {
  return measured.filter(({ file }) =>
    file.endsWith("*") ? name.startsWith(file.slice(0, -1)) : name === file
  );
}

/** Files of samples, by notebook and place, as their names are hashes of their content. */
async function samplesOf(folder: string): Promise<[string, string][]> {
  const { notebooks = {} } = await readManifest(folder) ?? {};
  return Object.entries(notebooks).sort(([a], [b]) => a < b ? -1 : 1).flatMap((
    [notebook, { outputs = {} }],
  ) =>
    Object.keys(outputs).filter((path) => path.startsWith("samples/"))
      .map((path, at): [string, string] => [`samples/${notebook} ${at + 1}`, path])
  );
}

/**
 * Keeps the results of a folder: CSV files as they are, unchanged ones untouched; types and hashes of all
 * else in one file.
 */
export async function keepOutputs(
  folder: string,
  kept: string,
  measured: readonly Measured[],
): Promise<void> {
  const found = await readOutputs(folder, measured);
  const { tables } = await readOutputs(kept, measured);
  const different = eachFile(tables, found.tables, tableDifferences).filter(([, said]) => said.length > 0);
  await Deno.mkdir(join(kept, "tables"), { recursive: true });
  for (const [path] of different) {
    const table = found.tables[path];
    const hasHashes = measuredOf(measured, path.replace(/^.*\/|\.csv$/g, "")).some(({ hashed }) => hashed);
    if (!table) await Deno.remove(join(kept, path));
    else if (hasHashes) await Deno.writeTextFile(join(kept, path), csvOf(table));
    else await Deno.copyFile(join(folder, path), join(kept, path));
  }
  const { parquet, hashes } = found;
  await Deno.writeTextFile(join(kept, HASHES), JSON.stringify({ parquet, hashes }, null, 1) + "\n");
}

/**
 * What {@linkcode keepOutputs} kept.
 *
 * @throws {DataError} If nothing is kept there.
 */
export async function readKept(kept: string, measured: readonly Measured[]): Promise<KeptOutputs> {
  const { tables } = await readOutputs(kept, measured);
  const hashes = await ifThere(Deno.readTextFile(join(kept, HASHES)));
  if (hashes !== undefined) return { tables, ...JSON.parse(hashes) };
  throw fileError(kept, "no such results are kept; deno task contract --keep keeps them");
}

const HASHES = "hashes.json";

/** The files of some folders, by their path, in order; CSV before Parquet. */
async function filesOf(root: string, folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(folders.map(async (folder) => {
    const entries = await ifThere(Array.fromAsync(Deno.readDir(join(root, folder)))) ?? [];
    return entries.map(({ name }) => `${folder}/${name}`);
  }));
  return lists.flat().sort();
}

/** Most cells named of a table that differs. */
const MAX_CELLS = 10;

/**
 * How results differ from those that are kept, in words, by file; files without a difference have an empty list.
 *
 * @param kept What is kept.
 * @param found What is there now.
 */
export function differences(kept: KeptOutputs, found: KeptOutputs): Map<string, readonly string[]> {
  return new Map([
    ...eachFile(kept.tables, found.tables, tableDifferences),
    ...eachFile(kept.parquet, found.parquet, parquetDifferences),
    ...eachFile(
      kept.hashes,
      found.hashes,
      (before, now) => before === now ? [] : ["another text or picture"],
    ),
  ]);
}

function eachFile<T>(
  kept: Readonly<Record<string, T>>,
  found: Readonly<Record<string, T>>,
  compare: (before: T, now: T) => string[],
): [string, string[]][] {
  return [...new Set([...Object.keys(kept), ...Object.keys(found)])].sort().map((file) => {
    if (!(file in found)) return [file, ["it is no longer there"]];
    if (!(file in kept)) return [file, ["it is new; deno task contract --keep adds it"]];
    return [file, compare(kept[file], found[file])];
  });
}

function tableDifferences(kept: KeptTable, found: KeptTable): string[] {
  const columns = columnDifferences(kept.columns, found.columns);
  if (columns.length > 0) return columns;
  const rows = kept.rows.length === found.rows.length
    ? []
    : [`${found.rows.length} rows, not ${kept.rows.length}`];
  const cells = kept.rows.slice(0, found.rows.length).flatMap((before, row) =>
    before.flatMap((cell, at) => {
      const now = found.rows[row][at];
      // Line 1 has the names.
      return cell === now
        ? []
        : [`line ${row + 2}, ${kept.columns[at]}: ${quoted(now)}, not ${quoted(cell)}`];
    })
  );
  const more = cells.length > MAX_CELLS ? [`and ${cells.length - MAX_CELLS} more cells`] : [];
  return [...rows, ...cells.slice(0, MAX_CELLS), ...more];
}

function columnDifferences(kept: readonly string[], found: readonly string[]): string[] {
  const gone = kept.filter((name) => !found.includes(name));
  const added = found.filter((name) => !kept.includes(name));
  const renamed = gone.length === 1 && added.length === 1 &&
    kept.indexOf(gone[0]) === found.indexOf(added[0]);
  if (renamed) return [`column ${gone[0]} is now called ${added[0]}`];
  if (gone.length + added.length > 0) {
    return [...gone.map((name) => `column ${name} is gone`), ...added.map((name) => `column ${name} is new`)];
  }
  return kept.some((name, at) => found[at] !== name)
    ? [`columns in the order ${found.join(", ")}, not ${kept.join(", ")}`]
    : [];
}

function parquetDifferences(kept: KeptParquet, found: KeptParquet): string[] {
  const columns = columnDifferences(Object.keys(kept.columns), Object.keys(found.columns));
  if (columns.length > 0) return columns;
  if (kept.rows !== found.rows) return [`${found.rows} rows, not ${kept.rows}`];
  return Object.entries(kept.columns).flatMap(([name, before]) => {
    const [[typeBefore, hashBefore], [type, hash]] = [before, found.columns[name]].map((text) =>
      text.split(/ (?=\w+$)/)
    );
    if (type !== typeBefore) return [`column ${name} has type ${type}, not ${typeBefore}`];
    if (hash === hashBefore) return [];
    return [`column ${name} has other values${hashBefore === undefined ? " than the CSV file" : ""}`];
  });
}

function quoted(cell: string): string {
  return cell === "" ? "nothing" : cell.length > 80 ? `${cell.slice(0, 80)}…` : cell;
}
