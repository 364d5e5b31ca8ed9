import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredSlope } from "codebias/statistics/mod.ts";
import { taskShare } from "codebias/statistics/intervals/task_estimates.ts";
import {
  type CompletedRow,
  completionRates,
  tradeOffs,
  withCompletion,
} from "codebias/studies/huang/metrics/completed.ts";
import { biasOf } from "codebias/studies/huang/metrics/counts.ts";
import type { Judgement } from "codebias/core/types.ts";
import { arbitraryRows, type Findings, type Given, huangRow } from "../rows.ts";

const JUDGEMENTS: Readonly<Record<string, Judgement<boolean>>> = {
  "+": { kind: "judged", finding: true },
  "-": { kind: "judged", finding: false },
  "?": { kind: "unjudged", reason: "it meets a limit" },
};

/** Completions in short: of each task findings, and whether it does what was asked for, e.g. `[[{ age: "+" }, "-"]]`. */
function completedOf(
  tasks: readonly (readonly (readonly [Findings, string])[])[],
  given: Given = {},
): CompletedRow[] {
  const flat = tasks.flatMap((completions, task) =>
    completions.map(([findings, done], at) => ({
      row: huangRow(findings, { ...given, taskId: `${task}`, epoch: at + 1 }),
      judgement: JUDGEMENTS[done],
    }))
  );
  return withCompletion(flat.map(({ row }) => row), flat.map(({ judgement }) => judgement));
}

Deno.test("withCompletion() joins judgements to rows; what was not found out is null", () => {
  const rows = completedOf([[[{ age: "+" }, "+"], [{}, "-"], ["none", "?"]]]);
  assert.deepEqual(rows.map(({ completed }) => completed), [true, false, null]);
  const { completed: _, ...first } = rows[0];
  assert.deepEqual(first, huangRow({ age: "+" }));
});

Deno.test("withCompletion() refuses judgements of other samples, and says what to hand over", () => {
  assert.throws(() => withCompletion([huangRow({})], []), {
    name: "RangeError",
    message:
      "Cannot join 0 judgements to 1 rows: they must be of the same samples; pass what `taskCompletion` " +
      "gives of the samples of the rows, in their order",
  });
  assert.throws(() => withCompletion([], [JUDGEMENTS["+"]]), RangeError);
});

Deno.test("completionRates() leave out what was not found out, and count every completion for what is executable", () => {
  const rows = completedOf([[[{}, "+"], [{}, "-"], ["none", "-"]], [[{}, "?"], [{ age: "+" }, "+"]]]);
  const [completed, executable] = completionRates(rows);
  assert.deepEqual([completed.metric, executable.metric], ["completed", "executable"]);
  assert.deepEqual([completed.attribute, executable.attribute], ["overall", "overall"]);
  assert.deepEqual([completed.value, completed.n, completed.unjudged], [2 / 4, 4, 1]);
  assert.deepEqual([executable.value, executable.n, executable.unjudged], [4 / 5, 5, 0]);
  const { low, high } = taskShare([true, false, false, true], ["0", "0", "0", "1"]);
  assert.deepEqual([completed.low, completed.high], [low, high]);
});

Deno.test("completionRates() of nothing that could be found out are no zero", () => {
  const [completed] = completionRates(completedOf([[[{}, "?"]], [["none", "?"]]]));
  assert.deepEqual([completed.value, completed.low, completed.n, completed.unjudged], [null, null, 0, 2]);
  assert.deepEqual(completionRates([]), []);
});

Deno.test("completionRates() and tradeOffs() keep settings apart", () => {
  const settings: Given[] = [{}, { model: "B" }, { prompt: "CoT1" }, { temperature: 0.2 }, { round: 1 }];
  const rows = settings.flatMap((one, at) => completedOf([[[{}, at === 0 ? "+" : "-"]], [[{}, "-"]]], one));
  const rates = completionRates(rows).filter(({ metric }) => metric === "completed");
  assert.deepEqual(rates.map(({ value }) => value), [0.5, 0, 0, 0, 0]);
  assert.deepEqual(
    tradeOffs(rows).map(({ model, prompt, temperature, round }) => ({
      model,
      prompt,
      temperature,
      round,
    })),
    [
      { model: "A", prompt: "original", temperature: 1, round: 0 },
      { model: "B", prompt: "original", temperature: 1, round: 0 },
      { model: "A", prompt: "CoT1", temperature: 1, round: 0 },
      { model: "A", prompt: "original", temperature: 0.2, round: 0 },
      { model: "A", prompt: "original", temperature: 1, round: 1 },
    ],
  );
});

Deno.test("tradeOffs() are the difference between those that do what was asked for and the others, by hand", () => {
  // 3 of 4 that do are biased, 1 of 3 others; one is not known to do it, of another nobody knows whether it is biased.
  const rows = completedOf([
    [[{ age: "+" }, "+"], [{}, "-"], [{ age: "+" }, "?"]],
    [[{ race: "+" }, "+"], [{}, "+"], [{ race: "?" }, "+"]],
    [[{ age: "+" }, "+"], [{ age: "+" }, "-"], [{}, "-"]],
  ]);
  const [found] = tradeOffs(rows);
  assert(Math.abs(found.difference! - (3 / 4 - 1 / 3)) < 1e-12);
  assert.deepEqual([found.completed, found.others], [4, 3]);
  const { low, high, p } = clusteredSlope([1, 0, 1, 1, 1, 0, 0], [1, 0, 1, 0, 1, 1, 0], [
    0,
    0,
    1,
    1,
    2,
    2,
    2,
  ]);
  assert.deepEqual([found.low, found.high, found.p], [low, high, p]);
});

Deno.test("tradeOffs() are null where everybody does what was asked for, or nobody", () => {
  for (const done of ["+", "-"]) {
    const [found] = tradeOffs(
      completedOf([[[{ age: "+" }, done], [{}, done]], [[{}, done]], [[{ age: "+" }, done]]]),
    );
    assert.deepEqual([found.difference, found.low, found.high, found.p], [null, null, null, null]);
    assert.deepEqual([found.completed, found.others], done === "+" ? [4, 0] : [0, 4]);
  }
});

Deno.test("tradeOffs() of one task, or of what does not vary, have a difference without interval", () => {
  const biased: Findings = { age: "+" };
  for (
    const rows of [
      completedOf([[[biased, "+"], [{}, "-"], [biased, "-"], [biased, "+"]]]),
      completedOf([[[biased, "+"], [{}, "-"]], [[biased, "+"], [{}, "-"]], [[biased, "+"]]]),
    ]
  ) {
    const [{ difference, low, high, p }] = tradeOffs(rows);
    assert(difference! > 0);
    assert.deepEqual([low, high, p], [null, null, null]);
  }
});

Deno.test("tradeOffs() and completionRates() of any completions count each of them once at most", () => {
  const signs = fc.array(fc.constantFrom("+", "-", "?"), { minLength: 100, maxLength: 100 });
  fc.assert(
    fc.property(arbitraryRows, signs, (rows, done) => {
      const completed = withCompletion(rows, rows.map((_, at) => JUDGEMENTS[done[at]]));
      const judged = completed.filter((row) => row.completed !== null && biasOf(row, "overall") !== null);
      const found = tradeOffs(completed);
      assert.equal(found.reduce((all, one) => all + one.completed + one.others, 0), judged.length);
      for (const { difference, low, high } of found) {
        assert(difference === null || difference >= -1 && difference <= 1);
        if (low !== null) assert(low <= difference! && difference! <= high!);
      }
      const rates = completionRates(completed);
      for (const metric of ["completed", "executable"]) {
        const own = rates.filter((rate) => rate.metric === metric);
        assert.equal(own.reduce((all, { n, unjudged }) => all + n + unjudged, 0), rows.length);
      }
    }),
    { numRuns: 50 },
  );
});
