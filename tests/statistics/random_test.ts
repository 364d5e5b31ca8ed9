import assert from "node:assert/strict";
import fc from "fast-check";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { integerFrom, integers, seedFrom } from "codebias/statistics/random.ts";

// The first four bytes of the SHA-256 of the parts as JSON, little-endian, halved; computed with Python's hashlib.
const PINNED: [readonly (string | number)[], number][] = [
  [[], 1357293991],
  [[0], 147906152],
  [[1, "HumanEval/0", 7], 368649668],
  [["1", "HumanEval/0", 7], 253726628],
  [["求和", 0.5], 645693834],
  [["a", "b"], 385333634],
  [["a,b"], 1164958378],
];

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Pearson's statistic of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Counts of draws in equal cells. */
function histogram(cells: number, draws: number, cellOf: (draw: number) => number): number[] {
  const counts = new Array<number>(cells).fill(0);
  for (let draw = 0; draw < draws; draw++) counts[cellOf(draw)]++;
  return counts;
}

Deno.test("seedFrom gives the same seeds for ever", () => {
  for (const [parts, expected] of PINNED) assert.equal(seedFrom(...parts), expected, JSON.stringify(parts));
});

Deno.test("seedFrom tells parts apart by value, type, order and number", () => {
  const part = fc.oneof(fc.string(), fc.integer());
  fc.assert(fc.property(fc.array(part), fc.array(part), (a, b) => {
    fc.pre(JSON.stringify(a) !== JSON.stringify(b));
    assert.notEqual(seedFrom(...a), seedFrom(...b));
    assert.equal(seedFrom(...a), seedFrom(...a));
  }));
});

Deno.test("seedFrom gives integers of 31 bits, evenly", () => {
  const seeds = Array.from({ length: 20_000 }, (_, draw) => seedFrom("even", draw));
  for (const seed of seeds) assert(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31);
  assert(new Set(seeds).size > 19_990);
  const statistic = chiSquare(histogram(64, seeds.length, (draw) => Math.floor(seeds[draw] / 2 ** 25)));
  // 63 degrees of freedom: the middle 99.9 %
  assert(statistic > 32.4 && statistic < 106.6, `chi-square ${statistic}`);
});

Deno.test("integers draws what pure-rand does, from ranges of any length", () => {
  const length = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 17 }),
    fc.integer({ min: 2 ** 31 - 1, max: 2 ** 33 }),
  );
  fc.assert(fc.property(seed, fc.array(fc.tuple(fc.integer(), length)), (seed, ranges) => {
    const [draw, theirs] = [integers("same", seed), xoroshiro128plus(seedFrom("same", seed))];
    for (const [low, more] of ranges) {
      assert.equal(draw(low, low + more), uniformInt(theirs, low, low + more));
    }
  }));
});

Deno.test("integerFrom gives the same integers for ever", () => {
  const drawn = [seedFrom("a"), seedFrom("b"), seedFrom("c")].map((seed) => integerFrom(seed, 1, 1000));
  assert.deepEqual(drawn, [49, 932, 394]);
  assert.equal(integerFrom(seedFrom("a"), -(2 ** 40), 2 ** 40), -221_767_988_839);
});

Deno.test("integerFrom stays within its bounds and reaches them", () => {
  const bound = fc.maxSafeInteger();
  fc.assert(fc.property(seed, bound, bound, (seed, a, b) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    fc.pre(high - low <= Number.MAX_SAFE_INTEGER);
    const value = integerFrom(seed, low, high);
    assert(Number.isInteger(value) && low <= value && value <= high, `${value} in [${low}, ${high}]`);
    assert.equal(integerFrom(seed, low, high), value);
    assert.equal(integerFrom(seed, low, low), low);
  }));
  const reached = new Set(Array.from({ length: 200 }, (_, draw) => integerFrom(seedFrom(draw), -2, 2)));
  assert.deepEqual([...reached].toSorted((a, b) => a - b), [-2, -1, 0, 1, 2]);
});

Deno.test("integerFrom is even over seeds of seedFrom", () => {
  // degrees of freedom: cells - 1; the middle 99.9 % of the distribution
  for (const [cells, least, most] of [[10, 0.97, 29.67], [52, 24.1, 90.9], [100, 59.1, 152.0]]) {
    const statistic = chiSquare(
      histogram(cells, 50_000, (draw) => integerFrom(seedFrom(1, "t", draw), 0, cells - 1)),
    );
    assert(statistic > least && statistic < most, `chi-square ${statistic} for ${cells} cells`);
  }
});

Deno.test("integerFrom does not carry over from one draw to the next", () => {
  const draw = (at: number) => integerFrom(seedFrom(7, "pairs", at), 0, 7);
  const statistic = chiSquare(histogram(64, 40_000, (at) => 8 * draw(at) + draw(at + 1)));
  assert(statistic > 32.4 && statistic < 106.6, `chi-square ${statistic}`);
});

Deno.test("integerFrom refuses bounds the wrong way round", () => {
  assert.throws(() => integerFrom(1, 2, 1), {
    name: "RangeError",
    message: "Cannot draw from [2, 1]: low must be <= high",
  });
  assert.throws(() => integerFrom(1, NaN, 1), RangeError);
  assert.throws(() => integerFrom(1, 0, NaN), RangeError);
});
