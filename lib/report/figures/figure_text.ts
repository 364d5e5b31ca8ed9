import type { Writing } from "../drawing/sheet.ts";
import { numberText } from "../drawing/ticks.ts";
import { table } from "../tables/table.ts";
import { plural, worded } from "../words.ts";
import { type FigureData, isList } from "./figure_rows.ts";

/** The text of a figure for places where it cannot be seen. */
export type FigureText = ReturnType<typeof figureText>;

/** The columns of the numbers that a figure draws; a column that is not given, or in no row, is left out. */
export interface DrawnNumbers {
  readonly value: string;
  readonly low?: string | null;
  readonly high?: string | null;
  /** The column of values for comparison, e.g. printed ones. */
  readonly reference?: string;
  /** The meaning of the values, as on an axis; the gist leaves out the part after a `;` or an opening bracket. */
  readonly label?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The most rows that are listed; the others are counted. */
const MAX_ROWS = 24;
/** The most characters of a gist with more than the ends, and of a name in it; longer names lose their middle words. */
const [MAX_GIST, MAX_NAME] = [250, 40];

/**
 * The text of a figure for places where it cannot be seen, made from the rows that it draws.
 *
 * @param names The columns of names, in the order in which they are listed.
 * @param writing The texts above and below the figure, from which the gist takes that it is about a synthetic model, or data
 * of a demonstration.
 *
 * @example
 * ```ts
 * import { figureText } from "codebias/report/figures/figure_text.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ task: "a", rate: 0.5, seed: 1 }, { task: "b", rate: 0.25, seed: 2 }];
 * const { text, gist } = figureText(rows, ["task"], { value: "rate" }, { title: "Rates" });
 * assert.equal(text, "Rates\ntask  rate\na     0.50\nb     0.25");
 * assert.equal(gist, "Highest for a with 0.50, lowest for b with 0.25; 2 tasks.");
 * ```
 */
export function figureText(
  data: FigureData,
  names: readonly (string | undefined)[],
  numbers: DrawnNumbers,
  writing: Writing,
) {
  const rows = (isList(data) ? data : data.toRecords()) as readonly Row[];
  const { value, low, high, reference } = numbers;
  const shown = [...new Set([...names, value, low, high, reference])]
    .filter((name) => name && rows[0][name] !== undefined) as string[];
  const cells = rows.slice(0, MAX_ROWS).map((row) =>
    Object.fromEntries(shown.map((name) => [name, cellOf(row[name])]))
  );
  const left = rows.length - cells.length;
  const note = left > 0 ? `… and ${left} more rows` : undefined;
  const told = shown.filter((name) => names.includes(name) && countOf(rows, name) > 1);
  return {
    /** The rows as a small table, for a terminal. */
    text: String(table(cells, { title: writing.title, ...(note && { note }) })),
    /** The gist of the numbers in a sentence or two, for readers who have the picture read out. */
    gist: gistOf(rows, told, numbers, Object.values(writing).join("; ")),
  };
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

function countOf(rows: readonly Row[], column: string): number {
  return new Set(rows.map((row) => row[column])).size;
}

function gistOf(rows: readonly Row[], names: readonly string[], numbers: DrawnNumbers, said: string): string {
  const known = rows.filter((row) => row[numbers.value] !== null);
  const unknown = rows.length - known.length;
  // A name of several words has no plural.
  const counts = names.filter((name) => !name.includes(" "))
    .map((name) => {
      const count = countOf(rows.filter((row) => !/^(overall|total)$/.test(String(row[name]))), name);
      const noun = worded(name);
      return /\b\w$/.test(noun) ? `${count} values of ${noun}` : plural(count, noun);
    })
    .concat(unknown > 0 ? `${unknown} without a value` : []).join(", ");
  const ends = endsOf(known, names, numbers);
  const [label] = numbers.label?.split(/;| \(/) ?? [];
  const labelled = label ? `${label}: ${ends[0].toLowerCase()}${ends.slice(1)}` : ends;
  const tries = [`${labelled}${counts && `; ${counts}`}`, labelled, ends].map((one) =>
    `${one}.${madeUp(known, said)}`
  );
  return tries.find(({ length }) => length <= MAX_GIST) ?? tries[2];
}

/** The sentence that a figure is about a synthetic model, or demonstration data, and whether about others as well. */
function madeUp(rows: readonly Row[], said: string): string {
  const [whose] = said.match(/SYNTHETIC[^;.,]{0,60}|demonstration data[^;.]{0,60}/) ?? [];
  if (!whose) return "";
  const names = [...said.matchAll(/SYNTHETIC: ([^;.,]+)/g)].map(([, name]) => name.trim());
  const own = rows.filter((row) => names.some((name) => Object.values(row).join().includes(name))).length;
  const what = own > 0 && own < rows.length ? `partly ${whose}` : whose;
  return ` ${what[0].toUpperCase()}${what.slice(1).trim()}.`;
}

/** The highest and the lowest value, with the names of their rows. */
function endsOf(known: readonly Row[], names: readonly string[], { value, low, high }: DrawnNumbers): string {
  const values = known.map((row) => Number(row[value]));
  if (values.length === 0) return "No value is known";
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const decimals = values.every(Number.isInteger) ? 0 : Math.max(0, 2 - Math.ceil(Math.log10(largest)));
  const numberOf = (cell: unknown) => numberText(Number(cell), decimals);
  const [most, least] = [Math.max(...values), Math.min(...values)].map((end) => {
    const own = known.filter((_, at) => values[at] === end);
    const [first] = own;
    const bounds = [low, high].map((name) => name ? first[name] ?? null : null);
    const interval = bounds.includes(null) || own.length > 1 ? "" : ` [${bounds.map(numberOf).join(", ")}]`;
    const name = names.map((column) => nameIn(first, column)).join(", ");
    const more = own.length > 1 ? ` and ${own.length - 1} more` : "";
    return { who: name + more, what: numberOf(end) + interval };
  });
  if (most.what === least.what) return known.length > 1 ? `All ${most.what}` : most.what;
  return `Highest for ${most.who} with ${most.what}, lowest for ${least.who} with ${least.what}`;
}

/** The name of a row in a column; numbers, yes and no are preceded by the column's name. */
function nameIn(row: Row, column: string): string {
  const name = String(row[column]).split("; ")[0].replace(/\s+/g, " ");
  const words = name.length <= MAX_NAME ? name : name.replace(/^(.{15}\S*) .+ (\S*.{15})$/, "$1 … $2");
  const cut = words.length > 1.5 * MAX_NAME ? `${name.slice(0, 15)}…${name.slice(-15)}` : words;
  return /^(-?[\d.]+|yes|no)$/.test(name) ? `${worded(column)} ${name}` : cut;
}
