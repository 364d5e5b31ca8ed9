/**
 * Checks whether a folder of results matches its manifest: files by their hashes, tables by recomputing them
 * from the samples kept beside them.
 *
 * @module
 */

import { fileError } from "../../store/files/files.ts";
import { Buffer } from "node:buffer";
import { isAbsolute, join, relative } from "node:path";
import pl from "nodejs-polars";
import { type Cell, table } from "../../report/tables/table.ts";
import { hashOf, type NotebookRecord, readManifest, type Recipes } from "../../store/manifest.ts";

/** A function that computes a table from samples. */
export type Recompute = (samples: pl.DataFrame, options: Readonly<Record<string, unknown>>) => pl.DataFrame;

/** The finding about one file. */
export interface Finding {
  /** The path relative to the folder. */
  readonly file: string;
  /**
   * `equal`: the hash is the manifest's. `recomputed`: in addition, the table can be reproduced from its samples.
   * `gone`, `changed`: the file is missing, or its hash is not the manifest's. `differs`: recomputing gives another
   * table. `unchecked`: the table should be recomputed and could not be.
   */
  readonly status: "equal" | "recomputed" | "gone" | "changed" | "differs" | "unchecked";
  /** The faults, one line each. */
  readonly details: readonly string[];
}

/**
 * Checks every file of a folder of results.
 *
 * @param functions The functions that compute tables, by their names in recipes.
 * @returns The findings in the order of the manifest.
 * @throws {DataError} If the folder has no manifest, or the manifest is damaged or names no files.
 */
export async function verify(
  folder: string,
  functions: Readonly<Record<string, Recompute>>,
): Promise<Finding[]> {
  const manifest = await readManifest(folder);
  if (!manifest) {
    throw fileError(folder, "there is no manifest.json here, so nothing to check against");
  }
  const findings: Finding[] = [];
  for (const record of Object.values(manifest.notebooks)) {
    for (
      const file of new Set([...Object.keys(record.outputs ?? {}), ...Object.keys(record.recipes ?? {})])
    ) {
      findings.push(await check(file, record, { folder, functions }));
    }
  }
  if (findings.length > 0) return findings;
  throw fileError(folder, "its manifest.json names no files, so nothing to check");
}

/** Checks one file by its hash and, if it is a table with a recipe, by recomputing it. */
async function check(
  file: string,
  { outputs = {}, recipes = {} }: Pick<NotebookRecord, "outputs" | "recipes">,
  { folder, functions }: { readonly folder: string; readonly functions: Readonly<Record<string, Recompute>> },
): Promise<Finding> {
  const unchecked = (reason: string): Finding => ({ file, status: "unchecked", details: [reason] });
  const recipe: Recipes[string] | undefined = recipes[file];
  const paths = [file, recipe?.samples ?? file];
  const unlisted = paths.find((path) => !Object.hasOwn(outputs, path));
  if (unlisted !== undefined) return unchecked(`the manifest has no hash of ${unlisted}`);
  const outside = paths.find((path) => !isInside(folder, path));
  if (outside !== undefined) return unchecked(`${outside} is not in this folder`);
  const found = await hashOf(folder, file);
  const status = found === undefined ? "gone" : found === outputs[file] ? "equal" : "changed";
  if (recipe === undefined || status === "gone") return { file, status, details: [] };
  const compute = Object.hasOwn(functions, recipe.by) ? functions[recipe.by] : undefined;
  if (!compute) return unchecked(`this version knows no function ${recipe.by}`);
  const samples = await read(folder, recipe.samples, (bytes) => pl.readParquet(bytes));
  if (typeof samples === "string") return unchecked(`its samples cannot be read: ${samples}`);
  const stored = await read(folder, file, (bytes) => linesOf(bytes.toString("utf8")));
  if (typeof stored === "string") return unchecked(stored);
  const again = recomputed(compute, samples, recipe);
  if (typeof again === "string") return unchecked(`it cannot be computed from its samples: ${again}`);
  const details = differences(stored, again);
  if (details.length > 0) return { file, status: "differs", details };
  return { file, status: status === "equal" ? "recomputed" : "changed", details };
}

function isInside(folder: string, path: string): boolean {
  return !isAbsolute(path) && !relative(folder, join(folder, path)).startsWith("..");
}

/** The cells of a recomputed table, or the reason why there are none: samples or recipe have changed. */
function recomputed(
  compute: Recompute,
  samples: pl.DataFrame,
  { options, columns, spreadsheet }: Recipes[string],
): string[][] | string {
  try {
    const again = compute(samples, options);
    const shown = table(columns ? again.select(...columns) : again);
    return linesOf(shown.toCSV({ spreadsheet }));
  } catch (error) {
    return (error as Error).message;
  }
}

/** The content of a file, or the reason why there is none. */
async function read<T>(folder: string, file: string, parse: (bytes: Buffer) => T): Promise<T | string> {
  try {
    return parse(Buffer.from(await Deno.readFile(join(folder, file))));
  } catch (error) {
    return `${file}: ${(error as Error).message}`;
  }
}

/** The cells of a CSV text as strings, names first. */
function linesOf(csv: string): string[][] {
  const [names] = csv.split("\n", 1);
  if (csv.trim() === "") return [];
  const frame = pl.readCSV(Buffer.from(csv), { hasHeader: false, inferSchemaLength: 0 });
  const columns = frame.columns.map((name) => frame.getColumn(name).toArray() as Cell[]);
  if (columns.length === 0) return [[names]];
  return columns[0].map((_, row) => columns.map((cells) => cells[row] === null ? "" : String(cells[row])));
}

/** The most differences that are named. */
const MAX_NAMED = 20;

/** The share below which numbers count as equal: the last digits depend on the processor. */
const CLOSE_SHARE = 1e-9;

function differences(stored: readonly string[][], again: readonly string[][]): string[] {
  const [names = []] = stored;
  if (stored.length === 0 && again.length > 0) return ["it is empty"];
  if (stored.length !== again.length) {
    return [`it has ${stored.length - 1} rows, computed anew ${again.length - 1}`];
  }
  const [others = []] = again;
  if (names.join("\0") !== others.join("\0")) {
    return [`its columns are ${names.join(", ")}, computed anew ${others.join(", ")}`];
  }
  const found = stored.slice(1).flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const other = again[at + 1][column];
      return same(cell, other)
        ? []
        : [`row ${at + 1}, ${names[column]}: ${cell || "empty"}, computed anew ${other || "empty"}`];
    })
  );
  return found.length > MAX_NAMED
    ? [...found.slice(0, MAX_NAMED), `and ${found.length - MAX_NAMED} more`]
    : found;
}

function same(a: string, b: string): boolean {
  if (a === b) return true;
  if (a === "" || b === "") return false;
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= CLOSE_SHARE * Math.max(Math.abs(x), Math.abs(y));
}
