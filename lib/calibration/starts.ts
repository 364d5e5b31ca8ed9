import { isWhole, mustBe } from "../core/kinds.ts";
import type { Prompt } from "../core/types.ts";
import type { Start, StartCondition } from "./spec.ts";

/**
 * Prepares the choice among starts: the result maps a prompt to the number of the first start whose conditions are all
 * met.
 *
 * A prompt that is one text counts as one user message. The turn is the number of the user's messages, unless
 * it is given.
 *
 * @param starts The starts; the last one has no conditions.
 *
 * @example
 * ```ts
 * import { startChooser } from "codebias/calibration/starts.ts";
 * import assert from "node:assert/strict";
 * const next = { end: 1 };
 * const choose = startChooser([{ when: { matches: "\\p{Script=Han}" }, next }, { when: { turn: 2 }, next }, { next }]);
 * assert.equal(choose("写一个函数"), 0);
 * assert.equal(choose("Write a function", 2), 1);
 * assert.equal(choose("Write a function"), 2);
 * ```
 */
export function startChooser(starts: readonly Start[]): (prompt: Prompt, turn?: number) => number {
  const conditions = starts.map(({ when }) => holds(when));
  // Choices are remembered, because each prompt is asked once an epoch, and a study's spec has a thousand patterns.
  const chosen = new Map<string, number>();
  return (prompt, turn) => {
    const circumstances = circumstancesOf(prompt, turn);
    const key = JSON.stringify(circumstances);
    const number = chosen.get(key) ?? conditions.findIndex((condition) => condition(circumstances));
    if (chosen.size < MAX_CHOSEN) chosen.set(key, number);
    return number;
  };
}

/** The most choices that are remembered. */
const MAX_CHOSEN = 20_000;

function holds(
  { lastLine, matches, turn, fromTurn = 1 }: StartCondition = {},
): (at: ReturnType<typeof circumstancesOf>) => boolean {
  const pattern = matches === undefined ? undefined : new RegExp(matches, "u");
  return (at) =>
    (lastLine === undefined || at.lastLine === lastLine) &&
    (turn === undefined || at.turn === turn) &&
    at.turn >= fromTurn &&
    (pattern === undefined || pattern.test(at.lastOfUser));
}

/** The facts that the choice of a start depends on. */
function circumstancesOf(prompt: Prompt, turn?: number) {
  mustBe(turn === undefined || isWhole(turn, 1), `complete turn ${turn}`, "an integer >= 1");
  if (typeof prompt === "string") {
    return { lastLine: lastLineOf(prompt), lastOfUser: prompt, turn: turn ?? 1 };
  }
  const ofUser = prompt.filter(({ role }) => role === "user");
  const [last] = prompt.slice(-1);
  if (ofUser.length === 0) {
    throw new RangeError("Cannot complete a conversation in which the user says nothing");
  }
  return {
    lastLine: lastLineOf(last.content),
    lastOfUser: ofUser[ofUser.length - 1].content,
    turn: turn ?? ofUser.length,
  };
}

function lastLineOf(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}
