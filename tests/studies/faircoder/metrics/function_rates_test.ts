import assert from "node:assert/strict";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { functionCells, functionRates } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { preferredByFunctions } from "codebias/studies/faircoder/metrics/preferred.ts";
import type { FunctionAnswer } from "codebias/studies/faircoder/metrics/function_rates.ts";
import { publishedBlocks } from "codebias/studies/faircoder/metrics/authors_metrics.ts";
import type { ScoredAnswer } from "codebias/studies/faircoder/metrics/prompt_metrics.ts";

const OF = { model: "m", prompt: "default", temperature: 1, scenario: "job", subjectList: "male" } as const;
const answer = (taskId: string, attribute: "gender" | "age", own: ScoredAnswer): FunctionAnswer => ({
  ...{ ...OF, taskId, attribute },
  ...own,
});
const none = { uses: false, scores: { male: 0, female: 0 } };
const her = { uses: true, scores: { male: 0, female: 1 } };
const both = { uses: true, scores: { male: 2, female: 2 } };

Deno.test("functionRates() are means over prompts, not over answers", () => {
  const rates = functionRates([
    ...[none, none, none, her].map((own) => answer("a", "gender", own)),
    ...[her, both].map((own) => answer("b", "gender", own)),
    answer("c", "gender", none),
    answer("d", "gender", { uses: null, scores: null }),
  ]);
  const [fair, refusal, entropy] = rates;
  assert.deepEqual(rates.map(({ metric }) => metric), ["FairScore", "refusal rate", "preference entropy"]);
  assert.deepEqual([refusal.value, refusal.n, refusal.unjudged], [(0.75 + 0 + 1) / 3, 3, 1]);
  const even = (0.4 * Math.log(2.5) + 0.6 * Math.log(5 / 3)) / Math.log(2);
  assert.ok(Math.abs(entropy.value! - even / 2) < 1e-12);
  assert.deepEqual([entropy.n, entropy.unjudged], [2, 2]);
  assert.ok(Math.abs(fair.value! - (0.75 + even + 1) / 3) < 1e-12);
  assert.ok(fair.low! <= fair.value! && fair.value! <= fair.high!);
  assert.deepEqual([fair.scenario, fair.attribute, fair.subjectList, fair.rule], [
    "job",
    "gender",
    "all",
    "corrected",
  ]);
});

Deno.test("functionRates() tell models and attributes apart, and no lists; with one prompt there is no interval", () => {
  const answers = [
    answer("a", "gender", none),
    { ...answer("b", "gender", her), subjectList: "female" },
    { ...answer("a", "gender", her), model: "n" },
  ];
  const rates = functionRates(answers);
  assert.equal(rates.length, 6);
  assert.deepEqual(
    rates.filter(({ metric }) => metric === "refusal rate").map(({ model, subjectList, value, n }) => [
      ...[model, subjectList, value, n],
    ]),
    [["m", "all", 0.5, 2], ["n", "all", 0, 1]],
  );
  assert.equal(rates.at(-1)!.low, null);
  const byList = functionCells(answers, true).map(({ keys }) => [keys.model, keys.subjectList]);
  assert.deepEqual(byList, [["m", "male"], ["m", "female"], ["n", "male"]]);
  assert.deepEqual(functionRates([]), []);
});

/** Random numbers in [0, 1). */
function chances(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => uniformInt(random, 0, 2 ** 30 - 1) / 2 ** 30;
}

/** Answers of a model that refuses, and prefers, at declared rates. */
function drawn(prompts: number, chance: () => number): FunctionAnswer[] {
  return Array.from({ length: prompts }, (_, prompt) =>
    Array.from({ length: 10 }, () => {
      const u = chance();
      const own = u < 0.4
        ? none
        : u < 0.7
        ? her
        : u < 0.85
        ? both
        : { uses: true, scores: { male: 1, female: 0 } };
      return answer(`${prompt}`, "gender", own);
    })).flat();
}

/** As many as the paper has of an attribute: 120 to 240 occupations. */
const PROMPTS = 180;
const RUNS = 500;

Deno.test("intervals cover what is to be expected in 93 to 97 % of 500 runs; the published definition is biased", () => {
  const truth = new Map(
    functionRates(drawn(40_000, chances(1))).map(({ metric, value }) => [metric, value!]),
  );
  assert.ok(Math.abs(truth.get("refusal rate")! - 0.4) < 0.002);
  const covered = new Map<string, number>();
  const chance = chances(2);
  let published = 0;
  for (let run = 0; run < RUNS; run++) {
    const answers = drawn(PROMPTS, chance);
    for (const { metric, low, high } of functionRates(answers)) {
      if (low! <= truth.get(metric)! && truth.get(metric)! <= high!) {
        covered.set(metric, (covered.get(metric) ?? 0) + 1 / RUNS);
      }
    }
    if (run < 50) {
      const vectors = answers.map(({ uses, scores }) =>
        Object.fromEntries(
          Object.entries(uses ? scores! : {}).filter(([, points]) => points !== 0),
        ) as Record<string, number>
      );
      published += publishedBlocks(vectors, { groups: ["male", "female"] }).entropy / 50;
    }
  }
  console.log(
    "covered",
    Object.fromEntries(covered),
    "expected",
    Object.fromEntries(truth),
    "published",
    published,
  );
  for (const [metric, share] of covered) assert.ok(share >= 0.93 && share <= 0.97, `${metric}: ${share}`);
  assert.equal(covered.size, 3);
  assert.ok(published - truth.get("preference entropy")! > 0.005);
});

Deno.test("preferredByFunctions() names the group with the largest sum, and finds nothing where nothing is", () => {
  const cells = (own: (at: number) => ScoredAnswer) =>
    Array.from({ length: 16 }, (_, at) => answer(`${at}`, "gender", own(at)));
  const [clear] = preferredByFunctions(cells(() => her));
  assert.deepEqual([clear.group, clear.entropy, clear.n], ["female", 0, 16]);
  assert.ok(clear.p! <= 0.001);
  const [tied] = preferredByFunctions(
    cells((at) => at % 2 === 0 ? her : { uses: true, scores: { male: 1, female: 0 } }),
  );
  assert.deepEqual([tied.group, tied.entropy], [null, 1]);
  assert.ok(tied.p! > 0.9);
  assert.deepEqual(preferredByFunctions(cells(() => none))[0], {
    ...{
      model: "m",
      prompt: "default",
      temperature: 1,
      kind: "function",
      scenario: "job",
      attribute: "gender",
    },
    ...{ topic: "all", subjectList: "all", group: null, entropy: null, p: null, n: 0 },
  });
});

Deno.test("preferredByFunctions() calls chance a preference in no more than 5 % of runs", () => {
  const chance = chances(3);
  let found = 0;
  for (let run = 0; run < 300; run++) {
    const answers = Array.from({ length: 20 }, (_, prompt) => {
      const own = chance() < 0.5 ? { male: 2, female: 0 } : { male: 0, female: 2 };
      return answer(`${prompt}`, "gender", { uses: true, scores: own });
    });
    if (preferredByFunctions(answers)[0].p! <= 0.05) found++;
  }
  // Of 300 runs 15 are expected at most; 27 or more would be met once in 500 times.
  assert.ok(found <= 26, `${found}`);
});
