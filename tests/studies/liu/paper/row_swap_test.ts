import assert from "node:assert/strict";
import { fairnessRows } from "codebias/studies/liu/metrics/fairness_rows.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { type OwnCell, rowSwaps } from "codebias/studies/liu/paper/row_swap.ts";
import { rowsOf } from "../artifact.ts";
import { golden, NEITHER, pathOf, withoutBoth } from "../golden.ts";

/** To two decimals as Python rounds: to the even one where it lies half-way, which of shares only odd eighths do. */
function rounded2(value: number): number {
  const isHalf = Number.isInteger(value * 8) && !Number.isInteger(value * 4);
  return isHalf ? 2 * Math.round(value * 50) / 100 : Number(value.toFixed(2));
}

const NAMES = ["as printed", "Random rows swapped", "Comparative rows swapped", "both swapped"];

Deno.test({
  name: `rowSwaps() of Tables 5 and 6 are the golden ones${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const rows = fairnessRows(await rowsOf(pathOf("new_incoder")));
    for (const [which, theirs] of Object.entries(golden!.row_swap_test)) {
      const own = rows.filter(({ counting }) => which.endsWith(counting)).map((row): OwnCell => ({
        modifierType: row.modifierType,
        dimension: row.dimension,
        value: which.startsWith("ufs") ? row.ufs : row.sdCounts,
      }));
      const { rows: printed } = which.startsWith("ufs") ? liu.paper.numbers.table5 : liu.paper.numbers.table6;
      // The golden differences are of numbers that are rounded first.
      const rounded = own.map((cell) => ({
        ...cell,
        value: cell.value === null ? null : rounded2(cell.value),
      }));
      for (const [at, swap] of rowSwaps(rounded, printed).entries()) {
        const { mean_abs_diff, sign_agree, n } = theirs[NAMES[at]];
        const what = `${which}, ${NAMES[at]}`;
        assert.deepEqual([swap.cells, swap.signsAgree], [n, sign_agree], what);
        assert(
          Math.abs(swap.meanDifference! - mean_abs_diff) <= 0.0005 + 1e-9,
          `${what}: ${swap.meanDifference}`,
        );
      }
      const [asPrinted, random] = rowSwaps(own, printed);
      assert(random.meanDifference! < asPrinted.meanDifference!, which);
    }
  },
});

const cell = (modifierType: string, value: number | null): OwnCell => ({
  modifierType,
  dimension: "gender",
  value,
});

const row = (modifierType: string, gender: number | null) => ({
  ...liu.paper.numbers.table5.rows[0],
  modifierType,
  gender,
});

Deno.test("rowSwaps() find the rows that were exchanged", () => {
  const own = [cell("RoBERTa-Neg", 1), cell("Random-Neg", 0.5), cell("Random-Pos", -0.5)];
  const printed = [row("RoBERTa-Neg", 1), row("Random-Neg", -0.5), row("Random-Pos", 0.5)];
  const [asPrinted, random, comparative] = rowSwaps(own, printed);
  assert.deepEqual([asPrinted.meanDifference, asPrinted.signsAgree, asPrinted.cells], [2 / 3, 1, 3]);
  assert.deepEqual([random.meanDifference, random.signsAgree], [0, 3]);
  assert.deepEqual({ ...comparative, comparative: false }, asPrinted);
});

Deno.test("rowSwaps() leave out cells without a number, and dimensions", () => {
  const [swap] = rowSwaps([cell("Random-Neg", null), cell("Random-Pos", 1)], [row("Random-Neg", 1)]);
  assert.deepEqual([swap.cells, swap.meanDifference], [0, null]);
  const [left] = rowSwaps([cell("Random-Neg", 1)], [row("Random-Neg", 1)], { leftOut: ["gender"] });
  assert.equal(left.cells, 0);
});
