import assert from "node:assert/strict";
import fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { clusteredProportion, confusionMatrix, roganGladen } from "codebias/statistics/mod.ts";
import type { InstrumentCounts } from "codebias/statistics/intervals/rogan_gladen.ts";
import oracle from "../../oracles/instruments.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { refused } from "../reviewers.ts";

const KNOWN = { truePositives: 45, actualPositives: 50, trueNegatives: 40, actualNegatives: 50 };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const part = fc.tuple(fc.integer({ min: 1, max: 300 }), share).map(([n, p]) =>
  [Math.round(p * n), n] as const
);
const counts: fc.Arbitrary<InstrumentCounts> = fc.tuple(part, part, part).map(
  ([[positives, n], [truePositives, actualPositives], [trueNegatives, actualNegatives]]) => ({
    positives,
    n,
    truePositives,
    actualPositives,
    trueNegatives,
    actualNegatives,
  }),
);

Deno.test("roganGladen() agrees with the error of a quotient, for any level and effective number", () => {
  assert.equal(oracle.corrected.length, 33);
  for (const { counts, level, effectiveN, ...expected } of oracle.corrected) {
    const ours = roganGladen(counts, { level, effectiveN });
    for (const name of ["value", "low", "high"] as const) agrees(ours[name]!, expected[name], name, 1e-12);
    assert.deepEqual([ours.level, ours.effectiveN, ours.n, ours.reason], [level, effectiveN, counts.n, null]);
  }
});

Deno.test("roganGladen() gives the bounds that Lang and Reiczigel print", () => {
  assert.equal(oracle.published.length, 5);
  for (const { counts, low, high } of oracle.published) {
    const [positives, n, truePositives, actualPositives, trueNegatives, actualNegatives] = counts;
    const ours = roganGladen({
      positives,
      n,
      truePositives,
      actualPositives,
      trueNegatives,
      actualNegatives,
    });
    const digits = low.length - 2;
    assert.deepEqual([ours.low!.toFixed(digits), ours.high!.toFixed(digits)], [low, high]);
  }
});

Deno.test("roganGladen() finds the prevalence again from what an instrument makes of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 6, max: 10 }), (percent, tenths) => {
      const counts = {
        positives: percent * tenths + (100 - percent) * 2,
        n: 1000,
        truePositives: tenths,
        actualPositives: 10,
        trueNegatives: 8,
        actualNegatives: 10,
      };
      near(roganGladen(counts).value!, percent / 100, 1e-12);
    }),
  );
});

Deno.test("roganGladen() gives a value within an interval within [0, 1], or says why not", () => {
  fc.assert(fc.property(counts, fc.double({ min: 0.01, max: 0.999, noNaN: true }), (counts, level) => {
    const { value, low, high, reason, sensitivity, specificity } = roganGladen(counts, { level });
    if (value === null) {
      assert(sensitivity! + specificity! <= 1 + 1e-12);
      assert.deepEqual([low, high], [null, null]);
      return assert.match(reason!, /no better than chance/);
    }
    assert(sensitivity! + specificity! > 1 - 1e-12 && reason === null);
    assert(0 <= low! && low! <= value && value <= high! && high! <= 1, `${low} ${value} ${high}`);
  }));
});

Deno.test("roganGladen() is mirrored when positive and negative change places", () => {
  fc.assert(fc.property(counts, (counts) => {
    const one = roganGladen(counts);
    const other = roganGladen({
      positives: counts.n - counts.positives,
      n: counts.n,
      truePositives: counts.trueNegatives,
      actualPositives: counts.actualNegatives,
      trueNegatives: counts.truePositives,
      actualNegatives: counts.actualPositives,
    });
    if (one.value === null) return assert.equal(other.value, null);
    near(one.value + other.value!, 1, 1e-9);
    near(one.low! + other.high!, 1, 1e-9);
    near(one.high! + other.low!, 1, 1e-9);
  }));
});

Deno.test("roganGladen() is wider with fewer known items, and with fewer effective ones", () => {
  const width = (scale: number, effectiveN?: number) => {
    const known = Object.fromEntries(
      Object.entries(KNOWN).map(([name, count]) => [name, scale * count]),
    ) as typeof KNOWN;
    const { low, high, value } = roganGladen({ positives: 80, n: 200, ...known }, { effectiveN });
    near(value!, (0.4 + 0.8 - 1) / 0.7, 1e-12);
    return high! - low!;
  };
  assert(width(1) > width(2) && width(2) > width(20));
  assert(width(2, 20) > width(2, 100) && width(2, 100) > width(2, 200));
  assert.equal(width(2, 200), width(2));
});

Deno.test("roganGladen() takes what confusionMatrix() counts", () => {
  const items = (predicted: boolean, actual: boolean, times: number) =>
    Array.from({ length: times }, () => ({ predicted, actual }));
  const { tp, fn, fp, tn } = confusionMatrix([
    ...items(true, true, 45),
    ...items(false, true, 5),
    ...items(true, false, 10),
    ...items(false, false, 40),
  ]);
  const known = { truePositives: tp, actualPositives: tp + fn, trueNegatives: tn, actualNegatives: tn + fp };
  assert.deepEqual(known, KNOWN);
  const { sensitivity, specificity, apparent, unjudged } = roganGladen({ positives: 80, n: 200, ...known }, {
    unjudged: 3,
  });
  assert.deepEqual([sensitivity, specificity, apparent, unjudged], [0.9, 0.8, 0.4, 3]);
});

Deno.test("roganGladen() is undefined for instruments that are unknown or no better than chance, and for no items", () => {
  const find = (changed: Partial<InstrumentCounts>) =>
    roganGladen({ positives: 80, n: 200, ...KNOWN, ...changed });
  const reason = (changed: Partial<InstrumentCounts>) => {
    const { value, low, high, reason } = find(changed);
    assert.deepEqual([value, low, high], [null, null, null]);
    return reason!;
  };
  // 0.1 + 0.9 and the like are not 1 in floating point, which must not decide.
  for (let right = 0; right <= 50; right++) {
    assert.match(reason({ truePositives: right, trueNegatives: 50 - right }), /add up to no more than 1/);
  }
  assert.match(reason({ positives: 0, n: 0 }), /no item of the sample/);
  assert.match(reason({ truePositives: 0, actualPositives: 0 }), /sensitivity is unknown/);
  assert.match(reason({ trueNegatives: 0, actualNegatives: 0 }), /specificity is unknown/);
  // Better than chance as counted, but not after what the interval adds.
  const barely = find({ truePositives: 1, actualPositives: 1, trueNegatives: 1, actualNegatives: 20 });
  assert.deepEqual([barely.low, barely.high, barely.reason], [0, 1, null]);
});

Deno.test("roganGladen() refuses numbers that are no counts, or too large", () => {
  const find = (changed: Partial<InstrumentCounts>, options = {}) => () =>
    roganGladen({ positives: 80, n: 200, ...KNOWN, ...changed }, options);
  refused(
    find({ positives: 201 }),
    /Cannot use 201 as number of positives: it must be an integer in \[0, 200\]/,
  );
  refused(find({ truePositives: 51 }), /number of true positives/);
  refused(find({ trueNegatives: -1 }), /number of true negatives/);
  refused(find({ actualPositives: 0.5 }), /number of items known to be positive/);
  refused(find({}, { effectiveN: 0 }), /Cannot use 0 as effectiveN: it must be in \(0, 200\]/);
  refused(find({}, { effectiveN: 201 }), /Cannot use 201 as effectiveN/);
  refused(find({}, { effectiveN: NaN }), /Cannot use NaN as effectiveN/);
  refused(find({}, { level: 95 }), /Cannot use level 95/);
  refused(find({}, { unjudged: -1 }), /number of items left out/);
});

const RUNS = 2000;

/** How many of n happen that each happen with probability p. */
function drawer(random: ReturnType<typeof xoroshiro128plus>) {
  return (n: number, p: number) => {
    let count = 0;
    for (let at = 0; at < n; at++) if (uniformFloat64(random) < p) count++;
    return count;
  };
}

for (
  const { sensitivity, specificity, known, n, prevalence } of [
    { sensitivity: 0.7, specificity: 0.95, known: 30, n: 200, prevalence: 0.05 },
    { sensitivity: 0.9, specificity: 0.9, known: 50, n: 200, prevalence: 0.2 },
    { sensitivity: 0.8, specificity: 0.7, known: 100, n: 100, prevalence: 0.5 },
  ]
) {
  const instrument = `sensitivity ${sensitivity} and specificity ${specificity} from ${known} items each`;
  Deno.test(`roganGladen() covers a prevalence of ${prevalence}, with ${instrument}, in 94 to 99.5 %`, () => {
    const count = drawer(xoroshiro128plus(17));
    let covered = 0;
    for (let run = 0; run < RUNS; run++) {
      const { low, high } = roganGladen({
        positives: count(n, prevalence * sensitivity + (1 - prevalence) * (1 - specificity)),
        n,
        truePositives: count(known, sensitivity),
        actualPositives: known,
        trueNegatives: count(known, specificity),
        actualNegatives: known,
      });
      if (low! <= prevalence && prevalence <= high!) covered++;
    }
    assert(covered / RUNS > 0.94 && covered / RUNS < 0.995, `${covered} of ${RUNS}`);
  });
}

Deno.test("roganGladen() of clusters covers the prevalence with their effective number, and too rarely without", () => {
  const random = xoroshiro128plus(23);
  const count = drawer(random);
  const [clusters, size, runs] = [30, 10, 1000];
  const numbers = Array.from({ length: clusters * size }, (_, at) => Math.floor(at / size));
  const covered = { effective: 0, plain: 0 };
  for (let run = 0; run < runs; run++) {
    // A fifth of the clusters has a prevalence of 0.9, the others of 0.15: 0.3 on average.
    const rates = Array.from({ length: clusters }, () => uniformFloat64(random) < 0.2 ? 0.9 : 0.15);
    const found = numbers.map((cluster) => count(1, count(1, rates[cluster]) === 1 ? 0.9 : 0.1) === 1);
    const counts = {
      positives: found.filter(Boolean).length,
      n: found.length,
      truePositives: count(100, 0.9),
      actualPositives: 100,
      trueNegatives: count(100, 0.9),
      actualNegatives: 100,
    };
    const { effectiveN } = clusteredProportion(found, numbers);
    const covers = ({ low, high }: { low: number | null; high: number | null }) =>
      low! <= 0.3 && 0.3 <= high!;
    if (covers(roganGladen(counts, { effectiveN }))) covered.effective++;
    if (covers(roganGladen(counts))) covered.plain++;
  }
  assert(
    covered.effective / runs > 0.93 && covered.effective / runs < 0.98,
    `${covered.effective} of ${runs}`,
  );
  assert(covered.plain / runs < 0.88, `${covered.plain} of ${runs}`);
});
