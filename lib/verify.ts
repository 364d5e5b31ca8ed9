/**
 * Looks whether a folder of results is what its manifest says: files by their hashes, tables by computing them anew from
 * the samples that are kept beside them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError } from "./errors.ts";
import { type Cell, table } from "./report/table.ts";
import { hashFiles, readManifest, type Recipes } from "./store/manifest.ts";
import { shortPath } from "./store/paths.ts";

/** Computes a table from samples. */
export type Recompute = (samples: pl.DataFrame, options: Readonly<Record<string, unknown>>) => pl.DataFrame;

/** What was found about one file. */
export interface Finding {
  /** Relative to the folder. */
  readonly file: string;
  /**
   * `equal`: the hash is the manifest's. `recomputed`: a table, moreover, that comes out the same from its samples.
   * `gone`, `changed`: not what the manifest says. `differs`: it comes out otherwise. `unchecked`: it should be
   * recomputed and could not be.
   */
  readonly status: "equal" | "recomputed" | "gone" | "changed" | "differs" | "unchecked";
  /** What is not as it should be, each in a line. */
  readonly details: readonly string[];
}

/**
 * Checks every file of a folder of results.
 *
 * @param functions What tables can be computed with, by the names that recipes use.
 * @returns Findings in the order of the manifest.
 * @throws {DataError} If the folder has no manifest, or it is damaged.
 */
export async function verify(
  folder: string,
  functions: Readonly<Record<string, Recompute>>,
): Promise<Finding[]> {
  const manifest = await readManifest(folder);
  if (!manifest) {
    throw new DataError("there is no manifest.json here, so nothing to check against", {
      place: { file: shortPath(folder) },
    });
  }
  const findings: Finding[] = [];
  for (const { outputs = {}, recipes = {} } of Object.values(manifest.notebooks)) {
    for (const [file, hash] of Object.entries(outputs)) {
      const status = await compareHash(folder, file, hash);
      findings.push(
        recipes[file] === undefined
          ? { file, status, details: [] }
          : await recompute({ folder, file, recipe: recipes[file], status, functions }),
      );
    }
  }
  return findings;
}

async function compareHash(
  folder: string,
  file: string,
  expected: string,
): Promise<"equal" | "gone" | "changed"> {
  try {
    const found = (await hashFiles(folder, [join(folder, file)]))[file];
    return found === expected ? "equal" : "changed";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return "gone";
    throw error;
  }
}

interface Recomputation {
  readonly folder: string;
  readonly file: string;
  readonly recipe: Recipes[string];
  readonly status: "equal" | "gone" | "changed";
  readonly functions: Readonly<Record<string, Recompute>>;
}

async function recompute({ folder, file, recipe, status, functions }: Recomputation): Promise<Finding> {
  if (status === "gone") return { file, status, details: [] };
  const unchecked = (reason: string): Finding => ({ file, status: "unchecked", details: [reason] });
  const compute = functions[recipe.by];
  if (!compute) return unchecked(`this version knows no function ${recipe.by}`);
  const samples = await read(folder, recipe.samples, (bytes) => pl.readParquet(bytes));
  if (typeof samples === "string") return unchecked(`its samples cannot be read: ${samples}`);
  const stored = await read(folder, file, (bytes) => linesOf(bytes.toString("utf8")));
  if (typeof stored === "string") return unchecked(stored);
  const again = compute(samples, recipe.options);
  const kept = recipe.columns ? again.select(...recipe.columns) : again;
  const details = differences(stored, linesOf(table(kept).toCSV()));
  if (details.length > 0) return { file, status: "differs", details };
  return { file, status: status === "equal" ? "recomputed" : "changed", details };
}

/** The content of a file, or why there is none. */
async function read<T>(folder: string, file: string, parse: (bytes: Buffer) => T): Promise<T | string> {
  try {
    return parse(Buffer.from(await Deno.readFile(join(folder, file))));
  } catch (error) {
    return `${file}: ${(error as Error).message}`;
  }
}

/** The cells of a CSV text as texts, names first. */
function linesOf(csv: string): string[][] {
  const [names] = csv.split("\n", 1);
  if (csv.trim() === "") return [];
  const frame = pl.readCSV(Buffer.from(csv), { hasHeader: false, inferSchemaLength: 0 });
  const columns = frame.columns.map((name) => frame.getColumn(name).toArray() as Cell[]);
  if (columns.length === 0) return [[names]];
  return columns[0].map((_, row) => columns.map((cells) => cells[row] === null ? "" : String(cells[row])));
}

/** Differences that are named, at most. */
const NAMED = 20;

/** Numbers that differ by less than this share are the same: the last digits are the processor's. */
const CLOSE = 1e-9;

function differences(stored: readonly string[][], again: readonly string[][]): string[] {
  const [names = []] = stored;
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
  return found.length > NAMED ? [...found.slice(0, NAMED), `and ${found.length - NAMED} more`] : found;
}

function same(a: string, b: string): boolean {
  if (a === b) return true;
  if (a === "" || b === "") return false;
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= CLOSE * Math.max(Math.abs(x), Math.abs(y));
}
