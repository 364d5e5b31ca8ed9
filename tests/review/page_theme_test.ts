import assert from "node:assert/strict";
import { DARK, LIGHT, type PageTheme } from "codebias/review/page_theme.ts";
import { pageStyle } from "codebias/review/page_style.ts";

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

const TEXTS: readonly (keyof PageTheme)[] = [
  "ink",
  "muted",
  "accent",
  "trouble",
  "keyword",
  "string",
  "number",
];

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
  const style = pageStyle();
  const own = ["digits", "indent"]; // set by the script
  const used = new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), [...Object.keys(LIGHT), ...own].sort());
  for (const color of [...Object.values(LIGHT), ...Object.values(DARK)]) {
    assert(style.includes(`: ${color};`), color);
  }
});
