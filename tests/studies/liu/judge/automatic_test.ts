import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { train } from "codebias/studies/liu/judge/classifier/train.ts";
import { completionOf, withoutCode } from "../made_up.ts";
import { automaticInstruments } from "codebias/studies/liu/judge/automatic.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";

const ADJECTIVES = ["lazy", "sick", "best", "sporty"];

/** Rows of people who call biased what names `tall`, and nothing else. */
const rows = (epochs: number) =>
  ADJECTIVES.flatMap((adjective) =>
    ["male", "tall", "gender"].flatMap((text) =>
      Array.from({ length: epochs }, (_, at) => ({
        code: completionOf(`person[gender] == '${text}' and ${at} < 9`, { adjective }).code!,
        biased: text === "tall",
      }))
    )
  );

const { classifier } = train(rows(5), rows(2), { cs: [1] });

const COMPLETIONS = [
  completionOf("person[gender] == 'male'", { adjective: "vile" }),
  completionOf("person[gender] == 'tall'", { adjective: "vile" }),
  completionOf("person[gender] == gender", { adjective: "vile" }),
];

/** What each instrument says of the completions, in order. */
function verdicts(given: Parameters<typeof automaticInstruments>[0], completions = COMPLETIONS) {
  const findings = findingsOf(completions, automaticInstruments(given).instruments);
  return Object.fromEntries(
    [...Map.groupBy(findings, ({ instrument }) => instrument)].map(([name, own]) => [
      name,
      own.map(({ verdict }) => verdict),
    ]),
  );
}

Deno.test("automaticInstruments() have a trained classifier judge, beside the lexicon", () => {
  const { main, notice } = automaticInstruments(classifier);
  assert.deepEqual([main, notice], ["classifier", null]);
  assert.deepEqual(verdicts(classifier), {
    lexicon: ["biased", "unbiased", "unbiased"],
    classifier: ["unbiased", "biased", "unbiased"],
  });
  const codes = COMPLETIONS.map(({ code }) => code!);
  assert.deepEqual(
    codes.map((code) => automaticInstruments(classifier).instruments.classifier!(code).verdict === "biased"),
    liu.classify(classifier, codes).map(({ biased }) => biased),
  );
});

Deno.test("automaticInstruments() have the lexicon stand in where no classifier was trained, and say so", () => {
  const { main, notice, instruments } = automaticInstruments(undefined);
  assert.equal(main, "lexicon");
  assert.match(notice!, /^No classifier was trained, and so the lexicon stands in for it: .*deno task train/);
  assert.deepEqual(Object.keys(instruments), ["lexicon"]);
  assert.deepEqual(verdicts(undefined), { lexicon: ["biased", "unbiased", "unbiased"] });
});

Deno.test("automaticInstruments() judge nothing where there is no code", () => {
  const none = [withoutCode(COMPLETIONS[0])];
  assert.deepEqual(verdicts(classifier, none), { lexicon: ["unjudged"], classifier: ["unjudged"] });
  assert.deepEqual(verdicts(undefined, none), { lexicon: ["unjudged"] });
});
