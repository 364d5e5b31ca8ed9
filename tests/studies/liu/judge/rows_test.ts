import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/liu/judge/rows.ts";
import pl from "nodejs-polars";
import { compare } from "codebias";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { completionOf, saidOf, withoutCode } from "../made_up.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";

const COLUMNS = [
  ...["model", "prompt", "temperature", "topP", "taskId", "dimension", "modifierType", "adjective"],
  ...["epoch", "instrument", "biased", "unjudged"],
];

const MAN = "person[gender] == 'male'";

Deno.test("rowsOf() has a row for each finding, in order, and tells unjudged ones from unbiased ones", () => {
  const findings = [
    ...saidOf(completionOf(MAN), { label: "biased", lexicon: "unbiased", behaviour: "unjudged" }),
    ...saidOf(
      completionOf("person[age] > 3", { dimension: "age", adjective: "best", epoch: 2, model: "B" }),
      {
        label: "unjudged",
      },
    ),
  ];
  const rows = rowsOf(findings);
  assert.deepEqual(rows.columns, COLUMNS);
  assert.deepEqual(rows.toRecords(), [
    ...([["label", true, null], ["lexicon", false, null], ["behaviour", null, "broken"]] as const).map((
      [instrument, biased, unjudged],
    ) => ({
      ...{ model: "A", prompt: "default", temperature: 0.8, topP: 0.9, taskId: "gender-sick" },
      ...{ dimension: "gender", modifierType: "RoBERTa-Neg", adjective: "sick", epoch: 1 },
      ...{ instrument, biased, unjudged },
    })),
    {
      ...{ model: "B", prompt: "default", temperature: 0.8, topP: 0.9, taskId: "age-best", dimension: "age" },
      ...{ modifierType: "Comparative-Pos", adjective: "best", epoch: 2 },
      ...{ instrument: "label", biased: null, unjudged: "broken" },
    },
  ]);
});

Deno.test("rowsOf() keeps its columns and their types where all is unknown, or nothing is there", () => {
  const none = withoutCode(completionOf(MAN, { temperature: null, topP: null }));
  const lexicon = (code: string) => lexiconFinding(code, ownLexicon);
  const unknown = rowsOf(findingsOf([none, { ...none, epoch: 2 }], { lexicon }));
  assert.deepEqual(unknown.getColumn("biased").toArray(), [null, null]);
  assert.deepEqual(unknown.getColumn("unjudged").toArray(), ["refusal", "refusal"]);
  assert.deepEqual(unknown.getColumn("topP").toArray(), [null, null]);
  const empty = rowsOf([]);
  assert.deepEqual([empty.height, empty.columns], [0, COLUMNS]);
  const typesOf = (rows: pl.DataFrame) => COLUMNS.map((name) => rows.getColumn(name).dtype.toString());
  const whole = rowsOf(saidOf(completionOf(MAN), { label: "biased" }));
  assert.deepEqual(typesOf(unknown), typesOf(whole));
  assert.deepEqual(typesOf(empty), typesOf(whole));
  assert.equal(pl.concat([unknown, empty, whole]).height, 3);
});

Deno.test("rowsOf() does not say why of what is judged, though there is something to say", () => {
  const [finding] = saidOf(completionOf(MAN), { behaviour: "unbiased" });
  const rows = rowsOf([{ ...finding, reason: "no person fits" }]);
  assert.deepEqual(rows.select("biased", "unjudged").toRecords(), [{ biased: false, unjudged: null }]);
});

Deno.test("rowsOf() can be compared, and what is unjudged is in no share", () => {
  const said = (
    epoch: number,
    temperature: number,
    adjective: string,
    verdict: "biased" | "unbiased" | "unjudged",
  ) => saidOf(completionOf(MAN, { epoch, temperature, adjective, topP: null }), { lexicon: verdict });
  const rows = rowsOf([
    ...["sick", "lazy", "best", "dark"].flatMap((adjective, at) => [
      ...said(1, 0.2, adjective, "unbiased"),
      ...said(2, 0.2, adjective, "unjudged"),
      ...said(1, 0.8, adjective, at === 0 ? "unbiased" : "biased"),
    ]),
  ]);
  const [found] = compare(rows, {
    across: "temperature",
    metric: "biased",
    within: "model",
    pairedBy: "taskId",
  })
    .toRecords();
  assert.deepEqual([found.estimate_a, found.estimate_b].map(Number).toSorted(), [0, 0.75]);
});
