import assert from "node:assert/strict";
import { FRAME, INK, MUTED, SERIES_STYLES } from "codebias/report/drawing/palette.ts";

const styles = ["review.css", "view.css"].map((name) => new URL(`../../lib/review/${name}`, import.meta.url));
const style = (await Promise.all(styles.map((file) => Deno.readTextFile(file)))).join("");

/** The colours of the page by name, `#rrggbb`: in the light, and in the dark. */
const [LIGHT, DARK] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, rule]) =>
  Object.fromEntries([...rule.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]))
);

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXTS = ["ink", "muted", "accent", "trouble", "keyword", "string", "number"];

for (const [name, theme] of Object.entries({ LIGHT, DARK })) {
  Deno.test(`texts of a review page stand out from all that they stand on, edges too: ${name}`, () => {
    for (const text of TEXTS) {
      for (const ground of ["ground", "raised", "marked"] as const) {
        const found = contrast(theme[text], theme[ground]);
        assert(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
    }
    for (const text of ["ink", "muted"] as const) assert(contrast(theme[text], theme.chosen) >= 4.5, text);
    for (const edge of ["edge", "accent"] as const) assert(contrast(theme[edge], theme.ground) >= 3, edge);
  });
}

Deno.test("the style of a review page uses every colour of its theme, and no other name", () => {
  const own = ["digits", "indent", "columns", "least"]; // set by the script
  const used = new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), [...Object.keys(LIGHT), ...own].sort());
  assert.deepEqual(Object.keys(DARK), Object.keys(LIGHT));
});

Deno.test("a review page has the colours of the house in the light", () => {
  const [accent, marker, keyword] = SERIES_STYLES.map(({ color }) => color);
  const house = { ink: INK, muted: MUTED, frame: FRAME, accent, marker, keyword };
  assert.deepEqual({ ...LIGHT, ...house }, LIGHT);
});
