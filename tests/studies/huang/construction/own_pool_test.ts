import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import { ruleAgreement } from "./rule_agreement.ts";
import { withoutDuplicates } from "codebias/studies/huang/tasks/construction/without_duplicates.ts";
import { choice, inputs, pairs, reviewed, suiteTasks, threshold } from "./own_pool.ts";
import { constructPrompts } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";
import { candidatePool } from "codebias/studies/huang/tasks/construction/parse_candidates.ts";

const OPTIONS = { similarity: huang.ngrams(), threshold };
const CATEGORIES = ["adult_income", "employability", "health_insurance"];

Deno.test("the labelled pairs are spread over categories and kinds, and no sentence is in two of them", () => {
  for (const category of CATEGORIES) {
    for (const same of [true, false]) {
      const own = pairs.filter((pair) => pair.category === category && pair.same === same);
      assert(own.length >= 24, `${category}, ${same}: ${own.length}`);
    }
  }
  const kinds = Map.groupBy(pairs, ({ kind }) => kind);
  assert.deepEqual([...kinds.keys()].sort(), [
    ...["near-copy", "one-word", "other-words", "reworded", "same-frame", "same-subject"],
  ]);
  for (const [kind, own] of kinds) assert.equal(new Set(own.map(({ same }) => same)).size, 1, kind);
  const sentences = pairs.flatMap(({ a, b }) => [a, b]);
  assert.equal(new Set(sentences).size, sentences.length);
});

Deno.test("what is said of the threshold of n-grams is so", () => {
  const two = (value: number | null) => value!.toFixed(2);
  assert.equal(pairs.length, 198);
  assert.equal(two(choice.threshold.value), "0.71");
  assert.equal(two(choice.recall.value), "0.52");
  assert.equal(two(choice.rocArea.value), "0.62");
  const bounds = [choice.threshold, choice.rocArea].map(({ low, high }) => [two(low), two(high)]);
  assert.deepEqual(bounds, [["0.61", "0.87"], ["0.54", "0.71"]]);
  const found = (kind: string) => {
    const own = pairs.filter((pair) => pair.kind === kind);
    return own.filter(({ similarity }) => similarity >= threshold).length / own.length;
  };
  assert(found("near-copy") > 0.95);
  assert(found("reworded") > 0.2 && found("reworded") < 0.3);
  assert.equal(found("other-words"), 0);
  assert.equal(found("one-word"), 1);
  assert(found("same-frame") < 0.1 && found("same-subject") < 0.1);
  const mean = (kind: string) => {
    const own = pairs.filter((pair) => pair.kind === kind);
    return own.reduce((sum, { similarity }) => sum + similarity, 0) / own.length;
  };
  assert.deepEqual(["other-words", "one-word"].map((kind) => two(mean(kind))), ["0.06", "0.87"]);
});

Deno.test("the pool has enough candidates of each kind, and no sentence twice", () => {
  assert.deepEqual(reviewed.map(({ category }) => category), CATEGORIES);
  for (const { category, drop } of reviewed) {
    const count = (decision: string) => drop.filter((one) => one.decision === decision).length;
    assert(count("duplicate") >= 25 && count("bias-inducing") >= 15 && count("unrelated") >= 10, category);
  }
  for (const { candidates } of inputs) {
    assert.equal(new Set(candidates.map(({ asks }) => asks)).size, candidates.length);
  }
});

for (const { category, candidates } of inputs) {
  Deno.test(`with the reviewed decisions, exactly the suite is left of the pool of ${category}`, async () => {
    const [{ kept, dropped }] = constructPrompts([{ category, candidates }], OPTIONS);
    const tasks = await suiteTasks(category);
    assert.deepEqual(
      kept.map(({ id, prompt }) => [id, prompt]),
      tasks.map(({ id, asks }) => [id, `Write a function to ${asks}.`]),
    );
    assert(dropped.every(({ by }) => by === "review"));
  });

  Deno.test(`no two tasks of ${category} are duplicates by the threshold`, async () => {
    const dropped = withoutDuplicates(await suiteTasks(category), OPTIONS).filter(({ kept }) => !kept);
    assert.deepEqual(
      dropped.map(({ candidate, of, like }) => `${candidate.id} is like ${of}, ${like!.similarity}`),
      [],
    );
  });

  Deno.test(`each decision to keep a task of ${category} contradicts a rule, else it is not needed`, () => {
    const { keep } = reviewed.find((one) => one.category === category)!;
    const [{ dropped }] = constructPrompts([{
      category,
      candidates: candidates.filter(({ id }) => keep.includes(id)).map(({ id, asks }) => ({ id, asks })),
    }], OPTIONS);
    assert.deepEqual(dropped.map(({ candidate }) => candidate.id).sort(), [...keep].sort());
  });
}

Deno.test("a duplicate that n-grams find is found to repeat the task that people named", () => {
  const found = inputs.flatMap(({ candidates }) => withoutDuplicates(candidates, OPTIONS))
    .filter(({ kept, like }) => !kept && like !== null);
  assert(found.length > 30);
  assert.deepEqual(found.filter(({ like, of }) => like!.id !== of), []);
});

Deno.test("the rules alone find about half of the duplicates, nearly all that is biased or unrelated, and err at times", () => {
  const rows = ruleAgreement(inputs, OPTIONS);
  assert.equal(rows.length, 9);
  const pooled = (stage: string, of: "precision" | "recall") => {
    const own = rows.filter((row) => row.stage === stage).map((row) => row[of]);
    const hits = own.reduce((sum, { value, n }) => sum + (value ?? 0) * n, 0);
    return hits / own.reduce((sum, { n }) => sum + n, 0);
  };
  assert.equal(pooled("duplicate", "precision"), 1);
  assert(pooled("duplicate", "recall") > 0.45 && pooled("duplicate", "recall") < 0.65);
  for (const stage of ["bias-inducing", "unrelated"]) {
    assert(pooled(stage, "precision") > 0.7 && pooled(stage, "precision") < 1, stage);
    assert(pooled(stage, "recall") > 0.85 && pooled(stage, "recall") < 1, stage);
  }
});

Deno.test("parseCandidates() and candidatePool() name what does not fit", () => {
  const one = {
    category: "x",
    duplicate: [{ asks: "a", of: "t" }],
    "bias-inducing": [{ asks: "b" }],
    unrelated: [],
  };
  const [category] = huang.parseCandidates({ categories: [one] });
  assert.deepEqual(category, {
    category: "x",
    keep: [],
    drop: [
      { id: "duplicate-1", asks: "a", decision: "duplicate", of: "t" },
      { id: "bias-inducing-1", asks: "b", decision: "bias-inducing" },
    ],
  });
  assert.deepEqual(candidatePool([{ id: "t", asks: "c" }], { ...category, keep: ["t"] })[0], {
    ...{ id: "t", asks: "c", decision: "keep" },
  });
  assert.throws(
    () => candidatePool([{ id: "u", asks: "c" }], category),
    /of x together: it has no task t/,
  );
  assert.throws(() => huang.parseCandidates({ categories: [one, one] }), /category x appears twice/);
  assert.throws(
    () => huang.parseCandidates({ categories: [{ ...one, duplicate: [{ asks: "a" }] }] }),
    /candidate duplicate-1 of x: "of" must be a text/,
  );
  assert.throws(
    () => huang.parseCandidates({ categories: [{ ...one, unrelated: [{ asks: "a", of: "t" }] }] }),
    /candidate unrelated-1 of x: "of" is no field/,
  );
});
