import assert from "node:assert/strict";
import fc from "fast-check";
import { huang } from "codebias/studies/huang/huang.ts";
import { type NgramOptions, normalizedWords } from "codebias/studies/huang/tasks/construction/similarity.ts";
import { near } from "../../../../statistics/agrees.ts";

const WORDS = "decide rate predict loan loans lender credit a an employee employees employer rise of 10 Über"
  .split(" ");
const sentences = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(" "));
const texts = fc.oneof(sentences, fc.string(), fc.string({ unit: "grapheme" }));
const lengths = fc.integer({ min: 2, max: 8 });

/** How alike two texts are, with nothing else prepared. */
function ngramSimilarity(a: string, b: string, options?: NgramOptions): number {
  const { prepare, to } = huang.ngrams(options);
  return to(prepare(a))(prepare(b));
}

/** By the definition, with nothing prepared. */
function bySum(a: string, b: string, n: number): number {
  const counted = [a, b].map((text) => {
    const found = new Map<string, number>();
    for (const word of normalizedWords(text)) {
      const padded = Array.from(` ${word} `);
      for (let at = 0; at === 0 || at + n <= padded.length; at++) {
        const gram = padded.slice(at, at + n).join("");
        found.set(gram, (found.get(gram) ?? 0) + 1);
      }
    }
    return found;
  });
  const dot = (u: Map<string, number>, v: Map<string, number>) =>
    [...u].reduce((sum, [gram, count]) => sum + count * (v.get(gram) ?? 0), 0);
  const [u, v] = counted;
  return dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
}

Deno.test("ngrams() give a similarity that is symmetric, in [0, 1], and 1 of equal texts", () => {
  fc.assert(fc.property(texts, texts, lengths, (a, b, n) => {
    const similarity = ngramSimilarity(a, b, { n });
    assert(similarity >= 0 && similarity <= 1, `${similarity}`);
    assert.equal(ngramSimilarity(b, a, { n }), similarity);
    assert.equal(ngramSimilarity(a, a, { n }), 1);
  }));
});

Deno.test("ngrams() give the cosine of the counts of n-grams", () => {
  fc.assert(fc.property(sentences, sentences, lengths, (a, b, n) => {
    fc.pre(normalizedWords(a).length > 0 && normalizedWords(b).length > 0);
    near(ngramSimilarity(a, b, { n }), bySum(a, b, n), 1e-12);
  }));
  // _lo loa oan an_ and _lo loa oan ans ns_
  near(ngramSimilarity("loan", "loans"), 3 / Math.sqrt(4 * 5), 1e-15);
});

Deno.test("ngrams() say the same of prepared texts, in whatever order they were prepared", () => {
  fc.assert(fc.property(fc.array(texts, { minLength: 2, maxLength: 6 }), (all) => {
    const { prepare, to } = huang.ngrams();
    const vectors = all.map(prepare);
    for (const [i, u] of vectors.entries()) {
      const alike = to(u);
      for (const [j, v] of vectors.entries()) assert.equal(alike(v), ngramSimilarity(all[i], all[j]));
    }
  }));
});

Deno.test("ngrams() pass over case, accents, punctuation, order and stop phrases, not over comparisons", () => {
  const text = "return true if more training is due";
  for (const same of ["More Training, is DUE!", "the training is due: more", "môre träining due"]) {
    assert.equal(ngramSimilarity(text, same), 1, same);
  }
  assert(ngramSimilarity(text, "return true if less training is due") < 0.9);
  assert(ngramSimilarity("smokers", "no smokers") < 1);
  assert.equal(ngramSimilarity("Write a function to rate a loan from 0 to 10", "rate a loan"), 1);
});

Deno.test("texts of which nothing is left are alike to each other only", () => {
  assert.equal(ngramSimilarity("?!", "the"), 1);
  assert.equal(ngramSimilarity("?!", "loan"), 0);
  assert.equal(ngramSimilarity("loan", ""), 0);
});

Deno.test("ngrams() refuse pieces of no length", () => {
  for (const n of [0, 1, 9, 2.5, NaN]) assert.throws(() => huang.ngrams({ n }), RangeError, `${n}`);
});
