/**
 * The studies as commands and notebooks know them: how models are asked for each, and what its notebook shows.
 *
 * @module
 */

import { relative, resolve } from "node:path";
import type { CalibrationSpec } from "../calibration/spec.ts";
import type { TaskPrompt } from "../generation/plan.ts";
import { openSource, type Source, type Sourced } from "../store/source.ts";
import { faircoder } from "../studies/faircoder/faircoder.ts";
import { huang } from "../studies/huang/huang.ts";
import { linguistic } from "../studies/linguistic/linguistic.ts";
import { liu } from "../studies/liu/liu.ts";
import { solar } from "../studies/solar/solar.ts";
import type { Settings, StudyForm, Task } from "../core/types.ts";

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
  const folder = resolve(import.meta.dirname!, "../../data/recorded", study);
  return `recorded/${relative(resolve(Deno.env.get("INIT_CWD") || "."), folder)}`;
}

/** How many prompts a notebook asks, by which it says how many answers more it may ask for. */
interface Asked {
  /** By the usual method. */
  readonly usual: number;
  /** By all methods. */
  readonly all: number;
  readonly temperatures: number;
  readonly epochs: number;
}

/** What commands know of a study. */
export interface KnownStudy<T extends Task = Task> {
  readonly study: Sourced<T, Settings> & { readonly form?: StudyForm<T> };
  readonly notebook: string;
  /** Whether its notebook shows the authors' completions, models that are asked, or both. */
  readonly shows: "recordings" | "models" | "both";
  /** Whether only the methods that are named are asked. @default the usual one always is, too */
  readonly asNamed?: boolean;
  /** Whether methods besides the usual one are asked at the first temperature alone. @default at all */
  readonly othersOnce?: boolean;
  /** The model that answers at declared rates. @param others The methods that are named, but for the usual one. */
  synthetic(
    tasks: readonly T[],
    templates: Readonly<Record<string, string>>,
    others: readonly string[],
  ): CalibrationSpec;
  /** How many more answers its notebook asks for at most, e.g. after feedback. @default none */
  readonly more?: (asked: Asked) => number;
}

function known<T extends Task>(study: KnownStudy<T>): KnownStudy {
  return study as unknown as KnownStudy;
}

/** The studies by name, in the order of their notebooks. */
export const STUDIES: Readonly<Record<AskedStudy, KnownStudy>> = {
  liu: known({
    ...{ study: liu, notebook: "01-liu", shows: "both", othersOnce: true },
    synthetic: (_tasks, _templates, others) => liu.synthetic(liu.tasks, { methods: ["default", ...others] }),
    more: ({ usual, epochs }) => usual * 4 * epochs, // four further values of top-p
  }),
  huang: known({
    ...{ study: huang, notebook: "02-huang", shows: "models" },
    synthetic: (tasks, templates) => huang.synthetic(tasks, templates),
    more: ({ all, temperatures, epochs }) => all * temperatures * epochs, // a round of feedback
  }),
  solar: known({
    ...{ study: solar, notebook: "03-solar", shows: "models", othersOnce: true },
    synthetic: (tasks, templates) => solar.synthetic(tasks, templates),
    more: ({ usual, epochs }) => usual * (3 * epochs + 2), // three rounds of feedback, two words
  }),
  linguistic: known({
    ...{ study: linguistic, notebook: "04-linguistic", shows: "recordings", asNamed: true },
    synthetic: (tasks) => linguistic.synthetic(tasks),
  }),
  faircoder: known({
    ...{ study: faircoder, notebook: "05-faircoder", shows: "both", othersOnce: true },
    synthetic: (tasks) => faircoder.synthetic(tasks),
  }),
};

/** A study's own tasks, and how a model is asked about them. */
export interface Suite<T extends Task = Task> {
  readonly tasks: readonly T[];
  /** Prompting methods, the usual one first. */
  readonly methods: readonly string[];
  /** Texts of the methods, by name; empty if the study has none. */
  readonly templates: Readonly<Record<string, string>>;
  readonly prompts: (tasks: readonly T[], methods: readonly string[]) => readonly TaskPrompt[];
}

/**
 * The tasks that models are asked.
 *
 * @param source Where they come from. @default the study's own
 * @throws {DataError} If they cannot be read.
 */
export async function suiteOf(
  name: AskedStudy,
  source?: Pick<Source<Task>, "tasks" | "methods">,
): Promise<Suite> {
  const { study } = STUDIES[name];
  const form = study.form!;
  const from = source ?? await openSource(study, { source: "model" });
  const templates = form.methods ? {} : await from.methods();
  return {
    tasks: form.tasks ?? await from.tasks(),
    ...{ methods: form.methods ?? Object.keys(templates), templates },
    prompts: (some, names) => form.prompts(some, templates, names),
  };
}
