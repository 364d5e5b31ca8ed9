import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { sized } from "../long.ts";
import { frameOf, type Sample, samples } from "./samples.ts";
import { type Row, rowsOrWords, sameRows } from "./rows.ts";

/** Every way to compare, on a metric that it can take. */
const WAYS: readonly Partial<CompareOptions>[] = [
  { test: "welch", metric: "score" },
  { test: "welch", metric: "biased", pairedBy: "task" },
  { test: "pooled", metric: "score" },
  { test: "welch", metric: "score", cluster: "task" },
  { test: "paired", metric: "score", pairedBy: "task" },
  { test: "paired", metric: "biased", pairedBy: "task", within: "model" },
  { test: "paired", metric: "score", pairedBy: "task", cluster: "task" },
  { test: "mann-whitney", metric: "score" },
  { test: "wilcoxon", metric: "score", pairedBy: "task" },
  { test: "sign", metric: "score", pairedBy: "task" },
  { test: "fisher", metric: "biased" },
  { test: "permutation", metric: "score", within: ["model", "epoch"] },
  { test: "permutation", metric: "score", pairedBy: "task" },
  { test: "trend", metric: "biased" },
  { test: "trend", metric: "biased", cluster: "task", within: "model" },
  { test: "paper", metric: "score" },
  { test: "mcnemar", metric: "biased", pairedBy: "task" },
];

const optionsOf = (way: Partial<CompareOptions>): CompareOptions => ({
  across: "temperature",
  metric: "score",
  ...way,
});

/** McNemar's test takes one row of an id at a level. */
function rowsFor(way: Partial<CompareOptions>, all: readonly Sample[]): Sample[] {
  return all.filter(({ model, epoch }) => way.test !== "mcnemar" || (model === "A" && epoch === 1));
}

const asked = (way: Partial<CompareOptions>, all: readonly Sample[]) =>
  rowsOrWords(() => compare(frameOf(rowsFor(way, all)), optionsOf(way)));

/** Checks a relation between rows of the same tests of two tables. */
function related(
  way: Partial<CompareOptions>,
  tables: readonly [readonly Sample[], readonly Sample[]],
  check: (before: Row[], after: Row[]) => void,
): void {
  const [before, after] = tables.map((table) => asked(way, table));
  if (typeof before === "string" || typeof after === "string") {
    return assert.equal(typeof before, typeof after);
  }
  check(before, after);
}

for (const way of WAYS) {
  const what = Object.values(way).flat().join(", ");

  Deno.test(`compare() does not care about the order of rows and columns: ${what}`, () => {
    const shuffled = samples.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
    );
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        related(way, [all, mixed], (before, after) => sameRows(after, before));
        const frame = frameOf(rowsFor(way, all));
        const turned = frame.select(...frame.columns.toReversed());
        assert.deepEqual(rowsOrWords(() => compare(turned, optionsOf(way))), asked(way, all));
      }),
      { numRuns: sized({ small: 3, long: 15 }) },
    );
  });

  Deno.test(`compare() turns every sign where the levels are turned: ${what}`, () => {
    fc.assert(
      fc.property(samples, (all) => {
        const turned = all.map((sample) => ({ ...sample, temperature: -sample.temperature }));
        related(way, [all, turned], (before, after) => {
          const pairOf = ({ model, epoch, level_a, level_b }: Row, sign: number) =>
            [model, epoch, ...[level_a, level_b].map(Number).map((one) => sign * one || 0).sort()].join();
          const found = new Map(after.map((row) => [pairOf(row, -1), row]));
          for (const row of before) {
            const other = found.get(pairOf(row, 1))!;
            assert.equal(other.p === null, row.p === null);
            sameRows([signless(other)], [signless(row)], way.test === "mcnemar" ? ["effect"] : []); // an infinite odds ratio is left out
            if (way.test === "fisher" && row.statistic !== null && other.statistic !== null) {
              near(Number(other.statistic) * Number(row.statistic), 1); // odds ratios
            } else if (!["mann-whitney", "wilcoxon", "mcnemar", "fisher", "sign"].includes(way.test!)) {
              near(Number(other.statistic), -Number(row.statistic));
            }
            near(Number(other.difference), -Number(row.difference));
            near(Number(other.low), -Number(row.high));
          }
        });
      }),
      { numRuns: sized({ small: 3, long: 15 }) },
    );
  });

  Deno.test(`compare() gives within a group what it gives for the group's rows alone: ${what}`, () => {
    fc.assert(
      fc.property(samples, (all) => {
        const inAll = asked({ ...way, correction: "none", within: "model" }, all);
        const apart = ["A", "B"].map((model) =>
          asked({ ...way, correction: "none", within: undefined }, all.filter((row) => row.model === model))
        );
        if (typeof inAll === "string") return assert(apart.some((rows) => typeof rows === "string"));
        for (const [at, model] of ["A", "B"].entries()) {
          const rows: Row[] = inAll.filter((row) => row.model === model);
          if (typeof apart[at] === "string") assert(rows.every(({ p }) => p === null));
          else assert.deepEqual(rows, apart[at].map((row) => ({ model, ...row })));
        }
      }),
      { numRuns: sized({ small: 4, long: 20 }) },
    );
  });

  Deno.test(`compare() gives p in [0, 1], intervals around differences, adjusted p of at least p: ${what}`, () => {
    const corrections = fc.constantFrom("none", "holm", "bonferroni", "benjamini-hochberg");
    const alternatives = fc.constantFrom("two-sided", "less", "greater");
    fc.assert(
      fc.property(samples, corrections, alternatives, (all, correction, alternative) => {
        const rows = asked({ ...way, correction, alternative }, all);
        if (typeof rows === "string") return;
        for (const { p, p_adjusted, low, difference, high, remark, statistic } of rows) {
          if (p === null) {
            assert(String(remark).length > 10);
            assert.equal(statistic, null);
            continue;
          }
          assert(Number(p) >= 0 && Number(p) <= 1);
          if (correction === "none") assert.equal(p_adjusted, null);
          else assert(Number(p_adjusted) >= Number(p) && Number(p_adjusted) <= 1);
          if (low === null || high === null) continue;
          assert(Number(low) <= Number(difference) + 1e-12 && Number(difference) - 1e-12 <= Number(high));
        }
      }),
      { numRuns: sized({ small: 3, long: 15 }) },
    );
  });
}

function near(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), `${actual}, not ${expected}`);
}

/** What does not change where the levels are turned. */
function signless({ p, p_adjusted, df, clusters, unjudged, test, effect }: Row): Row {
  return { p, p_adjusted, df, clusters, unjudged, test, effect };
}

Deno.test("compare() gives the same t-tests where a constant is added to the metric", () => {
  const tTests = WAYS.filter(({ test, metric }) =>
    metric === "score" && ["welch", "pooled", "paired", "paper"].includes(test!)
  );
  fc.assert(
    fc.property(
      samples,
      fc.integer({ min: -50, max: 50 }),
      fc.constantFrom(...tTests),
      (all, constant, way) => {
        const moved = all.map((row) => ({ ...row, score: row.score === null ? null : row.score + constant }));
        related(way, [all, moved], (before, after) => {
          for (const [at, row] of before.entries()) {
            for (const name of ["difference", "low", "high", "statistic", "df", "p", "effect_size"]) {
              assert.equal(after[at][name] === null, row[name] === null);
              near(Number(after[at][name]), Number(row[name]));
            }
          }
        });
      },
    ),
    { numRuns: sized({ small: 30, long: 150 }) },
  );
});

Deno.test("compare() of samples is compare() of the tasks' averages", () => {
  const ways = WAYS.filter(({ pairedBy, test, metric }) =>
    pairedBy && test !== "mcnemar" && metric === "score"
  );
  fc.assert(
    fc.property(samples, fc.constantFrom(...ways), (all, way) => {
      const groups = Map.groupBy(all, ({ task, temperature }) => JSON.stringify([task, temperature]));
      const averages = [...groups.values()].map((rows): Sample => {
        const scores = rows.flatMap(({ score }) => score === null ? [] : [score]);
        // To 14 digits, as compare() does: the rounding of sums would break ties.
        const score = scores.length === 0 ? null : Number(mean(scores).toPrecision(14));
        return { ...rows[0], score };
      });
      related(way, [all, averages], (before, after) => {
        sameRows(after, before, ["unjudged", "remark"]);
        assert(before.every(({ remark }) => String(remark).includes("averaged first")));
      });
    }),
    { numRuns: sized({ small: 20, long: 100 }) },
  );
});

Deno.test("compare() takes true and false as it takes 1 and 0, and as the texts True and FALSE", () => {
  fc.assert(
    fc.property(samples, fc.constantFrom(...WAYS.filter(({ metric }) => metric === "biased")), (all, way) => {
      const rows = rowsFor(way, all);
      const frame = frameOf(rows);
      const as = (cells: (string | number | null)[], type: pl.DataType) =>
        rowsOrWords(() => compare(frame.withColumn(pl.Series("biased", cells, type)), optionsOf(way)));
      const expected = asked(way, all);
      const numbers = rows.map(({ biased }) => biased === null ? null : Number(biased));
      assert.deepEqual(as(numbers, pl.Int64), expected);
      assert.deepEqual(as(numbers, pl.Float64), expected);
      assert.deepEqual(
        as(rows.map(({ biased }) => biased === null ? "" : biased ? "True" : "FALSE"), pl.Utf8),
        expected,
      );
    }),
    { numRuns: sized({ small: 12, long: 60 }) },
  );
});
