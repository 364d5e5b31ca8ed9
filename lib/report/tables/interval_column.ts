import type { Cell } from "./cells.ts";
import { fixed } from "../words.ts";
import { decimalsOf, FIGURE_SPACE, MISSING, type ShownColumn } from "./shown_column.ts";
import type { IntervalColumns } from "./table_options.ts";

/**
 * Cells with an estimate, its interval and its n, e.g. `0.61 [0.55, 0.67], n = 52`, each part as wide as in the
 * other rows. The number of units left out is shown in all rows or in none.
 *
 * @param heading Heading of the column.
 * @param joined The columns to join, with the decimals to show at most.
 * @param column Reads a column.
 * @throws {RangeError} If a column holds anything but numbers and null.
 */
export function intervalColumn(
  heading: string,
  joined: IntervalColumns<string> & { readonly decimals: number },
  column: (name: string) => readonly Cell[],
): ShownColumn {
  const scale = joined.percent ? 100 : 1;
  const read = (name: string, factor = 1) => numbersOf(name, column(name), factor);
  const value = read(joined.value, scale);
  const [lows, highs] = [read(joined.low, scale), read(joined.high, scale)];
  const decimals = decimalsOf([...value, ...lows, ...highs], joined.decimals);
  const [estimate, low, high] = [value, lows, highs].map((numbers) => aligned(numbers, decimals));
  const n = joined.n === undefined ? undefined : count(read(joined.n));
  const unjudged = joined.unjudged === undefined ? [] : read(joined.unjudged);
  const left = unjudged.some((number) => number !== 0 && number !== null) ? count(unjudged) : undefined;
  const text = (at: number) => {
    const unit = joined.percent && value[at] !== null ? " %" : "";
    const interval = lows[at] === null && highs[at] === null ? "" : ` [${low[at]}, ${high[at]}]`;
    return estimate[at] + unit + interval + (n ? `, n = ${n[at]}` : "") +
      (left ? `, ${left[at]} unjudged` : "");
  };
  return { heading, numeric: true, cells: value.map((_, at) => ({ text: text(at), number: true })) };
}

function numbersOf(name: string, cells: readonly Cell[], factor: number): (number | null)[] {
  return cells.map((cell) => {
    if (cell === null) return null;
    if (typeof cell === "number") return cell * factor;
    throw new RangeError(
      `Cannot show intervals: column "${name}" holds ${JSON.stringify(cell)}; expected numbers or null`,
    );
  });
}

function count(numbers: readonly (number | null)[]): string[] {
  return aligned(numbers, decimalsOf(numbers, 3));
}

function aligned(numbers: readonly (number | null)[], decimals: number): string[] {
  const texts = numbers.map((number) => (number === null ? MISSING : fixed(number, decimals)));
  const width = texts.reduce((widest, { length }) => Math.max(widest, length), 0);
  return texts.map((text) => text.padStart(width, FIGURE_SPACE));
}
