/**
 * Prints all places of lib/ that share lines of code: `deno run -A tests/duplicates.ts [LINES]`, more than 12 by default.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isCode, textsIn } from "./measures.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MOST = 12;

/** Lines of code that stand twice. */
export interface Duplicate {
  /** Where the two begin: file and line of the text. */
  readonly places: readonly [string, string];
  readonly lines: readonly string[];
}

/** A line of code, without its indentation, and where it stands. */
interface Line {
  readonly text: string;
  readonly place: string;
}

/**
 * The longest runs of equal lines of code of more than `most` lines, the longest first. Blank lines, comments and imports do not
 * count, nor how lines are indented. Runs of one file do not overlap.
 *
 * @param texts The texts by file.
 */
export function duplicates(texts: ReadonlyMap<string, string>, most: number = MOST): Duplicate[] {
  const files = [...texts].map(([file, text]) => linesOf(file, text));
  const seeds = Map.groupBy(
    files.flatMap((lines, file) =>
      lines.slice(0, Math.max(0, lines.length - most)).map((_, at) => ({
        ...{ file, at },
        key: lines.slice(at, at + most + 1).map(({ text }) => text).join("\n"),
      }))
    ),
    ({ key }) => key,
  );
  const found: Duplicate[] = [];
  for (const places of seeds.values()) {
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const [a, b] = [files[one.file], files[other.file]];
        if (one.at > 0 && other.at > 0 && a[one.at - 1].text === b[other.at - 1].text) continue; // not where it begins
        const end = one.file === other.file ? other.at : a.length;
        let length = 0;
        while (one.at + length < end && a[one.at + length].text === b[other.at + length]?.text) length++;
        if (length <= most) continue;
        const lines = a.slice(one.at, one.at + length).map(({ text }) => text);
        found.push({ places: [a[one.at].place, b[other.at].place], lines });
      }
    }
  }
  return found.sort((a, b) => b.lines.length - a.lines.length);
}

function linesOf(file: string, text: string): Line[] {
  const blank = (some: string) => some.replaceAll(/[^\n]/g, "");
  const code = text.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\//gm, blank)
    .replaceAll(/^(?:import|export)\b[^;=()]*?\bfrom\s*"[^"]+";/gm, blank);
  return code.split("\n").flatMap((line, index) =>
    isCode(line) ? [{ text: line.trim().replaceAll(/\s+/g, " "), place: `${file}:${index + 1}` }] : []
  );
}

if (import.meta.main) {
  const texts = await textsIn(join(ROOT, "lib"), ROOT);
  for (const { places, lines } of duplicates(texts, Number(Deno.args[0] ?? MOST))) {
    console.log(
      `${lines.length} lines: ${places.join(" and ")}\n${lines.map((line) => `    ${line}`).join("\n")}`,
    );
  }
}
