import { fileURLToPath } from "node:url";
import "dejavu-fonts-ttf/package.json" with { type: "json" };
import { exists } from "./files.ts";

// The import of the package's manifest makes the package's files resolvable below.

/** The font files that come with the project: DejaVu Sans, regular and bold. */
export const DEJAVU: readonly string[] = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`))
);

/**
 * The paths at which the Debian package fonts-droid-fallback installs its font, which has Chinese, Japanese and Korean
 * characters. The files have not changed since 2016, so that pictures are the same wherever the package is installed.
 */
export const CHINESE: readonly string[] = [
  "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
  "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf",
];

/**
 * Chooses the fonts for drawing a text: DejaVu Sans and, only if it lacks a character, also the first Chinese font that
 * is installed.
 *
 * @param text All characters that are drawn.
 * @param chinese Paths of Chinese fonts, the best first. @default those of Debian's fonts-droid-fallback
 * @returns The files of the fonts that the text needs, and the characters that are in none of them.
 */
export function chooseFonts(text: string, chinese: readonly string[] = CHINESE) {
  const characters = [...new Set(text)].filter((character) => !/[\s\p{Control}\p{Format}]/u.test(character));
  const lacking = (path: string, some: readonly string[]) => {
    const has = glyphsAt(path)!;
    return some.filter((character) => !has(character.codePointAt(0)!));
  };
  const beyond = lacking(DEJAVU[0], characters);
  if (beyond.length === 0) return { files: DEJAVU, missing: [] };
  const path = chinese.find((path) => glyphsAt(path));
  if (path === undefined) return { files: DEJAVU, missing: beyond };
  return { files: [...DEJAVU, path], missing: lacking(path, beyond) };
}

const fonts = new Map<string, ReturnType<typeof glyphsOf>>();

/** The glyph test of a font (see `glyphsOf`), read once; undefined if there is no such file. */
function glyphsAt(path: string): ReturnType<typeof glyphsOf> | undefined {
  if (!exists(path)) return undefined;
  return fonts.getOrInsertComputed(path, () => glyphsOf(Deno.readFileSync(path)));
}

/**
 * A test for the characters that a font can draw: the code points in the `cmap` table of a TrueType or OpenType file. This
 * is the project's own code, since packages that read whole fonts take most of a second to load.
 *
 * Source: OpenType specification 1.9, `cmap`, formats 4 and 12, in its Unicode encodings.
 *
 * @param font The bytes of a .ttf or .otf file.
 * @returns A function that says whether the font has a glyph for a code point.
 * @throws {RangeError} If these are not the bytes of such a file, or the file has no table of these formats.
 */
export function glyphsOf(font: Uint8Array): (codePoint: number) => boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableAt(view, "cmap");
  const found = new Map<number, number>(); // the offset of each table, by its format
  for (let at = 0; at < view.getUint16(cmap + 2); at++) {
    const record = cmap + 4 + 8 * at;
    const [platform, encoding] = [view.getUint16(record), view.getUint16(record + 2)];
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    const place = cmap + view.getUint32(record + 4);
    if (unicode) found.set(view.getUint16(place), place);
  }
  const [all, basic] = [found.get(12), found.get(4)];
  if (all !== undefined) return inGroups(view, all);
  if (basic !== undefined) return inSegments(view, basic);
  throw new RangeError("Cannot read a typeface: it has no table of Unicode characters in format 4 or 12");
}

function tableAt(view: DataView, name: string): number {
  const known = view.byteLength > 12 && [0x00010000, 0x4f54544f, 0x74727565].includes(view.getUint32(0));
  if (!known) throw new RangeError("Cannot read a typeface: these are not the bytes of a .ttf or .otf file");
  const tag = [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
  for (let at = 0; at < view.getUint16(4); at++) {
    const record = 12 + 16 * at;
    if (view.getUint32(record) === tag) return view.getUint32(record + 8);
  }
  throw new RangeError(`Cannot read a typeface: it has no table "${name}"`);
}

/** Format 12: ranges of code points. */
function inGroups(view: DataView, place: number): (codePoint: number) => boolean {
  const groups = Array.from({ length: view.getUint32(place + 12) }, (_, at) => {
    const group = place + 16 + 12 * at;
    return { from: view.getUint32(group), to: view.getUint32(group + 4), glyph: view.getUint32(group + 8) };
  });
  return (codePoint) =>
    groups.some(({ from, to, glyph }) =>
      codePoint >= from && codePoint <= to && glyph + codePoint - from !== 0
    );
}

/** Format 4: ranges of code points up to U+FFFF, each with an offset or with a list of glyphs. */
function inSegments(view: DataView, place: number): (codePoint: number) => boolean {
  const count = view.getUint16(place + 6) / 2;
  const [ends, starts] = [place + 14, place + 16 + 2 * count];
  const [deltas, offsets] = [starts + 2 * count, starts + 4 * count];
  return (codePoint) => {
    for (let at = 0; at < count; at++) {
      if (codePoint > view.getUint16(ends + 2 * at)) continue;
      const start = view.getUint16(starts + 2 * at);
      if (codePoint < start) return false;
      const [delta, offset] = [view.getUint16(deltas + 2 * at), view.getUint16(offsets + 2 * at)];
      if (offset === 0) return (codePoint + delta) % 0x10000 !== 0;
      return view.getUint16(offsets + 2 * at + offset + 2 * (codePoint - start)) !== 0;
    }
    return false;
  };
}
