import { drawing, type Shape, textShape } from "../drawing/drawing.ts";
import { type Figure, figureOn } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { INK, MUTED, SERIES_STYLES } from "../drawing/palette.ts";
import { EDGE, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { numberText } from "../drawing/ticks.ts";

/** A word with its importance. */
export interface WordBar {
  /** The text to which the word belongs; texts are placed below each other in the order of the rows. */
  readonly panel: string;
  readonly word: string;
  /** The importance in [0, 1]; null if it is not known. */
  readonly value: number | null;
  /** Whether the value cannot be distinguished from 0: the bar is grey and has no number. */
  readonly muted: boolean;
}

/** The texts of a figure of words. */
export interface WordBarsOptions extends Writing {
  /** The meaning of the bars. */
  readonly label: string;
  /** The meaning of grey, below the picture. */
  readonly mutedLabel: string;
  /** The width in print. @default "page" */
  readonly width?: "column" | "page";
}

/** Heights in pixels: of a bar for 1, of the number above it, of the word below it, and between lines. */
const [BAR, NUMBER, WORD, BETWEEN] = [36, 14, 18, 8];

/** The gap between words, and the least width of a word's place with its number, in pixels. */
const [GAP, LEAST] = [7, 27];

/** The width of every bar, in pixels; equal, so that a long word does not look more important. */
const BAR_WIDTH = 22;

/** The colour of bars that cannot be distinguished from noise. */
const GREY = "#c4cad1";

/**
 * Draws texts word by word, in reading order, each word under a bar for its value. Lines are broken as in a text, so
 * that words of any length and script are read without turning the head.
 *
 * @param bars The words in reading order.
 * @throws {RangeError} If there are no bars, or a value is outside [0, 1].
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
      // A line of words without importance needs no room for bars.
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

/** A word with the position of its place. */
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

/** The base line under the bars of a line of words. */
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
