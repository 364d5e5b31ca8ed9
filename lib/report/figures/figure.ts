import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { refuseOther } from "../../core/kinds.ts";
import { visible } from "../../core/visible.ts";
import { CONSOLE_TEXT, JUPYTER_DISPLAY, type MediaBundle } from "../display.ts";
import type { Sheet } from "../drawing/sheet.ts";
import type { FigureText } from "./figure_text.ts";

/** A finished figure: a notebook shows it as a picture, and it has its SVG text. */
export class Figure {
  /** @param text The content in words or as a small table, for places where no picture can be shown. */
  constructor(readonly svg: string, readonly text: string = "figure") {}

  [JUPYTER_DISPLAY](): MediaBundle {
    return { "image/svg+xml": this.svg, "text/plain": this.text };
  }

  [CONSOLE_TEXT](): string {
    return this.text;
  }
}

/**
 * The typeface of all figures: DejaVu Sans, which draws PNG files and is used to measure texts; elsewhere Verdana, which
 * has a similar width. A browser adds its own typeface for Chinese.
 */
const FONT = "'DejaVu Sans', Verdana, sans-serif";

/** A tag that opens an element, with its attributes. */
const TAG = /<\w[^\s>]*(?:\s+[^\s=>]+="[^"]*")*/g;

/**
 * HTML as XML. In attributes, e.g. in a title, HTML leaves `&` and `<` as they are, which SVG does not allow. Characters
 * that are invalid in XML or invisible are shown as their code.
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
 * @param options The options of `Plot.plot`, without title, caption and legends, because a figure's texts are part of its
 * SVG.
 * @param said The text for places where the figure cannot be seen, and the gist, which is in the SVG. @default none
 * @throws {TypeError} If there is no list of marks, e.g. because a frame was passed.
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

/** Letters of Hebrew, Arabic and related scripts. */
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Makes each line of a text its own element, because the PNG renderer orders the letters of all lines as one line. */
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

/** The place of the panels in a picture, in pixels. */
export interface Inside {
  readonly left: number;
  readonly top: number;
  /** The size of all panels together. */
  readonly across: number;
  readonly down: number;
  /** The height of the part below the panels, above the words. @default 0 */
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
