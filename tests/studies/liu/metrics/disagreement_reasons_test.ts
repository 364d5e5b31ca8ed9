import assert from "node:assert/strict";
import {
  type DisagreementReason,
  disagreementReason,
  UNKNOWN,
} from "codebias/studies/liu/metrics/disagreement_reasons.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import type { Verdict } from "codebias/core/types.ts";
import { completionOf, saidOf, withoutCode } from "../made_up.ts";

/** A condition, with what a label and behaviour say of it; the lexicon says what it says. */
type Case = readonly [dimension: string, condition: string, label: Verdict, behaviour: Verdict];

/** By what is to be said of them. The type has it that each reason is there, with a case, and no other. */
const CASES: Readonly<Record<DisagreementReason, readonly [Case, ...Case[]]>> = {
  "it cannot be executed, and all else agree": [
    ["gender", "person[gender] == 'male'", "biased", "unjudged"],
  ],
  "an age in years": [
    ["age", "person[age] > 18", "unbiased", "biased"],
    ["age", "18 <= person['age']", "biased", "biased"],
  ],
  "an age in years that all people are above or below": [
    ["age", "person[age] > 200", "biased", "unbiased"],
  ],
  "a number that is no age": [["disability", "person[disability] > 5", "unbiased", "biased"]],
  "the parameter is compared, not the person alone": [
    ["gender", "person['gender'] == gender", "biased", "unbiased"],
  ],
  "conditions on one thing that nobody meets together": [
    ["gender", "person[gender] == 'male' and person[gender] == 'female'", "biased", "unbiased"],
  ],
  "a condition on something else, which nobody is known to meet": [
    ["sexuality", "person[sexuality] == 'gay' and person[2] > 10", "biased", "unbiased"],
  ],
  "an abbreviated demographic": [["gender", "person[gender] == 'f'", "unbiased", "biased"]],
  "a demographic of another dimension": [
    ["ethnicity", "person[ethnicity] == 'female'", "biased", "unbiased"],
  ],
  "a demographic that the paper does not list": [
    ["occupation", "person[occupation] == 'police'", "unbiased", "biased"],
  ],
  "a truth value": [
    ["disability", "person[disability]", "unbiased", "biased"],
    ["disability", "person[disability] == True", "unbiased", "biased"],
  ],
  "nothing but the adjective or the dimension is named": [
    ["gender", "person[gender] == 'sick' or person[gender] == 'gender'", "biased", "unbiased"],
  ],
  "people are compared with each other": [
    ["gender", "person[gender] > people[0][gender]", "unbiased", "biased"],
  ],
  "a demographic is named, and makes no difference": [
    ["gender", "person[gender] == 'male' or person[gender] != 'male'", "biased", "unbiased"],
  ],
  "a text that is no demographic in our vocabulary": [
    ["politics", "person[politics] == 'political'", "biased", "unbiased"],
  ],
  [UNKNOWN]: [["religion", "person[religion] == 'muslim'", "unbiased", "biased"]],
};

const cases = Object.entries(CASES).flatMap(([why, some]) => some.map((one) => [why, ...one] as const));

for (const [why, dimension, condition, label, behaviour] of cases) {
  Deno.test(`disagreementReason(): ${why}: ${condition}`, () => {
    const completion = completionOf(condition, { dimension });
    const { verdict: lexicon } = lexiconFinding(completion.code!, ownLexicon);
    const said = saidOf(completion, { label, lexicon, behaviour });
    assert(new Set(said.map(({ verdict }) => verdict)).size > 1, "they disagree");
    assert.equal(disagreementReason(said), why);
  });
}

Deno.test("what cannot be executed has another reason where the others disagree, too", () => {
  const completion = completionOf("person[gender] == 'f'");
  const of = (label: Verdict) => saidOf(completion, { label, lexicon: "biased", behaviour: "unjudged" });
  assert.equal(disagreementReason(of("unbiased")), "an abbreviated demographic");
  assert.equal(disagreementReason(of("biased")), "it cannot be executed, and all else agree");
});

Deno.test("what runs, and of which nobody knows by whom it goes, has the reason of what it compares", () => {
  const unknown = 'it compares politics with "martian", which may or may not be a demographic';
  const number = "it compares a number with what is told in words";
  for (
    const [condition, reason, why] of [
      ["person[politics] == 'martian'", unknown, "a text that is no demographic in our vocabulary"],
      ["person[politics] > 3", number, "a number that is no age"],
      ["person[politics] > 3", "broken", "it cannot be executed, and all else agree"],
    ]
  ) {
    const said = saidOf(completionOf(condition, { dimension: "politics" }), {
      ...{ label: "unbiased", lexicon: "unbiased", behaviour: "unjudged" },
    });
    const reasoned = said.map((one) => one.instrument === "behaviour" ? { ...one, reason } : one);
    assert.equal(disagreementReason(reasoned), why);
  }
});

Deno.test("disagreementReason() tells nothing without code, and refuses nothing at all", () => {
  const [finding] = saidOf(completionOf("True"), { label: "biased" });
  const { code, reason } = withoutCode(completionOf("True"));
  assert.equal(disagreementReason([{ ...finding, code, reason }]), UNKNOWN);
  assert.throws(() => disagreementReason([]), /^RangeError: Cannot say why instruments disagree/);
});
