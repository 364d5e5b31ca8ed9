import { rounded, type Shape, textShape } from "../../../report/drawing/drawing.ts";
import { EDGE, TYPE, WIDTHS } from "../../../report/drawing/sheet.ts";
import { rowLines, rowNames, slantedName } from "../../../report/figures/heat_map_layout.ts";
import { textWidth } from "../../../report/drawing/text_width.ts";

/** Columns that stand together below a title. */
export interface Block {
  readonly title: string;
  readonly columns: readonly string[];
}

/** The places of rows and columns of bubbles, in pixels from the corner of the first cell, which is at `left`. */
type BubbleLayout = NonNullable<ReturnType<typeof within>>;

const STYLE = { size: TYPE.text };
const SMALL_STYLE = { size: TYPE.small };
const CELL = { widest: 46, narrowest: 17, height: 26 } as const;
const LINE = 14;
const SLANT = Math.SQRT1_2;

/** The free space between blocks, in pixels. */
const GAP = 12;

/**
 * Finds room for names of rows, columns and blocks.
 *
 * @throws {RangeError} If the columns do not fit on a page.
 */
export function bubbleLayout(blocks: readonly Block[], rows: readonly string[]): BubbleLayout {
  const layout = within(blocks, rows, WIDTHS.column) ?? within(blocks, rows, WIDTHS.page);
  if (layout) return layout;
  const columns = blocks.reduce((count, block) => count + block.columns.length, 0);
  throw new RangeError(
    `Cannot draw ${columns} columns of bubbles side by side: pass fewer models or attributes`,
  );
}

function within(blocks: readonly Block[], rows: readonly string[], width: number) {
  const names = blocks.flatMap(({ columns }) => columns);
  const nameMargin = EDGE + Math.ceil(Math.max(...rows.flatMap((row) => rowLines(row, width).map(wide)))) + 8;
  const first = widestCell(blocks, width - nameMargin - EDGE);
  if (first === undefined) return undefined;
  const slanted = names.some((name) => wide(name) > first - 6);
  // A slanted name ends below its column and begins further to the left.
  const overhang = names.map((name, at) => EDGE + SLANT * (wide(name) + TYPE.text) - (at + 0.5) * first);
  const left = Math.ceil(slanted ? Math.max(nameMargin, ...overhang) : nameMargin);
  const cellWidth = widestCell(blocks, width - left - EDGE);
  if (cellWidth === undefined) return undefined;
  const height = Math.max(
    CELL.height,
    8 + LINE * Math.max(...rows.map((row) => rowLines(row, width).length)),
  );
  const { starts, across } = placesOf(blocks, cellWidth);
  return {
    ...{ width, left, cell: { width: cellWidth, height } },
    /** Whether names of columns are slanted, because they do not fit otherwise. */
    slanted,
    /** The width of all blocks, and the height of all rows. */
    ...{ across, down: height * rows.length },
    /** The height of the titles of blocks; 0 if none has one. */
    titles: blocks.some(({ title }) => title !== "") ? 18 : 0,
    /** The height of the names of columns. */
    names: slanted ? Math.ceil(SLANT * Math.max(...names.map(wide))) + 22 : LINE + 10,
    /** The middle of a column, and of a row. */
    x: (block: number, column: number) => starts[block] + (column + 0.5) * cellWidth,
    y: (row: number) => (row + 0.5) * height,
  };
}

/** The widest cell that leaves room for all blocks; undefined if none does. */
function widestCell(blocks: readonly Block[], room: number): number | undefined {
  for (let width = CELL.widest; width >= CELL.narrowest; width--) {
    if (placesOf(blocks, width).across <= room) return width;
  }
}

/** The starts of the blocks, each as wide as its columns or its title, and the end of the last one. */
function placesOf(blocks: readonly Block[], cellWidth: number) {
  const starts: number[] = [];
  let end = -GAP;
  for (const { title, columns } of blocks) {
    starts.push(end + GAP);
    end += GAP + Math.max(columns.length * cellWidth, Math.ceil(wide(title)));
  }
  return { starts, across: end };
}

function wide(name: string): number {
  return textWidth(name, STYLE);
}

/** The titles of blocks, the names of rows and columns, and the lines that lead the eye from names to bubbles. */
export function bubbleNames(
  blocks: readonly Block[],
  rows: readonly string[],
  { layout, top }: { readonly layout: BubbleLayout; readonly top: number },
): Shape[] {
  const { left, cell, down } = layout;
  return [
    ...rowNames(rows, layout, top),
    ...blocks.flatMap(({ title, columns }, block): Shape[] => {
      const from = left + layout.x(block, 0) - cell.width / 2;
      return [
        ...(title === "" ? [] : [textShape(title, [from, top - 7], STYLE)]),
        ["rect", {
          ...{ x: rounded(from), y: rounded(top), width: columns.length * cell.width, height: down },
          ...{ fill: "none", stroke: "#d0d7de" },
        }],
        ...rows.map((_, row): Shape => ["line", {
          ...{ x1: rounded(from), x2: rounded(from + columns.length * cell.width) },
          ...{ y1: rounded(top + layout.y(row)), y2: rounded(top + layout.y(row)) },
          ...{ stroke: "#1b1f24", "stroke-opacity": 0.1 },
        }]),
        ...columns.map((name, column) =>
          columnName(name, [left + layout.x(block, column), top + down], layout.slanted)
        ),
      ];
    }),
  ];
}

function columnName(name: string, [x, y]: readonly [number, number], slanted: boolean): Shape {
  return slanted ? slantedName(name, [x, y]) : textShape(name, [x, y + 16], { ...STYLE, anchor: "middle" });
}

/** Samples of sizes with their numbers, and of a hollow bubble, in as many lines as they need. */
export function sizeLegend(
  sizes: readonly { readonly text: string; readonly radius: number; readonly hollow?: boolean }[],
  { label, top, width }: { readonly label: string; readonly top: number; readonly width: number },
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const most = Math.max(...sizes.map(({ radius }) => radius));
  const shapes: Shape[] = [textShape(label, [EDGE, top + most + 4], SMALL_STYLE)];
  let [x, y] = [EDGE + textWidth(label, SMALL_STYLE) + 12, top + most];
  for (const { text, radius, hollow = false } of sizes) {
    const used = 2 * radius + 6 + textWidth(text, SMALL_STYLE);
    if (x + used > width - EDGE) [x, y] = [EDGE, y + 2 * most + 4];
    shapes.push(["circle", {
      ...{ cx: rounded(x + radius), cy: rounded(y), r: rounded(radius) },
      ...{ fill: hollow ? "white" : "#57606a", stroke: "#57606a", "stroke-width": hollow ? 1.4 : 0 },
    }], textShape(text, [x + 2 * radius + 6, y + 4], SMALL_STYLE));
    x += used + 14;
  }
  return { shapes, height: y + most - top + 4 };
}
