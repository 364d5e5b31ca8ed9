import assert from "node:assert/strict";
import { roundsOf, withAllRounds } from "codebias/bias/rounds.ts";
import { ModelError, type ModelFailure } from "codebias/core/errors.ts";
import type { Conversations } from "codebias/core/types.ts";

type Reply = { readonly text: string; readonly finish?: "length" };

/** Conversations about tasks 0, 1, 2, ...: the replies of each, and the failure that ended it. */
function conversations(...all: readonly (readonly [replies: readonly Reply[], failure?: ModelFailure])[]) {
  return {
    model: { spec: "m" },
    samples: all.map(([replies, failure], task) => ({
      sample: { taskId: `${task}`, settings: { prompt: "plain", temperature: 0, round: 0 }, epoch: 0 },
      replies,
      ...(failure && { error: new ModelError("it failed", { failure }) }),
    })),
  } satisfies Conversations;
}

const told = (given: Conversations, rounds: number) =>
  roundsOf<{ prompt: string; temperature: number; round: number }>(given, { rounds })
    .map(({ taskId, settings, text, finish }) => [settings.round, taskId, text, ...finish ? [finish] : []]);

const [A, B, C] = [{ text: "a" }, { text: "b", finish: "length" as const }, { text: "c" }];

Deno.test("roundsOf() counts a conversation that is over with its last answer in all later rounds", () => {
  assert.deepEqual(told(conversations([[A]], [[A, B, C]]), 1), [
    [0, "0", "a"],
    [0, "1", "a"],
    [1, "0", "a"],
    [1, "1", "b", "length"],
  ]);
});

Deno.test("roundsOf() counts a conversation that a server ended in round 0 only, and others in all", () => {
  const ended = conversations([[A, B], "server-error"], [[C]], [[], "no-recording"]);
  assert.deepEqual(told(ended, 1), [[0, "0", "a"], [0, "1", "c"], [1, "1", "c"]]);
});

Deno.test("roundsOf() has round 0 alone where a recording lacks an answer to feedback", () => {
  assert.deepEqual(told(conversations([[A], "no-recording"], [[C]]), 2), [[0, "0", "a"], [0, "1", "c"]]);
});

Deno.test("roundsOf() refuses what is no number of rounds, and options that there are not", () => {
  for (const rounds of [-1, 1.5, NaN]) {
    assert.throws(
      () => told(conversations([[A]]), rounds),
      /^RangeError: Cannot sort answers into .* rounds/,
    );
  }
  assert.throws(
    () => roundsOf(conversations([[A]]), { rounds: 1, round: 2 } as never),
    /^\w+: Unknown option/,
  );
});

Deno.test("withAllRounds() has the conversations with the last round of their model, and no model asked once", () => {
  const row = (model: string, taskId: string, round: number) => ({
    ...{ model, taskId, round, prompt: "plain", temperature: 0, epoch: 0 },
  });
  const whole = [row("twice", "0", 0), row("twice", "0", 1)];
  assert.deepEqual(withAllRounds([...whole, row("twice", "1", 0), row("once", "0", 0)]), [whole]);
});
