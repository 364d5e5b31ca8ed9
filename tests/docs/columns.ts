/**
 * Writes the columns of all tables in docs/results.md anew, from those that the contract keeps:
 * `deno run -A tests/docs/columns.ts`.
 *
 * @module
 */

import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";

export const RESULTS = join(paths.root, "docs/results.md");
const MARK = "<!-- made by: deno run -A tests/docs/columns.ts -->\n";

/** The page with the list that belongs into it, at its end. */
export async function withColumns(page: string): Promise<string> {
  const [before] = page.split(MARK);
  return `${before}${MARK}\n${list(await headers())}`;
}

/** The first line of each table; the names of those that only the authors' data give have a dagger. */
async function headers(): Promise<(readonly [file: string, columns: string])[]> {
  const [own, theirs] = await Promise.all(["demo", "artifact"].map((kept) => headersOf(kept)));
  const known = own.map(([file]) => file);
  const more = theirs.filter(([file]) => !known.includes(file)).map(([file, columns]) =>
    [`${file}†`, columns] as const
  );
  return [...own, ...more].toSorted(([a], [b]) => a < b ? -1 : 1);
}

async function headersOf(kept: string): Promise<(readonly [file: string, columns: string])[]> {
  const folder = join(paths.root, "tests/contract", kept, "tables");
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  return await Promise.all(
    names.filter((name) => name.endsWith(".csv")).map(async (name) => {
      const text = await Deno.readTextFile(join(folder, name));
      return [name.slice(0, -".csv".length), text.slice(0, text.indexOf("\n")).trim()] as const;
    }),
  );
}

/** Tables that have the same columns, together. */
function list(tables: readonly (readonly [string, string])[]): string {
  const alike = Map.groupBy(tables, ([, columns]) => columns);
  const rows = [...alike].map(([columns, found]) => {
    const files = found.map(([file]) => file.replace(/^(.*?)(†?)$/, "`$1`$2")).join(", ");
    return [files, columns.split(",").map((column) => `\`${column}\``).join(", ")];
  });
  const cells = [["files in `tables/`, each `.csv`", "columns"], ["", ""], ...rows];
  const widths = [0, 1].map((at) => Math.max(...cells.map((row) => row[at].length)));
  return cells.map((row, line) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at], line === 1 ? "-" : " ")).join(" | ")} |\n`
  ).join("");
}

if (import.meta.main) await Deno.writeTextFile(RESULTS, await withColumns(await Deno.readTextFile(RESULTS)));
