import assert from "node:assert/strict";
import fc from "fast-check";
import { estimates, intervals } from "codebias";
import type { IntervalOptions, IntervalRow } from "codebias/report/figures/intervals.ts";
import { assertApart, assertInside, count, labelsOf, sizeOf } from "../picture.ts";

function row(group: string, series: string, panel: string, given: Partial<IntervalRow> = {}): IntervalRow {
  return { group, series, panel, value: 0.5, low: 0.4, high: 0.6, ...given };
}

/** A row for each combination. */
function grid(
  groups: readonly string[],
  series: readonly string[],
  panels: readonly string[],
): IntervalRow[] {
  return groups.flatMap((group) =>
    series.flatMap((one) => panels.map((panel) => row(group, one, panel, { reference: 0.61 })))
  );
}

const OPTIONS: IntervalOptions = {
  title: "Tasks solved, by language and temperature",
  subtitle: "artifact BilingualCodeEval; recorded verdicts",
  x: "Correctness rate (share of tasks that at least one sample solves)",
  reference: "printed in the paper",
  note: "Bars: 95 % Wilson intervals over tasks",
};

Deno.test("intervals() draws a point, a bar and a reference for each row", () => {
  const { svg } = intervals(grid(["A", "B"], ["English", "Chinese"], ["t = 0.2", "t = 0.8"]), OPTIONS);
  assert.equal(count(svg, "circle"), 8);
  const bars = /aria-label="rule".*?<\/g><g aria-label="dot"/s.exec(svg)![0];
  assert.equal(count(bars, "line"), 8);
  const marks = svg.split('aria-label="dot"');
  assert.equal(marks.length, 3);
  assert.equal(count(marks[2], "path"), 8);
});

Deno.test("intervals() says everything it is told, each group and panel once, each series in each group", () => {
  const { svg } = intervals(grid(["A", "B"], ["English", "Chinese"], ["t = 0.2", "t = 0.8"]), OPTIONS);
  const texts = labelsOf(svg).map(({ text }) => text);
  const times = (wanted: string) => texts.filter((text) => text === wanted).length;
  assert.deepEqual([OPTIONS.title, OPTIONS.subtitle!, OPTIONS.x, OPTIONS.note!].map(times), [1, 1, 1, 1]);
  assert.equal(times("◇ printed in the paper"), 1);
  assert.deepEqual(["A", "B", "t = 0.2", "t = 0.8", "English", "Chinese"].map(times), [1, 1, 1, 1, 2, 2]);
});

Deno.test("intervals() has colours only where they find a row again in another group", () => {
  const colors = (groups: readonly string[]) => {
    const { svg } = intervals(grid(groups, ["English", "Chinese"], [""]), OPTIONS);
    return new Set([...svg.matchAll(/<circle[^>]* fill="([^"]*)"/g)].map(([, color]) => color)).size;
  };
  assert.deepEqual([colors(["A"]), colors(["A", "B"])], [1, 2]);
});

Deno.test("intervals() refuses two rows at one place", () => {
  const twice = [row("A", "s", "p"), row("A", "s", "p")];
  assert.throws(() => intervals(twice, OPTIONS), /Cannot draw two rows at one place \(A, s, p\)/);
  assert(intervals([row("a", "b, c", "p"), row("a, b", "c", "p")], OPTIONS).svg);
});

Deno.test("intervals() puts a point where its value is on the axis", () => {
  const values = [0, 0.2, 0.5, 1];
  const { svg } = intervals(
    values.map((value) => row("A", `s${value}`, "p", { value, low: 0, high: 1 })),
    OPTIONS,
  );
  const points = [...svg.matchAll(/<circle[^>]*? cx="([^"]+)"/g)].map((match) => Number(match[1]));
  const [zero, , , one] = points;
  assert(one - zero > 200);
  for (const [index, value] of values.entries()) {
    assert(Math.abs(points[index] - (zero + value * (one - zero))) < 1e-6);
  }
  const ticks = labelsOf(svg).filter(({ text }) => /^[\d.]+$/.test(text));
  assert.deepEqual([ticks.at(0)!.text, ticks.at(-1)!.text], ["0.0", "1.0"]);
  const shift = ticks[0].x - zero; // where the panel begins
  assert(Math.abs(ticks.at(-1)!.x - (one + shift)) < 1);
});

Deno.test("intervals() leaves the place of a row without a value empty", () => {
  const nothing = { value: null, low: null, high: null };
  const { svg } = intervals([row("A", "English", "p"), row("A", "Chinese", "p", nothing)], OPTIONS);
  assert.equal(count(svg, "circle"), 1);
  assert(labelsOf(svg).some(({ text }) => text === "Chinese"));
  const { svg: empty } = intervals([row("A", "English", "p", nothing)], OPTIONS);
  assert.equal(count(empty, "circle"), 0);
  assertInside(empty);
});

Deno.test("intervals() draws the reference of a row without a value", () => {
  const { svg } = intervals(
    [row("A", "English", "p", { value: null, low: null, high: null, reference: 0.3 })],
    OPTIONS,
  );
  assert.equal(count(svg, "circle"), 0);
  assert(labelsOf(svg).some(({ text }) => text === "◇ printed in the paper"));
});

Deno.test("intervals() calls the diamonds something even if it is not told what they are", () => {
  const { svg } = intervals([row("A", "English", "p", { reference: 0.3 })], { title: "T", x: "rate" });
  assert(labelsOf(svg).some(({ text }) => text === "◇ reference"));
});

Deno.test("intervals() explains the diamonds only where there are some", () => {
  for (const reference of [undefined, null]) {
    const { svg } = intervals([row("A", "English", "p", { reference })], OPTIONS);
    assert(!svg.includes("◇"));
    assertInside(svg);
  }
});

Deno.test("intervals() keeps every label inside the picture, however few panels and long names there are", () => {
  const long = "DeepSeek-Coder-V2-Lite-Instruct-0724-Q4_K_M";
  const cases = [
    grid(["A"], ["English"], ["p"]),
    grid(["A"], ["E"], ["t = 0.2"]),
    grid(["CodeGeeX", "CodeLlama", "StarCoder"], ["English", "Chinese"], ["t = 0.2", "t = 0.8"]),
    grid([long, "B"], ["English, with examples and comments", "Chinese"], ["t = 0.2", "t = 0.8"]),
    grid(["A"], ["a", "b", "c", "d", "e", "f"], ["1", "2", "3", "4", "5"]),
    grid(Array.from({ length: 20 }, (_, index) => `model ${index}`), ["English", "Chinese"], ["t = 0.2"]),
  ];
  const options = [
    OPTIONS,
    { title: "T", x: "x" },
    { ...OPTIONS, title: `${OPTIONS.title}, of all the models whose recorded output there is` },
    {
      ...OPTIONS,
      subtitle:
        "demonstration data, written by hand: no model produced it; executed verdicts, corrected rule",
    },
    { ...OPTIONS, subtitle: undefined, note: OPTIONS.note!.repeat(4) },
    { title: "T", x: OPTIONS.x.repeat(2) },
  ];
  for (const rows of cases) {
    for (const option of options) {
      const { svg } = intervals(rows, option);
      assertInside(svg);
      assertApart(svg);
    }
  }
});

Deno.test("intervals() keeps everything inside the picture, whatever the values", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const values = fc.tuple(share, share, share).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), share, (all, reference) => {
      const rows = all.map(([low, value, high], index) =>
        row("A", `series ${index}`, "p", { low, value, high, reference })
      );
      assertInside(intervals(rows, OPTIONS).svg);
    }),
    { numRuns: 20 },
  );
});

Deno.test("intervals() can have another axis", () => {
  const { svg } = intervals([row("A", "E", "p", { value: -0.2, low: -0.4, high: 0.1 })], {
    ...OPTIONS,
    domain: [-0.5, 0.5],
  });
  const ticks = labelsOf(svg).map(({ text }) => text).filter((text) => /^[−\d.]+$/.test(text));
  assert.deepEqual([ticks.at(0), ticks.at(-1)], ["−0.4", "0.4"]);
  assertInside(svg);
});

Deno.test("intervals() refuses a number outside of its axis, and says which", () => {
  for (const given of [{ value: 1.5 }, { low: -0.1 }, { high: 1.01 }, { reference: 54 }, { value: NaN }]) {
    const number = Object.values(given)[0];
    assert.throws(() => intervals([row("A", "E", "p"), row("B", "E", "p", given)], OPTIONS), {
      name: "RangeError",
      message: `Cannot draw ${number} (B, E, p) on an axis from 0 to 1: give another domain`,
    });
  }
});

Deno.test("intervals() refuses to draw nothing", () => {
  assert.throws(() => intervals([], OPTIONS), {
    name: "RangeError",
    message: "Cannot draw a figure of no estimates",
  });
});

Deno.test("intervals() draws the same picture for the same rows", () => {
  const rows = grid(["A", "B"], ["English", "Chinese"], ["t = 0.2"]);
  assert.equal(intervals(rows, OPTIONS).svg, intervals(rows, OPTIONS).svg);
});

Deno.test("intervals() is as wide as a column or as a page", () => {
  const one = grid(["A"], ["English"], ["p"]);
  const two = grid(["A"], ["English"], ["p", "q"]);
  assert.equal(sizeOf(intervals(one, OPTIONS).svg).width, 400);
  assert.equal(sizeOf(intervals(two, OPTIONS).svg).width, 800);
  const { svg } = intervals(two, { ...OPTIONS, width: "column" });
  assert.equal(sizeOf(svg).width, 400);
  assertInside(svg);
  assertApart(svg);
});

Deno.test("intervals() refuses more panels side by side than can be read", () => {
  const panels = Array.from({ length: 12 }, (_, index) => `t = ${index}`);
  assert.throws(() => intervals(grid(["A"], ["English"], panels), OPTIONS), {
    name: "RangeError",
    message: /^Cannot draw 12 panels side by side: there is room for \d$/,
  });
});

Deno.test("intervals() with a colour column draws columns of a table upright", () => {
  const rows = [0.2, 0.8].map((temperature) => ({
    temperature,
    attribute: "age",
    value: 0.5,
    low: 0.4,
    high: 0.6,
  }));
  const { svg } = intervals(rows, { x: "temperature", color: "attribute" });
  assert.equal(svg, estimates(rows, { x: "temperature", color: "attribute" }).svg);
});

Deno.test("intervals() names the nearest where a column is missing, upright and lying", () => {
  const upright = [{ temperature: 0.2, model: "A", value: 0.5, low: 0.4, high: 0.6 }];
  assert.throws(
    () => intervals(upright, { x: "temprature", color: "model" }),
    /^RangeError: Cannot draw estimates: row 1 has no column "temprature": did you mean temperature\? there are /,
  );
  const { series: _, ...lacking } = { ...row("A", "B", ""), sereis: "B" };
  assert.throws(
    () => intervals([lacking as never], OPTIONS),
    /^RangeError: Cannot draw intervals: row 1 has no column "series": did you mean sereis\? there are /,
  );
});
