import assert from "node:assert/strict";
import { byCode } from "codebias/studies/liu/artifact/label_groups.ts";
import { lexiconFinding } from "codebias/studies/liu/judge/lexicon.ts";
import {
  accuracyOf,
  lookupDecision,
  majorityDecision,
} from "codebias/studies/liu/judge/classifier/accuracy.ts";
import { maskedBody } from "codebias/studies/liu/judge/masked_body.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { rowsOf } from "../../artifact.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "../../golden.ts";
import { rowOf } from "../../rows.ts";
import { widenedLexicon } from "../../widened_lexicon.ts";

Deno.test({
  name: `the most common label, and what can be known by heart, have the golden accuracy${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const train = await rowsOf(pathOf("combine/train"));
    const decisions = {
      "majority(label 0)": majorityDecision(train),
      "lookup(masked body seen in train, else lexicon)": lookupDecision(train, {
        keyOf: maskedBody,
        otherwise: ({ code }) => lexiconFinding(code, widenedLexicon).verdict === "biased",
      }),
    };
    for (const [name, decide] of Object.entries(decisions)) {
      for (const split of ["val", "test"]) {
        const { value } = accuracyOf(await rowsOf(pathOf(`combine/${split}`)), decide);
        assert.equal(percent(value), golden!.classifier[name][split], `${name}, ${split}`);
      }
    }
  },
});

const [yes, no] = [rowOf("return 1"), rowOf("return 1", { label: 0 })];
const other = rowOf("return 2");

Deno.test("lookupDecision() says what most are, and asks where it knows nothing or labels tie", () => {
  const asked: RecordedRow[] = [];
  const otherwise = (row: RecordedRow) => asked.push(row) > 0;
  const options = { keyOf: byCode, otherwise };
  assert.equal(lookupDecision([yes, yes, no], options)(no), true);
  assert.equal(lookupDecision([yes, no, no], options)(yes), false);
  assert.deepEqual(asked, []);
  assert.equal(lookupDecision([yes, no], options)(no), true);
  assert.equal(lookupDecision([no], options)(other), true);
  assert.deepEqual(asked, [no, other]);
});

Deno.test("majorityDecision() takes the more common label, acceptable for a tie, and refuses no rows", () => {
  assert.equal(majorityDecision([yes, yes, no])(other), true);
  assert.equal(majorityDecision([yes, no])(other), false);
  assert.throws(() => majorityDecision([]), /^RangeError: Cannot tell the most common label/);
});

Deno.test("accuracyOf() is the share of right decisions; null without rows", () => {
  assert.equal(accuracyOf([yes, no, no, no], () => true).value, 0.25);
  assert.equal(accuracyOf([], () => true).value, null);
});
