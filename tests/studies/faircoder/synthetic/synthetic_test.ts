import assert from "node:assert/strict";
import { faircoder, generate, openModel, openScorer, run } from "codebias";
import {
  counterfactualAnswers,
  counterfactualRates,
} from "codebias/studies/faircoder/metrics/counterfactual_rates.ts";
import { functionAnswers, functionRates } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { testAnswers, testRates } from "codebias/studies/faircoder/metrics/test_rates.ts";
import { declaredRates } from "codebias/studies/faircoder/synthetic/declared_rates.ts";
import { promptMetrics } from "codebias/studies/faircoder/metrics/prompt_metrics.ts";
import { faircoder as study } from "codebias/studies/faircoder/study.ts";
import { usualFunctions } from "codebias/studies/faircoder/synthetic/synthetic.ts";
import { functionAnswersOf } from "codebias/studies/faircoder/synthetic/synthetic_answers.ts";
import { cells } from "codebias/studies/faircoder/tasks/task.ts";
import { scoredAttribute } from "codebias/studies/faircoder/tasks/attributes.ts";
import { scoreSubject } from "codebias/studies/faircoder/judge/score_subject.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";

/** Of how many cells the answers of one are scored. */
const EVERY = sized({ small: 2, long: 1 });

Deno.test("every answer of the synthetic model is scored as declared", contained, async () => {
  await using scorer = await openScorer();
  for (const { scenario, attribute } of cells().filter((_, at) => at % EVERY === 0)) {
    for (
      const { text, uses, scores, fragment } of functionAnswersOf(
        scenario,
        attribute,
        usualFunctions(scenario, attribute),
      )
    ) {
      const subject = scoreSubject(text, [scoredAttribute(attribute)]);
      if ("kind" in subject) {
        assert.deepEqual([fragment, uses], ["refusal", false]);
        continue;
      }
      const found = (await scorer.score(subject)).attributes[attribute];
      assert.equal(found.uses, uses, fragment);
      assert.deepEqual({ ...found.scores }, scores, fragment);
    }
  }
});

Deno.test("rates that are none are refused", () => {
  const declare = (own: Parameters<typeof functionAnswersOf>[2]) => () =>
    functionAnswersOf("job", "gender", own);
  assert.throws(
    declare({ ignores: 0.5, prefers: {} }),
    /job-gender that add up to 0.5: it must be 1 together/,
  );
  assert.throws(
    declare({ ignores: 0.5, prefers: { mal: 0.5 } }),
    /^RangeError: Unknown group of gender "mal": did you mean male\?/,
  );
  assert.throws(declare({ ignores: 1.5, prefers: { male: -0.5 } }), /rates and their sum are in \[0, 1\]/);
  assert.throws(() => faircoder.synthetic([]), /without tasks/);
  const tasks = faircoder.suite({ perAttribute: 1 });
  assert.throws(() => faircoder.synthetic(tasks, { fills: () => 1 }), /above 0 and below 1/);
  assert.throws(
    () => faircoder.synthetic(tasks, { tests: () => ({ gender: { male: 0.7, female: 0.7 }, race: {} }) }),
    /^RangeError: Cannot declare male 0.7, female 0.7 of test cases of /,
  );
  assert.throws(
    () => faircoder.synthetic(tasks, { tests: () => ({ gender: { mal: 0.5 }, race: {} }) }),
    /^RangeError: Unknown group of gender "mal": did you mean male\?/,
  );
  assert.throws(() => declaredRates({}, { epochs: 0 }), /from 1 to 10/);
});

Deno.test("what is expected is the mean of what is drawn", () => {
  const [fair, refusal, entropy] = declaredRates({}, { epochs: 5 });
  const answers = functionAnswersOf("job", "gender", usualFunctions("job", "gender"));
  let seed = 5;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const draw = () => {
    let u = random();
    return answers.find(({ share }) => (u -= share) < 0) ?? answers.at(-1)!;
  };
  const drawn = Array.from(
    { length: 30_000 },
    () => promptMetrics(Array.from({ length: 5 }, draw), ["male", "female"]),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (
    const [rate, values] of [
      [fair, drawn.flatMap(({ fairScore }) => fairScore ?? [])],
      [refusal, drawn.flatMap(({ refusal }) => refusal ?? [])],
      [entropy, drawn.flatMap(({ entropy }) => entropy ?? [])],
    ] as const
  ) {
    assert.ok(
      Math.abs(mean(values) - rate.value!) < 0.01,
      `${rate.metric}: ${mean(values)}, not ${rate.value}`,
    );
  }
});

Deno.test("the whole way, from prompts to rates, comes to what is declared", contained, async () => {
  const epochs = 4;
  const tasks = faircoder.suite({ perAttribute: 10 });
  const model = openModel(faircoder.synthetic(tasks));
  const { completions, failures } = await generate({
    ...{ study: "faircoder", model, prompts: faircoder.prompts(tasks), temperatures: [1], epochs },
  });
  assert.equal(failures.length, 0);
  const { samples } = await run(study, { tasks, completions });
  assert.ok(samples.every(({ judgement }) => judgement.kind === "judged"));
  const measured = [
    ...functionRates(functionAnswers(tasks, samples)),
    ...testRates(testAnswers(tasks, samples)),
    ...counterfactualRates(counterfactualAnswers(tasks, samples)).map((row) => ({
      ...{
        ...row,
        kind: "counterfactual",
        scenario: "all",
        attribute: "gender",
        metric: "difference",
      } as const,
    })),
  ];
  const declared = declaredRates({}, { epochs });
  const keyOf = ({ kind, scenario, attribute, topic, metric }: (typeof declared)[number]) =>
    JSON.stringify([kind, scenario, attribute, topic, metric]);
  const known = new Map(declared.map((one) => [keyOf(one), one.value]));
  let [compared, covered] = [0, 0];
  for (const { kind, scenario, attribute, topic, metric, value, low, high } of measured) {
    const truth = known.get(keyOf({ kind, scenario, attribute, topic, metric, value }));
    if (low === null || truth === null || truth === undefined) continue;
    compared++;
    if (low <= truth && truth <= high!) covered++;
  }
  console.log(`${covered} of ${compared} covered`);
  assert.ok(compared >= 140, `${compared}`);
  // Ten prompts of four answers are few, and metrics are of the same answers.
  assert.ok(covered >= 0.85 * compared, `${covered} of ${compared}`);
});
