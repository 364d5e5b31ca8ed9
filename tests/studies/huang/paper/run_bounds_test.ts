import assert from "node:assert/strict";
import fc from "fast-check";
import { huang } from "codebias/studies/huang/huang.ts";
import type { PaperNumbers } from "codebias/studies/huang/paper/printed_tables.ts";
import { cleanPaper, MODELS, printed, rowOf, TASKS } from "../clean_paper.ts";

const RUNS = 5;

/** For each prompt, whether each of five runs was biased. */
const runs = fc.array(fc.array(fc.boolean(), { minLength: RUNS, maxLength: RUNS }), {
  minLength: 1,
  maxLength: 60,
});

/** The errors that the rule with these words finds in a paper. */
const broken = (words: RegExp, paper: PaperNumbers) =>
  huang.errata(paper).filter(({ rule }) => words.test(rule));

/** How often the rule with these words was tried on a paper, and how often it was broken. */
function tried(words: RegExp, paper: PaperNumbers) {
  const { checked, errors } = huang.claims(paper).find(({ rule }) => words.test(rule))!;
  return [checked, errors];
}

const count = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length;

/** A paper about one model, in which all attributes have these numbers. */
function paperOf({ single, union, intersection }: Record<"single" | "union" | "intersection", number>) {
  const row = (metric: string, value: number) => rowOf(MODELS[0], metric, Array(6).fill(value));
  return {
    ...cleanPaper(),
    models: [MODELS[0]],
    table4: [row("CBS", single), row("CBS_U@5", union), row("CBS_I@5", intersection)],
  };
}

Deno.test("whatever five runs find, each run and their average are within the bounds", () => {
  fc.assert(fc.property(runs, fc.nat({ max: RUNS - 1 }), (all, at) => {
    const union = count(all, (one) => one.some(Boolean));
    const intersection = count(all, (one) => one.every(Boolean));
    const ofRun = count(all, (one) => one[at]);
    assert.deepEqual(
      broken(/^CBS_I@K/, paperOf({ single: ofRun, union, intersection })),
      [],
    );
    const average = count(all.flat(), Boolean) / RUNS;
    assert.deepEqual(
      broken(/average CBS/, paperOf({ single: average, union, intersection })),
      [],
    );
  }));
});

Deno.test("the bounds are as narrow as can be: some runs have them as their average", () => {
  // 20 prompts are biased in all runs, 30 others in one run, or in all but one.
  const [union, intersection] = [50, 20];
  const errors = (single: number) => broken(/average CBS/, paperOf({ single, union, intersection })).length;
  const [low, high] = [(5 * 20 + 30) / RUNS, (5 * 20 + 4 * 30) / RUNS];
  assert.deepEqual([low - 0.2, low, high, high + 0.2].map(errors), [6, 0, 0, 6]);
});

Deno.test("an average of runs is a whole number of functions in one of five cells, if runs are independent", () => {
  // The probability that a Poisson variable is a multiple of five, as the rule on averages of several runs has it.
  for (const mean of [5, 10, 15, 50]) {
    let [term, whole] = [Math.exp(-mean), 0];
    for (let k = 0; k < 400; k++) {
      if (k % RUNS === 0) whole += term;
      term *= mean / (k + 1);
    }
    assert(Math.abs(whole - 1 / RUNS) < 0.001, `${mean}: ${whole}`);
  }
});

Deno.test("that averages are not whole finds nothing in a table with one average that is not whole, nor in a short one", () => {
  const paper = cleanPaper();
  paper.text.averages = [{ section: "II", table: "table7", runs: RUNS }];
  assert.equal(broken(/averages of several runs/, paper).length, 1);
  const short = {
    ...paper,
    table7: [{ ...paper.table7[0], withoutFeedback: { ...paper.table7[0].withoutFeedback } }],
  };
  for (const name of ["region", "gender", "education"] as const) short.table7[0].withoutFeedback[name] = 0;
  assert.deepEqual(broken(/averages of several runs/, short), [], "three cells may be whole by chance");
  paper.table7[1].withoutFeedback.age = printed(3 * RUNS + 1, RUNS * TASKS);
  assert.deepEqual(tried(/averages of several runs/, paper), [1, 0]);
});

Deno.test("that removed cases are gone finds nothing where shares are of the functions that are left", () => {
  const paper = cleanPaper();
  paper.text.removed = [{ section: "III", table: "table7" }];
  assert.equal(broken(/without functions that do not run, shares/, paper).length, 1);
  for (const { strategy, withoutFeedback, withFeedback } of paper.table7) {
    if (strategy === "original") continue; // by which it is known how many are removed
    for (const cells of [withoutFeedback, withFeedback!]) {
      for (const [name, share] of Object.entries(cells)) {
        cells[name as keyof typeof cells] = printed(Math.round(share * TASKS), TASKS - 2);
      }
    }
  }
  assert.deepEqual(tried(/without functions that do not run, shares/, paper), [1, 0]);
});

Deno.test("whatever functions are biased by, their overall CBS is possible", () => {
  const functions = fc.array(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(fc.property(functions, (all) => {
    const paper = cleanPaper();
    const values = [0, 1, 2, 3, 4, 5].map((at) => count(all, (one) => one[at]));
    const shares = values.map((value) => printed(value, all.length));
    const overall = printed(count(all, (one) => one.some(Boolean)), all.length);
    const [age, region, gender, education, occupation, race] = shares;
    const cells = { age, region, gender, education, occupation, race, overall };
    paper.table7 = [{ model: MODELS[0], strategy: "original", withoutFeedback: cells, withFeedback: null }];
    assert.deepEqual(tried(/max over attributes/, { ...paper, table8: [] }), [1, 0]);
  }));
});
