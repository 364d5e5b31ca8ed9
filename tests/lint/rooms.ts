/**
 * Writes the table of imports in docs/architecture.md anew, from the lint rule's: `deno run -A tests/lint/rooms.ts`.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { TABLE } from "./layers.ts";

export const ARCHITECTURE = fileURLToPath(new URL("../../docs/architecture.md", import.meta.url));

const MARK = "<!-- made by: deno run -A tests/lint/rooms.ts -->\n";

/** The document with the table that belongs into it. */
export function withTable(document: string): string {
  const [before, after] = document.split(MARK);
  const end = after.indexOf("\n## ");
  return `${before}${MARK}\n${table()}${after.slice(end)}`;
}

function table(): string {
  const rows = Object.entries(TABLE).map(([room, granted]) => [`\`${room}\``, said(granted)]);
  const cells = [["room", "may import, besides itself and packages"], ["", ""], ...rows];
  const widths = [0, 1].map((at) => Math.max(...cells.map((row) => row[at].length)));
  const lines = cells.map((row, line) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at], line === 1 ? "-" : " ")).join(" | ")} |\n`
  );
  return lines.join("");
}

function said(granted: readonly string[]): string {
  if (granted.length === 0) return "nothing";
  if (granted.includes("*")) return "everything but another command";
  const core = granted.filter((name) => name.startsWith("core/"));
  const rest = granted.filter((name) => !name.startsWith("core/"));
  return [
    ...(core.length > 1 ? ["`core`"] : core.map((name) => `\`${name}\``)),
    ...rest.map((name) => `\`${name}\``),
  ]
    .join(", ");
}

if (import.meta.main) {
  await Deno.writeTextFile(ARCHITECTURE, withTable(await Deno.readTextFile(ARCHITECTURE)));
}
