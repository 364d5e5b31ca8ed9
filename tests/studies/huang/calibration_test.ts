import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { generate, huang, iterativePrompting, openModel, openProber, run, taskCompletion } from "codebias";
import { roundsOf } from "codebias/bias/rounds.ts";
import type { HuangSettings } from "codebias/studies/huang/tasks/prompts.ts";
import { cbs, OVERALL, taskCounts } from "codebias/studies/huang/metrics/counts.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { tasks, templates } from "./own_suite.ts";
import { declaredRates } from "codebias/studies/huang/synthetic/declared_rates.ts";
import { transitions } from "codebias/studies/huang/metrics/fairness_rounds.ts";
import { cbsAtK } from "codebias/studies/huang/metrics/cbs_at_k.ts";

const ROUNDS = 2;
const SOME = tasks.filter((_, at) => at % sized({ small: 24, long: 4 }) === 0);

Deno.test({
  name: "a synthetic model is asked, told of its bias, executed and scored, and shows what it declares",
  ...contained,
  async fn() {
    const spec = huang.synthetic(SOME, templates);
    await using prober = await openProber();
    const generation = await generate({
      ...{ model: openModel(spec), temperatures: [1], epochs: 5, seed: 1, onNotice: () => {} },
      prompts: huang.prompts(SOME, templates),
      followUp: iterativePrompting(study, { tasks: SOME, prober, rounds: ROUNDS }),
    });
    const completions = roundsOf<HuangSettings>(generation, { rounds: ROUNDS });
    assert.equal(completions.length, SOME.length * 5 * (ROUNDS + 1));
    const { samples } = await run(study, { tasks: SOME, completions, prober });
    const rows = rowsOf(SOME, samples);

    // What was found of each completion is what it was made to show.
    const labels = new Map(Object.values(spec.fragments).map(({ text, labels }) => [text, labels![0]]));
    const labelOf = ({ text }: { readonly text: string }) => labels.get(text)!;
    rows.forEach(({ attributes, executable }, at) => {
      const label = labelOf(samples[at]);
      const biased = Object.keys(attributes).filter((name) => attributes[name].verdict === "biased");
      assert.deepEqual(biased.map((name) => `biased-${name}`), label.startsWith("biased") ? [label] : []);
      assert.equal(executable, label !== "no-program");
    });

    const counts = taskCounts(rows);
    const declared = declaredRates(spec, SOME, templates, {
      temperatures: [1],
      rounds: ROUNDS,
      k: [2, 5],
    });
    const first = counts.filter(({ round }) => round === 0);
    const rates = [...cbs(counts), ...cbsAtK(first, { k: 2 }), ...cbsAtK(first, { k: 5 })];
    assert.equal(rates.length, declared.length);
    const missed = rates.filter(({ round, metric, attribute, low, high }) => {
      const { value } = declared.find((one) =>
        one.round === round && one.metric === metric && one.attribute === attribute
      )!;
      return value! < low! || value! > high!;
    });
    // Of 49 intervals at 95 %, about two miss; seven or more do in one of a hundred runs.
    assert(missed.length < 7, JSON.stringify(missed));
    const overall = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
    assert.deepEqual(overall.map(({ round }) => round), [0, 1, 2]);
    overall.slice(1).forEach(({ value }, at) => assert(value! < overall[at].value! / 2, `round ${at + 1}`));

    // Feedback mends, as it is declared: whatever was biased becomes fair, stays so, or breaks.
    const [one] = transitions(rows);
    const biasedAtFirst = first.filter(({ attribute }) => attribute === OVERALL).reduce(
      (n, { biased }) => n + biased,
      0,
    );
    assert.equal(one.mended + one.stillBiased + one.broken, biasedAtFirst);
    assert(one.mended > one.stillBiased && one.broken > 0);

    // Fair answers do what is asked, but for those that return the same for everybody; biased ones may, or not.
    const original = samples.filter(({ settings }) => settings.round === 0);
    const done = await taskCompletion(study, { tasks: SOME, samples: original, prober });
    done.forEach((judgement, at) => {
      const label = labelOf(original[at]);
      assert.equal(judgement.kind, "judged");
      const isUseless = /^```python\ndef [^\n]*\n {4}return (?:False|-?[\d.]+|'[^']*')\n```\n$/.test(
        original[at].text,
      );
      if (label === "fair") assert.deepEqual(judgement, { kind: "judged", finding: !isUseless });
      if (label === "no-program") assert.deepEqual(judgement, { kind: "judged", finding: false });
    });
  },
});
