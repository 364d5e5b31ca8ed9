import { relative, resolve } from "node:path";

/** How models are asked for a study's answers, unless something else is said. */
export interface UsualAsking {
  /** Prompting methods. */
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** Samples of each task, method and temperature. */
  readonly epochs: number;
  /** One in this many tasks is asked if no model is named: of the synthetic model, in notebook 02 of all. */
  readonly every: number;
}

/** The studies that models can be asked for, and how, by name. */
export const ASKED = {
  linguistic: { methods: ["DI"], temperatures: [0.2, 0.8], epochs: 5, every: 1 },
  liu: {
    methods: ["0Y0N", "0Y1N", "0Y3N", "1Y1N NEG", "1Y1N POS", "2Y0N"],
    temperatures: [1, 0.8, 0.6, 0.4, 0.2],
    epochs: 5,
    every: 8,
  },
  huang: {
    methods: ["zero-shot", "one-shot", "few-shot", "CoT1", "CoT2"],
    temperatures: [1],
    epochs: 5,
    every: 12,
  },
  faircoder: { methods: ["equality"], temperatures: [1], epochs: 5, every: 3 },
  solar: {
    methods: ["default", "COT", "P-COT"],
    temperatures: [1, 0.8, 0.6, 0.4, 0.2],
    epochs: 5,
    every: 26,
  },
} as const satisfies Readonly<Record<string, UsualAsking>>;

/** A study that models can be asked for. */
export type AskedStudy = keyof typeof ASKED;

/** Temperatures at which this project recorded a model, once each. */
export const RECORDED = { temperatures: [1, 0.2], epochs: 1 } as const;

/**
 * This project's recordings of a real model's answers to a study's own tasks, as `openModel` takes them: by a
 * path relative to where the command was typed.
 */
export function recordingsOf(study: AskedStudy): string {
  const folder = resolve(import.meta.dirname!, "../../../data/recorded", study);
  return `recorded/${relative(resolve(Deno.env.get("INIT_CWD") || "."), folder)}`;
}

/** A model, as `openModel` gives it. */
interface Named {
  readonly spec: string;
}

/** How a notebook's usual asking is cut short, from `settings`. */
interface Cut {
  readonly every: number;
}

/**
 * The tasks that a model is asked: the synthetic model, if none is named, only gets some, as it shows how
 * accurate the instruments are.
 *
 * @param asked What `settings` says.
 *
 * @example
 * ```ts
 * import { tasksAsked } from "codebias/app/notebook/asked.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(tasksAsked({ every: 2 }, { spec: "calibration/solar" }, ["a", "b", "c"]), ["a", "c"]);
 * assert.deepEqual(tasksAsked({ every: 2 }, { spec: "recorded/solar" }, ["a", "b", "c"]), ["a", "b", "c"]);
 * ```
 */
export function tasksAsked<T>({ every }: Cut, { spec }: Named, tasks: readonly T[]): T[] {
  return tasks.filter((_, at) => !isSynthetic(spec) || at % every === 0);
}

/**
 * Whether a model is also asked with other prompts, and again: not this project's recordings beside the
 * synthetic model, which have too few such answers.
 *
 * @param asked What `settings` says.
 *
 * @example
 * ```ts
 * import { isAskedMore } from "codebias/app/notebook/asked.ts";
 * import assert from "node:assert/strict";
 * assert(isAskedMore({ every: 2 }, { spec: "calibration/solar" }));
 * assert(!isAskedMore({ every: 2 }, { spec: "recorded/solar" }));
 * ```
 */
export function isAskedMore({ every }: Cut, { spec }: Named): boolean {
  return every === 1 || isSynthetic(spec);
}

function isSynthetic(spec: string): boolean {
  return spec.startsWith("calibration/");
}
