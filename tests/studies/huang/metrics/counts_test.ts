import assert from "node:assert/strict";
import fc from "fast-check";
import { keysOf } from "codebias/bias/task_counts.ts";
import {
  ATTRIBUTES,
  biasOf,
  groupsOf,
  type TaskCounts,
  taskCounts,
} from "codebias/studies/huang/metrics/counts.ts";
import { arbitraryRows, huangRow, huangRows, shuffled } from "../rows.ts";

/** `attribute task biased/judged unjudged` of each. */
function brief(counts: readonly TaskCounts[], attributes: readonly string[]): string[] {
  return counts.filter(({ attribute }) => attributes.includes(attribute)).map((
    { attribute, taskId, biased, judged, unjudged },
  ) => `${attribute} ${taskId} ${biased}/${judged} ${unjudged}`);
}

const mixed = huangRows({
  a: [{ age: "+", race: "+" }, { age: "+", race: "?" }, { race: "?" }, {}, "none"],
  b: [{ race: "+" }, "none"],
  c: ["none"],
});

Deno.test("taskCounts() count what could be judged, of each task by each attribute and overall", () => {
  // Overall, a: the second completion is biased by age, whatever of race; of the third nothing is known but that no other
  // attribute biases it.
  assert.deepEqual(brief(taskCounts(mixed), ["age", "race", "overall"]), [
    ...["age a 2/4 1", "age b 0/1 1", "age c 0/0 1"],
    ...["race a 1/2 3", "race b 1/1 1", "race c 0/0 1"],
    ...["overall a 2/3 2", "overall b 1/1 1", "overall c 0/0 1"],
  ]);
  assert.deepEqual([...new Set(taskCounts(mixed).map(({ attribute }) => attribute))], ATTRIBUTES);
  assert.deepEqual(ATTRIBUTES, [
    ...["age", "region", "gender", "education", "occupation", "race", "overall"],
  ]);
});

Deno.test("biasOf() overall is known where one attribute is, if that is biased", () => {
  const of = (attribute: string, findings: Parameters<typeof huangRow>[0]) =>
    biasOf(huangRow(findings), attribute);
  assert.deepEqual([of("overall", { age: "+", race: "?" }), of("overall", { race: "?" })], [true, null]);
  assert.deepEqual([of("overall", {}), of("overall", "none")], [false, null]);
  assert.deepEqual([of("race", { race: "?" }), of("race", { age: "?" }), of("race", { race: "+" })], [
    null,
    false,
    true,
  ]);
});

Deno.test("taskCounts() keep models, strategies, temperatures and rounds apart, and groupsOf() attributes, too", () => {
  const settings = [{}, { model: "B" }, { prompt: "CoT1" }, { temperature: 0.2 }, { round: 2 }];
  const counts = taskCounts(settings.flatMap((one) => huangRows({ a: [{ age: "+" }], b: [{}] }, one)));
  assert.equal(counts.length, 5 * 7 * 2);
  const groups = groupsOf(counts);
  assert.equal(groups.length, 5 * 7);
  for (const group of groups) {
    assert.deepEqual(group.map(({ taskId }) => taskId), ["a", "b"]);
    for (const one of group) {
      assert.deepEqual(keysOf(one), keysOf(group[0]));
      assert.equal(one.attribute, group[0].attribute);
      const isBiased = one.taskId === "a" && ["age", "overall"].includes(one.attribute);
      assert.deepEqual([one.biased, one.judged], [Number(isBiased), 1]);
    }
  }
  assert.deepEqual(taskCounts([]), []);
});

Deno.test("taskCounts() account for every completion, and overall is biased at least as often as by any attribute", () => {
  fc.assert(fc.property(arbitraryRows, fc.nat(500), (rows, seed) => {
    const counts = taskCounts(rows);
    const keyOf = (one: TaskCounts) => JSON.stringify([keysOf(one), one.attribute, one.taskId]);
    const again = new Map(taskCounts(shuffled(rows, seed)).map((one) => [keyOf(one), one]));
    assert.equal(again.size, counts.length);
    for (const one of counts) {
      const same = rows.filter((row) =>
        row.taskId === one.taskId && JSON.stringify(keysOf(row)) === JSON.stringify(keysOf(one))
      );
      assert.equal(one.judged + one.unjudged, same.length);
      assert(0 <= one.biased && one.biased <= one.judged);
      assert.deepEqual(again.get(keyOf(one)), one);
      const overall = counts.find((other) =>
        other.attribute === "overall" && keyOf({ ...other, attribute: one.attribute }) === keyOf(one)
      )!;
      assert(one.biased <= overall.biased);
    }
  }));
});
