import {
  type Chain,
  chainOf,
  type ChainQuestion,
  END_NUMBER,
  followers,
  type Place,
  stopIn,
} from "codebias/calibration/chain.ts";
import type { sampleCompletion } from "codebias/calibration/sample.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { topological } from "./topological.ts";

/** Most completions that are listed unless told otherwise. */
const DEFAULT_MAX_COMPLETIONS = 10_000;

/** A completion and how probable it is. */
export interface ProbableCompletion extends ReturnType<typeof sampleCompletion> {
  readonly probability: number;
}

/**
 * All completions that a chain can give, with their exact probabilities, which add up to 1.
 *
 * Every path through the chain is listed separately: two may spell the same text.
 *
 * @param question Prompt and sampling settings; unlike closed-form rates, with any stop texts.
 * @param options.most How many to list at most. Defaults to 10,000.
 * @throws {RangeError} If there are more, or endlessly many since the chain has a cycle and no limit on tokens.
 */
export function completions(
  spec: CalibrationSpec | Chain,
  question: ChainQuestion,
  { most = DEFAULT_MAX_COMPLETIONS }: { readonly most?: number } = {},
): ProbableCompletion[] {
  const { start, places, ids, texts, maxTokens, stop } = chainOf(spec).settle(question);
  if (maxTokens === Infinity && !topological([places.indexOf(start)], (from) => followers(places, from))) {
    throw new RangeError(
      "Cannot list the completions: the chain has a cycle, so they never end; give maxTokens",
    );
  }
  const all: ProbableCompletion[] = [];
  const add = (
    text: string,
    finish: "stop" | "length",
    fragments: readonly string[],
    probability: number,
  ) => {
    if (all.length >= most) throw new RangeError(`Cannot list the completions: there are more than ${most}`);
    all.push({ text, finish, fragments, completionTokens: fragments.length, probability });
  };
  // An explicit stack, since a chain may be longer than the call stack is deep.
  const open: { place: Place; text: string; fragments: readonly string[]; probability: number }[] = [
    { place: start, text: "", fragments: [], probability: 1 },
  ];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const later = [];
    for (const [at, target] of from.place.targets.entries()) {
      const probability = from.probability * from.place.probabilities[at];
      if (from.place.probabilities[at] === 0) continue;
      if (target === END_NUMBER) {
        add(from.text, "stop", from.fragments, probability);
        continue;
      }
      const text = from.text + texts[target];
      const fragments = [...from.fragments, ids[target]];
      const cut = stopIn(text, from.text.length, stop);
      if (cut !== undefined) add(text.slice(0, cut), "stop", fragments, probability);
      else if (fragments.length >= maxTokens) add(text, "length", fragments, probability);
      else later.push({ place: places[target], text, fragments, probability });
    }
    open.push(...later.reverse());
  }
  return all;
}
