import { refuseOther } from "../core/kinds.ts";
import type { Prompt } from "../core/types.ts";
import { reachable } from "./graph.ts";
import { branchProbabilities, type ChainSampling, settleSampling } from "./probabilities.ts";
import { type Branches, type CalibrationSpec, END, fragmentName, startName } from "./spec.ts";
import { type SpreadTask, spreadUniforms, taskProbabilities } from "./spread.ts";
import { startChooser } from "./starts.ts";

/** The number that stands for the end of a completion among the targets of a place. */
export const END_NUMBER = -1;

/** The most settings, and the most pairs of settings and task, that are remembered. */
const MAX_REMEMBERED = 4096;

/** A question to a chain. */
export interface ChainQuestion {
  readonly prompt: Prompt;
  readonly sampling: ChainSampling;
  /** The number of the user's turn, from 1. @default the number of the user's messages in the prompt */
  readonly turn?: number;
  /** The task whose branch probabilities are used. @default the mean over tasks */
  readonly task?: SpreadTask;
}

/** A fragment or a start, with its targets and their probabilities at the settings. */
export interface Place {
  /** The numbers of fragments, or `END_NUMBER`. */
  readonly targets: readonly number[];
  readonly probabilities: readonly number[];
  /** The concentration of the distribution between tasks. */
  readonly spread?: number;
}

/** A chain that is settled for one question, ready to be followed. Fragments have numbers from 0. */
export type SettledChain = ReturnType<Chain["settle"]>;

/** A spec that is ready for many questions: it caches intermediate results, which changes no answer. */
export class Chain {
  readonly spec: CalibrationSpec;
  readonly #fragments: ReturnType<typeof columnsOf>;
  readonly #choose: (prompt: Prompt, turn?: number) => number;
  readonly #settled = new Map<string, readonly Place[]>();
  readonly #ofTask = new Map<string, readonly Place[]>();
  readonly #ends = new WeakMap<readonly Place[], Set<number>>();
  readonly #spreads: boolean;

  /** @param spec As `readSpec` gives it. */
  constructor(spec: CalibrationSpec) {
    const fragments = Object.values(spec.fragments);
    this.spec = spec;
    this.#fragments = columnsOf(spec.fragments);
    this.#choose = startChooser(spec.starts);
    this.#spreads = [...fragments, ...spec.starts].some(({ spread }) => spread !== undefined);
  }

  /**
   * Settles the chain for a question.
   *
   * @throws {RangeError} If a setting is out of range, the prompt has no message of the user, or nothing limits a
   * completion that may never end at these settings.
   */
  settle({ prompt, sampling, turn, task }: ChainQuestion) {
    const { maxTokens, stop, ...rest } = settleSampling(sampling);
    const key = `${rest.temperature} ${rest.topK} ${rest.topP} ${rest.minP}`;
    const mean = remembered(this.#settled, key, () => this.#placesAt(rest));
    const places = task && this.#spreads
      ? remembered(
        this.#ofTask,
        JSON.stringify([key, task.runSeed, task.taskId]),
        () => this.#drawn(mean, task),
      )
      : mean;
    const start = this.#fragments.ids.length + this.#choose(prompt, turn);
    if (maxTokens === Infinity) this.#checkEnd(mean, start);
    return {
      ...this.#fragments,
      start: places[start],
      /** The places of the fragments, by number, and after them those of all starts. */
      places,
      ...{ maxTokens, stop },
    };
  }

  /** The places of the fragments, then those of the starts, at sampling settings. */
  #placesAt(sampling: ChainSampling): Place[] {
    const numbers = new Map(this.#fragments.ids.map((id, number) => [id, number]));
    const settle = ({ next, spread }: { readonly next: Branches; readonly spread?: number }): Place => ({
      targets: Object.keys(next).map((id) => id === END ? END_NUMBER : numbers.get(id)!),
      probabilities: branchProbabilities(Object.values(next), sampling),
      spread,
    });
    return [...Object.values(this.spec.fragments), ...this.spec.starts].map(settle);
  }

  #drawn(mean: readonly Place[], task: SpreadTask): Place[] {
    const nameOf = (number: number) => this.#nameOf(number);
    return mean.map((place, number) => {
      const { targets, spread } = place;
      if (spread === undefined) return place;
      // Drawn on first use, because a study's spec has thousands of starts.
      let drawn: readonly number[] | undefined;
      return {
        ...{ targets, spread },
        get probabilities() {
          const uniforms = () => spreadUniforms(task, nameOf(number), targets.length);
          return drawn ??= taskProbabilities(place.probabilities, spread, uniforms());
        },
      };
    });
  }

  #nameOf(number: number): string {
    const { ids } = this.#fragments;
    return number < ids.length ? fragmentName(ids[number]) : startName(number - ids.length);
  }

  #checkEnd(places: readonly Place[], start: number): void {
    const checked = this.#ends.getOrInsert(places, new Set());
    if (checked.has(start)) return;
    for (const number of reachable([start], (from) => followers(places, from))) {
      if (number === END_NUMBER || reachable([number], (from) => followers(places, from)).has(END_NUMBER)) {
        continue;
      }
      throw new RangeError(
        `Cannot complete without a limit: at these settings nothing leads from ${this.#nameOf(number)} ` +
          `to "${END}", so that completions may never end; give maxTokens`,
      );
    }
    checked.add(start);
  }
}

/** The ids, texts and labels of fragments, by number. */
function columnsOf(fragments: CalibrationSpec["fragments"]) {
  const all = Object.values(fragments);
  return {
    ids: Object.keys(fragments),
    texts: all.map(({ text }) => text),
    labels: all.map(({ labels = [] }) => labels),
  };
}

/** The targets that may follow a place at the settings. */
export function followers(places: readonly Place[], from: number): number[] {
  if (from === END_NUMBER) return [];
  const { targets, probabilities } = places[from];
  return targets.filter((_, at) => probabilities[at] > 0);
}

/** A chain to ask: the given one, or a new one for the spec. */
export function chainOf(spec: CalibrationSpec | Chain): Chain {
  if (spec instanceof Chain) return spec;
  refuseOther("answer by", spec, "an object", ["fragments", "starts"], "loadCalibration");
  return new Chain(spec);
}

function remembered<V>(memory: Map<string, V>, key: string, find: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  const found = find();
  memory.set(key, found);
  return found;
}

/**
 * The start of the first stop text that a new piece of text completes; undefined if there is none.
 *
 * @param text The text so far, the new piece included.
 * @param before The length of the text before the new piece.
 * @param stop The stop texts, none of them empty.
 *
 * @example
 * ```ts
 * import { stopIn } from "codebias/calibration/chain.ts";
 * import assert from "node:assert/strict";
 * assert.equal(stopIn("return x\ndef", 10, ["\ndef", "class"]), 8);
 * assert.equal(stopIn("return x\nde", 10, ["\ndef"]), undefined);
 * ```
 */
export function stopIn(text: string, before: number, stop: readonly string[]): number | undefined {
  let first: number | undefined;
  for (const one of stop) {
    const at = text.indexOf(one, Math.max(0, before - one.length + 1));
    if (at >= 0 && (first === undefined || at < first)) first = at;
  }
  return first;
}
