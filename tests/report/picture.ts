import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
// Loading the package's manifest is what makes its files resolvable below.
import "dejavu-fonts-ttf/package.json" with { type: "json" };
import { parseHTML } from "linkedom";

const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`))
);

/** Size of the picture, in pixels. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(`<svg[^>]*? ${name}="([^"]*)"`).exec(svg)?.[1])
  );
  return { width, height };
}

/** The box around everything that is drawn, texts included, as wide as the project's own typeface makes them. */
export function boxOf(svg: string): { left: number; top: number; right: number; bottom: number } {
  const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "DejaVu Sans" };
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
  return [...document.querySelectorAll("text")].map((element) => {
    let [x, y] = [0, 0];
    for (let node: Element | null = element; node; node = node.parentElement) {
      const move = /translate\(([-\d.e]+),([-\d.e]+)\)/.exec(node.getAttribute("transform") ?? "");
      x += Number(move?.[1] ?? 0);
      y += Number(move?.[2] ?? 0);
    }
    return { text: element.textContent, x, y };
  });
}

/** The elements of a picture with this name, e.g. `circle`. */
export function count(svg: string, name: string): number {
  return svg.match(new RegExp(`<${name}[ >]`, "g"))?.length ?? 0;
}
