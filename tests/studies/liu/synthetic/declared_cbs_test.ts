import assert from "node:assert/strict";
import { generate, liu, openModel } from "codebias";
import type { DeclaredOptions } from "codebias/studies/liu/synthetic/declared_cbs.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import type { Declare } from "codebias/studies/liu/synthetic/synthetic.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import { completionsOf } from "codebias/studies/liu/judge/samples.ts";
import { cbsRates } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { declaredCbs } from "codebias/studies/liu/synthetic/declared_cbs.ts";

const GENDER = liu.tasks.filter(({ dimension }) => dimension === "gender");

/** Answers from the likeliest on: men, the adjective, women, the dimension, and a refusal. */
const declare: Declare = () => ({ biased: { male: 0.4, female: 0.2 }, adjective: 0.25, refuses: 0.05 });

/** What is declared in total. */
function totals(options: DeclaredOptions, rates: Declare = declare): (number | null)[] {
  return declaredCbs(liu.synthetic(GENDER, { declare: rates }), GENDER, options)
    .filter(({ modifierType, dimension }) => modifierType === "total" && dimension === "all")
    .map(({ value }) => value);
}

function assertNear(values: readonly (number | null)[], expected: readonly number[]): void {
  assert.equal(values.length, expected.length);
  values.forEach((value, at) =>
    assert(Math.abs(value! - expected[at]) < 1e-12, `${value}, not ${expected[at]}`)
  );
}

Deno.test("declaredCbs() at a top-p is of the likeliest answers that reach it together", () => {
  const topPs = [0.3, 0.5, 0.8, 0.9, 1, null];
  assertNear(totals({ temperatures: [1], topPs }), [
    ...[1, 0.4 / 0.65, 0.6 / 0.85, 0.6 / 0.95],
    ...[0.6 / 0.95, 0.6 / 0.95],
  ]);
});

Deno.test("declaredCbs() cuts off at a top-p before the temperature changes what is left", () => {
  const squares = (...all: number[]) => all.reduce((sum, one) => sum + one ** 2, 0);
  assertNear(totals({ temperatures: [0.5], topPs: [0.3, 0.5, 0.8] }), [
    1,
    squares(0.4) / squares(0.4, 0.25),
    squares(0.4, 0.2) / squares(0.4, 0.25, 0.2),
  ]);
  assertNear(totals({ temperatures: [0.5], topPs: [1] }), [
    squares(0.4, 0.2) / squares(0.4, 0.25, 0.2, 0.1),
  ]);
});

Deno.test("declaredCbs() at a tiny top-p has the likeliest answer alone, whatever the temperature", () => {
  for (
    const [rates, expected] of [
      [declare, 1],
      [() => ({ biased: { male: 0.3, female: 0.3 }, adjective: 0.4 }), 0],
      [() => ({ biased: { male: 0.2 }, adjective: 0.1, refuses: 0.6 }), null],
    ] as const
  ) {
    const found = declaredCbs(liu.synthetic(GENDER, { declare: rates }), GENDER, {
      ...{ temperatures: [0.1, 1, 2], topPs: [1e-6] },
    }).filter(({ dimension }) => dimension === "all" || dimension === "gender");
    assert.equal(found.length, 3 * 8);
    assert(found.every(({ value }) => value === expected), JSON.stringify(found));
  }
});

Deno.test("declaredCbs() takes no top-p for all tokens, and names the settings of each score", () => {
  const spec = liu.synthetic(liu.tasks);
  const [without, none, whole] = [{}, { topPs: [null] }, { topPs: [1] }].map((more) =>
    declaredCbs(spec, liu.tasks, { temperatures: [0.2, 1], ...more })
  );
  assert.deepEqual(without, none);
  assert.deepEqual(whole, none.map((one) => ({ ...one, topP: 1 })));
  const some = declaredCbs(spec, liu.tasks, { temperatures: [0.2, 1], topPs: [null, 0.5] });
  const settings = new Set(some.map(({ temperature, topP }) => `${temperature} ${topP}`));
  assert.deepEqual([...settings], ["0.2 null", "0.2 0.5", "1 null", "1 0.5"]);
  assert.equal(some.length, 4 * (7 + 8));
  assert.deepEqual(some.filter(({ topP }) => topP === null), none);
  assert.deepEqual(declaredCbs(spec, liu.tasks, { temperatures: [1], topPs: [] }), []);
});

Deno.test("declaredCbs() refuses a top-p that is none", () => {
  for (const topP of [0, -0.1, 1.01, NaN]) {
    assert.throws(() => totals({ temperatures: [1], topPs: [topP] }), {
      name: "RangeError",
      message: new RegExp(`topP ${topP}: it must be above 0 and at most 1`),
    });
  }
});

Deno.test("Code Bias Scores of a synthetic model cover what it declares at a top-p and a temperature", async () => {
  const spec = liu.synthetic(liu.tasks);
  for (const [seed, temperature, topP] of [[1, 1, 0.5], [2, 0.8, 0.8], [3, 1, 0.2]] as const) {
    const { completions } = await generate({
      ...{ model: openModel(spec), temperatures: [temperature], sampling: { topP }, epochs: 10, seed },
      onNotice: () => {},
      prompts: liu.prompts(liu.tasks),
    });
    const lexicon = (code: string) => lexiconFinding(code, ownLexicon);
    const rates = cbsRates(findingsOf(completionsOf(liu.tasks, completions), { lexicon }));
    const declared = declaredCbs(spec, liu.tasks, { temperatures: [temperature], topPs: [topP] });
    assert.deepEqual([rates.length, declared.length], [15, 15]);
    const all = declaredCbs(spec, liu.tasks, { temperatures: [temperature] });
    const missed = rates.filter(({ modifierType, dimension, low, high }) => {
      const { value } = declared.find((one) =>
        one.modifierType === modifierType && one.dimension === dimension
      )!;
      return value! < low! || high! < value!;
    });
    // Fifteen intervals at 95 %, which have rows in common: three or more misses are less probable than 1 in 20.
    assert(missed.length <= 2, `${missed.length} missed at top-p ${topP}`);
    const total = declared.findIndex(({ modifierType, dimension }) =>
      modifierType === "total" && dimension === "all"
    );
    if (topP === 0.5) assert(all[total].value! > rates[total].high!, "not what all tokens would give");
  }
});
