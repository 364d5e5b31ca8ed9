import assert from "node:assert/strict";
import fc from "fast-check";
import { ceiling, duplicates, labelGroups } from "codebias/studies/liu/artifact/label_groups.ts";
import { maskedBody } from "codebias/studies/liu/judge/masked_body.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { LiuTask } from "codebias/studies/liu/tasks/task.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

const combine = async () =>
  (await Promise.all(["train", "val", "test"].map((split) => rowsOf(pathOf(`combine/${split}`))))).flat();

const byBody = (row: RecordedRow) => maskedBody(row);
const withLayout = (row: RecordedRow) => maskedBody(row, { layout: "kept" });

Deno.test({
  name: `rows with the same masked body are labelled as differently as golden ones${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const { keys, conflicting, minority_rows, rows, by_dim } = golden!.masked_body_all_combine;
    const all = await combine();
    assert.deepEqual(duplicates(all, byBody), {
      ...{ rows, distinct: keys, conflicting, minorityRows: minority_rows },
    });
    for (const [dimension, rows] of Object.entries(by_dim)) {
      const own = all.filter((row) => row.dimension === dimension);
      assert.equal(duplicates(own, byBody).minorityRows, rows, dimension);
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
      assert.equal(percent(ceiling(rows, byBody)), theirs[split], split);
    }
  },
});

Deno.test({
  name: `indentation explains some of the conflicts of masked bodies${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const all = await combine();
    assert(duplicates(all, withLayout).minorityRows < duplicates(all, byBody).minorityRows);
    // Where indentation is kept, whatever is the same is the same without it, too.
    const groups = [...labelGroups(all, withLayout).values()];
    assert(groups.every(({ rows }) => new Set(rows.map(byBody)).size === 1));
  },
});

Deno.test("maskedBody() tells dimensions and answers apart, and layouts where it is asked to", () => {
  const [a, b] = [rowOf("return people"), rowOf("return people", { adjective: "vile" })];
  assert.equal(maskedBody(a), maskedBody(b));
  assert.notEqual(maskedBody(a), maskedBody(rowOf("return people", { dimension: "age" })));
  assert.notEqual(maskedBody(a), maskedBody(rowOf("return []")));
  const wide = rowOf("return  people");
  assert.equal(maskedBody(a), maskedBody(wide));
  assert.notEqual(withLayout(a), withLayout(wide));
});

Deno.test("maskedBody() does not depend on the adjective", () => {
  const answer = (task: LiuTask) => rowOf(`return find(people, '${task.adjective}')`, task);
  const one = fc.constantFrom(...liu.tasks);
  fc.assert(fc.property(one, one, (a, b) => {
    const alike = maskedBody(answer(a)) === maskedBody(answer(b));
    assert.equal(alike, a.dimension === b.dimension);
  }));
});
