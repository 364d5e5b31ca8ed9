import assert from "node:assert/strict";
import fc from "fast-check";
import { coincidence } from "codebias/studies/linguistic/metrics/coincidence.ts";
import { completion } from "../samples.ts";

Deno.test("coincidence() of two models, by hand", () => {
  const answers = [
    ...["x", "x", "y"].map((text, at) => completion({ model: "A", epoch: at + 1, text })),
    ...["x", "z"].map((text, at) => completion({ model: "B", epoch: at + 1, text })),
    completion({ model: "B", text: "x", taskId: "other" }), // A has no answer to it
    completion({ model: "B", text: "x", language: "zh" }), // nor in Chinese
  ];
  assert.deepEqual(coincidence(answers), [
    { model: "A", other: "A", share: 1 / 3, identical: 1, pairs: 3 },
    { model: "A", other: "B", share: 2 / 6, identical: 2, pairs: 6 },
    { model: "B", other: "B", share: 0, identical: 0, pairs: 1 },
  ]);
});

Deno.test("coincidence() of one answer has no pair to compare", () => {
  assert.deepEqual(coincidence([completion()]), [
    { model: "A", other: "A", share: null, identical: 0, pairs: 0 },
  ]);
  assert.deepEqual(coincidence([]), []);
});

Deno.test("coincidence() counts the same pairs as comparing every two completions", () => {
  const answer = fc.record({
    model: fc.constantFrom("A", "B", "C"),
    taskId: fc.constantFrom("one", "two"),
    language: fc.constantFrom("en" as const, "zh" as const),
    text: fc.constantFrom("x", "y"),
  });
  fc.assert(fc.property(fc.array(answer, { minLength: 1 }), (given) => {
    const answers = given.map((one, at) => completion({ ...one, epoch: at + 1 }));
    const pairs = answers.flatMap((a, at) => answers.slice(at + 1).map((b) => [a, b])).filter(([a, b]) =>
      a.taskId === b.taskId && a.settings.language === b.settings.language
    );
    const rows = coincidence(answers);
    assert.equal(rows.reduce((sum, row) => sum + row.pairs, 0), pairs.length);
    for (const found of rows) {
      const between = pairs.filter(([a, b]) =>
        [a.model, b.model].sort().join() === [found.model, found.other].join()
      );
      assert.equal(found.pairs, between.length);
      assert.equal(found.identical, between.filter(([a, b]) => a.text === b.text).length);
    }
  }));
});
