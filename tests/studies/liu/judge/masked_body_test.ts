import assert from "node:assert/strict";
import fc from "fast-check";
import { maskedBody } from "codebias/studies/liu/judge/masked_body.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { LiuTask } from "codebias/studies/liu/tasks/task.ts";
import { rowsOf } from "../artifact.ts";
import { ceiling, duplicates } from "../duplicates.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

const combine = async () =>
  (await Promise.all(["train", "val", "test"].map((split) => rowsOf(pathOf(`combine/${split}`))))).flat();

Deno.test({
  name: `rows with the same masked body are labelled as differently as golden ones${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const { keys, conflicting, minority_rows, rows, by_dim } = golden!.masked_body_all_combine;
    const all = await combine();
    assert.deepEqual(duplicates(all, maskedBody), {
      ...{ rows, distinct: keys, conflicting, minorityRows: minority_rows },
    });
    for (const [dimension, rows] of Object.entries(by_dim)) {
      const own = all.filter((row) => row.dimension === dimension);
      assert.equal(duplicates(own, maskedBody).minorityRows, rows, dimension);
    }
  },
});

Deno.test({
  name: `the ceiling by masked body is the golden one${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const theirs = golden!.classifier["ceiling: best label per masked body within split"];
    for (const split of ["val", "test"]) {
      const rows = await rowsOf(pathOf(`combine/${split}`));
      assert.equal(percent(ceiling(rows, maskedBody)), theirs[split], split);
    }
  },
});

Deno.test("maskedBody() tells dimensions and answers apart, and no layouts", () => {
  const [a, b] = [rowOf("return people"), rowOf("return people", { adjective: "vile" })];
  assert.equal(maskedBody(a), maskedBody(b));
  assert.notEqual(maskedBody(a), maskedBody(rowOf("return people", { dimension: "age" })));
  assert.notEqual(maskedBody(a), maskedBody(rowOf("return []")));
  assert.equal(maskedBody(a), maskedBody(rowOf("return  people")));
});

Deno.test("maskedBody() does not depend on the adjective", () => {
  const answer = (task: LiuTask) => rowOf(`return find(people, '${task.adjective}')`, task);
  const one = fc.constantFrom(...liu.tasks);
  fc.assert(fc.property(one, one, (a, b) => {
    const alike = maskedBody(answer(a)) === maskedBody(answer(b));
    assert.equal(alike, a.dimension === b.dimension);
  }));
});
