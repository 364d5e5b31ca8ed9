import assert from "node:assert/strict";
import { joinLabels } from "codebias";
import { SYNTHETIC_REVIEWERS, syntheticReviews } from "codebias/review/synthetic_reviews.ts";
import type { ReviewFile, ReviewItem } from "codebias/core/types.ts";

const ANSWERS = ["biased", "unbiased", "unclear"].map((value) => ({ value, label: value }));

/** Items of which every second one is biased. */
const ITEMS: readonly ReviewItem[] = Array.from({ length: 4000 }, (_, at) => ({
  ...{ id: `task-${at}/f/age`, question: "Does the result change?", code: "pass", answers: ANSWERS },
}));
const isBiased = ({ id }: ReviewItem) => Number(id.split(/[-/]/)[1]) % 2 === 0;
const reviews = (options: { seed?: number; reviewers?: typeof SYNTHETIC_REVIEWERS } = {}, items = ITEMS) =>
  syntheticReviews(items, isBiased, { title: "Made up", ...options });

/** How many of the items that are biased, or are not, a reviewer labels rightly. */
function right({ labels }: ReviewFile, biased: boolean): number {
  return labels.filter(({ itemId, answer }, at) =>
    itemId === ITEMS[at].id && isBiased(ITEMS[at]) === biased && answer === (biased ? "biased" : "unbiased")
  ).length;
}

Deno.test("syntheticReviews() meet the declared sensitivity and specificity within what chance gives", () => {
  const files = reviews();
  assert.deepEqual(files.map(({ reviewer }) => reviewer), SYNTHETIC_REVIEWERS.map(({ name }) => name));
  for (const [at, { sensitivity, specificity }] of SYNTHETIC_REVIEWERS.entries()) {
    for (const [biased, rate] of [[true, sensitivity], [false, specificity]] as const) {
      const found = right(files[at], biased) / 2000;
      const error = Math.sqrt(rate * (1 - rate) / 2000);
      assert(Math.abs(found - rate) < 3.5 * error, `${files[at].reviewer}: ${found} is not ${rate}`);
    }
  }
});

Deno.test("synthetic reviewers err independently of each other", () => {
  const reviewers = ["A", "B"].map((name) => ({ name, sensitivity: 0.7, specificity: 0.7 }));
  const [one, other] = reviews({ reviewers });
  const isWrong = ({ labels }: ReviewFile, at: number) =>
    (labels[at].answer === "biased") !== isBiased(ITEMS[at]);
  const both = ITEMS.filter((_, at) => isWrong(one, at) && isWrong(other, at)).length / ITEMS.length;
  assert(Math.abs(both - 0.09) < 3.5 * Math.sqrt(0.09 * 0.91 / ITEMS.length), `${both}`);
});

Deno.test("the same seed gives the same labels, whatever the order of items; another seed others", () => {
  const byId = (files: readonly ReviewFile[]) =>
    files.map(({ labels }) => Object.fromEntries(labels.map(({ itemId, answer }) => [itemId, answer])));
  assert.deepEqual(reviews({ seed: 7 }), reviews({ seed: 7 }));
  assert.deepEqual(byId(reviews({ seed: 7 }, ITEMS.toReversed())), byId(reviews({ seed: 7 })));
  assert.notDeepEqual(byId(reviews({ seed: 8 })), byId(reviews({ seed: 7 })));
  assert.deepEqual(reviews(), reviews({ seed: 1 }));
});

Deno.test("perfect reviewers say what is true, hopeless ones the opposite", () => {
  const files = reviews({
    reviewers: [{ name: "all", sensitivity: 1, specificity: 1 }, {
      name: "none",
      sensitivity: 0,
      specificity: 0,
    }],
  });
  assert.deepEqual(files.map((file) => [right(file, true), right(file, false)]), [[2000, 2000], [0, 0]]);
});

Deno.test("labels of synthetic reviewers can be joined as those of people", () => {
  const items = ITEMS.slice(0, 50);
  const { reviewers, ratings } = joinLabels(items, reviews({}, items));
  assert.equal(reviewers.length, 3);
  assert(reviewers.every((name) => name.startsWith("synthetic")));
  assert(ratings.flat().every((answer) => answer === "biased" || answer === "unbiased"));
});

Deno.test("syntheticReviews() refuse rates that are none", () => {
  const reviewer = { name: "Ada", sensitivity: 95, specificity: 0.9 };
  assert.throws(() => reviews({ reviewers: [reviewer] }), {
    name: "RangeError",
    message: "Cannot make up labels of Ada: its sensitivity is 95, it must be in [0, 1]",
  });
  for (const specificity of [-0.1, NaN]) {
    assert.throws(
      () => reviews({ reviewers: [{ ...reviewer, sensitivity: 1, specificity }] }),
      /its specificity is/,
    );
  }
});
