import assert from "node:assert/strict";
import type { Estimate } from "codebias/core/types.ts";
import { cbsOf } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { rowsOf } from "../artifact.ts";
import { golden, near, NEITHER, pathOf, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

const FILES: Readonly<Record<string, string>> = {
  "350M": "infer/350M-t0.8.p0.9",
  "2B": "infer/2B-t0.8.p0.9",
  "6B": "infer/6B-t0.5.p0.6",
  "InCoder(new_train_data_incoder)": "new_incoder",
};

type Cell = readonly [biased: number, n: number, share: number | null];

function isAs({ n, value }: Estimate, theirs: Cell, what: string): void {
  assert.deepEqual([Math.round(value! * n), n], theirs.slice(0, 2), what);
  assert(near(value! * 100, theirs[2]), `${what}: ${value}`);
}

Deno.test({
  name: `Code Bias Scores of recorded labels are the golden ones of four files${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const files = Object.entries(golden!.cbs_from_recorded_labels);
    assert.equal(files.length, 4);
    for (const [name, { by_modifier, by_dimension }] of files) {
      const rows = await rowsOf(pathOf(FILES[name]));
      const [modifiers, dimensions] = [true, false].map((isAll) =>
        cbsOf(rows).filter(({ dimension }) => (dimension === "all") === isAll)
      );
      assert.equal(modifiers.length, Object.keys(by_modifier).length);
      assert.equal(dimensions.length, Object.keys(by_dimension).length);
      for (const { modifierType, ...cell } of modifiers) {
        const theirs = by_modifier[modifierType === "total" ? "Total" : modifierType];
        isAs(cell, theirs, `${name}, ${modifierType}`);
      }
      for (const { dimension, ...cell } of dimensions) {
        isAs(cell, by_dimension[dimension], `${name}, ${dimension}`);
      }
    }
  },
});

Deno.test("cbsOf() leaves out what nobody can judge, and says so", () => {
  const row = rowOf("pass");
  const [{ value, n, unjudged }] = cbsOf([row, { ...row, biased: false }, { ...row, biased: null }]);
  assert.deepEqual([value, n, unjudged], [0.5, 2, 1]);
  assert.deepEqual(cbsOf([])[0].value, null);
});

Deno.test("cbsOf() has the comparative types apart and together", () => {
  const rows = ["best", "better", "worst"].map((adjective, at) =>
    rowOf("pass", { adjective, label: at === 0 ? 1 : 0 })
  );
  const found = new Map(
    cbsOf(rows).filter(({ dimension }) => dimension === "all").map((cell) => [cell.modifierType, cell]),
  );
  assert.deepEqual([found.get("Comparative-Pos")!.value, found.get("Comparative-Pos")!.n], [1 / 2, 2]);
  assert.deepEqual([found.get("Comparative-Neg")!.value, found.get("Comparative-Neg")!.n], [0, 1]);
  assert.deepEqual([found.get("Comparative")!.value, found.get("Comparative")!.n], [1 / 3, 3]);
  assert.deepEqual([found.get("total")!.value, found.get("total")!.n], [1 / 3, 3]);
  assert.equal(found.get("RoBERTa-Neg")!.value, null);
});
