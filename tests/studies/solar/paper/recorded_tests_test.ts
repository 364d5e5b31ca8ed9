import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare, solar } from "codebias";
import { countsIn } from "codebias/studies/solar/paper/recorded_tests.ts";
import type { RecordedTest } from "../clean_paper.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import recorded from "../../../../data/solar/recorded_tests.json" with { type: "json" };

type Tests = Readonly<Record<string, readonly [t: number, p: number]>>;

const golden = await goldenFile("solar.json") as {
  readonly welch_recomputed: Readonly<Record<string, Tests>>;
  readonly paired_recomputed_for_comparison: Readonly<Record<string, Tests>>;
} | undefined;

/** The golden names of the comparisons, in our order. */
const WELCH = ["gpt_T1.0_vs_T0.2", "gpt_default_styles_vs_COT", "gpt_default_hyp(343)_vs_COT"];
const PAIRED = ["gpt_T1.0_vs_T0.2", undefined, "gpt_default_hyp_vs_COT"];

const comparisons = [...Map.groupBy(solar.recordedTests(), ({ comparison }) => comparison).values()];

const goldenName = ({ attribute }: RecordedTest) => (attribute === "overall" ? "general" : attribute);

function near(ours: number, theirs: number, what: string): void {
  assert(Math.abs(ours / theirs - 1) < 1e-9, `${what}: ${ours}, expected ${theirs}`);
}

Deno.test({
  name: `recordedTests() are Solar's own t and p${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    let compared = 0;
    comparisons.forEach((tests, at) => {
      for (const test of tests) {
        const [t, p] = golden!.welch_recomputed[WELCH[at]][goldenName(test)];
        near(test.t, t, `${test.comparison}, ${test.attribute}, t`);
        near(test.p, p, `${test.comparison}, ${test.attribute}, p`);
        compared++;
      }
    });
    assert.equal(compared, 24);
  },
});

Deno.test({
  name: `recordedTests() have the paired test that the same data call for${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    comparisons.forEach((tests, at) => {
      const name = PAIRED[at];
      for (const test of tests) {
        if (name === undefined) {
          assert.deepEqual([test.pairedT, test.pairedP], [null, null]);
          continue;
        }
        const [t, p] = golden!.paired_recomputed_for_comparison[name][goldenName(test)];
        near(test.pairedT!, t, `${test.comparison}, ${test.attribute}, paired t`);
        near(test.pairedP!, p, `${test.comparison}, ${test.attribute}, paired p`);
      }
    });
  },
});

Deno.test("recordedTests() agree with the notebooks to the digits that these print", () => {
  const printed = solar.recordedTests().filter(({ recordedT }) => recordedT !== null);
  assert.equal(printed.length, 16);
  for (const { t, p, recordedT, recordedP } of printed) {
    assert(Math.abs(t - recordedT!) <= 0.5000001e-6);
    // Six decimals, or seven digits of what is small.
    assert(Math.abs(p - recordedP!) <= (p < 1e-4 ? 5.000001e-7 * p : 0.5000001e-6), `${p}, ${recordedP}`);
  }
});

Deno.test("recordedTests() show that the papers' test misses one attribute, age, which the paired one finds", () => {
  const [temperature] = comparisons;
  const found = (p: (test: RecordedTest) => number) =>
    temperature.filter((test) => p(test) < 0.05).map(({ attribute }) => attribute).sort();
  assert.deepEqual(found(({ p }) => p), ["employment_status", "gender", "overall"]);
  assert.deepEqual(found(({ pairedP }) => pairedP!), ["age", "employment_status", "gender", "overall"]);
});

Deno.test('compare() with the test "paper" gives Solar\'s recorded t and p from per-task counts', () => {
  for (const [comparison, { rows }] of recorded.comparisons.entries()) {
    for (const [at, { a, b }] of rows.entries()) {
      const counts = [a, b].map(countsIn);
      const samples = pl.DataFrame({
        setting: counts.flatMap((side, level) => side.map(() => `${level}`)),
        task: counts.flatMap((side) => side.map((_, task) => `${task}`)),
        biased: counts.flat().map((count) => count / recorded.perTask),
      });
      const [found] = compare(samples, {
        across: "setting",
        metric: "biased",
        pairedBy: "task",
        test: "paper",
      }).toRecords();
      const ours = comparisons[comparison][at];
      assert.deepEqual([found.statistic, found.p, found.p_adjusted], [ours.t, ours.p, null]);
      assert.match(String(found.assumption), /the test paired is right/);
    }
  }
});

Deno.test("countsIn() has as many tasks as are said, none above the completions of a task", () => {
  assert.deepEqual(countsIn([[2, 1], [-1, 2], [0, 1]]), [2, -1, -1, 0]);
  for (const { rows } of recorded.comparisons) {
    for (const { a, b } of rows) {
      for (const counts of [countsIn(a), countsIn(b)]) {
        assert(counts.every((count) => count >= 0 && count <= recorded.perTask));
        assert([236, 340, 343].includes(counts.length), `${counts.length}`);
      }
    }
  }
});
