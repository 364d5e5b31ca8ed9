import { checkDomain, type Domain } from "../drawing/domain.ts";
import type { FigureRows } from "./figure_rows.ts";

/** An estimate at one level of a column, of one series in one panel. */
export interface LevelRow<X> {
  readonly x: X;
  readonly series: string;
  readonly panel: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** A number for comparison. */
  readonly reference: number | null;
}

/** The names of the columns by their role; numbers are null where none is named. */
export type LevelColumns = {
  readonly [name in Exclude<keyof LevelRow<unknown>, "x">]?: string | null;
};

/**
 * Reads rows with the given positions `xs`.
 *
 * @throws {RangeError} When a column is read, see {@linkcode FigureRows}.
 */
export function levelRows<X>(table: FigureRows, xs: readonly X[], columns: LevelColumns): LevelRow<X>[] {
  const [series, panels] = [columns.series, columns.panel].map((name) => table.names(name ?? undefined));
  const [values, lows, highs, references] = [columns.value, columns.low, columns.high, columns.reference]
    .map(table.numbersOrNull);
  return xs.map((x, at) => ({
    ...{ x, series: series[at], panel: panels[at] },
    ...{ value: values[at], low: lows[at], high: highs[at], reference: references[at] },
  }));
}

/** The place of a row, in words; `level` is its position along the axis. */
export function placeOf({ panel, series }: LevelRow<unknown>, level: string): string {
  return [panel, series, level].filter((part) => part !== "").join(", ");
}

/**
 * Refuses rows that cannot be drawn.
 *
 * @param levelOf The position of a row along the axis, in words.
 * @param drawn The shape from low to high, e.g. `a band`.
 * @param remedy The remedy where two rows have one place.
 * @throws {RangeError} If two rows have one place, low is above high, or a number lies outside the domain.
 */
export function checkLevelRows<X>(
  rows: readonly LevelRow<X>[],
  levelOf: (row: LevelRow<X>) => string,
  { domain, drawn, remedy }: { readonly domain: Domain; readonly drawn: string; readonly remedy: string },
): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const [place, { value, low, high, reference }] = [placeOf(row, levelOf(row)), row];
    if (seen.has(place)) throw new RangeError(`Cannot draw two rows at one place (${place}): ${remedy}`);
    seen.add(place);
    if (low !== null && high !== null && low > high) {
      throw new RangeError(`Cannot draw ${drawn} from ${low} to ${high} (${place}): low is above high`);
    }
    checkDomain([value, low, high, reference].map((one) => [one, place]), domain);
  }
}
