import { resolve } from "node:path";
import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import { RECORDED, recordingsOf } from "../../store/paths.ts";
import type { AskedStudy } from "./forms.ts";
import { experimentOf, STUDIES } from "../studies.ts";

/** What a notebook was asked to do; in JupyterLab, where nobody asked, the defaults. */
export interface NotebookSettings {
  /** @default the artifact when it is there, else the demonstration */
  readonly source?: "demo" | "artifact" | "model";
  /** Folder with the papers' repositories. */
  readonly artifacts?: string;
  /** Models to look at, or to ask. @default all recorded ones */
  readonly models?: readonly string[];
  /** Models with programs to execute, too. @default the study's choice */
  readonly executed?: "all" | "none" | readonly string[];
  /** The tasks that models are asked. @default "own" */
  readonly suite: "own" | "published";
  /** Prompting methods for asking models. @default DI, or the notebook's own */
  readonly methods: readonly string[];
  /** Temperatures at which models are asked. @default 0.2 and 0.8, or the notebook's own */
  readonly temperatures: readonly number[];
  /** Samples that models are asked for of each task, method, language and temperature. @default 5 */
  readonly epochs: number;
  /** Number of tasks for models. @default all */
  readonly limit?: number;
  /**
   * This project's recordings of a real model's answers to the study's own tasks, as `openModel` takes them;
   * undefined if they are not to be shown: for the demonstration, if others are named or asked, and if
   * nothing is to be executed.
   */
  readonly recordings?: string;
  /** Folder of results. */
  readonly out: string;
}

/** The environment variables in which `deno task reproduce` tells a notebook what to do. */
export const SETTING_NAMES = {
  source: "CODEBIAS_SOURCE",
  artifacts: "CODEBIAS_ARTIFACTS",
  models: "CODEBIAS_MODELS",
  executed: "CODEBIAS_EXECUTED",
  suite: "CODEBIAS_SUITE",
  methods: "CODEBIAS_METHODS",
  temperatures: "CODEBIAS_TEMPERATURES",
  epochs: "CODEBIAS_EPOCHS",
  limit: "CODEBIAS_LIMIT",
  out: "CODEBIAS_OUT",
} as const;

/** What a notebook of a study that asks models was asked to do. */
export interface AskingSettings extends NotebookSettings {
  /** @default this project's recordings of a real model, and a synthetic one; of the demonstration the latter alone */
  readonly models: readonly string[];
  /** The synthetic model (in notebook 02 all) is asked one in this many tasks; 1 if a model is named. */
  readonly every: number;
}

/** What a notebook does unless it is asked for something else. */
export interface NotebookDefaults
  extends Partial<Pick<NotebookSettings, "methods" | "temperatures" | "epochs">> {
  /** The study that models answer for. @default the linguistic one's, where the source is "model" */
  readonly study?: AskedStudy;
}

/**
 * What this notebook was asked to do.
 *
 * @param defaults The study, and its unusual settings.
 * @throws {RangeError} If the study is unknown, or a variable has an invalid value.
 */
export function settings(
  defaults: NotebookDefaults & { readonly study: Exclude<AskedStudy, "linguistic"> },
): AskingSettings;
export function settings(defaults?: NotebookDefaults): NotebookSettings;
export function settings(asked: NotebookDefaults = {}): NotebookSettings | AskingSettings {
  refuseUnknownOptions(asked, ["study", "methods", "temperatures", "epochs"]);
  const { study = "linguistic", ...defaults } = asked;
  if (!Object.hasOwn(STUDIES, study)) throw unknownName("study", study, Object.keys(STUDIES));
  const { every, ...usual } = { ...experimentOf(study), ...defaults };
  const source = oneOf("source", ["demo", "artifact", "model"]);
  const models = given("models")?.split(",");
  const recordings = recordingsOf(study);
  const executed = readExecuted(given("executed"));
  const isRecorded = !models && source !== "demo" &&
    (study !== "linguistic" || (source !== "model" && executed !== "none"));
  const temperatures = isRecorded && study !== "linguistic"
    ? [...usual.temperatures, ...RECORDED.temperatures]
    : usual.temperatures;
  const limit = given("limit");
  const own = {
    source,
    artifacts: given("artifacts"),
    models,
    executed,
    suite: oneOf("suite", ["own", "published"]) ?? "own",
    methods: given("methods")?.split(",") ?? usual.methods,
    temperatures: given("temperatures")?.split(",").map((text) => number("temperatures", text)) ??
      [...new Set(temperatures)],
    epochs: number("epochs", given("epochs") ?? `${usual.epochs}`),
    ...(limit !== undefined && { limit: number("limit", limit) }),
    ...((isRecorded || (study !== "linguistic" && models?.includes(recordings))) && { recordings }),
    out: given("out") ?? resolve(import.meta.dirname!, "../../../outputs/interactive"),
  };
  if (study === "linguistic") return own;
  if (models) return { ...own, models, every: 1 };
  if (isRecorded) return { ...own, models: [recordings, "calibration"], every };
  // The demonstration of these studies is the synthetic model alone.
  return { ...own, source: "model", models: ["calibration"], every };
}

function given(name: keyof typeof SETTING_NAMES): string | undefined {
  return Deno.env.get(SETTING_NAMES[name]) || undefined;
}

function oneOf<T extends string>(name: keyof typeof SETTING_NAMES, known: readonly T[]): T | undefined {
  const value = given(name);
  if (value === undefined || known.some((one) => one === value)) return value as T | undefined;
  const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(known);
  throw new RangeError(`Cannot use ${SETTING_NAMES[name]}=${value}: it must be ${names}`);
}

function number(name: keyof typeof SETTING_NAMES, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new RangeError(`Cannot use ${SETTING_NAMES[name]}=${given(name)}: ${text} is not a number`);
}

function readExecuted(text: string | undefined): NotebookSettings["executed"] {
  return text === "all" || text === "none" ? text : text?.split(",");
}
