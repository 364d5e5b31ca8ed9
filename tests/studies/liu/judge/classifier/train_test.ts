import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { parseClassifier, storedClassifier } from "codebias/studies/liu/judge/classifier/classifier.ts";
import { type LabelledCode, train } from "codebias/studies/liu/judge/classifier/train.ts";

/** Rows by a rule: biased if and only if a demographic is named. */
const made = (from: number, to: number): LabelledCode[] =>
  ["lazy", "sick", "best", "sporty"].flatMap((adjective) =>
    ["male", "female", "man", adjective, "gender", "tall"].slice(0, 6).flatMap((text, at) =>
      Array.from({ length: to - from }, (_, more) => ({
        code:
          `def find_${adjective}_people(people, gender):\n    return [p${from + more} for p${
            from + more
          } in people ` +
          `if p${from + more}[gender] == '${text}']`,
        biased: at < 3,
      }))
    )
  );

const [training, validation] = [made(0, 5), made(5, 7)];

Deno.test("train() learns a rule, and applies it to code that it has not seen", () => {
  const { classifier, tried } = train(training, validation);
  assert.equal(Math.max(...tried.map(({ accuracy }) => accuracy)), 1);
  const found = liu.classify(classifier, validation.map(({ code }) => code));
  found.forEach(({ biased, probability }, at) => {
    assert.equal(biased, validation[at].biased);
    assert.equal(biased, probability >= 0.5);
    assert(probability > 0 && probability < 1);
  });
  const [other] = liu.classify(classifier, [
    "def find_vile_people(people, gender):\n    return [p for p in people if p[gender] == 'women']",
  ]);
  assert(other.biased, "a demographic that no training row names");
});

Deno.test("train() gives the same classifier for the same rows, and takes the strongest penalty of equals", () => {
  const [one, other] = [
    train(training, validation, { cs: [0.3, 3] }),
    train(training, validation, { cs: [0.3, 3] }),
  ];
  assert.deepEqual(storedClassifier(one.classifier), storedClassifier(other.classifier));
  assert.deepEqual(one.tried.map(({ accuracy }) => accuracy), [1, 1]);
  assert.equal(one.classifier.c, 0.3);
});

Deno.test("train() learns nothing from validation rows but the penalty", () => {
  const turned = validation.map(({ code, biased }) => ({ code, biased: !biased }));
  const [one, other] = [validation, turned].map((rows) => train(training, rows, { cs: [1] }).classifier);
  assert.deepEqual(storedClassifier(one), storedClassifier(other));
});

Deno.test("a stored classifier is the same when it is read again", () => {
  const { classifier } = train(training, validation, {
    cs: [1],
    trainedOn: [{ path: "a.jsonl", rows: 120, sha256: "f".repeat(64) }],
  });
  const again = parseClassifier(JSON.parse(JSON.stringify(storedClassifier(classifier))));
  assert.deepEqual(again, classifier);
  const codes = validation.map(({ code }) => code);
  assert.deepEqual(liu.classify(again, codes), liu.classify(classifier, codes));
});

Deno.test("parseClassifier() says what is wrong with what it is handed", () => {
  const good = storedClassifier(train(training, validation, { cs: [1] }).classifier);
  const wrong: readonly (readonly [change: object, why: RegExp])[] = [
    [{ kind: "another" }, /^TypeError: it is no codebias Liu classifier$/],
    [{ version: 0 }, /^TypeError: it has version 0, and this is version 1; train it again$/],
    [{ weights: { a: "1" } }, /the classifier, weights: "a" must be a number, not "1"$/],
    [{ bias: null }, /"bias" must be a number, not null$/],
    [{ calibration: { slope: 1 } }, /"intercept" must be a number/],
  ];
  for (const [change, why] of wrong) assert.throws(() => parseClassifier({ ...good, ...change }), why);
  for (const value of [null, 1, []]) assert.throws(() => parseClassifier(value), TypeError);
});

Deno.test("train() refuses rows with which nothing can be learnt or chosen", () => {
  assert.throws(
    () => train(training, []),
    /^RangeError: Cannot choose a classifier without validation rows$/,
  );
  assert.throws(() => train([], validation), /^RangeError: .*it needs positive items and negative ones$/);
  assert.throws(
    () => train(training.filter(({ biased }) => biased), validation),
    /positive items and negative ones$/,
  );
  assert.throws(() => train([{ code: "x", biased: true }], validation), /^RangeError: Cannot read this code/);
});
