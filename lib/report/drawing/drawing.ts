import * as Plot from "@observablehq/plot";
import { INK } from "./palette.ts";

/** An SVG element as data. */
export type Shape = readonly [
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
];

/**
 * A mark for elements outside all axes, positioned in pixels from the picture's top left corner.
 *
 * @param shapes The elements, in the order in which they are drawn.
 */
export function drawing(shapes: readonly Shape[]): Plot.Markish {
  return Plot.dot([0], {
    facet: "super",
    frameAnchor: "middle",
    render: (_index, _scales, _values, _dimensions, { document }) => {
      const group = element(["g", {}], document);
      for (const shape of shapes) group.appendChild(element(shape, document));
      return group;
    },
  });
}

/** How a line of text is drawn. */
export interface TextOptions {
  readonly size: number;
  readonly bold?: boolean;
  /** The colour. @default INK */
  readonly fill?: string;
  /** The part of the text that is at `x`. @default "start" */
  readonly anchor?: "start" | "middle" | "end";
}

/** A line of text; `y` is its baseline. */
export function textShape(text: string, [x, y]: readonly [number, number], options: TextOptions): Shape {
  const { size, bold = false, fill = INK, anchor = "start" } = options;
  return ["text", {
    x: rounded(x),
    y: rounded(y),
    "font-size": size,
    ...(bold && { "font-weight": 600 }),
    "text-anchor": anchor,
    fill,
    stroke: "none",
  }, text];
}

/** Lines of text below each other, `step` apart; `y` is the baseline of the first. */
export function textLines(
  lines: readonly string[],
  [x, y]: readonly [number, number],
  step: number,
  options: TextOptions,
): Shape[] {
  return lines.map((line, at) => textShape(line, [x, y + step * at], options));
}

/** A number of pixels rounded to hundredths, which is precise enough and keeps golden pictures readable. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function element([name, attributes, text]: Shape, document: Document): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.appendChild(document.createTextNode(text));
  return made;
}
