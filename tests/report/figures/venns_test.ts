import assert from "node:assert/strict";
import fc from "fast-check";
import { venns } from "codebias/report/figures/venns.ts";
import { sized } from "../../long.ts";
import { assertGolden } from "../../golden/golden.ts";
import { assertApart, assertInside, circlesOf, labelsOf } from "../picture.ts";

const LABELS = { labels: ["English", "Chinese"] } as const;
const texts = (svg: string) => labelsOf(svg).map(({ text }) => text);

Deno.test("venns() draws six models at two temperatures: the golden picture", async () => {
  const names = ["CodeGeeX", "CodeGen2.5", "CodeLlama", "DeepSeek-Coder", "StarCoder", "GPT-3.5-Turbo"];
  const panels = ["0.2", "0.8"].flatMap((level, row) =>
    names.map((name, at) => ({
      panel: `${name}, t = ${level}`,
      onlyA: 4 + at,
      both: 20 - 3 * at,
      onlyB: at * row,
    }))
  );
  const { svg } = venns(panels, {
    ...LABELS,
    columns: 6,
    what: "tasks",
    title: "Twelve pairs",
    note: "Made up",
  });
  await assertGolden("venns.svg", svg);
});

Deno.test("venns() has one scale for all panels", () => {
  const { svg } = venns([
    { panel: "large", onlyA: 0, both: 64, onlyB: 0 },
    { panel: "small", onlyA: 0, both: 16, onlyB: 0 },
    { panel: "apart", onlyA: 16, both: 0, onlyB: 4 },
  ], LABELS);
  const radii = circlesOf(svg).map(({ radius }) => radius / circlesOf(svg)[0].radius);
  const expected = [1, 1, 0.5, 0.5, 0.5, 0.25];
  for (const [at, radius] of radii.entries()) assert(Math.abs(radius - expected[at]) < 1e-3, `${radius}`);
  const [a, b] = circlesOf(svg).slice(-2);
  assert(b.x - a.x > a.radius + b.radius);
});

Deno.test("venns() writes every count below its panel, and what they are", () => {
  const { svg } = venns([{ panel: "A", onlyA: 12, both: 1345, onlyB: 7 }], { ...LABELS, what: "tasks" });
  for (const text of ["A", "12", "1,345", "7", "English", "Chinese"]) assert(texts(svg).includes(text), text);
  assert(texts(svg).join(" ").includes("tasks of English only, of both, of Chinese only"));
});

Deno.test("venns() keeps all inside and apart, whatever the counts and names", () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9999 }));
  const panel = fc.record({
    onlyA: number,
    both: number,
    onlyB: number,
    panel: fc.stringMatching(/^[a-zA-Z0-9 属性]{1,24}$/),
  })
    .filter(({ panel }) => panel.trim() !== "");
  const panels = fc.uniqueArray(panel, { minLength: 1, maxLength: 9, selector: ({ panel }) => panel });
  fc.assert(
    fc.property(panels, (panels) => {
      fc.pre(panels.some(({ onlyA, both, onlyB }) => onlyA + both + onlyB > 0));
      const { svg } = venns(panels, { ...LABELS, title: "Some sets" });
      assertInside(svg);
      assertApart(svg);
    }),
    { numRuns: sized({ small: 20, long: 60 }) },
  );
});

Deno.test("venns() refuses what cannot be drawn, and says why", () => {
  const one = { panel: "A", onlyA: 1, both: 1, onlyB: 1 };
  const refused = (panels: Parameters<typeof venns>[0], message: RegExp, labels = LABELS.labels) =>
    assert.throws(
      () => venns(panels, { labels }),
      (error: Error) => error instanceof RangeError && message.test(error.message),
    );
  refused([], /there are no panels/);
  refused([one, one], /two panels of one name: A/);
  refused([{ ...one, both: -1 }], /Cannot draw both: -1 is not a count/);
  refused([{ panel: "A", onlyA: 0, both: 0, onlyB: 0 }], /all empty/);
  assert.throws(() => venns([one], { labels: ["x", "x"] }), /two sets of one name: x/);
});
