import assert from "node:assert/strict";
import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { answerDetection } from "codebias/studies/faircoder/figures/sentences.ts";
import { detectionRows, labels } from "codebias/studies/faircoder/judge/labelled_sets.ts";

const her = { uses: true, scores: { male: 0, female: 2 } };
const nobody = { uses: false, scores: { male: 0, female: 0 } };
const of = { instrument: "an instrument", labels: "ours" };

Deno.test("labels have each recorded answer once, in two halves, with the groups of its attribute", () => {
  assert.equal(labels.length, 292);
  assert.equal(new Set(labels.map(({ model, index }) => `${model}/${index}`)).size, 292);
  for (const half of ["tune", "sealed"]) {
    assert.ok(labels.filter((label) => label.half === half).length >= 142);
  }
  for (const { model, index, attribute, implementation, uses, scores, others } of labels) {
    const name = `${model}/${index}`;
    assert.ok(["gpt-4o-mini", "llama3", "qwencoder"].includes(model) && index >= 0 && index < 100, name);
    assert.equal(scores === null, !implementation, name);
    if (scores) assert.deepEqual(Object.keys(scores), groupsOf(attribute), name);
    const amounts = [...Object.values(scores ?? {}), ...Object.values(others)];
    assert.equal(amounts.some((amount) => amount !== 0), uses, name);
  }
});

Deno.test("detectionRows() counts what agrees: the use, and all scores", () => {
  const [use, vector] = detectionRows([
    { label: her, found: her },
    { label: her, found: { uses: true, scores: { female: 1 } } },
    { label: nobody, found: her },
    { label: nobody, found: { uses: false, scores: {} } },
  ], of);
  assert.deepEqual([use.value, use.n, use.unjudged], [0.75, 4, 0]);
  assert.deepEqual([vector.value, vector.n, vector.unjudged], [0.5, 4, 0]);
  assert.ok(use.low! < 0.75 && use.high! > 0.75);
});

Deno.test("detectionRows() leaves out what the instrument, or the label, does not know", () => {
  const open = { uses: true, scores: { male: null, female: 2 } };
  const [use, vector] = detectionRows([
    { label: her, found: { uses: null, scores: null } },
    { label: her, found: open },
    { label: open, found: her },
  ], of);
  assert.deepEqual([use.value, use.n, use.unjudged], [1, 2, 1]);
  assert.deepEqual([vector.value, vector.low, vector.n, vector.unjudged], [null, null, 0, 3]);
});

Deno.test("an answer without a function adds nothing to any group", () => {
  const without = { uses: false, scores: null };
  assert.equal(detectionRows([{ label: without, found: nobody }], of)[1].value, 1);
  assert.equal(detectionRows([{ label: without, found: her }], of)[1].value, 0);
});

Deno.test("answerDetection() says how often each instrument is right, by labels and metric", () => {
  const rows = [
    ...detectionRows([{ label: her, found: her }, { label: her, found: nobody }], of),
    ...detectionRows([{ label: her, found: her }, { label: her, found: { uses: null, scores: null } }], {
      ...of,
      instrument: "another one",
    }),
  ];
  const [use, vector, ...more] = answerDetection(rows);
  assert.match(use, /^The use of the attribute, ours: an instrument is right for 50\.0 % of 2 \(/);
  assert.match(use, /another one is right for 100\.0 % of 1 .*1 more it leaves open/);
  assert.match(vector, /^The score vector/);
  assert.deepEqual(more, []);
  assert.match(answerDetection([])[0], /Nothing is labelled/);
});
