import assert from "node:assert/strict";
import fc from "fast-check";
import { venn } from "codebias";
import type { VennCounts } from "codebias/report/figures/venn.ts";
import { sized } from "../../long.ts";
import { assertApart, assertInside, circlesOf, count, labelsOf } from "../picture.ts";

const LABELS = { labels: ["English", "Chinese"] } as const;

const texts = (svg: string) => labelsOf(svg).map(({ text }) => text);

/** The area that two circles have in common, by adding up narrow strips across the line of their centres. */
function commonArea(a: number, b: number, distance: number): number {
  const steps = 5_000;
  const [from, to] = [Math.max(-a, distance - b), Math.min(a, distance + b)];
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const x = from + (step + 0.5) / steps * (to - from);
    const half = Math.min(a * a - x * x, b * b - (x - distance) ** 2);
    sum += 2 * Math.sqrt(Math.max(0, half)) * (to - from) / steps;
  }
  return to > from ? sum : 0;
}

Deno.test("venn() has areas in proportion to its counts", () => {
  const number = fc.integer({ min: 0, max: 400 });
  fc.assert(fc.property(number, number, number, (onlyA, both, onlyB) => {
    fc.pre(onlyA + both + onlyB > 0);
    const [a, b] = circlesOf(venn({ onlyA, both, onlyB }, LABELS).svg);
    const unit = Math.PI * 78 ** 2 / Math.max(onlyA + both, onlyB + both);
    const near = (found: number, wanted: number) =>
      assert(Math.abs(found - wanted) < 12, `${found}, ${wanted}`);
    near(Math.PI * a.radius ** 2, unit * (onlyA + both));
    near(Math.PI * b.radius ** 2, unit * (onlyB + both));
    near(commonArea(a.radius, b.radius, Math.abs(a.x - b.x)), unit * both);
  }));
});

Deno.test("venn() writes every count once, and totals", () => {
  const { svg } = venn({ onlyA: 12, both: 230, onlyB: 1045, neither: 17 }, LABELS);
  for (
    const text of ["12", "230", "1,045", "neither: 17", "English", "Chinese", "242 in all", "1,275 in all"]
  ) {
    assert.equal(texts(svg).filter((found) => found === text).length, 1, text);
  }
});

Deno.test("venn() names empty areas in words", () => {
  const remark = (counts: VennCounts) => texts(venn(counts, LABELS).svg).at(-1);
  assert.equal(remark({ onlyA: 3, both: 0, onlyB: 4 }), "both: 0");
  assert.equal(remark({ onlyA: 0, both: 5, onlyB: 0 }), "only English: 0; only Chinese: 0");
  assert.equal(remark({ onlyA: 0, both: 5, onlyB: 2, neither: 0 }), "neither: 0");
});

Deno.test("venn() draws an empty set as a name without a circle's line", () => {
  const { svg } = venn({ onlyA: 0, both: 0, onlyB: 4 }, LABELS);
  assert.equal(count(svg, "polyline"), 1);
  assert.equal(circlesOf(svg)[0].radius, 0);
  assert(texts(svg).includes("0 in all"));
});

Deno.test("venn() keeps all inside and apart, whatever the counts and names", () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100_000 }));
  const name = fc.stringMatching(/^[a-zA-Z0-9\- 属性]{1,40}$/).filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(fc.tuple(number, number, number), fc.tuple(name, name), ([onlyA, both, onlyB], [a, b]) => {
      fc.pre(onlyA + both + onlyB > 0 && a !== b);
      const { svg } = venn({ onlyA, both, onlyB, neither: 3 }, { labels: [a, b], title: `${a} and ${b}` });
      assertInside(svg);
      assertApart(svg);
    }),
    { numRuns: sized({ small: 30, long: 100 }) },
  );
});

Deno.test("venn() refuses what is not a count, and two empty sets", () => {
  const counts = { onlyA: 1, both: 1, onlyB: 1 };
  for (const bad of [-1, 0.5, NaN, Infinity]) {
    assert.throws(() => venn({ ...counts, both: bad }, LABELS), {
      name: "RangeError",
      message: `Cannot draw both: ${bad} is not a count, a whole number from 0`,
    });
  }
  assert.throws(() => venn({ onlyA: 0, both: 0, onlyB: 0, neither: 9 }, LABELS), {
    name: "RangeError",
    message: "Cannot draw two empty sets",
  });
  assert.throws(() => venn(counts, { labels: ["A", "A"] }), {
    message: "Cannot draw two sets of one name: A",
  });
});
