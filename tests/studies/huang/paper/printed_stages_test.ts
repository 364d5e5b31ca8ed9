import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import { CATEGORIES } from "codebias/studies/huang/paper/paper_text.ts";
import { printedStages } from "codebias/studies/huang/paper/printed_stages.ts";

const STAGES = ["original", "withoutDuplicates", "withoutBiasInducing", "withoutUnrelated", "final"] as const;

Deno.test("printedStages() are the columns of Table II, each number at its stage", () => {
  const stages = printedStages();
  assert.deepEqual(Object.keys(stages), [...CATEGORIES]);
  assert.deepEqual(STAGES.map((name) => stages.employability[name]), [1000, 204, 149, 134, 134]);
  assert.deepEqual(stages.health_insurance.withoutDuplicates, 165);
  assert.equal(CATEGORIES.reduce((all, name) => all + stages[name].final, 0), huang.paper.numbers.tasks);
});

Deno.test("printedStages() take the stages by what the paper calls them, none is left over", () => {
  const words = ["original", "duplicate", "bias-inducing", "unrelated", "final"];
  assert.deepEqual(
    huang.paper.numbers.table2.map(({ stage }, at) => stage.includes(words[at])),
    Array(5).fill(true),
  );
  const table2 = huang.paper.numbers.table2.map((row, at) => ({ ...row, adult_income: 10 - at }));
  const { adult_income } = printedStages({ ...huang.paper.numbers, table2 });
  assert.deepEqual(STAGES.map((name) => adult_income[name]), [10, 9, 8, 7, 6]);
});
