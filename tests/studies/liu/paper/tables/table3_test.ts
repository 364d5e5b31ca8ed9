import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import type { Dataset, Split } from "codebias/studies/liu/artifact/recorded_files.ts";
import { rowsOf } from "../../artifact.ts";
import { golden, NEITHER, withoutBoth } from "../../golden.ts";
import { rowOf } from "../../rows.ts";
import { balanceTable, table3 } from "codebias/studies/liu/paper/tables/table3.ts";

const split = (labels: readonly number[]) => ({
  ...{ dataset: "combine" as Dataset, split: "test" as Split },
  rows: labels.map((label) => rowOf("return people", { label })),
});

Deno.test("table3() says which class the paper counts as positive", () => {
  const numbers = (pos: number, neg: number) => ({
    ...liu.paper.numbers,
    table3: [{ dataset: "total", split: "test", pos, neg, ratio: pos / neg, total: pos + neg }],
  });
  const remarks = (pos: number, neg: number) => table3([split([1, 0, 0])], numbers(pos, neg));
  const swapped = remarks(2, 1);
  assert.deepEqual(swapped.map(({ metric, value, published }) => [metric, value, published]), [
    ["biased", 1, 2],
    ["acceptable", 2, 1],
    ["share biased", 1 / 3, 2 / 3],
  ]);
  assert.deepEqual(swapped.map(({ difference, n }) => [difference, n]).slice(0, 2), [[-1, 3], [1, 3]]);
  assert.match(swapped[0].remark!, /swapped/);
  assert(remarks(1, 2).every(({ remark, difference }) => remark === null && Math.abs(difference!) < 1e-12));
  assert.match(remarks(2, 2)[0].remark!, /neither/);
  assert.throws(() => table3([{ ...split([1]), split: "train" }], numbers(2, 1)), /no such row/);
  assert.equal(balanceTable(swapped).rows.length, 3);
});

Deno.test({
  name: `table3() has the golden counts of all nine files, with all printed classes swapped${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const splits = await Promise.all(
      liu.splitFiles.map(async ({ dataset, split, path }) => ({ dataset, split, rows: await rowsOf(path) })),
    );
    const rows = table3(splits);
    assert.equal(rows.length, 9 * 3);
    for (const { dataset, split, metric, value, published, remark } of rows) {
      const { label0, label1, total } = golden!.class_balance[`${dataset}/${split}`];
      const [ours, theirs] = {
        biased: [label1, label0],
        acceptable: [label0, label1],
        "share biased": [label1 / total, label0 / total],
      }[metric];
      assert.deepEqual([value, published], [ours, theirs]);
      assert.match(remark!, /^the printed classes are swapped/);
    }
  },
});
