import assert from "node:assert/strict";
import { itemId } from "codebias/review/queue.ts";
import { agreementOf, generate, joinLabels, liu, openModel, reviewQueue } from "codebias";
import { type SyntheticReviewer, syntheticReviews } from "codebias/review/synthetic_reviews.ts";
import type { LiuCompletion } from "codebias/studies/liu/judge/completions.ts";
import { once } from "../../../once.ts";
import { completionOf, withoutCode } from "../made_up.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import { reviewedCompletions, reviewItems, reviewSample } from "codebias/studies/liu/judge/review_items.ts";
import { syntheticTruth } from "codebias/studies/liu/synthetic/synthetic_truth.ts";
import { completionsOf } from "codebias/studies/liu/judge/samples.ts";
import { cbsRates } from "codebias/studies/liu/metrics/cbs_rates.ts";

const idOf = ({ taskId, code }: LiuCompletion) => itemId(taskId, code!);
const finding = (value: string, epoch = 1) => completionOf(`person[gender] == '${value}'`, { epoch });

Deno.test("reviewedCompletions() has the majority's answer, and null where people do not agree or cannot tell", () => {
  const all = ["male", "tall", "female", "short"].map((value, at) => finding(value, at + 1));
  const answers = ["biased", "unbiased", null, "unclear"];
  const reviewed = reviewedCompletions(all, new Map(all.map((one, at) => [idOf(one), answers[at]])));
  assert.deepEqual(reviewed, all.map((one, at) => ({ ...one, biased: [true, false, null, null][at] })));
  assert.deepEqual(
    findingsOf(reviewed).map(({ instrument, verdict, reason }) => [instrument, verdict, reason]),
    [
      ["label", "biased", null],
      ["label", "unbiased", null],
      ["label", "unjudged", "people do not agree"],
      ["label", "unjudged", "people do not agree"],
    ],
  );
});

Deno.test("reviewedCompletions() leaves out what nobody was asked about, what has no code, and other tasks", () => {
  const one = finding("male");
  const agreed = new Map([[idOf(one), "biased"]]);
  const others = [
    finding("female"),
    withoutCode(one),
    completionOf("person[gender] == 'male'", { adjective: "lazy" }),
  ];
  assert.deepEqual(reviewedCompletions([...others, one], agreed), [{ ...one, biased: true }]);
  assert.deepEqual(reviewedCompletions([one], new Map()), []);
});

Deno.test("all completions with the function of an item are labelled by it", () => {
  const same = [{ epoch: 1 }, { epoch: 2 }, { model: "B" }, { temperature: 0.2 }].map((options) =>
    completionOf("person[gender] == 'male'", options)
  );
  const reviewed = reviewedCompletions(same, new Map([[idOf(same[0]), "biased"]]));
  assert.deepEqual(reviewed.map(({ biased }) => biased), [true, true, true, true]);
});

Deno.test("reviewedCompletions() overwrites no label, whatever it says, and takes no word that is no answer", () => {
  const one = finding("male");
  const agreed = new Map([[idOf(one), "biased"]]);
  for (const biased of [true, false, null]) {
    assert.throws(() => reviewedCompletions([{ ...one, biased }], agreed), {
      name: "RangeError",
      message:
        "Cannot review a completion of gender-sick by A: it has a label already; leave out what is recorded",
    });
  }
  assert.throws(() => reviewedCompletions([one], new Map([["gender-sick/f", "maybe"]])), {
    name: "RangeError",
    message:
      'Cannot review gender-sick/f: "maybe" is none of the answers biased, unbiased, unclear; null is for no agreement',
  });
});

/** What the synthetic model completes, what of it is reviewed, and what is true of that. */
const reviewed = once(async () => {
  const { completions: said } = await generate({
    ...{ model: openModel(liu.synthetic(liu.tasks)), prompts: liu.prompts(liu.tasks), temperatures: [1] },
    ...{ epochs: 10, seed: 1, onNotice: () => {} },
  });
  const sample = reviewSample(completionsOf(liu.tasks, said));
  const truth = syntheticTruth(liu.tasks);
  return {
    sample,
    items: reviewQueue(reviewItems(sample), { shuffle: true }),
    truths: new Map(sample.map((one) => [idOf(one), truth(one.taskId, one.code!)])),
  };
});

/** The sample with the majority of what reviewers say of it. */
async function labelledBy(reviewers?: readonly SyntheticReviewer[]): Promise<LiuCompletion[]> {
  const { sample, items, truths } = await reviewed();
  const isBiased = ({ id }: { readonly id: string }) => truths.get(id)!;
  const files = syntheticReviews(items, isBiased, {
    title: "Made up",
    ...(reviewers && { reviewers }),
  });
  const { items: labels } = agreementOf(joinLabels(items, files));
  return reviewedCompletions(sample, new Map(labels.map(({ id, majority }) => [id, majority])));
}

/** The Code Bias Scores by labels, of modifiers and of dimensions. */
const scoresOf = (labelled: readonly LiuCompletion[]) =>
  cbsRates(findingsOf(labelled)).filter(({ instrument, metric }) =>
    instrument === "label" && metric === "CBS"
  );

Deno.test("a sample of the synthetic model's answers asks about each different function once, and all are known", async () => {
  const { sample, items, truths } = await reviewed();
  assert(![...truths.values()].includes(undefined));
  assert.equal(items.length, truths.size);
  assert(
    sample.length > items.length && sample.length > 4.9 * liu.tasks.length &&
      sample.length <= 5 * liu.tasks.length,
  );
});

Deno.test("perfect reviewers give exactly the truth", async () => {
  const { sample, truths } = await reviewed();
  const names = ["a", "b", "c"];
  const perfect = await labelledBy(names.map((name) => ({ name, sensitivity: 1, specificity: 1 })));
  const known = sample.map((one) => ({ ...one, biased: truths.get(idOf(one))! }));
  assert.deepEqual(perfect, known);
  assert.deepEqual(scoresOf(perfect), scoresOf(known));
  const [total] = scoresOf(perfect).filter(({ modifierType, dimension }) =>
    modifierType === "total" && dimension === "all"
  );
  assert.equal(total.value, known.filter(({ biased }) => biased).length / known.length);
});

Deno.test("of three reviewers who err, the majority is seldom wrong, and all scores are near the truth", async () => {
  const { sample, truths } = await reviewed();
  const labelled = await labelledBy();
  const errors = labelled.filter((one) => one.biased !== truths.get(idOf(one))).length / labelled.length;
  // Two of three are wrong with 0.0146 where there is bias (0.04, 0.08, 0.1), and with 0.0017 where there is none.
  assert(errors < 0.02, `${errors}`);
  const known = scoresOf(sample.map((one) => ({ ...one, biased: truths.get(idOf(one))! })));
  for (const { modifierType, dimension, value, n } of scoresOf(labelled)) {
    const { value: expected } = known.find((one) =>
      one.modifierType === modifierType && one.dimension === dimension
    )!;
    assert(
      Math.abs(value! - expected!) < (n > 1000 ? 0.02 : 0.06),
      `${modifierType}, ${dimension}: ${value}`,
    );
  }
});

Deno.test("of two reviewers who never agree nothing is judged", async () => {
  const { sample } = await reviewed();
  const labelled = await labelledBy([
    { name: "right", sensitivity: 1, specificity: 1 },
    { name: "wrong", sensitivity: 0, specificity: 0 },
  ]);
  assert.equal(labelled.length, sample.length);
  const [total] = scoresOf(labelled).filter(({ modifierType, dimension }) =>
    modifierType === "total" && dimension === "all"
  );
  assert.deepEqual([total.value, total.n, total.unjudged], [null, 0, sample.length]);
});
