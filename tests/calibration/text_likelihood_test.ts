import assert from "node:assert/strict";
import fc from "fast-check";
import { completions } from "./completions.ts";
import { readSpec } from "codebias/calibration/spec.ts";
import { textLikelihood } from "codebias/calibration/text_likelihood.ts";
import { LOOP, PROMPTS } from "./specs.ts";

const PLAIN = { temperature: 1 };

/** Two ways to spell "ab", and more. */
const AMBIGUOUS = readSpec({
  name: "ambiguous",
  synthetic: true,
  fragments: {
    a: { text: "a", next: { b: 0.5, ab: 0.2, end: 0.3 } },
    b: { text: "b", next: { a: 0.4, end: 0.6 } },
    ab: { text: "ab", next: { a: 0.1, b: 0.2, end: 0.7 } },
  },
  starts: [{ next: { a: 0.5, ab: 0.4, b: 0.1 } }],
});

const close = (a: number, b: number) =>
  assert(Math.abs(a - b) < 1e-12 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

Deno.test("of a whole completion that no other one begins with, the likelihood is its probability", () => {
  for (const [spec, prompt] of PROMPTS) {
    const question = { prompt, sampling: PLAIN };
    const all = completions(spec, question);
    for (const { text } of all) {
      const expected = all.filter((other) => other.text.startsWith(text))
        .reduce((sum, { probability }) => sum + probability, 0);
      close(textLikelihood(spec, question, text).nats, Math.log(expected));
    }
  }
});

Deno.test("it is the share of all completions that begin so, for any beginning", () => {
  const text = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom("a", "b") });
  const question = { prompt: "Say", sampling: { ...PLAIN, maxTokens: 6 } };
  const all = completions(AMBIGUOUS, question);
  fc.assert(fc.property(text, (beginning) => {
    const expected = all.filter(({ text }) => text.startsWith(beginning))
      .reduce((sum, { probability }) => sum + probability, 0);
    const { nats } = textLikelihood(AMBIGUOUS, question, beginning);
    if (expected === 0) assert.equal(nats, -Infinity);
    else close(Math.exp(nats), expected);
  }));
});

Deno.test("fragments are those of the most probable way", () => {
  const question = { prompt: "Say", sampling: PLAIN };
  assert.equal(textLikelihood(AMBIGUOUS, question, "ab").fragments, 1); // .4 against .5 × .5
  assert.equal(textLikelihood(AMBIGUOUS, question, "ba").fragments, 2);
  assert.deepEqual(textLikelihood(AMBIGUOUS, question, ""), { nats: 0, fragments: 0 });
  assert.deepEqual(textLikelihood(AMBIGUOUS, question, "c"), { nats: -Infinity, fragments: 0 });
});

Deno.test("long texts do not become impossible", () => {
  const { nats, fragments } = textLikelihood(
    LOOP,
    { prompt: "Go", sampling: PLAIN },
    "x += 1\n".repeat(3000),
  );
  assert(nats > -Infinity && nats < -2000, `${nats}`);
  assert.equal(fragments, 3000);
});

Deno.test("limits and stop texts of the question do not matter", () => {
  const sampling = { ...PLAIN, maxTokens: 1, stop: ["b"] };
  const plain = textLikelihood(AMBIGUOUS, { prompt: "Say", sampling: PLAIN }, "abab");
  assert.deepEqual(textLikelihood(AMBIGUOUS, { prompt: "Say", sampling }, "abab"), plain);
});
