import { isWhole, mustBe } from "../../core/kinds.ts";
import { TYPE } from "../drawing/sheet.ts";
import { wrapText } from "../drawing/wrap_text.ts";

/** The free space between panels side by side, in pixels: room for the last and first number of two axes. */
const GAP = 26;

/** The width of the narrowest readable panel, in pixels. */
const NARROWEST_PANEL = 70;

/** The options of the layout of panels. */
export interface GridOptions {
  /** The width of the picture's inside, in pixels. */
  readonly width: number;
  /** The number of panels side by side. @default as many as fit, in rows that are equally full */
  readonly columns?: number;
  /** The height of a panel in pixels, given its width. */
  height(panelWidth: number): number;
}

/**
 * Lays out panels side by side and in rows, all of the same size. This is our own code, because Plot's facets neither
 * continue in the next row nor keep their size.
 *
 * @param names The names of the panels; a single panel without a name is "".
 * @throws {RangeError} If that many columns leave panels too narrow to read.
 */
export function panelGrid(names: readonly string[], options: GridOptions) {
  const { width } = options;
  const columns = options.columns === undefined ? evenColumns(names.length, width) : options.columns;
  mustBe(isWhole(columns, 1), `draw panels in ${columns} columns`, "a whole number from 1");
  const across = Math.min(columns, names.length);
  const panelWidth = Math.floor((width - GAP * (across - 1)) / across);
  if (panelWidth < NARROWEST_PANEL) {
    throw new RangeError(`Cannot draw ${across} panels side by side: there is room for ${most(width)}`);
  }
  const rows = Math.ceil(names.length / across);
  const wrapped = names.map((name) => wrapText(name, panelWidth, { size: TYPE.text }));
  const nameHeight = names.some((name) => name !== "")
    ? 15 * Math.max(...wrapped.map(({ length }) => length)) + 4
    : 0;
  const panel = { width: panelWidth, height: Math.round(options.height(panelWidth)) };
  const between = nameHeight + 8;
  return {
    /** The size of a panel in pixels. */
    panel,
    /** The height of a panel's name above it, in pixels; 0 if no panel has a name. */
    nameHeight,
    /** The free space between panels side by side. */
    gap: GAP,
    // Total size including gaps, from the first panel's corner to the last one's.
    width: across * panelWidth + (across - 1) * GAP,
    height: rows * panel.height + (rows - 1) * between,
    /** The names, broken into lines that are as wide as a panel. */
    names: wrapped,
    /** The column and the row of a panel. */
    place: (name: string) => ({
      column: names.indexOf(name) % across,
      row: Math.floor(names.indexOf(name) / across),
    }),
    /** Plot's scales for these places. */
    scales: { fx: bands(across, panelWidth, GAP), fy: bands(rows, panel.height, between) },
  };
}

/** Plot's band scale with `count` bands, `size` pixels each and `gap` pixels apart. */
export function bands(count: number, size: number, gap: number): object {
  return {
    domain: Array.from({ length: count }, (_, at) => at),
    axis: null,
    paddingOuter: 0,
    paddingInner: count > 1 ? gap / (size + gap) : 0,
  };
}

function most(width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (NARROWEST_PANEL + GAP)));
}

function evenColumns(count: number, width: number): number {
  const comfortable = Math.max(1, Math.floor((width + GAP) / (150 + GAP)));
  return Math.ceil(count / Math.ceil(count / comfortable));
}
