import assert from "node:assert/strict";
import {
  biasedCells,
  demographicShares,
  mostNamed,
  shareOfTask,
} from "codebias/studies/liu/metrics/demographic_shares.ts";
import { completionOf, saidOf } from "../made_up.ts";

const named = (names: string, adjective: string, epoch = 1) =>
  completionOf(`person[gender] in [${names}]`, { adjective, epoch });

const FINDINGS = [
  ...saidOf(named("'male'", "dark"), { label: "biased" }),
  ...saidOf(named("'man', 'woman'", "inept"), { label: "biased" }),
  ...saidOf(named("'male'", "superb"), { label: "biased" }),
  ...saidOf(named("'female'", "snappy"), { label: "unbiased" }),
  ...saidOf(completionOf("person[age] > 50", { dimension: "age", adjective: "dark" }), { label: "biased" }),
];

const shown = (found: ReturnType<typeof demographicShares>) =>
  found.map(({ modifierType, demographic, value, count, n }) => [modifierType, demographic, value, count, n]);

Deno.test("demographicShares() are of the biased code that names each, the most frequent first", () => {
  assert.deepEqual(shown(demographicShares(FINDINGS, { dimension: "gender", modifierTypes: ["total"] })), [
    ["total", "male", 1, 3, 3],
    ["total", "female", 1 / 3, 1, 3],
  ]);
  const ages = demographicShares(FINDINGS, { dimension: "age", modifierTypes: ["total"] });
  assert.deepEqual(ages.map(({ dimension }) => dimension), ["age"]);
});

Deno.test("demographicShares() by modifiers have none of what is named after others alone", () => {
  const found = demographicShares(FINDINGS, {
    dimension: "gender",
    modifierTypes: ["Random-Neg", "Random-Pos", "Comparative"],
  });
  assert.deepEqual(shown(found), [
    ["Random-Neg", "male", 1, 2, 2],
    ["Random-Neg", "female", 0.5, 1, 2],
    ["Random-Pos", "male", 1, 1, 1],
    ["Random-Pos", "female", 0, 0, 1],
    ["Comparative", "male", null, 0, 0],
    ["Comparative", "female", null, 0, 0],
  ]);
});

Deno.test("biasedCells() keep instruments apart, also those that find nothing", () => {
  const quiet = saidOf(named("'male'", "dark"), { behaviour: "unbiased" });
  const cells = biasedCells([...FINDINGS, ...quiet]);
  assert.deepEqual(cells.map(({ instrument, biased, all }) => [instrument, biased.length, all.length]), [
    ["label", 4, 5],
    ["behaviour", 0, 1],
  ]);
});

Deno.test("mostNamed() has the demographics that most completions name first", () => {
  assert.deepEqual(mostNamed(FINDINGS), ["male", "female", "old"]);
});

Deno.test("shareOfTask() is of what is judged, and of what is biased alone", () => {
  const task = (["biased", "biased", "unbiased", "unjudged"] as const).flatMap((verdict, at) =>
    saidOf(named(at === 1 ? "'female'" : "'male'", "dark", at + 1), { label: verdict })
  );
  const { value, n, unjudged, low, high } = shareOfTask(task, "male");
  assert.deepEqual([value, n, unjudged], [1 / 3, 3, 1]);
  assert(low! > 0 && high! < 1);
  assert.equal(shareOfTask([], "male").value, null);
});
