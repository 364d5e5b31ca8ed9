import assert from "node:assert/strict";
import fc from "fast-check";
import { completionKey, promptHash } from "codebias/store/run_store/completion_key.ts";
import type { GenerationRequest } from "codebias/core/types.ts";
import { jobs, request, SAMPLING } from "./run_fixture.ts";

const REQUEST = request(jobs()[0]);

Deno.test("completionKey() differs with everything that determines a completion", () => {
  const others: GenerationRequest[] = [
    { ...REQUEST, prompt: "Solve a!" },
    { ...REQUEST, prompt: [{ role: "user", content: "Solve a." }] },
    { ...REQUEST, prompt: [{ role: "system", content: "Solve a." }] },
    { ...REQUEST, seed: 2 },
    { ...REQUEST, sampling: { ...SAMPLING, temperature: 0 } },
    { ...REQUEST, sampling: { ...SAMPLING, topK: 40 } },
    { ...REQUEST, sampling: { ...SAMPLING, topP: 0.9 } },
    { ...REQUEST, sampling: { ...SAMPLING, minP: 0.1 } },
    { ...REQUEST, sampling: { ...SAMPLING, repeatPenalty: 1.1 } },
    { ...REQUEST, sampling: { ...SAMPLING, maxTokens: 7 } },
    { ...REQUEST, sampling: { ...SAMPLING, stop: ["\n"] } },
    { ...REQUEST, sampling: { ...SAMPLING, stop: ["\n", "x"] } },
    { ...REQUEST, sampling: { ...SAMPLING, raw: true } },
    { ...REQUEST, sample: { ...REQUEST.sample, study: "other" } },
    { ...REQUEST, sample: { ...REQUEST.sample, taskId: "b" } },
    { ...REQUEST, sample: { ...REQUEST.sample, settings: { language: "zh" } } },
    { ...REQUEST, sample: { ...REQUEST.sample, settings: {} } },
    { ...REQUEST, sample: { ...REQUEST.sample, epoch: 2 } },
    { ...REQUEST, sample: { ...REQUEST.sample, turn: 2 } },
    { ...REQUEST, sample: { ...REQUEST.sample, runSeed: 2 } },
  ];
  const keys = [completionKey("1", REQUEST), completionKey("2", REQUEST)];
  keys.push(...others.map((other) => completionKey("1", other)));
  assert.equal(new Set(keys).size, others.length + 2);
  for (const key of keys) assert.match(key, /^[0-9a-f]{64}$/);
});

Deno.test("completionKey() does not depend on the order of fields", () => {
  const { sample } = REQUEST;
  const settings = (some: Record<string, string | number>) =>
    completionKey("1", { ...REQUEST, sample: { ...sample, settings: some } });
  assert.equal(settings({ a: 1, b: "2" }), settings({ b: "2", a: 1 }));
  assert.notEqual(settings({ a: 1, b: "2" }), settings({ b: 2, a: 1 }));
  const backwards = Object.fromEntries(Object.entries(SAMPLING).reverse()) as unknown as typeof SAMPLING;
  assert.equal(completionKey("1", REQUEST), completionKey("1", { ...REQUEST, sampling: backwards }));
});

Deno.test("promptHash() tells any two prompts apart", () => {
  const text = fc.string({ unit: "binary" });
  const message = fc.record({ role: fc.constantFrom("system" as const, "user" as const), content: text });
  const prompt = fc.oneof(text, fc.array(message, { minLength: 1, maxLength: 3 }));
  fc.assert(fc.property(prompt, prompt, (one, other) => {
    assert.equal(promptHash(one) === promptHash(other), JSON.stringify(one) === JSON.stringify(other));
  }));
  assert.notEqual(promptHash("\ud800"), promptHash("\ud801"));
  assert.notEqual(promptHash("a"), promptHash("a\0"));
});
