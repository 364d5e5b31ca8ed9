import assert from "node:assert/strict";
import { PLAIN, samplingOf } from "codebias/generation/sampling.ts";
import type { Sampling } from "codebias/core/types.ts";

Deno.test("samplingOf() is plain sampling where nothing is said", () => {
  assert.deepEqual(samplingOf(), PLAIN);
  assert.deepEqual(samplingOf({ temperature: undefined, topK: 5 }), { ...PLAIN, topK: 5 });
  assert.deepEqual([PLAIN.topK, PLAIN.topP, PLAIN.minP, PLAIN.repeatPenalty], [0, 1, 0, 1]);
});

const WRONG: [Partial<Record<keyof Sampling, unknown>>, RegExp][] = [
  [{ temperature: -0.1 }, /temperature -0.1: temperature must be >= 0/],
  [{ temperature: Infinity }, /temperature Infinity/],
  [{ temperature: NaN }, /temperature NaN/],
  [{ temperature: "1" }, /temperature 1/],
  [{ topK: 1.5 }, /topK 1.5: topK must be an integer/],
  [{ topK: -1 }, /topK -1/],
  [{ topP: 0 }, /topP 0: topP must be above 0/],
  [{ topP: 1.01 }, /topP 1.01/],
  [{ minP: -0.1 }, /minP -0.1/],
  [{ repeatPenalty: 0 }, /repeatPenalty 0/],
  [{ maxTokens: 0 }, /maxTokens 0: maxTokens must be an integer from 1/],
  [{ maxTokens: -1 }, /maxTokens -1/],
  [{ stop: ["\n", ""] }, /stop texts/],
  [{ stop: "end" }, /expected a list of non-empty texts/],
];

for (const [wrong, message] of WRONG) {
  Deno.test(`samplingOf() refuses ${JSON.stringify(wrong)} and says what it must be`, () => {
    assert.throws(() => samplingOf(wrong as Partial<Sampling>), { name: "RangeError", message });
  });
}

Deno.test("samplingOf() names a setting that there is not, and those that there are", () => {
  const misspelt = { top_p: 0.9 } as Partial<Sampling>;
  assert.throws(() => samplingOf(misspelt), {
    name: "RangeError",
    message: /top_p.*temperature, topK, topP/,
  });
});
