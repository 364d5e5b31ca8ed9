import assert from "node:assert/strict";
import { Resvg } from "@resvg/resvg-js";
import { parseHTML } from "linkedom";
import { textWidth } from "codebias/report/drawing/text_width.ts";
import { chooseFonts } from "codebias/store/files/fonts.ts";

/** Size of the picture, in pixels. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(`<svg[^>]*? ${name}="([^"]*)"`).exec(svg)?.[1])
  );
  return { width, height };
}

/** The box around everything that is drawn, texts included, as wide as the project's own typeface makes them. */
export function boxOf(svg: string): { left: number; top: number; right: number; bottom: number } {
  const { files } = chooseFonts(svg);
  const font = { loadSystemFonts: false, fontFiles: [...files], defaultFontFamily: "DejaVu Sans" };
  const { x, y, width, height } = new Resvg(svg, { font }).getBBox()!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** A text of the picture and the point at which it is anchored. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The texts of a picture, in the order of the file. */
export function labelsOf(svg: string): Label[] {
  const { document } = parseHTML(`<body>${svg}</body>`);
  return [...document.querySelectorAll("text")].map((element) => ({
    text: element.textContent,
    ...placeOf(element),
  }));
}

/** The elements of a picture with this name, e.g. `circle`. */
export function count(svg: string, name: string): number {
  return svg.match(new RegExp(`<${name}[ >]`, "g"))?.length ?? 0;
}

/** A line of text and the box that it takes up, by the project's own widths of letters. */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The boxes of all lines of text but slanted ones. */
export function textBoxesOf(svg: string): TextBox[] {
  const { document } = parseHTML(`<body>${svg}</body>`);
  return [...document.querySelectorAll("text")].filter((text) =>
    !/rotate/.test(inherited(text, "transform") ?? "")
  )
    .flatMap((element) => {
      const size = Number(inherited(element, "font-size") ?? 12);
      const bold = Number(inherited(element, "font-weight") ?? 400) >= 600;
      const anchor = inherited(element, "text-anchor") ?? "middle"; // Plot's own default is CSS of its root
      const { x, y } = placeOf(element);
      const spans = [...element.querySelectorAll("tspan")];
      let baseline = y;
      return (spans.length > 0 ? spans : [element]).map((line): TextBox => {
        if (line !== element) baseline += offset(line, size);
        const at = line === element ? y + emOf(element, size) : baseline;
        const width = textWidth(line.textContent, { size, bold });
        const left = x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
        const text = line.textContent;
        return { text, left, right: left + width, top: at - 0.73 * size, bottom: at + 0.2 * size };
      });
    });
}

/** The nearest value of an attribute; for a transform, all of them. */
function inherited(element: Element, name: string): string | undefined {
  const found: string[] = [];
  for (let node: Element | null = element; node; node = node.parentElement) {
    const value = node.getAttribute?.(name);
    if (node.tagName.toLowerCase() === "svg" && name === "font-size") break; // its style has the say
    if (value) found.push(value);
  }
  return name === "transform" ? found.join(" ") : found[0];
}

function placeOf(element: Element): { x: number; y: number } {
  let [x, y] = [0, 0];
  const moves = inherited(element, "transform") ?? "";
  for (const [, dx, dy] of moves.matchAll(/translate\(([-\d.e]+),([-\d.e]+)\)/g)) {
    x += Number(dx);
    y += Number(dy);
  }
  const [ownX, ownY] = ["x", "y"].map((name) => element.getAttribute(name) ?? "0");
  return { x: x + Number(ownX), y: y + (ownY.endsWith("em") ? 0 : Number(ownY)) };
}

function emOf(element: Element, size: number): number {
  const y = element.getAttribute("y") ?? "";
  return y.endsWith("em") ? parseFloat(y) * size : 0;
}

function offset(span: Element, size: number): number {
  return parseFloat(span.getAttribute("dy") ?? span.getAttribute("y") ?? "0") * size;
}

/** Everything drawn must lie inside the picture. */
export function assertInside(svg: string): void {
  const { width, height } = sizeOf(svg);
  const { left, top, right, bottom } = boxOf(svg);
  assert(left >= 0 && top >= 0, `drawn from ${left}, ${top}`);
  assert(right <= width && bottom <= height, `drawn to ${right}, ${bottom} in ${width} x ${height}`);
}

/** No two texts may touch. */
export function assertApart(svg: string): void {
  const boxes = textBoxesOf(svg).filter(({ text }) => text !== "");
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      const touch = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      assert(!touch, `"${a.text}" and "${b.text}" overlap: ${JSON.stringify([a, b])}`);
    }
  }
}

/** The texts of a picture in which nothing touches or sticks out, and which has a subtitle, in one line or more. */
export function checkedTexts(svg: string, subtitle: string): string[] {
  assertInside(svg);
  assertApart(svg);
  const texts = labelsOf(svg).map(({ text }) => text);
  const said = texts.join(" ");
  const at = said.indexOf(subtitle);
  assert(texts.includes(subtitle) || /SYNTHETIC: [\w/, ]+; $/.test(said.slice(0, at)), said);
  return texts;
}

/** Sizes of type in a picture, in pixels; that of the picture itself among them. */
export function typeSizesOf(svg: string): number[] {
  const [root] = /^<svg [^>]*>/.exec(svg)!; // its style has the say, not its attribute
  const sizes = [
    ...svg.slice(root.length).matchAll(/font-size="([\d.]+)"/g),
    /font-size:([\d.]+)px/.exec(root)!,
  ];
  return sizes.map((match) => Number(match[1]));
}

/** Place and size of every circle, in the order in which they are drawn. */
export function circlesOf(svg: string): { x: number; radius: number }[] {
  return [...svg.matchAll(/<circle ([^>]*)>/g)].map(([, attributes]) => {
    const [x, radius] = ["cx", "r"].map((name) =>
      Number(new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)![1])
    );
    return { x, radius };
  });
}
