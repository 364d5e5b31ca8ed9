import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import oracle from "../oracles/compare.json" with { type: "json" };

type Cells = Readonly<Record<string, unknown>>;

/** How each row of the oracle is asked for. */
const ASKED: Readonly<Record<string, Partial<CompareOptions>>> = {
  "welch": { test: "welch" },
  "pooled": { test: "pooled" },
  "paired": { test: "paired", pairedBy: "task" },
  "mann-whitney": { test: "mann-whitney" },
  "wilcoxon": { test: "wilcoxon", pairedBy: "task" },
  "fisher": { test: "fisher" },
  "mcnemar": { test: "mcnemar", pairedBy: "task" },
  "clustered": { test: "welch", cluster: "task" },
};

const NUMBERS = ["estimate_a", "estimate_b", "difference", "low", "high", "statistic", "df", "p"] as const;

/** Cells that hold nothing in one and something in the other are as far apart as can be. */
function deviation(ours: unknown, theirs: unknown): number {
  if (ours === null || theirs === null) return ours === theirs ? 0 : Infinity;
  const [a, b] = [Number(ours), Number(theirs)];
  return Math.abs(a - b) / Math.max(Math.abs(b), 1e-3);
}

for (const { plan, columns, results } of oracle.cases) {
  const all = pl.DataFrame(columns as Record<string, unknown[]>);
  for (const [name, expected] of Object.entries(results as unknown as Record<string, Cells[]>)) {
    const what = `${plan.tasks} tasks, ${plan.epochs} epochs, ${plan.kind}s`;
    Deno.test(`compare() agrees with SciPy and statsmodels: ${name}, ${what}`, () => {
      const samples = name === "mcnemar" ? all.filter(pl.col("epoch").eq(pl.lit(1))) : all;
      const common = {
        across: "temperature",
        within: "model",
        metric: "metric",
        correction: "none",
      } as const;
      const rows = compare(samples, { ...common, ...ASKED[name] }).toRecords() as Cells[];
      assert.equal(rows.length, expected.length);
      for (const [at, row] of rows.entries()) {
        for (const key of ["model", "level_a", "level_b", "test", "n_a", "n_b", "unjudged"]) {
          assert.equal(row[key], expected[at][key], key);
        }
        for (const key of NUMBERS) {
          if (name === "mcnemar" && (key === "low" || key === "high")) continue; // the other side has no such interval
          const off = deviation(row[key], expected[at][key]);
          assert(off < 1e-9, `${key}: ${row[key]}, expected ${expected[at][key]}`);
        }
        assert.equal(row.p_adjusted, null);
      }
    });
  }
}

Deno.test("the oracle has five tables and 34 comparisons of tests", () => {
  assert.equal(oracle.cases.length, 5);
  assert.equal(oracle.cases.flatMap(({ results }) => Object.keys(results)).length, 34);
});
