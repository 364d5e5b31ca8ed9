import assert from "node:assert/strict";
import fc from "fast-check";
import { near } from "../../../../statistics/agrees.ts";
import {
  chooseThreshold,
  type ScoredPair,
} from "codebias/studies/huang/tasks/construction/choose_threshold.ts";

const FEW = { draws: 60 };
const scored = (same: boolean) =>
  fc.array(fc.integer({ min: 0, max: 12 }).map((tenth) => ({ similarity: tenth / 12, same })), {
    minLength: 1,
    maxLength: 15,
  });
const pairLists = fc.tuple(scored(true), scored(false)).map(([same, others]) => [...same, ...others]);

const pairsOf = (same: readonly number[], others: readonly number[]): ScoredPair[] => [
  ...same.map((similarity) => ({ similarity, same: true })),
  ...others.map((similarity) => ({ similarity, same: false })),
];

/** (recall, specificity) of a threshold. */
function ratesAt(pairs: readonly ScoredPair[], threshold: number): [number, number] {
  const share = (wanted: boolean, is: (similarity: number) => boolean) => {
    const group = pairs.filter(({ same }) => same === wanted);
    return group.filter(({ similarity }) => is(similarity)).length / group.length;
  };
  return [
    share(true, (similarity) => similarity >= threshold),
    share(false, (similarity) => similarity < threshold),
  ];
}

/** All thresholds half-way between neighbours, the highest first, with their balanced accuracy. */
function everyThreshold(pairs: readonly ScoredPair[]): { threshold: number; accuracy: number }[] {
  const distinct = [...new Set(pairs.map(({ similarity }) => similarity))].sort((a, b) => b - a);
  return distinct.slice(1).map((low, at) => {
    const threshold = (low + distinct[at]) / 2;
    const [recall, specificity] = ratesAt(pairs, threshold);
    return { threshold, accuracy: (recall + specificity) / 2 };
  });
}

Deno.test("chooseThreshold() finds the largest balanced accuracy of all, the highest threshold where several have it", () => {
  fc.assert(fc.property(pairLists, (pairs) => {
    const all = everyThreshold(pairs);
    const most = Math.max(0.5, ...all.map(({ accuracy }) => accuracy));
    if (most <= 0.5 + 1e-9) {
      assert.throws(() => chooseThreshold(pairs, FEW), /no more alike than others/);
      return;
    }
    const best = all.find(({ accuracy }) => accuracy > most - 1e-9)!;
    const { threshold, balancedAccuracy, precision, recall } = chooseThreshold(pairs, FEW);
    near(threshold.value!, best.threshold, 1e-12);
    near(balancedAccuracy.value!, most, 1e-12);
    near(recall.value!, ratesAt(pairs, best.threshold)[0], 1e-12);
    const above = pairs.filter(({ similarity }) => similarity >= best.threshold);
    assert.equal(precision.n, above.length);
    near(precision.value!, above.filter(({ same }) => same).length / above.length, 1e-12);
  }));
});

Deno.test("the ROC area is the share of pairs of pairs that are in order", () => {
  fc.assert(fc.property(pairLists, (pairs) => {
    fc.pre(everyThreshold(pairs).some(({ accuracy }) => accuracy > 0.5 + 1e-9));
    const [same, others] = [true, false].map((wanted) => pairs.filter((pair) => pair.same === wanted));
    const wins = same.flatMap((a) =>
      others.map((b) => a.similarity > b.similarity ? 1 : a.similarity === b.similarity ? 0.5 : 0)
    );
    const expected = wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
    near(chooseThreshold(pairs, FEW).rocArea.value!, expected, 1e-12);
  }));
});

Deno.test("the intervals are the same each time, hold the area, and narrow with more pairs", () => {
  const same = Array.from({ length: 30 }, (_, at) => 0.3 + 0.02 * at);
  const others = Array.from({ length: 30 }, (_, at) => 0.1 + 0.02 * at);
  const few = chooseThreshold(pairsOf(same, others));
  assert.deepEqual(chooseThreshold(pairsOf(same, others)), few);
  const { low, value, high, n } = few.rocArea;
  assert(low! < value! && value! < high! && high! < 1 && n === 60);
  const many = chooseThreshold(pairsOf([...same, ...same, ...same], [...others, ...others, ...others]));
  assert.equal(many.rocArea.value, value);
  assert(many.rocArea.high! - many.rocArea.low! < high! - low!);
  // The normal approximation of Hanley and McNeil (1982) for the standard error of the area, as a second opinion.
  const [q1, q2] = [value! / (2 - value!), 2 * value! ** 2 / (1 + value!)];
  const error = Math.sqrt((value! * (1 - value!) + 29 * (q1 - value! ** 2) + 29 * (q2 - value! ** 2)) / 900);
  near((high! - low!) / (2 * 1.96 * error), 1, 0.2);
});

Deno.test("an interval is null where all resamples give the same", () => {
  const { threshold, rocArea, precision } = chooseThreshold(pairsOf([1, 1, 1], [0, 0]));
  assert.deepEqual(threshold, { value: 0.5, low: null, high: null, n: 5, unjudged: 0 });
  assert.equal(rocArea.value, 1);
  assert.equal(rocArea.low, null);
  assert(precision.low! < 1); // Wilson's still says that three pairs are few
});

Deno.test("a threshold lies between neighbours even where no number does", () => {
  const high = 0.5 + Number.EPSILON / 2;
  assert.equal(chooseThreshold(pairsOf([high, high], [0.5]), FEW).threshold.value, high);
});

Deno.test("chooseThreshold() refuses pairs that tell nothing", () => {
  assert.throws(() => chooseThreshold(pairsOf([], [0.5]), FEW), /pairs of one meaning has 0 values/);
  assert.throws(() => chooseThreshold(pairsOf([0.5], []), FEW), /pairs of two meanings has 0 values/);
  assert.throws(
    () => chooseThreshold(pairsOf([0.5, NaN], [0.1]), FEW),
    /value 2 of the list of pairs of one meaning is NaN/,
  );
  assert.throws(() => chooseThreshold(pairsOf([0.5], [0.5]), FEW), /use another similarity/);
  assert.throws(() => chooseThreshold(pairsOf([0.1], [0.5]), FEW), /use another similarity/);
});
