import type { Prompt } from "../core/types.ts";
import { type ChainSampling, settleSampling } from "./chain_sampling.ts";
import { reachable } from "./graph.ts";
import { branchProbabilities } from "./probabilities.ts";
import { type Branches, type CalibrationSpec, END } from "./spec.ts";
import { fragmentName, startName } from "./spec_fields.ts";
import { type SpreadTask, spreadUniforms, taskProbabilities } from "./spread.ts";
import { startChooser } from "./starts.ts";

/** The number that stands for the end of a completion among the targets of a place. */
export const END_NUMBER = -1;

/** Most settings, and most tasks at each, that are remembered. */
const MAX_REMEMBERED = 4096;

/** A question to a chain. */
export interface ChainQuestion {
  readonly prompt: Prompt;
  readonly sampling: ChainSampling;
  /** Number of the user's turn, from 1. @default the number of the user's messages in the prompt */
  readonly turn?: number;
  /** The task that gives the branch probabilities. @default the mean over tasks */
  readonly task?: SpreadTask;
}

/** A fragment or a start: where it leads, and how probably at the settings. */
export interface Place {
  /** Numbers of fragments, or `END_NUMBER`. */
  readonly targets: readonly number[];
  readonly probabilities: readonly number[];
  /** Concentration of the distribution between tasks. */
  readonly spread?: number;
}

/** A chain for one question: all that is needed to follow it. Fragments have numbers from 0. */
export interface SettledChain {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly labels: readonly (readonly string[])[];
  readonly start: Place;
  /** The fragments' places, by number; after them all starts'. */
  readonly places: readonly Place[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
}

/** A spec that is ready for many questions: caches intermediate results, which changes no answer. */
export class Chain {
  readonly spec: CalibrationSpec;
  readonly #ids: readonly string[];
  readonly #texts: readonly string[];
  readonly #labels: readonly (readonly string[])[];
  readonly #choose: (prompt: Prompt, turn?: number) => number;
  readonly #settled = new Map<string, readonly Place[]>();
  readonly #ofTask = new Map<string, readonly Place[]>();
  readonly #ends = new WeakMap<readonly Place[], Set<number>>();
  readonly #spreads: boolean;

  /** @param spec As `readSpec` gives it. */
  constructor(spec: CalibrationSpec) {
    const fragments = Object.values(spec.fragments);
    this.spec = spec;
    this.#ids = Object.keys(spec.fragments);
    this.#texts = fragments.map(({ text }) => text);
    this.#labels = fragments.map(({ labels = [] }) => labels);
    this.#choose = startChooser(spec.starts);
    this.#spreads = [...fragments, ...spec.starts].some(({ spread }) => spread !== undefined);
  }

  /**
   * The chain for a question.
   *
   * @throws {RangeError} If a setting is out of range, the prompt holds no word of the user, or nothing limits a
   * completion that may never end at these settings.
   */
  settle({ prompt, sampling, turn, task }: ChainQuestion): SettledChain {
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
    const start = this.#ids.length + this.#choose(prompt, turn);
    if (maxTokens === Infinity) this.#checkEnd(mean, start);
    return {
      ids: this.#ids,
      texts: this.#texts,
      labels: this.#labels,
      start: places[start],
      places,
      maxTokens,
      stop,
    };
  }

  /** Fragments first, then starts. */
  #placesAt(sampling: ChainSampling): Place[] {
    const numbers = new Map(this.#ids.map((id, number) => [id, number]));
    const settle = ({ next, spread }: { readonly next: Branches; readonly spread?: number }): Place => ({
      targets: Object.keys(next).map((id) => id === END ? END_NUMBER : numbers.get(id)!),
      probabilities: branchProbabilities(Object.values(next), sampling),
      spread,
    });
    return [...Object.values(this.spec.fragments), ...this.spec.starts].map(settle);
  }

  #drawn(mean: readonly Place[], task: SpreadTask): Place[] {
    return mean.map((place, number) => {
      const { targets, spread } = place;
      if (spread === undefined) return place;
      return new DrawnPlace(place, () => {
        const uniforms = spreadUniforms(task, this.#nameOf(number), targets.length);
        return taskProbabilities(place.probabilities, spread, uniforms);
      });
    });
  }

  #nameOf(number: number): string {
    const fragments = this.#ids.length;
    return number < fragments ? fragmentName(this.#ids[number]) : startName(number - fragments);
  }

  #checkEnd(places: readonly Place[], start: number): void {
    const checked = this.#ends.get(places) ?? new Set();
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
    this.#ends.set(places, checked.add(start));
  }
}

/** What may follow a place at the settings. */
export function followers(places: readonly Place[], from: number): number[] {
  if (from === END_NUMBER) return [];
  const { targets, probabilities } = places[from];
  return targets.filter((_, at) => probabilities[at] > 0);
}

/** A chain to ask: the given one, or a new one for the spec. */
export function chainOf(spec: CalibrationSpec | Chain): Chain {
  return spec instanceof Chain ? spec : new Chain(spec);
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
 * A place with a task's own draw of probabilities, made on first use: a study's spec has thousands of starts.
 */
class DrawnPlace implements Place {
  readonly targets: Place["targets"];
  readonly spread: Place["spread"];
  readonly #draw: () => Place["probabilities"];
  #drawn?: Place["probabilities"];

  constructor({ targets, spread }: Place, draw: () => Place["probabilities"]) {
    this.targets = targets;
    this.spread = spread;
    this.#draw = draw;
  }

  get probabilities(): Place["probabilities"] {
    return this.#drawn ??= this.#draw();
  }
}
