import assert from "node:assert/strict";
import fc from "fast-check";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { outputChange } from "codebias/studies/linguistic/metrics/importance/importance_scores.ts";
import type { ImportanceAnswers, Likelihood, Missing, Perturbation } from "codebias/core/types.ts";

const wordsOf = (count: number): Perturbation[] =>
  Array.from({ length: count }, (_, at) => ({ index: at + 1, word: `w${at}`, prompt: "" }));

const likely = (nats: number, given: Partial<Likelihood> = {}): Likelihood => ({
  ...{ nats, tokens: 10, counted: 40 },
  ...given,
});

const scored = (
  whole: Likelihood | Missing,
  without: readonly (Likelihood | Missing)[],
  again: readonly (Likelihood | Missing)[] = [],
): ImportanceAnswers => ({ method: "likelihood", whole, again, without });

/** Levenshtein's distance by its recursion, over UTF-16 units. */
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced);
    }
  }
  return rows[a.length][b.length];
}

Deno.test("the change of an answer is Levenshtein's distance over the longer length", () => {
  const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c", "中", "\n") });
  fc.assert(fc.property(text, text, (a, b) => {
    const longest = Math.max(a.length, b.length);
    assert.equal(outputChange(a, b), longest === 0 ? 0 : plainDistance(a, b) / longest);
    assert.equal(outputChange(a, b), outputChange(b, a));
    assert.equal(outputChange(a, a), 0);
  }));
});

Deno.test("by likelihood, the score is the drop, in all and for each token", () => {
  const scores = linguistic.importanceScores(
    wordsOf(3),
    scored(likely(-5), [likely(-7), likely(-6), likely(-4)], [likely(-5.25)]),
  );
  assert.deepEqual(scores.map(({ score }) => score), [2, 1, -1]);
  assert.deepEqual(scores.map(({ perToken }) => perToken), [0.2, 0.1, -0.1]);
  assert.deepEqual(scores.map(({ normalised }) => normalised), [1, 0.5, 0]);
  assert.deepEqual(scores.map(({ floor, aboveFloor }) => [floor, aboveFloor]), [[0.25, true], [0.25, true], [
    0.25,
    false,
  ]]);
});

Deno.test("by output change, the floor is the largest change of the same prompt", () => {
  const scores = linguistic.importanceScores(wordsOf(3), {
    ...{ method: "output-change", whole: "abcd", again: ["abcd", "abcx", { reason: "busy" }] },
    without: ["abxx", "axcd", "abcd"],
  });
  assert.deepEqual(
    scores.map(({ score, normalised, floor, aboveFloor }) => [score, normalised, floor, aboveFloor]),
    [
      [0.5, 1, 0.25, true],
      [0.25, 0.5, 0.25, false],
      [0, 0, 0.25, false],
    ],
  );
  assert(scores.every(({ perToken }) => perToken === null));
});

Deno.test("where nothing matters, all is 0, not a division by it", () => {
  const scores = linguistic.importanceScores(
    wordsOf(2),
    scored(likely(-5), [likely(-5), likely(-4)], [likely(-5)]),
  );
  assert.deepEqual(scores.map(({ normalised, aboveFloor }) => [normalised, aboveFloor]), [[0, false], [
    0,
    false,
  ]]);
});

Deno.test("normalised scores are in [0, 1], keep the order, and do not depend on the unit", () => {
  const nats = fc.array(fc.double({ min: -500, max: 0, noNaN: true }), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(nats, fc.double({ min: -500, max: 0, noNaN: true }), (without, whole) => {
    const of = (unit: number) =>
      linguistic.importanceScores(
        wordsOf(without.length),
        scored(likely(unit * whole), without.map((one) => likely(unit * one))),
      );
    const scores = of(1);
    const normalised = scores.map(({ normalised }) => normalised!);
    assert(normalised.every((one) => one >= 0 && one <= 1));
    assert([0, 1].includes(Math.max(...normalised)));
    for (const [at, a] of scores.entries()) {
      for (const [other, b] of scores.entries()) {
        if (a.score! >= b.score!) assert(normalised[at] >= normalised[other]);
      }
    }
    assert.deepEqual(of(4).map(({ normalised }) => normalised), normalised);
  }));
});

Deno.test("without a control there is no floor, and nothing is said to be above it", () => {
  const [score] = linguistic.importanceScores(wordsOf(1), scored(likely(-1), [likely(-2)]));
  assert.deepEqual([score.floor, score.aboveFloor, score.score], [null, null, 1]);
});

Deno.test("what could not be asked is unjudged, with its reason, and takes no part in the scale", () => {
  const [lost, kept] = linguistic.importanceScores(
    wordsOf(2),
    scored(likely(-1), [{ reason: "cut" }, likely(-3)], [likely(-1)]),
  );
  assert.deepEqual([lost.score, lost.normalised, lost.aboveFloor, lost.reason], [null, null, null, "cut"]);
  assert.deepEqual([kept.score, kept.normalised], [2, 1]);
  const [none] = linguistic.importanceScores(
    wordsOf(1),
    scored({ reason: "silent" }, [likely(-3)], [likely(-3)]),
  );
  assert.deepEqual([none.score, none.floor, none.reason], [null, null, "nothing to compare with: silent"]);
});

Deno.test("likelihoods of different parts of the answer are not compared", () => {
  const [score] = linguistic.importanceScores(wordsOf(1), scored(likely(-1), [likely(-2, { counted: 39 })]));
  assert.match(score.reason!, /40 signs with the word, 39 without it/);
  const [empty] = linguistic.importanceScores(
    wordsOf(1),
    scored(likely(0, { tokens: 0, counted: 0 }), [likely(0, { counted: 0 })]),
  );
  assert.equal(empty.score, null);
});

Deno.test("answers for other words are refused", () => {
  assert.throws(
    () => linguistic.importanceScores(wordsOf(2), scored(likely(-1), [])),
    /2 words: there are 0 answers/,
  );
});
