import { cyclic, reachable } from "./graph.ts";
import { type CalibrationSpec, END } from "./spec.ts";
import { fragmentName, startName, wrong } from "./spec_fields.ts";

/**
 * Checks what no part of a spec shows alone: that every target exists, every fragment can be reached and left, every
 * start can be used, and no text stands for two fragments.
 *
 * @throws {RangeError} If that is not so; names the fragment or the start.
 */
export function checkConsistency(spec: CalibrationSpec): void {
  checkStarts(spec);
  checkTexts(spec);
  checkGraph(spec);
}

/** The default exists, is alone and comes last; no start repeats the condition of one before it. */
function checkStarts({ starts }: CalibrationSpec): void {
  const at = starts.findIndex(({ when }) => when === undefined);
  if (at < 0) {
    throw wrong(
      "the spec",
      `a start without "when" is missing: it is for all prompts that no other start is for`,
    );
  }
  if (at < starts.length - 1) {
    throw wrong(startName(at), `it has no "when", so that no later start is ever used: put it last`);
  }
  const seen = new Map<string, number>();
  for (const [index, { when = {} }] of starts.entries()) {
    const { lastLine, matches, turn, fromTurn } = when;
    const key = JSON.stringify([lastLine, matches, turn, fromTurn]);
    const first = seen.get(key);
    if (first !== undefined) {
      throw wrong(startName(index), `it is never used: ${startName(first)} has the same "when"`);
    }
    seen.set(key, index);
  }
}

function checkTexts({ fragments }: CalibrationSpec): void {
  const owners = new Map<string, string>();
  for (const [id, { text }] of Object.entries(fragments)) {
    const owner = owners.get(text);
    if (owner !== undefined) {
      throw wrong(fragmentName(id), `${fragmentName(owner)} has the same text: each must differ`);
    }
    owners.set(text, id);
  }
}

function checkGraph({ fragments, starts }: CalibrationSpec): void {
  const all = Object.entries(fragments);
  const places = [
    ...starts.map((start, at) => [startName(at), start] as const),
    ...all.map(([id, fragment]) => [fragmentName(id), fragment] as const),
  ];
  for (const [where, { next }] of places) {
    for (const target of Object.keys(next)) {
      if (target !== END && !Object.hasOwn(fragments, target)) {
        throw wrong(where, `there is no ${fragmentName(target)}`);
      }
    }
  }
  const followers = (id: string) => id === END ? [] : Object.keys(fragments[id].next);
  const reached = reachable(starts.flatMap(({ next }) => Object.keys(next)), followers);
  for (const [id] of all) {
    if (!reached.has(id)) throw wrong(fragmentName(id), "no start leads to it");
    if (!reachable([id], followers).has(END)) {
      throw wrong(fragmentName(id), `no way leads from it to "${END}"`);
    }
  }
  const repeated = cyclic(all.map(([id]) => id), followers);
  for (const [id, { spread }] of all) {
    // A draw that is used twice in one completion is squared, and the mean of a square is no square of the mean.
    if (spread !== undefined && repeated.has(id)) {
      throw wrong(
        fragmentName(id),
        `it may come twice in a completion, so that "spread" would change the mean rates`,
      );
    }
  }
}
