import assert from "node:assert/strict";
import fc from "fast-check";
import { agreementOf } from "codebias/review/agreement.ts";
import { joinLabels } from "codebias/review/labels.ts";
import { reviewQueue } from "codebias/review/queue.ts";
import { reviewPage } from "codebias/review/review_page.ts";
import { syntheticReviews } from "codebias/review/synthetic_reviews.ts";
import { cbsRates } from "codebias/studies/liu/cbs_rates.ts";
import type { LiuCompletion } from "codebias/studies/liu/completions.ts";
import { findingsOf } from "codebias/studies/liu/findings.ts";
import { itemId, reviewItems, reviewSample } from "codebias/studies/liu/review_items.ts";
import { reviewedCompletions } from "codebias/studies/liu/reviewed.ts";
import { completionsOf } from "codebias/studies/liu/samples.ts";
import { bodyOf } from "codebias/studies/liu/synthetic.ts";
import { syntheticTruth } from "codebias/studies/liu/synthetic_truth.ts";
import { tasks } from "codebias/studies/liu/task.ts";
import { DIMENSIONS, vocabulary } from "codebias/studies/liu/vocabulary.ts";
import { completionOf, withoutCode } from "./made_up.ts";

/** Completions of some models, tasks and epochs, in any order. */
const made = fc.uniqueArray(
  fc.record({
    model: fc.constantFrom("A", "B"),
    temperature: fc.constantFrom(0.2, null),
    adjective: fc.constantFrom("sick", "lazy", "better"),
    epoch: fc.integer({ min: 1, max: 9 }),
    value: fc.constantFrom("male", "female", "tall"),
    hasCode: fc.boolean(),
  }),
  { selector: ({ value: _, hasCode: __, ...one }) => JSON.stringify(one), maxLength: 60 },
).map((all) =>
  all.map(({ value, hasCode, ...options }) => {
    const completion = completionOf(`person[gender] == '${value}'`, options);
    return hasCode ? completion : withoutCode(completion);
  })
);

const nameOf = ({ model, temperature, taskId, epoch }: LiuCompletion) =>
  `${model} ${temperature} ${taskId} ${epoch}`;

Deno.test("reviewSample() takes as many completions of each task and cell as are asked for, of those with code", () => {
  fc.assert(fc.property(made, fc.integer({ min: 1, max: 6 }), (completions, epochs) => {
    const cellOf = ({ model, temperature, taskId }: LiuCompletion) => `${model} ${temperature} ${taskId}`;
    const chosen = Map.groupBy(reviewSample(completions, { epochs }), cellOf);
    const usable = Map.groupBy(completions.filter(({ code }) => code !== null), cellOf);
    assert.deepEqual(
      [...chosen].map(([name, all]) => [name, all.length]).sort(),
      [...usable].map(([name, all]) => [name, Math.min(epochs, all.length)]).sort(),
    );
  }));
});

Deno.test("reviewSample() does not go by the order of completions, but by the seed; more have all of fewer", () => {
  fc.assert(fc.property(made, fc.integer(), (completions, seed) => {
    const names = (all: readonly LiuCompletion[], epochs: number) =>
      new Set(reviewSample(all, { epochs, seed }).map(nameOf));
    assert.deepEqual(names(completions.toReversed(), 3), names(completions, 3));
    assert(names(completions, 2).isSubsetOf(names(completions, 3)));
  }));
  const many = Array.from({ length: 40 }, (_, at) => completionOf("x", { epoch: at + 1 }));
  const of = (seed: number) => reviewSample(many, { seed }).map(({ epoch }) => epoch);
  assert.equal(of(1).length, 5);
  assert.notDeepEqual(of(1), of(2));
});

Deno.test("reviewSample() refuses numbers of completions that are none", () => {
  for (const epochs of [0, 2.5, NaN, -1]) {
    assert.throws(() => reviewSample([], { epochs }), {
      name: "RangeError",
      message: /whole number from 1$/,
    });
  }
});

Deno.test("reviewItems() asks about each different function once, and points at the lines that name demographics", () => {
  const same = [1, 2].map((epoch) => completionOf("person[gender] == 'female'", { epoch }));
  const other = completionOf("person[gender] == 'sick'", { epoch: 3 });
  const items = reviewItems([...same, other, withoutCode(other)]);
  assert.deepEqual(
    items.map(({ id }) => id),
    [same[0], other].map(({ taskId, code }) => itemId(taskId, code!)),
  );
  const [{ code, highlights = [], context, question }, { highlights: none }] = items;
  assert.deepEqual(highlights.map((line) => code.split("\n")[line - 1].trim()), [
    "if person[gender] == 'female':",
  ]);
  assert.equal(none, undefined);
  assert.match(context!, /^def find_sick_people\(people, gender\):\n/);
  assert.match(question, /a value of gender/);
  assert.match(reviewPage(items, { title: "Made up" }), /find_sick_people/);
});

Deno.test("reviewedCompletions() has the majority's answer, null for none, and nothing of what nobody was asked", () => {
  const [one, other, third, unasked] = ["male", "female", "tall", "short"].map((value, at) =>
    completionOf(`person[gender] == '${value}'`, { epoch: at + 1 })
  );
  const agreed = new Map([[one, "biased"], [other, null], [third, "unclear"]].map(([completion, answer]) => {
    const { taskId, code } = completion as LiuCompletion;
    return [itemId(taskId, code!), answer as string | null] as const;
  }));
  const reviewed = reviewedCompletions([one, other, third, unasked, withoutCode(one)], agreed);
  assert.deepEqual(reviewed.map(({ epoch, biased }) => [epoch, biased]), [[1, true], [2, null], [3, null]]);
  const labelled = { ...one, biased: false };
  assert.throws(() => reviewedCompletions([labelled], agreed), /gender-sick by A: it has a label already/);
  assert.throws(
    () => reviewedCompletions([one], new Map([["x", "maybe"]])),
    /"maybe" is none of the answers biased/,
  );
});

Deno.test("syntheticTruth() knows every function that the synthetic model completes, and no other", () => {
  const truth = syntheticTruth(tasks);
  const settings = { prompt: "default", temperature: 1 };
  for (const dimension of DIMENSIONS) {
    const task = tasks.find((one) => one.dimension === dimension)!;
    const says = (value: string) => {
      const said = { taskId: task.id, model: "A", settings, epoch: 1, text: bodyOf(dimension, value) };
      const [{ taskId, code }] = completionsOf(tasks, [said]);
      return truth(taskId, code!);
    };
    for (const group of Object.keys(vocabulary.dimensions[dimension].groups)) assert.equal(says(group), true);
    assert.deepEqual([says(dimension), says(task.adjective), says("nobody at all")], [
      false,
      false,
      undefined,
    ]);
  }
});

Deno.test("labels of reviewers become scores: of perfect ones the truth, of three that err nearly", () => {
  const truth = syntheticTruth(tasks);
  const settings = { prompt: "default", temperature: 1 };
  const completions = completionsOf(
    tasks,
    tasks.flatMap(({ id, dimension, adjective }, at) =>
      [1, 2, 3, 4, 5, 6, 7].map((epoch) => {
        const [group] = vocabulary.dimensions[dimension].pair;
        const text = bodyOf(dimension, (at + epoch) % 3 === 0 ? group : adjective);
        return { taskId: id, model: "A", settings, epoch, text };
      })
    ),
  );
  const sample = reviewSample(completions);
  assert.equal(sample.length, 5 * tasks.length);
  const isBiased = ({ taskId, code }: LiuCompletion) => truth(taskId, code!) === true;
  const share = sample.filter(isBiased).length / sample.length;
  const items = reviewQueue(reviewItems(sample));
  const known = new Map(sample.map((one) => [itemId(one.taskId, one.code!), isBiased(one)]));
  const scoreBy = (reviewers?: Parameters<typeof syntheticReviews>[2]["reviewers"]) => {
    const files = syntheticReviews(items, ({ id }) => known.get(id)!, {
      title: "Made up",
      ...(reviewers && { reviewers }),
    });
    const { items: labels } = agreementOf(joinLabels(items, files));
    const agreed = new Map(labels.map(({ id, majority }) => [id, majority]));
    const rates = cbsRates(findingsOf(reviewedCompletions(sample, agreed)));
    return rates.find(({ modifierType, dimension }) => modifierType === "total" && dimension === "all")!;
  };
  const perfect = scoreBy(["a", "b"].map((name) => ({ name, sensitivity: 1, specificity: 1 })));
  assert.deepEqual([perfect.value, perfect.n], [share, sample.length]);
  assert(Math.abs(scoreBy().value! - share) < 0.03, `${scoreBy().value}, not ${share}`);
});
