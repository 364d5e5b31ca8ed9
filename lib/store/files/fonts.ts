import { fileURLToPath } from "node:url";
// Loading the package's manifest is what makes its files resolvable below.
import "dejavu-fonts-ttf/package.json" with { type: "json" };
import { glyphsOf } from "./glyphs.ts";

/** A file of a typeface. */
export interface Font {
  readonly path: string;
  /** Whether it has a sign for a code point. */
  has(codePoint: number): boolean;
}

/** The typeface that the project brings along: DejaVu Sans, regular and bold. */
export const DEJAVU: readonly string[] = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`))
);

/**
 * Where the Debian package fonts-droid-fallback puts its typeface, which has Chinese, Japanese and Korean signs. The
 * files have not changed since 2016, so that pictures are the same wherever the package is installed.
 */
export const CHINESE: readonly string[] = [
  "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
  "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf",
];

/** The fonts that a text needs, and the characters that none of them has. */
export interface FontChoice {
  readonly files: readonly string[];
  readonly missing: readonly string[];
}

/**
 * Chooses the fonts with which a text is drawn: DejaVu Sans, and only if that lacks a character also the
 * first Chinese typeface that is installed.
 *
 * @param text All characters that are drawn.
 * @param chinese Paths of Chinese typefaces, the best first. @default those of Debian's fonts-droid-fallback
 */
export function chooseFonts(text: string, chinese: readonly string[] = CHINESE): FontChoice {
  const characters = [...new Set(text)].filter((character) => !/[\s\p{Control}\p{Format}]/u.test(character));
  const beyond = characters.filter((character) => !fontAt(DEJAVU[0])!.has(character.codePointAt(0)!));
  if (beyond.length === 0) return { files: DEJAVU, missing: [] };
  const path = chinese.find((path) => fontAt(path));
  if (path === undefined) return { files: DEJAVU, missing: beyond };
  const missing = beyond.filter((character) => !fontAt(path)!.has(character.codePointAt(0)!));
  return { files: [...DEJAVU, path], missing };
}

const fonts = new Map<string, Font>();

/** A font, read once; undefined where there is no such file. */
function fontAt(path: string): Font | undefined {
  const known = fonts.get(path);
  if (known) return known;
  try {
    const font: Font = { path, has: glyphsOf(Deno.readFileSync(path)) };
    fonts.set(path, font);
    return font;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
