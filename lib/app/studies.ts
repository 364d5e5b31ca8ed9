/**
 * The studies as commands and notebooks know them: how models are asked for each, and what its notebook shows.
 *
 * @module
 */

import type { CalibrationSpec } from "../calibration/spec.ts";
import type { TaskPrompt } from "../generation/plan.ts";
import { openSource, type Source } from "../store/source.ts";
import { faircoder } from "../studies/faircoder/faircoder.ts";
import { huang } from "../studies/huang/huang.ts";
import { linguistic } from "../studies/linguistic/linguistic.ts";
import { liu } from "../studies/liu/liu.ts";
import { solar } from "../studies/solar/solar.ts";
import type { Experiment, Study, Task } from "../core/types.ts";

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
  readonly study: Pick<
    Study<T>,
    "name" | "layout" | "methods" | "prompts" | "tasks" | "experiment" | "calibration"
  >;
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

function known<T extends Task>(study: Omit<KnownStudy<T>, "synthetic">): KnownStudy {
  const { calibration, methods: named } = study.study;
  return {
    ...study as unknown as KnownStudy,
    synthetic(tasks, templates, others) {
      const [usual] = named ?? Object.keys(templates);
      return calibration!(tasks as readonly T[], templates, {
        methods: [usual, ...others],
      }) as CalibrationSpec;
    },
  };
}

/** The studies that models can be asked for by name, in the order of their notebooks. */
export const STUDIES = {
  liu: known({
    ...{ study: liu, notebook: "01-liu", shows: "both", othersOnce: true },
    more: ({ usual, epochs }) => usual * liu.experiment!.topPs!.length * epochs,
  }),
  huang: known({
    ...{ study: huang, notebook: "02-huang", shows: "models" },
    more: ({ all, temperatures, epochs }) => all * temperatures * epochs * huang.experiment!.rounds!,
  }),
  solar: known({
    ...{ study: solar, notebook: "03-solar", shows: "models", othersOnce: true },
    more: ({ usual, epochs }) => usual * (solar.experiment!.rounds! * epochs + 2), // two words
  }),
  linguistic: known({
    ...{ study: linguistic, notebook: "04-linguistic", shows: "recordings", asNamed: true },
  }),
  faircoder: known({
    ...{ study: faircoder, notebook: "05-faircoder", shows: "both", othersOnce: true },
  }),
} as const satisfies Readonly<Record<string, KnownStudy>>;

/** A study that models can be asked for. */
export type AskedStudy = keyof typeof STUDIES;

/** How models are asked for a study's answers, unless something else is said. */
export function experimentOf(name: AskedStudy): Experiment {
  return STUDIES[name].study.experiment!;
}

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
  const from = source ?? await openSource(study, { source: "model" });
  const templates = study.methods ? {} : await from.methods();
  return {
    tasks: study.tasks ?? await from.tasks(),
    ...{ methods: study.methods ?? Object.keys(templates), templates },
    prompts: (some, names) => study.prompts(some, templates, { methods: names }),
  };
}
