import { resolve } from "node:path";
import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import { RECORDED, recordingsOf } from "../../store/paths.ts";
import type { AskedStudy } from "./forms.ts";
import { experimentOf, STUDIES } from "../studies.ts";

/** The settings of a notebook; in JupyterLab the defaults. */
export interface NotebookSettings {
  /** The source of the data. @default the artifact if it is present, else the demonstration */
  readonly source?: "demo" | "artifact" | "model";
  /** The folder with the papers' repositories. */
  readonly artifacts?: string;
  /** The models to look at, or to ask. @default all recorded ones */
  readonly models?: readonly string[];
  /** The recorded models whose programs are executed, too. @default the study's choice */
  readonly executed?: "all" | "none" | readonly string[];
  /** The tasks for models. @default "own" */
  readonly suite: "own" | "published";
  /** The prompting methods for asking models. @default DI, or the notebook's own */
  readonly methods: readonly string[];
  /** The temperatures at which models are asked. @default 0.2 and 0.8, or the notebook's own */
  readonly temperatures: readonly number[];
  /** The number of samples for each task, method, language and temperature. @default 5 */
  readonly epochs: number;
  /** The number of tasks for models. @default all */
  readonly limit?: number;
  /**
   * This project's recordings of a real model's answers to the study's own tasks, as `openModel` takes them;
   * undefined if they are not to be shown: for the demonstration, if others are named or asked, and if
   * nothing is to be executed.
   */
  readonly recordings?: string;
  /** The folder for results. */
  readonly out: string;
}

/** The environment variables with which `deno task reproduce` passes settings to a notebook. */
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

/** The settings of a notebook of a study that asks models. */
export interface AskingSettings extends NotebookSettings {
  /** The models to ask. @default this project's recordings and a synthetic model; for the demonstration only the latter */
  readonly models: readonly string[];
  /** The synthetic model (in notebook 02 all models) is asked one in this many tasks; 1 if a model is named. */
  readonly every: number;
}

/** The default settings of a notebook. */
export interface NotebookDefaults
  extends Partial<Pick<NotebookSettings, "methods" | "temperatures" | "epochs">> {
  /** The study of the notebook. @default the linguistic study */
  readonly study?: AskedStudy;
}

/**
 * The settings of this notebook, from environment variables and defaults.
 *
 * @param defaults The study, and defaults that differ from those of its experiment.
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
  // The demonstration of these studies has only the synthetic model.
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
