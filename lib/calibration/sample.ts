import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { checkSeed } from "../statistics/checks.ts";
import { type Chain, chainOf, type ChainQuestion, END_NUMBER, type Place, stopIn } from "./chain.ts";
import type { CalibrationSpec } from "./spec.ts";

/** The question of one completion to draw. */
export interface SampleQuestion extends Omit<ChainQuestion, "task"> {
  /** The seed, any whole number; the completion is a function of it. */
  readonly seed: number;
  /** The task, which with the run's seed decides the branch probabilities of a spread. @default none: the mean */
  readonly taskId?: string;
  /** @default 0 */
  readonly runSeed?: number;
}

/**
 * Draws one completion from the chain, exactly at the settings.
 *
 * It is a function of its arguments alone: neither earlier calls nor the machine matter (beyond the last digit of
 * `Math.exp` and `Math.log`). As with llama.cpp, a completion of just `maxTokens` fragments finishes with `length`, since
 * its end was not drawn, and a stop text is left out, with all that follows it.
 *
 * @param spec A spec, or a `Chain` of it, which is faster for many completions.
 * @throws {RangeError} If a setting or the seed is out of range.
 *
 * @example
 * ```ts
 * import { sampleCompletion } from "codebias/calibration/sample.ts";
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "one",
 *   synthetic: true,
 *   fragments: { a: { text: "def f():\n", next: { b: 1 } }, b: { text: "    return 1\n", next: { end: 1 } } },
 *   starts: [{ next: { a: 1 } }],
 * });
 * const question = { prompt: "Write f", sampling: { temperature: 1 }, seed: 1 };
 * assert.equal(sampleCompletion(spec, question).text, "def f():\n    return 1\n");
 * assert.equal(sampleCompletion(spec, { ...question, sampling: { temperature: 1, maxTokens: 1 } }).finish, "length");
 * ```
 */
export function sampleCompletion(spec: CalibrationSpec | Chain, question: SampleQuestion) {
  const { seed, taskId, runSeed = 0 } = question;
  checkSeed(seed, "sample with");
  const task = taskId === undefined ? undefined : { taskId, runSeed };
  const { ids, texts, places, start, maxTokens, stop } = chainOf(spec).settle({ ...question, task });
  const random = generatorFrom(seed);
  const fragments: string[] = [];
  const completion = (text: string, finish: "stop" | "length") => ({
    text,
    /** `stop` if the completion came to its end or to a stop text, `length` if `maxTokens` fragments came first. */
    finish,
    /** The names of the drawn fragments, including the one that completed a stop text. */
    fragments: fragments as readonly string[],
    /** The number of fragments; the end does not count. */
    completionTokens: fragments.length,
  });
  let text = "";
  for (let place = start; fragments.length < maxTokens;) {
    const target = choose(place, uniformFloat64(random));
    if (target === END_NUMBER) return completion(text, "stop");
    fragments.push(ids[target]);
    text += texts[target];
    const cut = stop.length > 0 ? stopIn(text, text.length - texts[target].length, stop) : undefined;
    if (cut !== undefined) return completion(text.slice(0, cut), "stop");
    place = places[target];
  }
  return completion(text, "length");
}

/** The target for a number in [0, 1); the last possible target takes what rounding leaves. */
function choose({ targets, probabilities }: Place, uniform: number): number {
  let left = uniform;
  let chosen = 0;
  for (let at = 0; at < targets.length; at++) {
    if (probabilities[at] === 0) continue;
    chosen = at;
    left -= probabilities[at];
    if (left < 0) break;
  }
  return targets[chosen];
}

/** The step between the words of a state: 2^32 divided by the golden ratio, odd and without pattern. */
const STRIDE = 0x9e3779b9;

/**
 * A generator whose whole state is mixed from the seed, so that seeds in sequence give unrelated numbers. Faster than
 * hashing with SHA-256, which would take most of the time of drawing a completion.
 *
 * @param seed A safe integer.
 *
 * @example
 * ```ts
 * import { generatorFrom } from "codebias/calibration/sample.ts";
 * import assert from "node:assert/strict";
 * assert.equal(generatorFrom(1).next(), generatorFrom(1).next());
 * assert.notEqual(generatorFrom(1).next(), generatorFrom(2).next());
 * ```
 */
export function generatorFrom(seed: number): ReturnType<typeof xoroshiro128plusFromState> {
  const high = mixed(Math.floor(seed / 2 ** 32) | 0);
  const word = (at: number) => mixed((seed ^ high) + Math.imul(at, STRIDE));
  return xoroshiro128plusFromState([word(1), word(2), word(3), word(4)]);
}

/** A bijection of 32-bit integers in which every bit depends on every bit: the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
