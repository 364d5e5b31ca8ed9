/**
 * Writes the columns of all tables in docs/results.md anew, from those that the contract keeps:
 * `deno run -A tests/docs/columns.ts`.
 *
 * @module
 */

import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";

export const RESULTS = join(paths.root, "docs/results.md");
const TABLES = join(paths.root, "tests/contract/demo/tables");
const MARK = "<!-- made by: deno run -A tests/docs/columns.ts -->\n";

/** The page with the list that belongs into it, at its end. */
export async function withColumns(page: string): Promise<string> {
  const [before] = page.split(MARK);
  return `${before}${MARK}\n${list(await headers())}`;
}

/** The first line of each table. */
async function headers(): Promise<[file: string, columns: string][]> {
  const names = await Array.fromAsync(Deno.readDir(TABLES), ({ name }) => name);
  return await Promise.all(
    names.filter((name) => name.endsWith(".csv")).sort().map(async (name): Promise<[string, string]> => {
      const text = await Deno.readTextFile(join(TABLES, name));
      return [name.slice(0, -".csv".length), text.slice(0, text.indexOf("\n")).trim()];
    }),
  );
}

/** Tables that have the same columns, together. */
function list(tables: readonly [string, string][]): string {
  const alike = Map.groupBy(tables, ([, columns]) => columns);
  const rows = [...alike].map(([columns, found]) => {
    const files = found.map(([file]) => `\`${file}\``).join(", ");
    return [files, columns.split(",").map((column) => `\`${column}\``).join(", ")];
  });
  const cells = [["files in `tables/`, each `.csv`", "columns"], ["", ""], ...rows];
  const widths = [0, 1].map((at) => Math.max(...cells.map((row) => row[at].length)));
  return cells.map((row, line) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at], line === 1 ? "-" : " ")).join(" | ")} |\n`
  ).join("");
}

if (import.meta.main) await Deno.writeTextFile(RESULTS, await withColumns(await Deno.readTextFile(RESULTS)));
