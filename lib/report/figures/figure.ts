import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { refuseOther } from "../../core/kinds.ts";
import { visible } from "../../core/visible.ts";
import { CONSOLE_TEXT, JUPYTER_DISPLAY, type MediaBundle } from "../display.ts";
import type { Sheet } from "../drawing/sheet.ts";
import type { FigureText } from "./figure_text.ts";

/** A finished figure: shows itself in a notebook, and is SVG text underneath. */
export class Figure {
  /** @param text What it shows, in words or as a small table, where no picture can be shown. */
  constructor(readonly svg: string, readonly text: string = "figure") {}

  [JUPYTER_DISPLAY](): MediaBundle {
    return { "image/svg+xml": this.svg, "text/plain": this.text };
  }

  [CONSOLE_TEXT](): string {
    return this.text;
  }
}

/**
 * Typeface of all figures: DejaVu Sans, used to draw PNG files and to measure texts; elsewhere Verdana, which
 * has a similar width. A browser adds its own for Chinese.
 */
const FONT = "'DejaVu Sans', Verdana, sans-serif";

/** A tag that opens an element, with its attributes. */
const TAG = /<\w[^\s>]*(?:\s+[^\s=>]+="[^"]*")*/g;

/**
 * In attributes, e.g. in a title, HTML leaves `&` and `<` as they are, which SVG must not have. Characters
 * invalid in XML or invisible are shown as their code.
 */
function asXml(html: string): string {
  const xml = html.replace(TAG, (tag) => {
    const escaped = tag.slice(1).replace(/&(?!quot;)/g, "&amp;").replaceAll("<", "&lt;");
    return `<${escaped}`;
  });
  return visible(xml).replace(/<(U\+[0-9A-F]+)>/g, "&lt;$1&gt;");
}

/**
 * Draws an Observable Plot specification without a browser.
 *
 * @param options As for `Plot.plot`, without title, caption and legends: a figure's texts are part of its
 * SVG.
 * @param said What it says where it cannot be seen: its text, and the gist, which is in the SVG. @default nothing
 * @throws {TypeError} If it has no list of marks, as a frame.
 * @throws {RangeError} If Plot warns about the specification, e.g. about data that no scale fits.
 */
export function figure(options: Plot.PlotOptions, said?: FigureText): Figure {
  refuseOther("draw", options, "an object", ["marks"]);
  refuseOther("draw as marks", options.marks, "a list");
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const warnings: string[] = [];
  const svg = Plot.plot({
    className: "codebias",
    ...options,
    document: document as unknown as Document,
    style: { fontFamily: FONT, fontSize: "12px", background: "white", color: "#1b1f24", overflow: "visible" },
  });
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("role", "img");
  if (said) {
    const gist = document.createElement("desc");
    gist.textContent = said.gist;
    svg.prepend(gist as unknown as Node);
  }
  svg.querySelectorAll("text").forEach((one) => RIGHT_TO_LEFT.test(one.textContent!) && setLinesApart(one));
  const text = asXml(svg.outerHTML);
  if (svg.tagName.toLowerCase() !== "svg") {
    warnings.push("title, caption and legends would not be part of the SVG");
  }
  if (text.includes("⚠")) warnings.push("Plot marked the figure with a warning sign");
  if (warnings.length > 0) throw new RangeError(`Cannot draw the figure: ${warnings.join("; ")}`);
  return new Figure(text, said?.text);
}

/** Letters of Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Makes each line of a text one of its own: what draws PNG files orders the letters of all lines as those of one. */
function setLinesApart(text: Element): void {
  let y = 0;
  for (const line of [...text.children]) {
    y += parseFloat(line.getAttribute("y") ?? line.getAttribute("dy") ?? "0");
    const own = text.cloneNode(false) as Element;
    own.setAttribute("y", `${y}em`);
    own.textContent = line.textContent;
    text.before(own);
  }
  if (text.children.length > 0) text.remove();
}

/** Where the panels lie in a picture, in pixels. */
export interface Inside {
  readonly left: number;
  readonly top: number;
  /** Size of all panels together. */
  readonly across: number;
  readonly down: number;
  /** Height of what is below them, above the words. @default 0 */
  readonly below?: number;
}

/** Draws panels, as {@linkcode figure} does, and the words around them. */
export function figureOn(
  words: Sheet,
  inside: Inside,
  panels: Plot.PlotOptions & { readonly said: FigureText },
): Figure {
  const { width, title } = words;
  const { left, top, across, down, below = 0 } = inside;
  const height = top + down + below + words.bottom;
  const { said, ...options } = panels;
  return figure({
    ...{ width, height, marginLeft: left, marginTop: top, marginRight: width - left - across },
    marginBottom: height - top - down,
    ariaLabel: title ?? said.gist,
    ...options,
    marks: [...options.marks ?? [], ...words.marks(height, { left, top, middle: left + across / 2 })],
  }, said);
}
