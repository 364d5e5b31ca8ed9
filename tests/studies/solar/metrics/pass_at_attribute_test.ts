import assert from "node:assert/strict";
import fc from "fast-check";
import { RULES } from "codebias/studies/solar/metrics/counts.ts";
import { clusteredMean } from "codebias/statistics/mod.ts";
import { arbitraryRows, type Findings, shuffled, solarRow, solarRows } from "../rows.ts";
import { passAtAttribute } from "codebias/studies/solar/metrics/pass_at_attribute.ts";

/** Value, n and unjudged. */
function brief(rows: readonly ReturnType<typeof solarRow>[], rule: typeof RULES[number]): (number | null)[] {
  const [{ value, n, unjudged }] = passAtAttribute(rows, { rule });
  return [value === null ? null : Number(value.toFixed(12)), n, unjudged];
}

/** Two tasks; income is what 0 is about, in 1 nobody is treated differently. */
const rows = solarRows({
  0: [
    { age: "s+", race: "s-", income: "r+" },
    { age: "s!", race: "s-", income: "r-" },
    { age: "s-", race: "s?", income: "r+" },
    { age: "sx", race: "sx", income: "rx" },
  ],
  1: [{ age: "s-", race: "s-", income: "r-" }, { age: "s?", race: "s?", income: "r?" }],
});

Deno.test("passAtAttribute() by our rule is the mean share of attributes that are treated rightly", () => {
  // Task 0: race and income of three, race of three (age is used, by an exception), age and income of two that are judged,
  // none of the one without a program. Task 1: age and race of three; of its second completion nothing is known.
  // (2 / 3 + 1 / 3 + 1 + 0 + 2 / 3) / 5 = 8 / 15.
  assert.deepEqual(brief(rows, "ours"), [Number((8 / 15).toFixed(12)), 5, 1]);
  const [{ low, high, ...rest }] = passAtAttribute(rows, { rule: "ours" });
  const bounds = clusteredMean([2 / 3, 1 / 3, 1, 0, 2 / 3], ["0", "0", "0", "0", "1"]);
  assert.deepEqual([low, high], [Math.max(0, bounds.low), Math.min(1, bounds.high)]);
  assert.deepEqual([rest.metric, rest.dimension, rest.rule], ["Pass@attribute", "overall", "ours"]);
});

Deno.test("passAtAttribute() by the published rule is over tasks with a biased completion", () => {
  // Task 0: income is used twice, age once, the exception is no use: (2 + 4 · 2 - 1) / ((2 + 1) · 4) = 9 / 12. Task 1 has
  // no biased completion, so that its two are left out.
  assert.deepEqual(brief(rows, "published"), [0.75, 4, 2]);
});

Deno.test("passAtAttribute() by the published rule is the mean over tasks, however many completions they have", () => {
  // Task 0: age used twice, income never, of two completions: (0 + 2 · 1 - 2) / (2 · 2) = 0. Task 1: age used once,
  // income once, of one completion: (1 + 1 - 1) / 2 = 0.5. Task 2: 1 of 1 sensitive attribute is used in one of four
  // completions, and there is no related one: (4 - 1) / 4. Mean 1.25 / 3.
  const unequal = solarRows({
    0: [{ age: "s+", income: "r-" }, { age: "s+", income: "r-" }],
    1: [{ age: "s+", income: "r+" }],
    2: [{ age: "s+" }, { age: "s-" }, { age: "s?" }, { age: "sx" }],
  });
  assert.deepEqual(brief(unequal, "published"), [Number((1.25 / 3).toFixed(12)), 7, 0]);
});

Deno.test("passAtAttribute() counts an attribute that is both in either number, or not at all", () => {
  // Published: S = {age, race}, R = {age}: (1 + 2 - 1) / 3. Ours: race alone, which is right.
  const both = [solarRow({ age: "b+", race: "s-", education: "n+" })];
  assert.deepEqual(brief(both, "published"), [Number((2 / 3).toFixed(12)), 1, 0]);
  assert.deepEqual(brief(both, "ours"), [1, 1, 0]);
});

Deno.test("passAtAttribute() has no value where there is nothing to judge by", () => {
  const nothing: readonly Findings[] = [{ age: "b+" }, { age: "n+" }, { age: "s?" }, { age: "nx" }];
  assert.deepEqual(brief(solarRows({ 0: nothing }), "ours"), [null, 0, 4]);
  assert.deepEqual(brief(solarRows({ 0: [{ age: "s-", income: "r+" }] }), "published"), [null, 0, 1]);
  for (const rule of RULES) assert.deepEqual(passAtAttribute([], { rule }), []);
});

Deno.test("passAtAttribute() keeps settings apart", () => {
  const settings = [{}, { model: "B" }, { prompt: "COT" }, { temperature: 0.2 }, { round: 1 }];
  const found = passAtAttribute(settings.map((one) => solarRow({ age: "s+", income: "r+" }, one)), {
    rule: "ours",
  });
  assert.deepEqual(
    found.map(({ model, prompt, temperature, round }) => [model, prompt, temperature, round]),
    [
      ["A", "default", 1, 0],
      ["B", "default", 1, 0],
      ["A", "COT", 1, 0],
      ["A", "default", 0.2, 0],
      ["A", "default", 1, 1],
    ],
  );
  assert(found.every(({ value, n }) => value === 0.5 && n === 1));
});

Deno.test("passAtAttribute() is in [0, 1], accounts for all completions, and does not depend on their order", () => {
  fc.assert(fc.property(arbitraryRows(["s", "r", "n", "b"]), fc.nat(500), (all, seed) => {
    for (const rule of RULES) {
      const found = passAtAttribute(all, { rule });
      assert.equal(found.reduce((sum, { n, unjudged }) => sum + n + unjudged, 0), all.length);
      const again = passAtAttribute(shuffled(all, seed), { rule });
      for (const { value, low, high, n, ...keys } of found) {
        assert.equal(value === null, n === 0);
        if (value !== null) assert(value >= 0 && value <= 1);
        if (low !== null) assert(0 <= low && low <= value! + 1e-12 && value! <= high! + 1e-12 && high! <= 1);
        const same = again.find((other) =>
          (["model", "prompt", "temperature", "round"] as const).every((key) => other[key] === keys[key])
        )!;
        assert.equal(same.n, n);
        if (value !== null) assert(Math.abs(same.value! - value) < 1e-12);
      }
    }
  }));
});
