import { resolve } from "node:path";
import { refuseUnknownOptions } from "../nearest.ts";

/** What a notebook was asked to do; in JupyterLab, where nobody asked, the defaults. */
export interface NotebookSettings {
  /** @default the artifact when it is there, else the demonstration */
  readonly source?: "demo" | "artifact" | "model";
  /** Folder with the papers' repositories. */
  readonly artifacts?: string;
  /** Models to look at, or to ask. @default all recorded ones */
  readonly models?: readonly string[];
  /** Models whose programs are executed too. @default the study's choice */
  readonly executed?: "all" | "none" | readonly string[];
  /** Whose tasks models are asked. @default "own" */
  readonly suite: "own" | "published";
  /** Prompting methods by which models are asked. @default DI, or the notebook's own */
  readonly methods: readonly string[];
  /** Temperatures at which models are asked. @default 0.2 and 0.8, or the notebook's own */
  readonly temperatures: readonly number[];
  /** Samples that models are asked for of each task, method, language and temperature. @default 5 */
  readonly epochs: number;
  /** How many tasks models are asked. @default all */
  readonly limit?: number;
  /** Folder of results. */
  readonly out: string;
}

/** The environment variables by which `deno task reproduce` tells a notebook what to do. */
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

/** What a notebook does unless it is asked for something else. */
export type NotebookDefaults = Partial<Pick<NotebookSettings, "methods" | "temperatures" | "epochs">>;

/**
 * What this notebook was asked to do.
 *
 * @param defaults Where its own are not those of the linguistic study.
 * @throws {RangeError} If a variable has a value that it cannot have.
 */
export function settings(defaults: NotebookDefaults = {}): NotebookSettings {
  refuseUnknownOptions(defaults, ["methods", "temperatures", "epochs"]);
  const limit = given("limit");
  return {
    source: oneOf("source", ["demo", "artifact", "model"]),
    artifacts: given("artifacts"),
    models: given("models")?.split(","),
    executed: readExecuted(given("executed")),
    suite: oneOf("suite", ["own", "published"]) ?? "own",
    methods: given("methods")?.split(",") ?? defaults.methods ?? ["DI"],
    temperatures: given("temperatures")?.split(",").map((text) => number("temperatures", text)) ??
      defaults.temperatures ?? [0.2, 0.8],
    epochs: number("epochs", given("epochs") ?? `${defaults.epochs ?? 5}`),
    ...(limit !== undefined && { limit: number("limit", limit) }),
    out: given("out") ?? resolve(import.meta.dirname!, "../../outputs/interactive"),
  };
}

function given(name: keyof typeof SETTING_NAMES): string | undefined {
  return Deno.env.get(SETTING_NAMES[name]) || undefined;
}

function oneOf<T extends string>(name: keyof typeof SETTING_NAMES, known: readonly T[]): T | undefined {
  const value = given(name);
  if (value === undefined || known.some((one) => one === value)) return value as T | undefined;
  const names = [known.slice(0, -1).join(", "), ...known.slice(-1)].join(" or ");
  throw new RangeError(`Cannot use ${SETTING_NAMES[name]}=${value}: it must be ${names}`);
}

function number(name: keyof typeof SETTING_NAMES, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new RangeError(`Cannot use ${SETTING_NAMES[name]}=${given(name)}: ${text} is no number`);
}

function readExecuted(text: string | undefined): NotebookSettings["executed"] {
  return text === "all" || text === "none" ? text : text?.split(",");
}
