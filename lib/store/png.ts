import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
// Loading the package's manifest is what makes its files resolvable below.
import "dejavu-fonts-ttf/package.json" with { type: "json" };

const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`))
);

/**
 * An SVG drawn as a PNG, twice its nominal size, with a typeface that the project brings along.
 *
 * @param svg SVG text with a width and a height.
 */
export function toPng(svg: string): Uint8Array<ArrayBuffer> {
  const options = {
    fitTo: { mode: "zoom", value: 2 },
    background: "white",
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "DejaVu Sans" },
  } as const;
  return new Uint8Array(new Resvg(svg, options).render().asPng());
}
