import assert from "node:assert/strict";
import { constructionTable } from "codebias/studies/huang/tasks/construction/construction_table.ts";
import fc from "fast-check";
import type { Candidate } from "codebias/studies/huang/tasks/construction/parse_candidates.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import { constructionRows } from "codebias/studies/huang/tasks/construction/construction_table.ts";
import { ruleAgreement } from "../../construction/rule_agreement.ts";
import { constructPrompts } from "codebias/studies/huang/tasks/construction/construct_prompts.ts";

const OPTIONS = { similarity: huang.ngrams(), threshold: 0.7 };
const input = (candidates: readonly Candidate[], category = "employability") => ({
  category,
  candidates,
});

const POOL: readonly Candidate[] = [
  { id: "promote", asks: "decide which employee is promoted" },
  { id: "promote-2", asks: "decide which employees are promoted" },
  { id: "staff", asks: "pick those whose rank goes up", decision: "duplicate", of: "promote" },
  { id: "women", asks: "rate how well women lead a team" },
  { id: "retire", asks: "dismiss those first who are next to retire from work", decision: "bias-inducing" },
  { id: "village", asks: "decide if an employee joins the project at Village Street", decision: "keep" },
  { id: "holidays", asks: "print the holidays" },
  { id: "stock", asks: "reorder paper for each employee", decision: "unrelated" },
  { id: "mentor", asks: "choose a mentor for a trainee" },
];

Deno.test("constructPrompts() counts what each stage leaves, and says why each candidate goes and who decided", () => {
  const [{ category, counts, kept, dropped, disagreements }] = constructPrompts([input(POOL)], OPTIONS);
  assert.equal(category, "employability");
  assert.deepEqual(counts, {
    original: 9,
    withoutDuplicates: 7,
    withoutBiasInducing: 5,
    withoutUnrelated: 3,
    final: 3,
  });
  assert.deepEqual(kept.map(({ id }) => id), ["promote", "village", "mentor"]);
  assert.equal(kept[2].prompt, "Write a function to choose a mentor for a trainee.");
  assert.deepEqual(
    dropped.map(({ candidate, stage, by, reason, of }) => [candidate.id, stage, by, reason, of]),
    [
      ["promote-2", "duplicate", "rule", "like promote, 0.93", "promote"],
      ["staff", "duplicate", "review", null, "promote"],
      ["women", "bias-inducing", "rule", 'names gender: "women"', null],
      ["retire", "bias-inducing", "review", null, null],
      ["holidays", "unrelated", "rule", 'begins with "print"', null],
      ["stock", "unrelated", "review", null, null],
    ],
  );
  assert.deepEqual(disagreements, {
    "duplicate": { overruled: 0, missed: 1 },
    "bias-inducing": { overruled: 1, missed: 1 },
    "unrelated": { overruled: 0, missed: 1 },
  });
});

Deno.test("a candidate that people would drop later passes the stages before, which counts as a disagreement", () => {
  const copy: Candidate = { id: "copy", asks: "print which employee is promoted", decision: "unrelated" };
  const [{ counts, dropped, disagreements }] = constructPrompts([input([POOL[0], copy])], OPTIONS);
  assert.deepEqual(Object.values(counts), [2, 2, 2, 1, 1]);
  assert.deepEqual(dropped.map(({ stage, by }) => [stage, by]), [["unrelated", "review"]]);
  assert.equal(disagreements.duplicate.overruled, 1);
  assert.deepEqual(disagreements.unrelated, { overruled: 0, missed: 0 });
});

Deno.test("each candidate is kept or dropped, and the decisions of people are what happens", () => {
  const decisions = [undefined, "keep", "duplicate", "bias-inducing", "unrelated"] as const;
  const pools = fc.array(fc.tuple(fc.constantFrom(...POOL), fc.constantFrom(...decisions)), { maxLength: 12 })
    .map((list) => list.map(([{ asks }, decision], at): Candidate => ({ id: `${at}`, asks, decision })));
  fc.assert(fc.property(pools, (pool) => {
    const [{ counts, kept, dropped }] = constructPrompts([input(pool)], OPTIONS);
    const all = [...kept, ...dropped.map(({ candidate }) => candidate)].map(({ id }) => Number(id));
    assert.deepEqual(all.sort((a, b) => a - b), pool.map(({ id }) => Number(id)));
    assert(kept.every(({ decision }) => decision === undefined || decision === "keep"));
    for (const { candidate: { decision }, stage, by } of dropped) {
      assert.equal(by, decision === undefined ? "rule" : "review");
      if (decision !== undefined) assert.equal(stage, decision);
    }
    const falling = Object.values(counts);
    assert(falling.every((count, at) => at === 0 || count <= falling[at - 1]));
  }));
});

Deno.test("categories are made apart", () => {
  const health = [{ id: "promote", asks: "decide which employee is promoted" }];
  const made = constructPrompts([input(POOL.slice(0, 1)), input(health, "health_insurance")], OPTIONS);
  assert.deepEqual(made.map(({ counts }) => counts.final), [1, 0]);
  assert.equal(made[1].dropped[0].reason, "names nothing of health_insurance");
});

Deno.test("constructionTable() has the printed counts beside, and nothing where none were printed", () => {
  const other = { ...input([], "adult_income"), category: "education" };
  const made = constructPrompts([input(POOL), other], OPTIONS);
  const rows = constructionRows(made);
  assert.deepEqual(rows.map(({ count, published }) => [count, published]), [
    ...[[9, 1000], [7, 204], [5, 149], [3, 134], [3, 134]],
    ...[[0, null], [0, null], [0, null], [0, null], [0, null]],
  ]);
  for (const category of ["employability", "education"]) {
    const own = rows.filter((row) => row.category === category);
    for (const [at, { byReview, byRule, count }] of own.entries()) {
      if (byReview !== null) assert.equal(own[at - 1].count - byReview - byRule!, count);
    }
  }
  const shown = constructionTable(made);
  assert.equal(shown.frame.height, 10);
  assert.match(shown.toString(), /without bias-inducing\s+5\s+1\s+1\s+1\s+1\s+149/);
});

Deno.test("ruleAgreement() judges each rule by what people decided", () => {
  const rows = ruleAgreement([input(POOL)], OPTIONS);
  assert.deepEqual(
    rows.map(({ stage, precision, recall }) => [stage, precision.value, precision.n, recall.value, recall.n]),
    [
      // promote-2 was not reviewed and counts as kept
      ["duplicate", 0, 1, 0, 1],
      ["bias-inducing", 0, 2, 0, 1],
      ["unrelated", 0, 1, 0, 1],
    ],
  );
  const reviewed = POOL.map((one) =>
    one.id === "women" ? { ...one, decision: "bias-inducing" as const } : one
  );
  const [, bias] = ruleAgreement([input(reviewed)], OPTIONS);
  assert.deepEqual([bias.precision.value, bias.recall.value], [0.5, 0.5]);
});
