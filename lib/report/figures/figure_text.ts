import type { Writing } from "../drawing/sheet.ts";
import { numberText } from "../drawing/ticks.ts";
import { table } from "../tables/table.ts";
import { plural, worded } from "../words.ts";
import { type FigureData, isList } from "./figure_rows.ts";

/** What a figure says where it cannot be seen. */
export interface FigureText {
  /** Its rows as a small table, for a terminal. */
  readonly text: string;
  /** The gist of its numbers in a sentence or two, for who has the picture read out. */
  readonly gist: string;
}

/** The columns of the numbers that a figure draws; what is not given, or in no row, is left out. */
export interface DrawnNumbers {
  readonly value: string;
  readonly low?: string | null;
  readonly high?: string | null;
  /** What the values are compared with, e.g. printed ones. */
  readonly reference?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** More rows than these are counted, not listed. */
const MAX_ROWS = 24;
/** Longest gist that counts what is drawn; of a longer name in it, so many first and last letters. */
const [MAX_GIST, NAME_END] = [250, 15];

/**
 * What a figure says where it cannot be seen, made of the rows that it draws.
 *
 * @param names Columns of names, in the order in which they are said.
 * @param writing What stands above and below it: the gist says so, too, if it is about a synthetic model.
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
): FigureText {
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
    text: String(table(cells, { title: writing.title, ...(note && { note }) })),
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
  // What is called by more than a word has no plural.
  const counts = names.filter((name) => !name.includes(" "))
    .map((name) => plural(countOf(rows, name), worded(name)))
    .concat(unknown > 0 ? `${unknown} without a value` : []).join(", ");
  const ends = endsOf(known, names, numbers);
  const [synthetic = ""] = said.match(/SYNTHETIC[^;.,]{0,60}/) ?? [];
  const rest = synthetic && ` ${synthetic.trim()}.`;
  const whole = `${ends}${counts && `; ${counts}`}.${rest}`;
  return whole.length <= MAX_GIST ? whole : `${ends}.${rest}`;
}

/** The highest and the lowest value, and whose they are. */
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

/** What a row is called in a column; numbers, yes and no with the column's name. */
function nameIn(row: Row, column: string): string {
  const name = String(row[column]).replace(/\s+/g, " ");
  const cut = name.length > 2 * NAME_END + 4 ? `${name.slice(0, NAME_END)}…${name.slice(-NAME_END)}` : name;
  return /^(-?[\d.]+|yes|no)$/.test(name) ? `${worded(column)} ${name}` : cut;
}
