import assert from "node:assert/strict";
import { roundsOf } from "codebias/studies/solar/rounds.ts";

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

Deno.test("roundsOf() leaves out what a failure of the server prevented", () => {
  const failed = { ...sample("a", "a0"), error: new Error("gone") };
  const never = { ...sample("b"), error: new Error("gone") };
  const found = roundsOf({ model, samples: [failed, never] }, { rounds: 2 });
  assert.deepEqual(found.map(({ settings, text }) => [settings.round, text]), [[0, "a0"]]);
});

Deno.test("roundsOf() refuses rounds that are none", () => {
  for (const rounds of [-1, 0.5, NaN]) {
    assert.throws(() => roundsOf({ model, samples: [] }, { rounds }), /must be a whole number from 0/);
  }
});
