import assert from "node:assert/strict";
import { roundsOf, withAllRounds } from "codebias/bias/rounds.ts";
import { ModelError } from "codebias/core/errors.ts";

import { solarRows } from "./rows.ts";
import { taskCounts } from "codebias/studies/solar/metrics/counts.ts";
import { compareSettings } from "codebias/studies/solar/metrics/comparisons.ts";

const sample = (taskId: string, ...texts: string[]) => ({
  sample: { taskId, settings: { prompt: "default", temperature: 1, round: 0 }, epoch: 1 },
  replies: texts.map((text) => ({ text })),
});
const model = { spec: "calibration/solar" };

Deno.test("roundsOf() has each conversation in each round, with what was answered by then", () => {
  const samples = [sample("a", "a0", "a1", "a2"), sample("b", "b0")];
  const found = roundsOf({ model, samples }, { rounds: 3 });
  assert.deepEqual(
    found.map(({ taskId, settings, text }) => [taskId, settings.round, text]),
    [
      ...[["a", 0, "a0"], ["b", 0, "b0"], ["a", 1, "a1"], ["b", 1, "b0"]],
      ...[["a", 2, "a2"], ["b", 2, "b0"], ["a", 3, "a2"], ["b", 3, "b0"]],
    ],
  );
  assert(
    found.every(({ model, settings, epoch }) =>
      model === "calibration/solar" && settings.prompt === "default" && epoch === 1
    ),
  );
});

Deno.test("roundsOf() has a conversation that a failure ended in round 0 alone, lest later rounds be those of the fair", () => {
  const failed = { ...sample("a", "a0", "a1"), error: new Error("gone") };
  const never = { ...sample("b"), error: new Error("gone") };
  const found = roundsOf({ model, samples: [failed, never] }, { rounds: 2 });
  assert.deepEqual(found.map(({ settings, text }) => [settings.round, text]), [[0, "a0"]]);
});

Deno.test("roundsOf() has no round but 0 where a recording lacks an answer to feedback, and all where it lacks a first answer", () => {
  const gap = new ModelError("not recorded", { failure: "no-recording", retry: false });
  const roundsIn = (...samples: Parameters<typeof roundsOf>[0]["samples"][number][]) =>
    roundsOf({ model, samples }, { rounds: 1 }).map(({ settings, text }) => [settings.round, text]);
  const fair = sample("b", "b0");
  assert.deepEqual(roundsIn({ ...sample("a", "a0"), error: gap }, fair), [[0, "a0"], [0, "b0"]]);
  assert.deepEqual(roundsIn({ ...sample("a"), error: gap }, fair), [[0, "b0"], [1, "b0"]]);
});

Deno.test("rounds are compared over conversations that have all of them: where no biased one goes on, nothing is seen to fall", () => {
  const rows = [0, 1, 2].flatMap((round) =>
    solarRows({ a: [{ age: "s+" }, { age: "s-" }], b: [{ age: "s+" }, { age: "s-" }] }, { round })
  ).map((row, at) => ({ ...row, epoch: 1 + at % 2 }));
  const biasedEnd = rows.filter(({ round, attributes }) =>
    round === 0 || attributes.age.verdict === "unbiased"
  );
  const whole = withAllRounds(biasedEnd).flat();
  assert.equal(whole.length, 2 * 3);
  const counts = taskCounts(whole, { rule: "ours" });
  for (const { difference } of compareSettings(counts, { across: "round", reference: 0 })) {
    assert.equal(difference, 0);
  }
  assert.equal(withAllRounds(rows).flat().length, rows.length);
});

Deno.test("roundsOf() refuses rounds that are none", () => {
  for (const rounds of [-1, 0.5, NaN]) {
    assert.throws(() => roundsOf({ model, samples: [] }, { rounds }), /must be a whole number from 0/);
  }
});
