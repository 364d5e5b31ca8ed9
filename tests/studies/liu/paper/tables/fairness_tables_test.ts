import assert from "node:assert/strict";
import { fairnessRows } from "codebias/studies/liu/metrics/fairness_rows.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { FairnessTableRow } from "codebias/studies/liu/paper/tables/fairness_tables.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../../artifact.ts";
import { completionOf, saidOf } from "../../made_up.ts";
import { recordedOf } from "../../rows.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import { fairnessTable, table5, table6 } from "codebias/studies/liu/paper/tables/fairness_tables.ts";

const INCODER = "InCoder-6.7B";

/** The only row of these. */
function oneOf(rows: readonly FairnessTableRow[], which: Partial<FairnessTableRow>): FairnessTableRow {
  const found = rows.filter((row) =>
    Object.entries(which).every(([key, value]) => row[key as keyof FairnessTableRow] === value)
  );
  assert.equal(found.length, 1, JSON.stringify(which));
  return found[0];
}

const named = (names: string, epoch: number, adjective = "sick") =>
  completionOf(`person[gender] in [${names}]`, { model: INCODER, epoch, adjective });

const FINDINGS = [
  ...saidOf(named("'male'", 1), { label: "biased", lexicon: "biased" }),
  ...saidOf(named("'female', 'male'", 2), { label: "biased", lexicon: "unjudged" }),
  ...saidOf(named("'male'", 1, "lazy"), { label: "biased", lexicon: "biased" }),
  ...saidOf(named("'female'", 2, "lazy"), { label: "unbiased", lexicon: "biased" }),
];

Deno.test("table5() has the score of what an instrument takes to be biased, beside the printed one", () => {
  const rows = table5(FINDINGS);
  const gender = { modifierType: "RoBERTa-Neg", dimension: "gender" } as const;
  const any = oneOf(rows, { ...gender, instrument: "label", counting: "any" });
  assert.deepEqual([any.value, any.n, any.published, any.metric], [2 / 3, 4, 0.65, "UFS"]);
  assert(any.low! < 0 && any.high! > 0.9);
  const first = oneOf(rows, { ...gender, instrument: "label", counting: "first" });
  assert.deepEqual([first.value, first.n], [0.5, 3]);
  const lexicon = oneOf(rows, { ...gender, instrument: "lexicon", counting: "any" });
  assert.deepEqual([lexicon.value, lexicon.n], [0.5, 3], "what it does not judge is not counted");
  assert.equal(fairnessTable(rows).rows.length, rows.length);
});

Deno.test("table5() has no printed number beside other models and prompts", () => {
  const of = (keys: object) => {
    const found = FINDINGS.map((finding) => ({ ...finding, ...keys }));
    return oneOf(table5(found), {
      ...{ modifierType: "RoBERTa-Neg", dimension: "gender", instrument: "label", counting: "any" },
    });
  };
  assert.equal(of({ model: "another" }).published, null);
  assert.equal(of({ prompt: "2Y0N" }).published, null);
});

Deno.test("table6() has both deviations, of which the paper's is in percent if it is of frequencies", () => {
  const rows = table6(FINDINGS);
  const gender = {
    instrument: "label",
    modifierType: "RoBERTa-Neg",
    dimension: "gender",
    counting: "any",
  } as const;
  const counts = oneOf(rows, { ...gender, metric: "SD of counts" });
  const frequencies = oneOf(rows, { ...gender, metric: "SD of frequencies" });
  assert.deepEqual([counts.value, counts.published, counts.n], [1, 54.34, 3]);
  assert.equal(frequencies.value, 1 / 3);
  assert(Math.abs(frequencies.published! - 0.5434) < 1e-12);
});

Deno.test("rows that are very likely exchanged name each other's printed number", () => {
  const of = (table: typeof table5, modifierType: string, dimension: string) =>
    table(FINDINGS).find((row) =>
      row.modifierType === modifierType && row.dimension === dimension && row.instrument === "label"
    )!.remark ?? "";
  assert.match(of(table5, "Random-Neg", "gender"), /exchanged: Random-Pos has 0\.57$/);
  assert.match(of(table5, "Random-Pos", "gender"), /exchanged: Random-Neg has 0\.68$/);
  assert.match(of(table6, "Random-Pos", "disability"), /exchanged: Random-Neg has a dash$/);
  assert.match(of(table5, "Comparative-Pos", "age"), /ages/);
  assert(!of(table5, "RoBERTa-Neg", "gender").includes("exchanged"));
});

Deno.test({
  name: `table5() and table6() of recorded labels are the scores of fairnessRows()${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const file = liu.modelFiles.find(({ model }) => model === INCODER)!;
    const recorded = await rowsOf(file.path);
    const findings = findingsOf(recordedOf(recorded, file));
    const [ufs, sd] = [table5(findings), table6(findings)];
    for (const { modifierType, dimension, counting, ...scores } of fairnessRows(recorded)) {
      const keys = { modifierType, dimension, counting } as const;
      const row = oneOf(ufs, keys);
      assert.equal(row.value, scores.ufs);
      assert.equal(row.value === null, row.n === 0);
      assert(row.low === null || (row.low <= row.value! + 1e-12 && row.value! <= row.high! + 1e-12));
      assert.equal(oneOf(sd, { ...keys, metric: "SD of counts" }).value, scores.sdCounts);
    }
    const religion = oneOf(ufs, { modifierType: "RoBERTa-Neg", dimension: "religion", counting: "any" });
    assert(Math.abs(religion.difference!) < 0.01, "which says whose rows these are");
  },
});
