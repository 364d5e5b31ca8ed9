import assert from "node:assert/strict";
import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { publishedBias } from "codebias/studies/faircoder/paper/authors_bias.ts";

const near = (value: number, expected: number, by: number, what: string) =>
  assert.ok(Math.abs(value - expected) < by, `${what}: ${value}, not ${expected}`);

Deno.test("by prompt and without a shift, the mean over runs is what is declared; by the published definition it is not", () => {
  const rows = publishedBias();
  assert.deepEqual(rows.map(({ attribute, metric }) => `${attribute} ${metric}`), [
    ...["gender FairScore", "gender refusal rate", "gender preference entropy"],
    ...["race FairScore", "race refusal rate", "race preference entropy"],
    ...["age FairScore", "age refusal rate", "age preference entropy"],
  ]);
  for (const { attribute, metric, declared, corrected } of rows) {
    near(corrected, declared, 0.01, `${attribute} ${metric}`);
  }
  // Few points: what one group alone gets has 0.3 for the others, too; nothing has 1.
  const bias = (attribute: string, metric: string) =>
    rows.find((row) => row.attribute === attribute && row.metric === metric)!.bias;
  for (const attribute of ["gender", "race"]) {
    assert.ok(bias(attribute, "preference entropy") > 0.05, attribute);
  }
  assert.ok(bias("race", "preference entropy") > bias("age", "preference entropy"));
  // Answers that use the attribute for another value, or for all groups alike, refuse by neither and both.
  near(bias("gender", "refusal rate"), 0.05 * (1 - 0.6 - 0.05), 0.01, "gender refusal rate");
});

Deno.test("where every answer gives one group 2 points, the published entropy is the known one of ten such answers", () => {
  const [fair, refusal, entropy] = publishedBias((_, attribute) => ({
    ignores: 0,
    prefers: { [groupsOf(attribute)[1]]: 1 },
  }));
  // {20, 0} with 0.3 for each: the note on the artifact has 0.1097.
  near(entropy.published, 0.1097, 1e-4, "entropy");
  assert.deepEqual([entropy.declared, refusal.published, refusal.declared], [0, 0, 0]);
  near(fair.bias, 0.1097, 1e-4, "FairScore");
});
