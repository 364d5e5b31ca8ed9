import assert from "node:assert/strict";
import { expectedRates } from "codebias";
import { Chain } from "codebias/calibration/chain.ts";
import type { ChainSampling } from "codebias/calibration/probabilities.ts";
import { PROMPTS, SPREAD } from "./specs.ts";

const BASE: ChainSampling = { temperature: 0.9, topK: 3, topP: 0.95, minP: 0.05, maxTokens: 9 };

/** The settings, and as many that differ by one. */
const SETTINGS: readonly ChainSampling[] = [
  BASE,
  { ...BASE, temperature: 1.2 },
  { ...BASE, topK: 2 },
  { ...BASE, topP: 0.6 },
  { ...BASE, minP: 0.3 },
  { ...BASE, maxTokens: 2 },
];

const TASKS = [
  undefined,
  { taskId: "a", runSeed: 1 },
  { taskId: "b", runSeed: 1 },
  { taskId: "a", runSeed: 2 },
  { taskId: "2 a", runSeed: 1 },
];

Deno.test("a chain remembers nothing that another setting or prompt would get wrong", () => {
  for (const [spec, prompt] of PROMPTS) {
    const chain = new Chain(spec);
    for (const sampling of [...SETTINGS, ...SETTINGS]) {
      assert.deepEqual(expectedRates(chain, { prompt, sampling }), expectedRates(spec, { prompt, sampling }));
    }
  }
  const differing = SETTINGS.map((sampling) =>
    JSON.stringify(expectedRates(SPREAD, { prompt: "Go", sampling }))
  );
  assert.equal(new Set(differing).size, SETTINGS.length, "the test would show nothing");
});

Deno.test("a chain remembers nothing that another task or run would get wrong", () => {
  const chain = new Chain(SPREAD);
  for (const sampling of [SETTINGS[0], SETTINGS[1], SETTINGS[0]]) {
    const rates = TASKS.map((task) => expectedRates(chain, { prompt: "Go", sampling, task }));
    assert.deepEqual(rates, TASKS.map((task) => expectedRates(SPREAD, { prompt: "Go", sampling, task })));
    assert.equal(new Set(rates.map((one) => JSON.stringify(one))).size, TASKS.length);
  }
});

Deno.test("a chain that has forgotten works out the same again", () => {
  const chain = new Chain(SPREAD);
  const rates = (number: number) =>
    expectedRates(chain, { prompt: "Go", sampling: BASE, task: { taskId: `${number}`, runSeed: 1 } });
  const first = [0, 1, 2].map(rates);
  for (let number = 3; number < 4200; number++) rates(number);
  assert.deepEqual([0, 1, 2].map(rates), first);
});
