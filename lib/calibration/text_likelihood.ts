import { type Chain, chainOf, type ChainQuestion, END_NUMBER, type Place } from "./chain.ts";
import type { CalibrationSpec } from "./spec.ts";

/** The paths that have reached one place. */
interface Arrival {
  /** The log-probability of all paths together, and of the most probable one. */
  readonly all: number;
  readonly best: number;
  /** The number of fragments of the most probable path. */
  readonly fragments: number;
}

/**
 * The exact log-probability that a completion begins with a text: the sum over all sequences of fragments
 * that spell it. The last fragment may go on beyond the text.
 *
 * L(i, s) is the logarithm of the probability that the first fragments spell the first i characters and the last of them
 * is s. L is computed from left to right, in logarithms, so that the probabilities of long texts do not become 0.
 *
 * @param question The settings should be those of the model itself, i.e. temperature 1 and nothing cut off. Neither a limit
 * on tokens nor stop texts matter.
 * @param text The empty text has probability 1.
 * @throws {RangeError} If a setting is out of range.
 *
 * @example
 * ```ts
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import { textLikelihood } from "codebias/calibration/text_likelihood.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "coin",
 *   synthetic: true,
 *   fragments: { heads: { text: "heads", next: { end: 1 } }, tails: { text: "tails", next: { end: 1 } } },
 *   starts: [{ next: { heads: 0.25, tails: 0.75 } }],
 * });
 * const question = { prompt: "Toss", sampling: { temperature: 1 } };
 * assert.deepEqual(textLikelihood(spec, question, "heads"), { nats: Math.log(0.25), fragments: 1 });
 * assert.equal(textLikelihood(spec, question, "edge").nats, -Infinity);
 * ```
 */
export function textLikelihood(spec: CalibrationSpec | Chain, question: ChainQuestion, text: string) {
  // Without a limit, a chain that may never end would be refused.
  const sampling = { ...question.sampling, maxTokens: 1, stop: [] };
  const { start, places, texts } = chainOf(spec).settle({ ...question, sampling });
  const arrivals = Array.from({ length: text.length + 1 }, () => new Map<Place, Arrival>());
  arrivals[0].set(start, { all: 0, best: 0, fragments: 0 });
  for (let at = 0; at < text.length; at++) {
    for (const [place, arrival] of arrivals[at]) {
      for (const [branch, target] of place.targets.entries()) {
        const p = place.probabilities[branch];
        if (target === END_NUMBER || p === 0) continue;
        const length = spelt(texts[target], text, at);
        if (length === 0) continue;
        const found = arrivals[at + length];
        found.set(places[target], joined(found.get(places[target]), after(arrival, Math.log(p))));
      }
    }
  }
  const ends = [...arrivals[text.length].values()].reduce<Arrival | undefined>(joined, undefined);
  return {
    /** The natural logarithm of the probability; −Infinity if no completion begins with the text. */
    nats: ends?.all ?? -Infinity,
    /** The number of fragments of the most probable way to spell the text; 0 if there is none. */
    fragments: ends?.fragments ?? 0,
  };
}

/** The number of characters of a text that a fragment spells from a place on; 0 if they differ. */
function spelt(fragment: string, text: string, at: number): number {
  if (text.startsWith(fragment, at)) return fragment.length;
  const rest = text.length - at;
  return fragment.length > rest && fragment.startsWith(text.slice(at)) ? rest : 0;
}

function after({ all, best, fragments }: Arrival, logP: number): Arrival {
  return { all: all + logP, best: best + logP, fragments: fragments + 1 };
}

function joined(a: Arrival | undefined, b: Arrival): Arrival {
  if (!a) return b;
  const [high, low] = a.all >= b.all ? [a.all, b.all] : [b.all, a.all];
  const all = high + Math.log1p(Math.exp(low - high));
  const { best, fragments } = a.best >= b.best ? a : b;
  return { all, best, fragments };
}
