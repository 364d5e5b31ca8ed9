import assert from "node:assert/strict";
import fc from "fast-check";
import { huang } from "codebias/studies/huang/huang.ts";
import { near } from "../../../../statistics/agrees.ts";

/** How alike two texts with these embeddings are. */
function vectorSimilarity(u: readonly number[], v: readonly number[]): number {
  const { prepare, to } = huang.embeddings(new Map([["u", u], ["v", v]]));
  return to(prepare("u"))(prepare("v"));
}

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const vectors = (length: number) =>
  fc.array(numbers, { minLength: length, maxLength: length }).filter((vector) =>
    vector.some((value) => value !== 0)
  );
const two = fc.integer({ min: 1, max: 12 }).chain((length) => fc.tuple(vectors(length), vectors(length)));

Deno.test("embeddings() give a similarity that is symmetric, in [-1, 1], and 1 of equal vectors, however large or small", () => {
  fc.assert(fc.property(two, ([u, v]) => {
    const similarity = vectorSimilarity(u, v);
    assert(similarity >= -1 && similarity <= 1, `${similarity}`);
    assert.equal(vectorSimilarity(v, u), similarity);
    assert.equal(vectorSimilarity(u, u), 1);
    near(vectorSimilarity(u, u.map((value) => -value)), -1, 1e-12);
  }));
});

Deno.test("embeddings() give the cosine", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: 0.1, max: 9, noNaN: true }),
      (angle, scale) => {
        near(
          vectorSimilarity([1, 0], [scale * Math.cos(angle), scale * Math.sin(angle)]),
          Math.cos(angle),
          1e-12,
        );
      },
    ),
  );
});

Deno.test("embeddings() refuse what has no direction or does not go together", () => {
  assert.throws(() => vectorSimilarity([0, 0], [1, 0]), /Cannot compare an embedding of zeros/);
  assert.throws(() => vectorSimilarity([1], [1, 0]), RangeError);
  assert.throws(() => vectorSimilarity([1, NaN], [1, 0]), RangeError);
  assert.throws(() => vectorSimilarity([], []), RangeError);
});

Deno.test("embeddings() compare texts by their vectors, and refuse texts without one and vectors of two models", () => {
  const { prepare, to } = huang.embeddings(
    new Map([["a", [3, 4]], ["b", [-4, 3]], ["c", [6, 8]], ["d", [1]]]),
  );
  const alike = to(prepare("a"));
  assert.deepEqual(["a", "b", "c"].map((text) => alike(prepare(text))), [1, 0, 1]);
  assert.throws(() => prepare("e"), /Cannot compare "e": it has no embedding/);
  assert.throws(
    () => prepare("d"),
    /Cannot compare embeddings of 2 and 1 numbers: embed all texts with one model/,
  );
});
