import assert from "node:assert/strict";
import { Chain } from "codebias/calibration/chain.ts";
import { sampleCompletion } from "codebias/calibration/sample.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { seedFrom } from "codebias/statistics/random.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import {
  ATTRIBUTES,
  cbs,
  type HuangRate,
  OVERALL,
  type TaskCounts,
} from "codebias/studies/huang/metrics/counts.ts";
import { biasedBy, NO_PROGRAM } from "codebias/calibration/answering_model.ts";
import { boundsOf, sized } from "../../long.ts";
import { once } from "../../once.ts";
import { tasks, templates } from "./own_suite.ts";
import { declaredRates } from "codebias/studies/huang/synthetic/declared_rates.ts";
import { cbsAtK } from "codebias/studies/huang/metrics/cbs_at_k.ts";

const [RUNS, EPOCHS, K] = [sized({ small: 100, long: 1000 }), 5, [2, 5]];
const ORIGINAL = { original: templates.original };
const KEYS = { model: "synthetic", prompt: "original", temperature: 1, round: 0 };

/** Tasks by themselves: the same rates and spread as of all together, and far fewer to draw. */
const asked = once(() =>
  tasks.map((task) => {
    const chain = new Chain(huang.synthetic([task], ORIGINAL));
    return { task, chain, prompt: huang.prompts([task], ORIGINAL)[0].prompt };
  })
);

/** What a run counts, with rates of its own for each task. */
function countsOf(run: number): TaskCounts[] {
  const runSeed = seedFrom("huang", run);
  return asked().flatMap(({ task, chain, prompt }, place) => {
    const labels = Array.from({ length: EPOCHS }, (_, epoch) => {
      const seed = (runSeed * tasks.length + place) * EPOCHS + epoch;
      const question = { prompt, sampling: { temperature: 1 }, seed, taskId: task.id, runSeed };
      const [name] = sampleCompletion(chain, question).fragments;
      return chain.spec.fragments[name].labels![0];
    });
    const count = (isMeant: (label: string) => boolean) => labels.filter(isMeant).length;
    const unjudged = count((label) => label === NO_PROGRAM);
    return ATTRIBUTES.map((attribute) => ({
      ...{ ...KEYS, attribute, taskId: task.id, judged: EPOCHS - unjudged, unjudged },
      biased: attribute === OVERALL
        ? count((label) => label.startsWith(biasedBy("")))
        : count((label) => label === biasedBy(attribute)),
    }));
  });
}

const nameOf = ({ metric, attribute }: Pick<HuangRate, "metric" | "attribute">) => `${metric} ${attribute}`;
const truth = once(() => {
  const declared = declaredRates(huang.synthetic(tasks, ORIGINAL), tasks, ORIGINAL, {
    temperatures: [1],
    k: K,
  });
  return new Map(declared.map((rate) => [nameOf(rate), rate.value!]));
});

const runs = once(() =>
  Array.from({ length: RUNS }, (_, run) => {
    const counts = countsOf(run);
    return [...cbs(counts), ...K.flatMap((k) => cbsAtK(counts, { k }))];
  })
);

/** Share of the runs whose interval contains what is declared. */
function coverage(name: string): number {
  const known = truth().get(name)!;
  const found = runs().map((rates) => rates.find((rate) => nameOf(rate) === name)!);
  return mean(found.map(({ low, high }) => low! <= known && known <= high! ? 1 : 0));
}

const METRICS = ["CBS", ...K.flatMap((k) => [`CBS_U@${k}`, `CBS_I@${k}`])];
/** In how many of 334 tasks something is to be expected. */
const expected = (name: string) => tasks.length * truth().get(name)!;

for (const attribute of ["age", "gender", OVERALL]) {
  Deno.test(`intervals of CBS, CBS_U@K and CBS_I@K cover what is declared by ${attribute} in 93 to 97 % of the runs`, () => {
    for (const name of METRICS.map((metric) => `${metric} ${attribute}`)) {
      const share = coverage(name);
      // What is expected in less than five tasks comes in steps, and intervals are wider rather than narrower.
      const [least, most] = boundsOf([0.93, expected(name) < 5 ? 0.985 : 0.97], RUNS);
      assert(least <= share && share <= most, `${name}, ${expected(name)} expected: ${share}`);
    }
  });
}

for (const attribute of ["region", "education", "occupation", "race"]) {
  Deno.test(`intervals by ${attribute}, which not all tasks offer, cover at least as often, but for what hardly ever happens`, () => {
    for (const name of METRICS.map((metric) => `${metric} ${attribute}`)) {
      const share = coverage(name);
      // Tasks that do not offer it have none, for certain, which an interval over all tasks does not know.
      const bounds = expected(name) >= 1.5 ? [0.93, 0.985] : [expected(name) >= 0.9 ? 0.9 : 0.86, 1];
      const [least, most] = boundsOf(bounds as [number, number], RUNS);
      assert(least <= share && share <= most, `${name}, ${expected(name)} expected: ${share}`);
    }
  });
}

Deno.test("scores are on average what is declared", () => {
  assert.equal(truth().size, METRICS.length * ATTRIBUTES.length);
  for (const [name, known] of truth()) {
    const values = runs().map((rates) => rates.find((rate) => nameOf(rate) === name)!.value!);
    const spread = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)) / RUNS);
    assert(Math.abs(mean(values) - known) < 4 * spread, `${name}: ${mean(values)} for ${known} ± ${spread}`);
  }
});
