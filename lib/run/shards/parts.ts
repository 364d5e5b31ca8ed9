import type { TaskPrompt } from "../../generation/plan.ts";
import type { Part, ShardPlan } from "../../store/shards/plan.ts";

/** All requests of a study to a model: each prompt at each temperature, in a number of epochs. */
export interface Asked extends Omit<ShardPlan["settings"], "model" | "seed"> {
  /** The prompts in the order in which one process asks them. */
  readonly prompts: readonly TaskPrompt[];
}

/**
 * Divides the requests into parts of about equal size.
 *
 * Tasks are divided first. Where there are fewer tasks than parts, temperatures are separated, then methods; the
 * smallest part is one task by one method at one temperature.
 *
 * @param count The wanted number of parts, from 1; there are fewer, or a few more, where it does not divide evenly.
 *
 * @example
 * ```ts
 * import { partsOf } from "codebias/run/shards/parts.ts";
 * import assert from "node:assert/strict";
 * const tasks = ["a", "b", "c"];
 * const prompts = tasks.map((taskId) => ({ taskId, prompt: "?", settings: { prompt: "plain" } }));
 * const asked = { prompts, tasks, methods: ["plain"], temperatures: [0.2, 1], epochs: 5 };
 * assert.deepEqual(partsOf(asked, 2).map(({ tasks, samples }) => [tasks.from, tasks.to, samples]), [[0, 1, 10], [1, 3, 20]]);
 * assert.equal(partsOf(asked, 100).length, 6);
 * ```
 */
export function partsOf({ prompts, tasks, methods, temperatures, epochs }: Asked, count: number): Part[] {
  const apart = temperatures.map((one) => ({ methods, temperatures: [one] }));
  const single = apart.flatMap(({ temperatures }) =>
    methods.map((one) => ({ methods: [one], temperatures }))
  );
  const groups = [[{ methods, temperatures }], apart, single];
  const settings = groups.find(({ length }) => count <= length * tasks.length) ?? single;
  const chunks = Math.min(tasks.length, Math.ceil(count / settings.length));
  const places = new Map(tasks.map((id, at) => [id, at]));
  return Array.from({ length: chunks }, (_, at) => {
    const [from, to] = [at, at + 1].map((one) => Math.floor(one * tasks.length / chunks));
    return settings.map(({ methods, temperatures }): Part => {
      const asked = prompts.filter(({ taskId, settings = {} }) => {
        const place = places.get(taskId)!;
        return from <= place && place < to && methods.includes(String(settings.prompt));
      });
      const samples = asked.length * temperatures.length * epochs;
      return { tasks: { from, to }, methods, temperatures, samples };
    });
  }).flat().filter(({ samples }) => samples > 0);
}

/** The identity of a sample, by the columns of a frame. */
export interface Place {
  readonly taskId: string;
  readonly prompt?: string | null;
  readonly language?: string | null;
  readonly temperature: number;
  /** The epoch, from 1. */
  readonly epoch: number;
}

/**
 * A function that returns the position of a sample, from 0, among all samples for which one process would ask.
 *
 * @throws {RangeError} If two prompts cannot be distinguished by the columns of a frame, or a sample is not among those of
 * the plan.
 */
export function positions({ prompts, temperatures, epochs }: Asked): (place: Place) => number {
  const keyOf = ({ taskId, prompt = null, language = null }: Omit<Place, "temperature" | "epoch">) =>
    JSON.stringify([taskId, prompt, language]);
  const places = new Map<string, number>();
  prompts.forEach(({ taskId, settings = {} }, at) => {
    const { prompt, language } = settings as { readonly prompt?: string; readonly language?: string };
    const key = keyOf({ taskId, prompt, language });
    if (places.has(key)) throw new RangeError(`Cannot tell two prompts of ${taskId} apart: ${key}`);
    places.set(key, at);
  });
  return (place) => {
    const at = places.get(keyOf(place));
    const temperature = temperatures.indexOf(place.temperature);
    if (at === undefined || temperature < 0 || place.epoch > epochs) {
      throw new RangeError(`Cannot place a sample that the plan does not have: ${JSON.stringify(place)}`);
    }
    return (at * temperatures.length + temperature) * epochs + place.epoch - 1;
  };
}
