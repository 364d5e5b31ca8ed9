import jStat from "jstat";
import {
  type Chain,
  chainOf,
  type ChainQuestion,
  END_NUMBER,
  followers,
  type SettledChain,
  stopIn,
} from "./chain.ts";
import { cyclic, reachable } from "./graph.ts";
import { type CalibrationSpec, END } from "./spec.ts";

/** Probabilities below this are ignored: they are far below rounding. */
const EPSILON = 1e-20;

/**
 * The probabilities of properties of a chain's completions, in closed form: exact up to rounding at any settings. They
 * are the truth to compare estimates with.
 *
 * With a limit on tokens, or without cycles, the chain's state is followed token by token, which takes fragments x
 * branches x tokens steps. Otherwise the probability h(f) of ever reaching a fragment in question solves h(f) = sum over
 * targets g of p(f, g) (1 if g is in question, else h(g)).
 *
 * If the spec declares a spread between tasks, these are the means over tasks, or with `task` the rates of that task.
 * A mean over tasks stays exact because a fragment with a spread comes at most once in a completion.
 *
 * @param question The prompt and the sampling settings. Stop texts are allowed if no completion can contain one.
 * @throws {RangeError} If a setting is out of range, a stop text may cut a completion, or nothing limits a completion
 * that may never end.
 *
 * @example
 * ```ts
 * import { expectedRates } from "codebias/calibration/rates.ts";
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "loop",
 *   synthetic: true,
 *   fragments: {
 *     plain: { text: "pass\n", next: { plain: 0.5, biased: 0.1, end: 0.4 } },
 *     biased: { text: "if gender: pass\n", labels: ["uses-gender"], next: { end: 1 } },
 *   },
 *   starts: [{ next: { plain: 1 } }],
 * });
 * const { labels } = expectedRates(spec, { prompt: "Go", sampling: { temperature: 1 } });
 * assert(Math.abs(labels["uses-gender"] - 0.2) < 1e-12);
 * ```
 */
export function expectedRates(spec: CalibrationSpec | Chain, question: ChainQuestion) {
  const chain = chainOf(spec).settle(question);
  checkStop(chain);
  const labels = [...new Set(chain.labels.flat())];
  const followed = chain.maxTokens < Infinity || isAcyclic(chain);
  const containing = (isMeant: (number: number) => boolean) =>
    followed ? metInTime(chain, isMeant).met : everMet(chain, isMeant);
  return {
    /** For each label of the spec, the probability that the completion has at least one fragment with it. */
    labels: Object.fromEntries(
      labels.map((label) => [label, containing((number) => chain.labels[number].includes(label))]),
    ),
    /** For each fragment, the probability that the completion contains it. */
    fragments: Object.fromEntries(
      chain.ids.map((id, number) => [id, containing((other) => other === number)]),
    ),
    /** The probability that `maxTokens` truncates the completion, which then finishes with `length`. */
    length: followed ? metInTime(chain, () => false).alive : 0,
  };
}

function isAcyclic({ start, places }: SettledChain): boolean {
  const next = (from: number) => followers(places, from);
  return cyclic(reachable([places.indexOf(start)], next), next).size === 0;
}

/**
 * Follows the chain for at most `maxTokens` tokens.
 *
 * @returns The probability that a fragment in question came, and that neither such a fragment nor the end came.
 */
function metInTime(
  { start, places, ids, maxTokens }: SettledChain,
  isMeant: (number: number) => boolean,
): { readonly met: number; readonly alive: number } {
  const meant = ids.map((_, number) => isMeant(number));
  let now = new Float64Array(ids.length);
  let met = 0;
  let alive = 0;
  const move = ({ targets, probabilities }: SettledChain["start"], mass: number, into: Float64Array) => {
    for (const [at, target] of targets.entries()) {
      const moved = mass * probabilities[at];
      if (target === END_NUMBER) continue;
      if (meant[target]) met += moved;
      else {
        into[target] += moved;
        alive += moved;
      }
    }
  };
  move(start, 1, now);
  for (let token = 1; token < maxTokens && alive > EPSILON; token++) {
    const next = new Float64Array(ids.length);
    alive = 0;
    for (const [number, mass] of now.entries()) if (mass > 0) move(places[number], mass, next);
    now = next;
  }
  return { met: Math.min(met, 1), alive: alive > EPSILON ? Math.min(alive, 1) : 0 };
}

/** The probability that a fragment in question ever comes, in a chain that ends. */
function everMet({ start, places, ids }: SettledChain, isMeant: (number: number) => boolean): number {
  const matrix = ids.map((_, number) => ids.map((_, other) => number === other ? 1 : 0));
  const right = ids.map(() => [0]);
  const reached = reachable([places.indexOf(start)], (from) => followers(places, from));
  for (const number of ids.keys()) {
    if (!reached.has(number)) continue;
    for (const [at, target] of places[number].targets.entries()) {
      const p = places[number].probabilities[at];
      if (target === END_NUMBER || p === 0) continue;
      if (isMeant(target)) right[number][0] += p;
      else matrix[number][target] -= p;
    }
  }
  const solved: number[][] = jStat.gauss_jordan(matrix, right);
  const met = solved.map((row) => row[ids.length]);
  if (!met.every(Number.isFinite)) throw new RangeError("Cannot solve these equations: they are singular");
  const after = start.targets.map((target, at) =>
    target === END_NUMBER ? 0 : start.probabilities[at] * (isMeant(target) ? 1 : met[target])
  );
  return Math.min(after.reduce((sum, p) => sum + p, 0), 1);
}

/** Checks that no stop text can cut a completion: follows all texts, keeping only the suffix that may begin a stop text. */
function checkStop({ start, places, texts, ids, stop }: SettledChain): void {
  if (stop.length === 0) return;
  const longest = Math.max(...stop.map((text) => text.length));
  const key = (number: number, end: string) => JSON.stringify([number, end]);
  const follow = (state: string): string[] => {
    const [from, before] = JSON.parse(state) as [number, string];
    return followers(places, from).filter((number) => number !== END_NUMBER).map((number) => {
      const text = before + texts[number];
      const at = stopIn(text, before.length, stop);
      if (at === undefined) return key(number, longest > 1 ? text.slice(1 - longest) : "");
      const found = stop.find((one) => text.startsWith(one, at));
      throw new RangeError(
        `Cannot give rates in closed form: the stop text ${
          JSON.stringify(found)
        } may cut a completion in fragment ` +
          `"${ids[number]}"; leave it out, or list the completions`,
      );
    });
  };
  reachable([key(places.indexOf(start), "")], follow);
}

/**
 * The part of a spec that follows one start, without a spread between tasks. It is used because the rates of a whole spec
 * take time quadratic in its fragments.
 *
 * @param at The number of the start, from 0.
 */
export function partOf({ fragments, starts, ...rest }: CalibrationSpec, at: number): CalibrationSpec {
  const { next } = starts[at];
  const follow = (id: string) => id === END ? [] : Object.keys(fragments[id].next);
  const reached = [...reachable(Object.keys(next), follow)].filter((id) => id !== END);
  return {
    ...rest,
    fragments: Object.fromEntries(reached.map((id) => [id, fragments[id]])),
    starts: [{ next }],
  };
}
