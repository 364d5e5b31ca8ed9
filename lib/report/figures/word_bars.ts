import { drawing, type Shape, textShape } from "../drawing/drawing.ts";
import { type Figure, figureOn } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { INK, MUTED, SERIES_STYLES } from "../drawing/palette.ts";
import { EDGE, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { numberText } from "../drawing/ticks.ts";

/** A word and how much it matters. */
export interface WordBar {
  /** The text it belongs to; texts stand below each other in the order of the rows. */
  readonly panel: string;
  readonly word: string;
  /** In [0, 1]; null if it is not known. */
  readonly value: number | null;
  /** Whether the value is indistinguishable from none: drawn in grey, without its number. */
  readonly muted: boolean;
}

/** Texts of a figure of words. */
export interface WordBarsOptions extends Writing {
  /** What the bars are. */
  readonly label: string;
  /** The meaning of grey, below the picture. */
  readonly mutedLabel: string;
  /** Width in print. @default "page" */
  readonly width?: "column" | "page";
}

/** Heights in pixels: of a bar for 1, of the number above it, of the word below it, between lines. */
const [BAR, NUMBER, WORD, BETWEEN] = [36, 14, 18, 8];

/** Between words, and the least width of a word's place, in pixels: room for its number. */
const [GAP, LEAST] = [7, 27];

/** Width of every bar, so that a long word does not look more important. */
const BAR_WIDTH = 22;

/** Colour of bars not distinguishable from noise. */
const GREY = "#c4cad1";

/**
 * Draws texts word by word, in the order of reading, each word under a bar for its value. Lines are broken as in a text, so
 * that words of any length and script are read without turning the head.
 *
 * @param bars In the order of reading.
 * @throws {RangeError} If there is none, or a value is outside of [0, 1].
 *
 * @example
 * ```ts
 * import { wordBars } from "codebias/report/figures/word_bars.ts";
 * import assert from "node:assert/strict";
 * const bars = [{ panel: "English", word: "concise", value: 1, muted: false }];
 * assert.match(wordBars(bars, { label: "Importance", mutedLabel: "noise" }).svg, />concise</);
 * ```
 */
export function wordBars(bars: readonly WordBar[], options: WordBarsOptions): Figure {
  check(bars);
  const width = WIDTHS[options.width ?? "page"];
  const panels = [...Map.groupBy(bars, ({ panel }) => panel)];
  const remarks = [
    ...(bars.some(({ muted, value }) => muted && value !== null) ? [`Grey: ${options.mutedLabel}`] : []),
    ...(bars.some(({ value }) => value === null) ? ["–: not known"] : []),
  ];
  const words = sheet(options, { width, above: options.label, remarks });
  const shapes: Shape[] = [];
  let y = words.top;
  for (const [name, own] of panels) {
    if (name !== "") {
      shapes.push(textShape(name, [EDGE, y + TYPE.text], { size: TYPE.text, bold: true }));
      y += 20;
    }
    for (const line of linesOf(own, width - 2 * EDGE)) {
      // A line of words that do not matter needs no room for bars.
      const above = line.some(({ bar: { value } }) => value !== 0) ? NUMBER + BAR : 0;
      if (above > 0) shapes.push(groundOf(line, y + above, width));
      shapes.push(...line.flatMap((placed) => wordShapes(placed, y + above)));
      y += above + WORD + BETWEEN;
    }
    y += 6;
  }
  return figureOn(words, { left: 0, top: 0, across: width, down: y }, {
    said: figureText(bars, ["panel", "word"], { value: "value" }, options),
    marks: [drawing(shapes)],
  });
}

function check(bars: readonly WordBar[]): void {
  if (bars.length === 0) throw new RangeError("Cannot draw bars of no words");
  const wrong = bars.find(({ value }) => value !== null && !(value >= 0 && value <= 1));
  if (wrong) throw new RangeError(`Cannot draw ${wrong.value} of "${wrong.word}": it must be from 0 to 1`);
}

/** A word and where its place begins. */
interface Placed {
  readonly bar: WordBar;
  readonly x: number;
  readonly width: number;
}

function linesOf(bars: readonly WordBar[], room: number): Placed[][] {
  const lines: Placed[][] = [[]];
  let x = EDGE;
  for (const bar of bars) {
    const width = Math.max(LEAST, Math.ceil(textWidth(bar.word, { size: TYPE.text })));
    if (x + width > EDGE + room && lines[lines.length - 1].length > 0) {
      lines.push([]);
      x = EDGE;
    }
    lines[lines.length - 1].push({ bar, x, width });
    x += width + GAP;
  }
  return lines;
}

/** The line on which the bars of a line of words stand. */
function groundOf(line: readonly Placed[], floor: number, width: number): Shape {
  const end = Math.min(width - EDGE, line[line.length - 1].x + line[line.length - 1].width);
  return ["line", {
    ...{ x1: EDGE, x2: end, y1: floor + 0.5, y2: floor + 0.5, stroke: MUTED, "stroke-width": 1 },
  }];
}

function wordShapes({ bar: { word, value, muted }, x, width }: Placed, floor: number): Shape[] {
  const middle = x + width / 2;
  const grey = muted || value === null;
  const shapes: Shape[] = [
    textShape(word, [middle, floor + 14], {
      ...{ size: TYPE.text, anchor: "middle", fill: grey ? MUTED : INK, bold: false },
    }),
  ];
  if (value === null) {
    shapes.push(textShape("–", [middle, floor - 4], { size: TYPE.small, anchor: "middle", fill: MUTED }));
    return shapes;
  }
  const height = Math.round(BAR * value * 100) / 100;
  if (height > 0) {
    const fill = muted ? GREY : SERIES_STYLES[0].color;
    shapes.push(["rect", { x: middle - BAR_WIDTH / 2, y: floor - height, width: BAR_WIDTH, height, fill }]);
  }
  if (muted) return shapes;
  const number = numberText(value, 2);
  return [...shapes, textShape(number, [middle, floor - height - 3], { size: TYPE.small, anchor: "middle" })];
}
