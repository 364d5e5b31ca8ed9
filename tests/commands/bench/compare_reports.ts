import { DataError } from "codebias/core/errors.ts";
import { table } from "codebias/report/tables/table.ts";
import { readText } from "codebias/store/files/json_lines.ts";
import { parsedJson } from "codebias/store/files/parsed.ts";
import { shortPath } from "codebias/store/paths.ts";
import type { MeasuredFigure, Report } from "./report.ts";

/**
 * Prints how the figures of a second file of `--json` stand to those of a first: as they are, and with each side's divided by its
 * machine's own speed.
 *
 * @returns Whether both have the same figures.
 * @throws {RangeError} If there are not two files.
 * @throws {DataError} If a file is none of `--json`.
 */
export async function compareReports(files: readonly string[]): Promise<boolean> {
  if (files.length !== 2) throw new RangeError("compare takes two files that bench --json has written");
  const [a, b] = await Promise.all(files.map(figuresIn));
  const rows = [...a].flatMap(([figure, one]) => {
    const other = b.get(figure);
    if (other === undefined) return [];
    const isRelative = one.baseline !== undefined && one.baseline === other.baseline;
    const relative = isRelative ? other.ratio! / one.ratio! : null;
    return [{ figure, a: one.value, b: other.value, ratio: other.value / one.value, relative }];
  });
  const [first, second] = files.map(shortPath);
  const headings = { a: first, b: second, ratio: "second / first", relative: "of the machines' own" };
  if (rows.length > 0) console.log(table(rows, { headings }).toString());
  const alone = [...a.keys(), ...b.keys()].filter((figure) => !(a.has(figure) && b.has(figure)));
  for (const figure of alone) console.log(`"${figure}" is in ${a.has(figure) ? first : second} alone`);
  return alone.length === 0;
}

async function figuresIn(file: string): Promise<Map<string, MeasuredFigure>> {
  const remedy = "write one with: deno task bench all --json";
  const place = { file: shortPath(file) };
  const { text } = await readText(file);
  const { benches } = parsedJson(text, place, remedy) as Partial<Report>;
  if (benches === undefined) throw new DataError(`this has no benches; ${remedy}`, { place });
  const named = Object.entries(benches).flatMap(([benchmark, { args, figures }]) =>
    figures.map((one) => [`${[benchmark, ...args].join(" ")}: ${one.name}, ${one.unit}`, one] as const)
  );
  return new Map(named);
}
