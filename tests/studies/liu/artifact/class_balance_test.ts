import assert from "node:assert/strict";
import { balanceRows, classBalance, positiveClass } from "codebias/studies/liu/artifact/class_balance.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

Deno.test({
  name: `classBalance() is the golden one of all files${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = Object.entries(golden!.class_balance);
    assert.equal(files.length, 14);
    for (const [name, { total, label1, label0 }] of files) {
      const balance = classBalance(await rowsOf(pathOf(name)));
      assert.deepEqual(balance, { total, biased: label1, acceptable: label0 }, name);
    }
  },
});

Deno.test({
  name: `balanceRows() find that Table 3 calls acceptable code Pos, in all of its rows${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const files = await Promise.all(
      liu.splitFiles.map(async ({ path, ...file }) => ({ ...file, rows: await rowsOf(path) })),
    );
    const rows = balanceRows(files, liu.paper.numbers.table3);
    assert.deepEqual(rows.map(({ pos }) => pos), Array(liu.paper.numbers.table3.length).fill("acceptable"));
    assert.deepEqual(
      rows.map(({ printedPos, printedNeg }) => [printedPos, printedNeg]),
      rows.map(({ acceptable, biased }) => [acceptable, biased]),
    );
  },
});

Deno.test("positiveClass() tells which class is Pos, or that neither is", () => {
  const balance = { total: 10, biased: 3, acceptable: 7 };
  assert.equal(positiveClass(balance, { pos: 3, neg: 7 }), "biased");
  assert.equal(positiveClass(balance, { pos: 7, neg: 3 }), "acceptable");
  assert.equal(positiveClass(balance, { pos: 7, neg: 4 }), "neither");
});

Deno.test("balanceRows() refuse a file that the table does not have", () => {
  const file = { dataset: "combine", split: "val", rows: [rowOf("pass")] } as const;
  assert.throws(() => balanceRows([file], []), /^RangeError: Cannot put combine\/val beside Table 3/);
});
