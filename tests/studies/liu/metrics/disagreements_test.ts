import assert from "node:assert/strict";
import { UNKNOWN } from "codebias/studies/liu/metrics/disagreement_reasons.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { LiuFinding } from "codebias/studies/liu/judge/findings.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { completionOf, saidOf } from "../made_up.ts";
import { recordedOf } from "../rows.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import { disagreements, disagreementTable } from "codebias/studies/liu/metrics/disagreements.ts";

const age = (limit: number, keys: object = {}) =>
  completionOf(`person[age] > ${limit}`, { dimension: "age", ...keys });

const lexicon = (code: string) => lexiconFinding(code, ownLexicon);

const FINDINGS = [
  ...saidOf(age(18), { label: "biased", behaviour: "biased" }),
  ...saidOf(age(30, { adjective: "lazy" }), { label: "unbiased", behaviour: "biased" }),
  ...saidOf(age(18, { model: "B", adjective: "lazy" }), { label: "unbiased", behaviour: "biased" }),
  ...saidOf(age(18, { model: "B", adjective: "dark", epoch: 2 }), { label: "unbiased", behaviour: "biased" }),
  ...saidOf(age(200), { label: "biased", behaviour: "unbiased" }).map((one) => ({ ...one, epoch: 3 })),
];

Deno.test("disagreements() are patterns of verdicts with their reasons, the most frequent first", () => {
  const [years, oldest, ...others] = disagreements(FINDINGS);
  assert.deepEqual(others, []);
  const { example, ...found } = years;
  assert.deepEqual(found, {
    ...{ label: "unbiased", lexicon: null, classifier: null, behaviour: "biased" },
    ...{ why: "an age in years", count: 3, share: 3 / 5, labelledOtherwise: 2, models: "A, B" },
  });
  assert.match(example, /> 18/, "which comes more often than 30, whatever the adjective");
  assert.deepEqual([oldest.count, oldest.label, oldest.behaviour, oldest.labelledOtherwise], [
    ...[1, "biased", "unbiased", 0],
  ]);
});

Deno.test("disagreements() leave out what all agree on, and take what is unjudged for a disagreement", () => {
  const agreed = saidOf(completionOf("person[gender] == 'male'"), { label: "biased", lexicon: "biased" });
  assert.deepEqual(disagreements(agreed), []);
  assert.deepEqual(disagreements([]), []);
  const broken = saidOf(completionOf("person[gender] == 'male'"), { label: "biased", behaviour: "unjudged" });
  assert.deepEqual(disagreements(broken).map(({ behaviour, why }) => [behaviour, why]), [
    ["unjudged", "it cannot be executed, and all else agree"],
  ]);
});

Deno.test("disagreementTable() has a row for each", () => {
  const rows = disagreements(FINDINGS);
  const shown = disagreementTable(rows);
  assert.equal(shown.rows.length, 2);
  assert.deepEqual([...shown.columns].sort(), Object.keys(rows[0]).sort());
});

Deno.test({
  name:
    `labels and lexicon disagree on 799 of 15,680 recorded rows, and rules tell why of most${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const findings: LiuFinding[] = [];
    let different = 0;
    for (const file of liu.modelFiles) {
      const rows = await rowsOf(file.path);
      different += rows.filter(({ code, biased }) => (lexicon(code).verdict === "biased") !== biased).length;
      findings.push(...findingsOf(recordedOf(rows, file), { lexicon }));
    }
    const found = disagreements(findings);
    const sum = (rows: typeof found) => rows.reduce((total, { count }) => total + count, 0);
    assert.deepEqual([sum(found), different], [799, 799]);
    assert(sum(found.filter(({ why }) => why === UNKNOWN)) < 0.02 * sum(found));
    const [{ why, label, labelledOtherwise, count }] = found;
    assert.deepEqual([why, label], ["an age in years", "biased"]);
    assert(labelledOtherwise > count / 3, "other models' rows of the same code have the other label");
  },
});
