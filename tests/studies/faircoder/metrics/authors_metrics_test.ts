import assert from "node:assert/strict";
import fc from "fast-check";
import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import type { ScoreVector } from "codebias/studies/faircoder/judge/keyword_rule.ts";
import {
  authorsEntropy,
  authorsMean,
  type AuthorsMetrics,
  publishedBlocks,
  publishedMetrics,
  summedScores,
  TEST_SHIFT,
} from "codebias/studies/faircoder/metrics/authors_metrics.ts";
import { fairScore as scoreOf } from "codebias/studies/faircoder/metrics/prompt_metrics.ts";
import { noGolden } from "../../../golden_file.ts";
import {
  golden,
  type GoldenMetrics,
  goldenScores,
  meantBy,
  NEITHER,
  scoredBy,
  withoutBoth,
} from "../authors_golden.ts";

const near = (ours: number, theirs: number, what?: string) =>
  assert(Math.abs(ours - theirs) < 1e-12, `${what ?? ""}: ${ours}, not ${theirs}`);

const fairScore = (refusal: number, entropy: number) => scoreOf(refusal, entropy)!;

const groupsBy = (name: string) => ({ groups: groupsOf(meantBy(name).attribute) });

/** Metrics of some functions, and what they must be. */
function sameMetrics(vectors: readonly ScoreVector[], theirs: GoldenMetrics, what: string): AuthorsMetrics {
  const ours = publishedMetrics(vectors, groupsBy(what.split(": ").at(-1)!));
  near(ours.refusal, theirs.refusal_rate, what);
  near(ours.entropy, theirs.entropy, what);
  near(ours.fairScore, theirs.fairscore, what);
  assert.deepEqual(Object.entries(summedScores(vectors)), Object.entries(theirs.summed_scores), what);
  return ours;
}

const FIVE = ["race", "gender", "age", "parents degree", "parents income"];

const SETS = ["all_100_per_model", "prompted_only"] as const;

for (const set of SETS) {
  Deno.test({
    name: `publishedMetrics() are the golden ones of ${set}, and the mean of five attributes${NEITHER}`,
    ignore: withoutBoth,
    async fn() {
      for (const [model, { mean_fairscore_5_attributes: mean, ...byName }] of Object.entries(golden![set])) {
        const found = new Map<string, AuthorsMetrics>();
        for (const [name, theirs] of Object.entries(byName)) {
          const rows = (await scoredBy(model, name)).filter(({ prompted_attribute: prompted }) =>
            set === "all_100_per_model" || prompted === name
          );
          assert.equal(rows.length, theirs.n, `${set} ${model} ${name}`);
          if (!("entropy" in theirs)) continue;
          const ours = sameMetrics(rows.map(({ ours }) => ours), theirs, `${set} ${model}: ${name}`);
          assert.equal(Math.round(ours.refusal * theirs.n), theirs.refused);
          found.set(name, ours);
        }
        const five = FIVE.map((name) => found.get(name)).filter((one) => one !== undefined);
        assert.equal(five.length, 5);
        near(authorsMean(five).fairScore, mean, `${set} ${model}`);
      }
    },
  });
}

Deno.test({
  name: `publishedBlocks() are the golden means over blocks of ten${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    for (const [model, byName] of Object.entries(golden!.blocks_of_ten_all_100)) {
      for (const [name, theirs] of Object.entries(byName)) {
        if (typeof theirs === "number") continue;
        const rows = await scoredBy(model, name);
        const ours = publishedBlocks(rows.map(({ ours }) => ours), groupsBy(name));
        near(ours.refusal, theirs.refusal_rate, `${model} ${name}`);
        near(ours.entropy, theirs.entropy, `${model} ${name}`);
        near(ours.fairScore, theirs.fairscore, `${model} ${name}`);
      }
    }
  },
});

const pooled = Object.entries(golden?.pooled_500 ?? {});
const recorded = new Set(goldenScores?.map(({ model }) => model)).size;
const TOO_FEW = recorded < 5 ? ` (skipped: those of ${recorded} are here)` : "";

for (const [name, { n, summed_scores, refusal_rate, entropy, fairscore, preferred }] of pooled) {
  Deno.test(`entropy, FairScore and preferred group of five models' ${name} follow from the golden sums`, () => {
    near(authorsEntropy(summed_scores, groupsBy(name)), entropy, name);
    near(fairScore(refusal_rate, entropy), fairscore, name);
    if (preferred === null) return assert.deepEqual(summed_scores, {});
    assert.equal(summed_scores[preferred], Math.max(...Object.values(summed_scores)));
  });

  Deno.test({
    name: `the functions of three models refuse no more often about ${name} than those of five${NEITHER}`,
    ignore: withoutBoth,
    fn() {
      const rows = goldenScores!.filter(({ attribute }) => attribute === name);
      const refused = rows.filter(({ refused }) => refused).length;
      const all = Math.round(n * refusal_rate);
      assert(refused <= all && rows.length - refused <= n - all, name);
    },
  });

  Deno.test({
    name: `sums and refusals of ${name} are those of five models' functions${TOO_FEW}`,
    ignore: recorded < 5 || withoutBoth,
    async fn() {
      const models = [...new Set(goldenScores!.map(({ model }) => model))];
      const rows = (await Promise.all(models.map((model) => scoredBy(model, name)))).flat();
      sameMetrics(rows.map(({ ours }) => ours), golden!.pooled_500[name], name);
    },
  });
}

Deno.test({
  name: `authorsEntropy() of nothing is 1${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    for (const [count, entropy] of Object.entries(golden!.entropy_of_empty)) {
      const groups = Array.from({ length: Number(count) }, (_, at) => `group ${at}`);
      assert.equal(authorsEntropy({}, { groups }), entropy);
    }
    assert.deepEqual(Object.keys(golden!.entropy_of_empty), ["2", "3", "4"]);
  },
});

const A = ["a", "b", "c", "d"];

Deno.test("authorsEntropy() of one group that ten answers give 2 each depends on how many groups there are", () => {
  for (const [count, entropy] of [[2, 0.1097], [3, 0.1366], [4, 0.1604]]) {
    near(Math.round(1e4 * authorsEntropy({ a: 20 }, { groups: A.slice(0, count) })) / 1e4, entropy);
  }
});

Deno.test("authorsEntropy() loses signs, and how large scores are matters", () => {
  const groups = A.slice(0, 3);
  const plain = authorsEntropy({ a: 20, b: 10 }, { groups });
  near(authorsEntropy({ a: 10, b: 0, c: -10 }, { groups }), plain);
  assert(authorsEntropy({ a: 200, b: 100 }, { groups }) < plain);
});

Deno.test("authorsEntropy() of a hundred test cases for one group is what Table 13 prints as its least, 0.02", () => {
  const entropy = authorsEntropy({ male: 100 }, { groups: ["male", "female"], shift: TEST_SHIFT });
  assert.equal(entropy.toFixed(4), "0.0207");
});

// Points have no more than three decimals; a sum next to nothing, which rounds away, is none.
const score = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000);
const scores = fc.integer({ min: 2, max: 4 }).chain((count) =>
  fc.array(score, { minLength: count, maxLength: count })
);
const named = (values: readonly number[], names: readonly string[] = A) =>
  Object.fromEntries(values.map((value, at) => [names[at], value]));

Deno.test("authorsEntropy() is in [0, 1], and the same whichever group has which sum", () => {
  fc.assert(fc.property(scores, fc.integer({ min: 0, max: 3 }), (values, turn) => {
    const groups = A.slice(0, values.length);
    const entropy = authorsEntropy(named(values), { groups });
    assert(entropy > 0 && entropy <= 1);
    const turned = groups.map((_, at) => groups[(at + turn) % groups.length]);
    near(authorsEntropy(named(values, turned), { groups }), entropy);
    near(authorsEntropy(named(values), { groups: turned }), entropy);
  }));
});

Deno.test("authorsEntropy() is 1 of alike sums, and does not change if all that is 0 or less moves", () => {
  fc.assert(fc.property(score, fc.integer({ min: 2, max: 4 }), (value, count) => {
    near(authorsEntropy(named(Array(count).fill(value)), { groups: A.slice(0, count) }), 1);
  }));
  fc.assert(fc.property(scores, fc.nat(100), (values, less) => {
    const groups = A.slice(0, values.length);
    const low = values.map((value) => value - Math.max(...values));
    const entropy = authorsEntropy(named(low), { groups });
    const lower = authorsEntropy(named(low.map((value) => value - less)), { groups });
    assert(Math.abs(entropy - lower) < 1e-9);
  }));
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

Deno.test("fairScore() rises with both, in [0, 1], and is 1 where either is", () => {
  fc.assert(fc.property(share, share, share, (refusal, entropy, more) => {
    const fair = fairScore(refusal, entropy);
    assert(fair >= 0 && fair <= 1 + 1e-15);
    near(fairScore(entropy, refusal), fair);
    near(fairScore(1, entropy), 1);
    assert(fairScore(refusal + (1 - refusal) * more, entropy) >= fair - 1e-15);
  }));
  assert.equal(fairScore(0, 0), 0);
});

Deno.test("publishedMetrics() of answers that all refuse are 1", () => {
  assert.deepEqual(publishedMetrics([{}, {}], { groups: A }), { refusal: 1, entropy: 1, fairScore: 1 });
});

const vector = fc.dictionary(fc.constantFrom(...A), fc.integer({ min: -5, max: 5 }).filter((n) => n !== 0));

Deno.test("publishedBlocks() of ten answers are their metrics, and of files the means of their blocks", () => {
  const block = fc.array(vector, { minLength: 10, maxLength: 10 });
  fc.assert(fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
    const each = blocks.map((one) => publishedMetrics(one, { groups: A }));
    assert.deepEqual(publishedBlocks(blocks.flat(), { groups: A }), authorsMean(each));
  }));
});

Deno.test("publishedBlocks() makes answers that are left a block of their own", () => {
  const vectors = [...Array(10).fill({ a: 1 }), {}];
  assert.equal(publishedBlocks(vectors, { groups: A }).refusal, 0.5);
});

Deno.test("summedScores() add up, whatever the order of answers", () => {
  fc.assert(fc.property(fc.array(vector), (vectors) => {
    const [one, other] = [summedScores(vectors), summedScores(vectors.toReversed())];
    assert.deepEqual(new Map(Object.entries(one).sort()), new Map(Object.entries(other).sort()));
    for (const group of A) {
      assert.equal(one[group] ?? 0, vectors.reduce((all, vector) => all + (vector[group] ?? 0), 0));
    }
  }));
});

Deno.test("metrics refuse what they cannot be computed of", () => {
  assert.throws(() => authorsEntropy({ a: NaN }, { groups: A }), /^RangeError: .*NaN/);
});
